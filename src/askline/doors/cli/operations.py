"""Operations on the command line: `ops list|show|output|cancel`."""

from argparse import ArgumentParser
from typing import Any

from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments
from askline.core.speaking import mark, t
from askline.doors.cli import problems, reporting
from askline.doors.cli.following import follow, write_out
from askline.doors.cli.here import Here
from askline.doors.cli.words import count, parser, several, typed, write, write_json

Shape = dict[str, Any]

UNENDED = "pending,awaiting_approval,working"
NOTHING = mark("Nothing runs now; `askline ops list --all` shows what ran.")


def list_operations(words: list[str], here: Here) -> int:
    options = parser("ops list")
    options.add_argument("--all", action="store_true", help=t("ended ones too"))
    options.add_argument("--project", help=t("only of the project of this name or path"))
    options.add_argument("--limit", type=several, help=t("at most so many"))
    said = options.parse_intermixed_args(words)
    page: Shape = here.through(
        lambda client: client.operations(
            project=said.project, statuses=None if said.all else UNENDED, limit=said.limit
        )
    )
    if said.json:
        write_json(page["operations"])
        return problems.DONE
    now = SystemClock().now()
    write(line for each in page["operations"] for line in reporting.listed(each, now))
    if not page["operations"]:
        write([t("No declared command has run yet.") if said.all else t(NOTHING)])
    return problems.DONE


def show(words: list[str], here: Here) -> int:
    said = _of_one(parser("ops show")).parse_intermixed_args(words)
    operation: Shape = here.through(lambda client: client.operation(said.id))
    if said.json:
        write_json(operation)
    else:
        write(reporting.shown(operation, SystemClock().now()))
    return problems.DONE


def output(words: list[str], here: Here) -> int:
    options = _of_one(parser("ops output", reads=False))
    options.add_argument("--follow", "-f", action="store_true", help=t("go on until it has ended"))
    options.add_argument("--tail", type=several, help=t("only the last so many lines"))
    options.add_argument("--grep", type=typed, help=t("only lines with these words"))
    options.add_argument("--offset", type=count, help=t("from this byte on"))
    said = options.parse_intermixed_args(words)
    if said.tail is not None and (said.grep is not None or said.offset is not None):
        raise InvalidArguments(
            t("--tail does not go with --grep or --offset."), hint=t("Give one of them.")
        )
    offset = said.offset or 0
    if said.tail is not None:
        page: Shape = here.through(lambda client: client.operation_output(said.id, tail=said.tail))
        write_out(page["text"])
        offset = page["next_offset"]
    if said.follow or said.tail is None:
        follow(here, said.id, offset=offset, grep=said.grep, on=said.follow)
    return problems.DONE


def cancel(words: list[str], here: Here) -> int:
    options = _of_one(parser("ops cancel"))
    options.add_argument("--reason", type=typed, help=t("what its agent is told"))
    said = options.parse_intermixed_args(words)
    operation: Shape = here.through(
        lambda client: client.cancel_operation(said.id, reason=said.reason)
    )
    if said.json:
        write_json(operation)
    else:
        write([t("Operation {0}: {1}", operation["short_id"], reporting.stands(operation))])
    return problems.DONE


def _of_one(options: ArgumentParser) -> ArgumentParser:
    options.add_argument("id")
    return options
