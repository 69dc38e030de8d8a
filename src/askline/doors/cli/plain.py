"""The inbox without a screen: `askline --plain` lists, prompts and answers line by line.

For screen readers, dumb terminals and whoever likes it: no cursor, no colours, nothing that
repaints. Every word is read by `input` and said by plain output.
"""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any
from uuid import uuid4

from askline.client.local import Client
from askline.core.clock import SystemClock
from askline.core.errors import AsklineError
from askline.core.speaking import many, mark, t
from askline.core.text import as_typed
from askline.doors.cli import (
    interview,
    plain_dealing,
    plain_operations,
    plain_standing,
    problems,
    showing,
)
from askline.doors.cli.dealing import viewer_of
from askline.doors.cli.here import Here
from askline.doors.cli.settling import lacking
from askline.doors.cli.words import is_yes, write

Shape = dict[str, Any]
Read = Callable[[str], str]

MENU = mark("Number of an ask, Enter to look again, h for history, o for operations, q to leave")
DEEDS = mark("a to answer, x to reject, b to ask back")
BACK = mark("Enter to go back")
AGAIN = mark("r to answer as before")
RECENT = 20


def inbox(here: Here, read: Read = input) -> int:
    """Until the person leaves, or the input ends."""
    try:
        while True:
            asks: list[Shape] = here.through(lambda client: client.inbox())
            _list(asks, here)
            word = read(f"{t(MENU)}: ").strip().lower()
            if word in ("q", "quit"):
                return problems.DONE
            if word in ("h", "history"):
                _history(here)
            elif word in ("o", "operations"):
                plain_operations.inbox(here, read)
            elif word:
                _chosen(asks, word, here, read)
    except EOFError:
        return problems.DONE


def _list(asks: list[Shape], here: Here) -> None:
    now, viewer = SystemClock().now(), viewer_of(here, asks)
    waiting = many(len(asks), "{0} ask waits.", "{0} asks wait.")
    write(["", waiting if asks else t("All clear. No agent is waiting for you.")])
    for number, ask in enumerate(asks, start=1):
        first, second = showing.listed(ask, now, viewer)
        write([f"{number}. {first.partition('  ')[2]}", f"   {second.strip()}"])


def _history(here: Here) -> None:
    page: Shape = here.through(lambda client: client.history(limit=RECENT))
    now = SystemClock().now()
    write(["", t("The latest first:")])
    for ask in page["asks"]:
        write(showing.listed(ask, now))


def _chosen(asks: list[Shape], word: str, here: Here, read: Read) -> None:
    if not word.isdecimal() or not 1 <= int(word) <= len(asks):
        write([t("There is no ask {0!r}.", showing.one_line(word))])
        return
    try:
        _one(asks[int(word) - 1], here, read)
    except AsklineError as error:
        problems.told(error)


def _one(ask: Shape, here: Here, read: Read) -> None:
    here.through(lambda client: client.seen(ask["id"]))
    viewer = viewer_of(here, [ask], named=True)
    write(["", *showing.shown(ask, SystemClock().now(), viewer)])
    deeds = [DEEDS, *plain_dealing.offered(ask, viewer), BACK]
    named = ", ".join(map(t, [AGAIN, *deeds] if ask.get("recalled") else deeds))
    word = read(f"{named}: ").strip().lower()
    if plain_dealing.dealt(word, ask, viewer, here, read):
        return
    settle = _decided(word, ask, here, read)
    if settle is not None:
        result: Shape = here.through(settle)
        pending = result["state"] == "pending"
        write([lacking(result, here)] if pending else showing.ended(result))


def _decided(word: str, ask: Shape, here: Here, read: Read) -> Callable[[Client], Shape] | None:
    """What the person wants; one receipt, however often the call is repeated."""
    ask_id, receipt = ask["id"], uuid4().hex
    earlier = ask.get("recalled")
    match word:
        case "r" if earlier:
            same = earlier["answers"]
            return lambda client: client.answer(ask_id, same, again=True, receipt=receipt)
        case "a":
            return _answered(ask, here, read, receipt)
        case "x":
            reason = as_typed(read(f"{t('A reason, or Enter for none:')} ")).strip() or None
            sure = _sure(t("Reject it?"), read)
            return (
                (lambda client: client.reject(ask_id, reason=reason, receipt=receipt))
                if sure
                else None
            )
        case "b":
            words = as_typed(read(f"{t('Your question to the agent:')} ")).strip()
            sure = bool(words) and _sure(t("Ask that?"), read)
            return (
                (lambda client: client.ask_back(ask_id, words, receipt=receipt)) if sure else None
            )
        case _:
            return None


def _answered(ask: Shape, here: Here, read: Read, receipt: str) -> Callable[[Client], Shape] | None:
    answers = interview.asked(ask, read)
    standing = plain_standing.standing(ask, answers, here, read)
    if not _sure(t("Send these answers?"), read) or not _meant(ask, answers, read):
        return None
    return lambda client: client.answer(ask["id"], answers, standing=standing, receipt=receipt)


def _meant(ask: Shape, answers: dict[str, Shape], read: Read) -> bool:
    """What is dangerous runs only for who types the program's name."""
    command = ask["command"]
    yes = any("yes" in answer.get("values", ()) for answer in answers.values())
    if not command or not command.get("dangerous") or not yes:
        return True
    name = showing.exactly(PurePosixPath(command["argv"][0]).name)
    if read(f"{t('This is dangerous. Type {0} to run it:', name)} ").strip() == name:
        return True
    write([t("Nothing was sent.")])
    return False


def _sure(what: str, read: Read) -> bool:
    if is_yes(read(f"{what} {t('[y/N]')} ")):
        return True
    write([t("Nothing was sent.")])
    return False
