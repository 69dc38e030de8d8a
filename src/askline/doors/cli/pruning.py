"""`prune`: old settled asks go, after a person has seen how many."""

from datetime import timedelta
from typing import Any

from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments
from askline.core.speaking import many, t
from askline.doors.cli import problems
from askline.doors.cli.agreeing import agreed
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json

Shape = dict[str, Any]


def prune(words: list[str], here: Here) -> int:
    options = parser("prune")
    when = options.add_mutually_exclusive_group(required=True)
    when.add_argument("--before", help=t("what was asked before this day or time"))
    when.add_argument("--keep-days", type=several, help=t("what was asked before so many days"))
    options.add_argument("--state", help=t("only of these states, with commas between them"))
    options.add_argument("--dry-run", action="store_true", help=t("only say how many"))
    options.add_argument("--journal", action="store_true", help=t("also their files in projects"))
    options.add_argument("--yes", action="store_true", help=t("do not ask"))
    said = options.parse_intermixed_args(words)
    before = said.before or _days_ago(said.keep_days)
    rule: Shape = {"states": said.state.split(",")} if said.state else {}
    would = _steps(here, before, {**rule, "dry_run": True})
    if said.dry_run or not would["asks"]:
        return _told(would, t("would go"), as_json=said.json)
    if not agreed(
        _question(would["asks"], before, journal=said.journal),
        yes=said.yes,
    ):
        raise InvalidArguments(t("Nothing was pruned."), hint=t("Say yes, or --yes."))
    return _told(
        _steps(here, before, {**rule, "journal": said.journal}), t("went"), as_json=said.json
    )


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
        files, entries = done["files"], done["entries"]
        more = [many(files, "{0} attachment", "{0} attachments")] if files else []
        journal = many(entries, "{0} file of the journal", "{0} files of the journal")
        more += [journal] if entries else []
        write([f" {t('and')} ".join([f"{_asks(done['asks'])} {verb}", *more]) + "."])
    return problems.DONE


def _asks(count: int) -> str:
    return many(count, "{0} ask", "{0} asks")


def _question(count: int, before: str, *, journal: bool) -> str:
    if journal:
        return t(
            "{0} asked before {1} go for good, and their files in your projects?",
            _asks(count),
            before,
        )
    return t("{0} asked before {1} go for good?", _asks(count), before)


def _days_ago(days: int) -> str:
    try:
        return (SystemClock().now() - timedelta(days=days)).isoformat()
    except OverflowError:
        raise InvalidArguments(
            t("{0} days ago was nothing.", days), hint=t("Give fewer.")
        ) from None
