"""`stats`: how long people take and agents wait, as bars in the terminal. Counts, no words of asks."""

from collections.abc import Iterator, Sequence
from typing import Any

from askline.core.speaking import t
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.showing import one_line
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]

WIDEST = 30
BAR = "#"


def stats(words: list[str], here: Here) -> int:
    options = parser("stats")
    options.add_argument("--since", help=t("from this day or time on; 30 days if not said"))
    said = options.parse_intermixed_args(words)
    found: Shape = here.through(lambda client: client.stats(since=said.since))
    if said.json:
        write_json(found)
    else:
        write(drawn(found))
    return problems.DONE


def drawn(found: Shape) -> Iterator[str]:
    yield t(
        "Since {0}: {1} asked, {2} settled by a person, {3} pending.",
        found["since"][:10],
        found["asked"],
        found["answered"],
        found["pending"],
    )
    yield t(
        "Half are settled within {0}, nine of ten within {1}.",
        span(found["median_s"]),
        span(found["late_s"]),
    )
    yield t("Agents waited {0} in all.", span(found["blocked_minutes"] * 60))
    yield from _plot(
        t("Time to answer"),
        [(_upto(row["up_to_s"]), row["count"], str(row["count"])) for row in found["times"]],
    )
    yield from _plot(
        t("Agents waited, by day"),
        [(row["day"], row["blocked_minutes"], _waited(row)) for row in found["days"]],
    )
    for title, name in ((t("By project"), "projects"), (t("By agent"), "agents")):
        yield from _plot(
            t("{0}: agents waited", title),
            [
                (
                    one_line(row["name"])[:24],
                    row["blocked_minutes"],
                    t("{0}, {1} asked", _waited(row), row["asked"]),
                )
                for row in found[name]
            ],
        )


def span(seconds: float | None) -> str:
    """Roughly, in the largest unit that says something."""
    if seconds is None:
        return t("no time yet")
    for size, said in ((86400, "{0} d"), (3600, "{0} h"), (60, "{0} min")):
        if seconds >= size:
            return t(said, t("{0:.1f}", seconds / size))
    return t("{0} s", f"{seconds:.0f}")


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
    return t("longer") if bound is None else t("under {0}", span(bound).replace(".0", ""))
