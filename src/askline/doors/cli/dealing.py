"""What people do with an ask before they settle it: `claim`, `release`, `pass`, `snooze`."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from askline.asks.spelling import time_text
from askline.core.clock import SystemClock
from askline.core.errors import NotAllowed, NotFound
from askline.core.people import LOCAL_PERSON
from askline.core.snoozing import next_clock
from askline.core.speaking import mark, t
from askline.doors.cli import problems, routed
from askline.doors.cli.here import Here
from askline.doors.cli.routed import MYSELF, Viewer
from askline.doors.cli.words import moment, parser, typed, write, write_json

Shape = dict[str, Any]


def claim(words: list[str], here: Here) -> int:
    said = _about("claim").parse_intermixed_args(words)
    after = here.through(lambda client: client.claim(said.id))
    return _done(after, json=said.json, word=t(CLAIMED))


def release(words: list[str], here: Here) -> int:
    said = _about("release").parse_intermixed_args(words)
    after = here.through(lambda client: client.release(said.id))
    return _done(after, json=said.json, word=released(after))


def pass_on(words: list[str], here: Here) -> int:
    options = _about("pass")
    options.add_argument("to", type=typed, help=t("a login, or team:NAME"))
    said = options.parse_intermixed_args(words)
    after = here.through(lambda client: client.pass_on(said.id, said.to))
    return _done(after, json=said.json, word=t("Passed on to {0}.", said.to))


def snooze(words: list[str], here: Here) -> int:
    options = _about("snooze")
    options.add_argument("until", nargs="?", type=later, help=t("how long (30m, 2h), or a time"))
    options.add_argument("--end", action="store_true", help=t("no longer"))
    said = options.parse_intermixed_args(words)
    if (said.until is None) is not said.end:
        options.error(t("say until when, or --end"))
    after = here.through(lambda client: client.snooze(said.id, time_text(said.until)))
    return _done(after, json=said.json, word=snoozed(said.until))


CLAIMED = mark("You have it: it does not go on to others meanwhile.")


def released(after: Shape) -> str:
    onward = routed.onward(after.get("routing") or {}, SystemClock().now())
    return ", ".join([t("Let go"), *onward]) + "."


def snoozed(until: datetime | None) -> str:
    if until is None:
        return t("No longer snoozed.")
    at = routed.clock(until.isoformat(), SystemClock().now())
    return t("Snoozed until {0}, for you alone. Its deadline stays.", at)


def later(text: str) -> datetime:
    """How long from now, a time of day, or a time."""
    try:
        at = next_clock(text, SystemClock().now().astimezone())
        return at or moment(text)
    except (ValueError, OverflowError):  # the ends of the calendar have hours that UTC cannot say
        raise ArgumentTypeError(t("{0!r} is too far away", text)) from None


def viewer_of(here: Here, asks: Iterable[Shape], *, named: bool = False) -> Viewer:
    """Who looks at these. Nobody is asked where there is one person; `named`: others' names too."""
    if not any(routed.needs_a_name(ask) for ask in asks):
        return MYSELF
    try:
        own: str = here.through(lambda client: client.me())["id"]
    except NotFound:  # no hub
        own = LOCAL_PERSON
    return Viewer(own, _names(here) if named else {})


def _names(here: Here) -> dict[str, str]:
    try:
        found: Shape = here.through(lambda client: client.addressees())
    except (NotFound, NotAllowed):  # no hub, or not theirs to know
        return {}
    return {each["address"]: each["name"] for each in found["addressees"]}


def _about(name: str) -> ArgumentParser:
    options = parser(name)
    options.add_argument("id")
    return options


def _done(after: Shape, *, json: bool, word: str) -> int:
    if json:
        write_json(after)
    else:
        write([word])
    return problems.DONE
