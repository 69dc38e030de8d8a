"""`prune`: old settled asks go, after a person has seen how many."""

from datetime import timedelta
from typing import Any

from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments
from askline.doors.cli import problems
from askline.doors.cli.agreeing import agreed
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json

Shape = dict[str, Any]


def prune(words: list[str], here: Here) -> int:
    options = parser("prune")
    when = options.add_mutually_exclusive_group(required=True)
    when.add_argument("--before", help="what was asked before this day or time")
    when.add_argument("--keep-days", type=several, help="what was asked before so many days")
    options.add_argument("--state", help="only of these states, with commas between them")
    options.add_argument("--dry-run", action="store_true", help="only say how many")
    options.add_argument("--journal", action="store_true", help="also their files in projects")
    options.add_argument("--yes", action="store_true", help="do not ask")
    said = options.parse_intermixed_args(words)
    before = said.before or _days_ago(said.keep_days)
    rule: Shape = {"states": said.state.split(",")} if said.state else {}
    would = _steps(here, before, {**rule, "dry_run": True})
    if said.dry_run or not would["asks"]:
        return _told(would, "would go", as_json=said.json)
    journal = ", and their files in your projects" if said.journal else ""
    if not agreed(
        f"{_asks(would['asks'])} asked before {before} go for good{journal}?", yes=said.yes
    ):
        raise InvalidArguments("Nothing was pruned.", hint="Say yes, or --yes.")
    return _told(_steps(here, before, {**rule, "journal": said.journal}), "went", as_json=said.json)


def _steps(here: Here, before: str, rule: Shape) -> Shape:
    """Step by step until nothing is left; what they did together."""
    done = {"asks": 0, "files": 0, "entries": 0}
    after: str | None = None
    while True:
        step: Shape = here.through(
            lambda client, after=after: client.prune(before, **rule, after=after)
        )
        done = {name: count + step[name] for name, count in done.items()}
        after = step["next"]
        if after is None:
            return done


def _told(done: Shape, verb: str, *, as_json: bool) -> int:
    if as_json:
        write_json(done)
    else:
        beside = [f"{done['files']} attachments", f"{done['entries']} files of the journal"]
        more = [text for text in beside if not text.startswith("0 ")]
        write([" and ".join([f"{_asks(done['asks'])} {verb}", *more]) + "."])
    return problems.DONE


def _asks(count: int) -> str:
    return "1 ask" if count == 1 else f"{count} asks"


def _days_ago(days: int) -> str:
    try:
        return (SystemClock().now() - timedelta(days=days)).isoformat()
    except OverflowError:
        raise InvalidArguments(f"{days} days ago was nothing.", hint="Give fewer.") from None
