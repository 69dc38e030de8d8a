"""`stats`: how long people take and agents wait, as bars in the terminal. Counts, no words of asks."""

from collections.abc import Iterator, Sequence
from typing import Any

from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.showing import one_line
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]

WIDEST = 30
BAR = "#"


def stats(words: list[str], here: Here) -> int:
    options = parser("stats")
    options.add_argument("--since", help="from this day or time on; 30 days if not said")
    said = options.parse_intermixed_args(words)
    found: Shape = here.through(lambda client: client.stats(since=said.since))
    if said.json:
        write_json(found)
    else:
        write(drawn(found))
    return problems.DONE


def drawn(found: Shape) -> Iterator[str]:
    yield f"Since {found['since'][:10]}: {found['asked']} asked, {found['answered']} settled by a person, {found['pending']} pending."
    yield f"Half are settled within {span(found['median_s'])}, nine of ten within {span(found['late_s'])}."
    yield f"Agents waited {span(found['blocked_minutes'] * 60)} in all."
    yield from _plot(
        "Time to answer",
        [(_upto(row["up_to_s"]), row["count"], str(row["count"])) for row in found["times"]],
    )
    yield from _plot(
        "Agents waited, by day",
        [(row["day"], row["blocked_minutes"], _waited(row)) for row in found["days"]],
    )
    for title, name in (("By project", "projects"), ("By agent", "agents")):
        yield from _plot(
            f"{title}: agents waited",
            [
                (
                    one_line(row["name"])[:24],
                    row["blocked_minutes"],
                    f"{_waited(row)}, {row['asked']} asked",
                )
                for row in found[name]
            ],
        )


def span(seconds: float | None) -> str:
    """Roughly, in the largest unit that says something."""
    if seconds is None:
        return "no time yet"
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def _plot(title: str, rows: Sequence[tuple[str, float, str]]) -> Iterator[str]:
    yield ""
    yield title
    width = max((len(label) for label, _, _ in rows), default=0)
    most = max((value for _, value, _ in rows), default=0) or 1
    for label, value, said in rows:
        # Whatever is not nothing shows.
        bar = BAR * max(round(value / most * WIDEST), value > 0)
        yield f"  {label:>{width}}  {bar}{' ' if bar else ''}{said}"


def _waited(row: Shape) -> str:
    return span(row["blocked_minutes"] * 60)


def _upto(bound: int | None) -> str:
    return "longer" if bound is None else f"under {span(bound).replace('.0', '')}"
