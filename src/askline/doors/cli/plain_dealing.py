"""Taking in hand, passing on and putting off, line by line. Only for the inbox without a screen."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any

from askline.asks.spelling import time_text
from askline.core.speaking import mark, t
from askline.core.text import as_typed
from askline.doors.cli import dealing
from askline.doors.cli.here import Here
from askline.doors.cli.routed import Viewer
from askline.doors.cli.words import write

Shape = dict[str, Any]
Read = Callable[[str], str]

SNOOZE, CLAIM, RELEASE, PASS = "z", "c", "l", "p"
WHEN = mark("Until when (30m, 2h, 14:00), or Enter for no snooze")
WHOM = mark("To whom (a login, or team:NAME), or Enter for nobody")


def offered(ask: Shape, viewer: Viewer) -> list[str]:
    """What can be done with this one; where there is one person, nobody else can have it."""
    if ask["routing"] is None:
        return [mark("z to snooze")]
    hand = mark("l to let go") if _is_mine(ask, viewer) else mark("c to claim")
    return [mark("z to snooze"), hand, mark("p to pass on")]


def dealt(word: str, ask: Shape, viewer: Viewer, here: Here, read: Read) -> bool:
    """Whether the word was one of these, and done."""
    if word == SNOOZE:
        _snooze(ask, here, read)
    elif ask["routing"] is None:
        return False
    elif word == (RELEASE if _is_mine(ask, viewer) else CLAIM):
        _take_or_let_go(word, ask, here)
    elif word == PASS:
        _pass_on(ask, here, read)
    else:
        return False
    return True


def _take_or_let_go(word: str, ask: Shape, here: Here) -> None:
    if word == CLAIM:
        here.through(lambda client: client.claim(ask["id"]))
        write([t(dealing.CLAIMED)])
    else:
        after: Shape = here.through(lambda client: client.release(ask["id"]))
        write([dealing.released(after)])


def _snooze(ask: Shape, here: Here, read: Read) -> None:
    said = read(f"{t(WHEN)}: ").strip()
    try:
        until = dealing.later(said) if said else None
    except ArgumentTypeError as wrong:
        write([t("{0}. Nothing was changed.", wrong)])
        return
    here.through(lambda client: client.snooze(ask["id"], time_text(until)))
    write([dealing.snoozed(until)])


def _pass_on(ask: Shape, here: Here, read: Read) -> None:
    if to := as_typed(read(f"{t(WHOM)}: ")).strip():
        here.through(lambda client: client.pass_on(ask["id"], to))
    write([t("Passed on to {0}.", to) if to else t("Nothing was sent.")])


def _is_mine(ask: Shape, viewer: Viewer) -> bool:
    claim = ask["routing"]["claim"]
    return claim is not None and claim["id"] == viewer.id
