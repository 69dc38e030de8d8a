"""`history`: what was asked and how it ended, by words, project, agent, time and state."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from askline.core.clock import SystemClock
from askline.core.speaking import t
from askline.doors.cli import problems, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json

Shape = dict[str, Any]

USUAL = 50
PAGE = 200
"""Asks read in one call; the longest ones fill a few megabytes."""


def history(words: list[str], here: Here) -> int:
    options = filtered(parser("history"))
    options.add_argument("--limit", type=several, default=USUAL, help=t("at most so many"))
    said = options.parse_intermixed_args(words)
    asks = list(found(here, said, said.limit))
    if said.json:
        write_json(asks)
    elif not asks:
        write([t("Nothing fits.") if any(_filters(said).values()) else t("Nothing was asked yet.")])
    else:
        now = SystemClock().now()
        write(line for ask in asks for line in _told(ask, now))
    return problems.DONE


def filtered(options: ArgumentParser) -> ArgumentParser:
    options.add_argument(
        "--search", help=t("all of these words, in questions, answers or who asked")
    )
    options.add_argument("--project", help=t("only of the project of this name or path"))
    options.add_argument("--agent", help=t("only of the agent of this name or label"))
    options.add_argument("--since", help=t("only what was asked from this day or time on"))
    options.add_argument("--until", help=t("only what was asked before this day or time"))
    options.add_argument("--state", help=t("only of these states, with commas between them"))
    return options


def found(here: Here, said: Namespace, limit: int | None = None) -> Iterator[Shape]:
    """Page by page, newest first: what was not read yet is not held."""
    filters = _filters(said)
    left, before = limit, None
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        page: Shape = here.through(
            lambda client, size=size, before=before: client.history(
                **filters, limit=size, before=before
            )
        )
        yield from page["asks"]
        left = None if left is None else left - len(page["asks"])
        before = page["next"]
        if before is None:
            return


def _filters(said: Namespace) -> Shape:
    return {
        "search": said.search,
        "project": said.project,
        "agent": said.agent,
        "since": said.since,
        "until": said.until,
        "states": said.state,
    }


def _told(ask: Shape, now: datetime) -> Iterator[str]:
    yield from showing.listed(ask, now)
    if ask["outcome"]:
        yield from (f"        {line.strip()}" for line in showing.answered(ask["outcome"]))
