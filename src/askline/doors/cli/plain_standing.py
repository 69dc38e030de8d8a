"""How far a yes goes, line by line: once, or also for what is like it, and until when.

Only for the inbox without a screen. What is offered, and never for what is dangerous, is the service's
to say.
"""

from collections.abc import Callable
from typing import Any

from askline.asks.spelling import time_text
from askline.core.clock import SystemClock
from askline.core.errors import NotFound
from askline.core.lasting import Lasting
from askline.core.speaking import mark, t
from askline.doors.cli.here import Here
from askline.doors.cli.showing import exactly, exactly_as
from askline.doors.cli.words import write

Shape = dict[str, Any]
Read = Callable[[str], str]

WHERE = {"conversation": mark("In this conversation"), "project": mark("In this project")}
LIKE = {
    "exact": mark("exactly this"),
    "last": mark("any last word"),
    "tool": mark("any arguments"),
}
UNTIL = tuple(Lasting)


def standing(ask: Shape, answers: dict[str, Shape], here: Here, read: Read) -> Shape | None:
    """What shall stand beside these answers; None where they count once."""
    plain = all(answer == {"values": ["yes"]} for answer in answers.values())
    if not ask["command"] or ask["command"].get("dangerous") or not plain:
        return None
    try:
        offers: list[Shape] = here.through(lambda client: client.standing_offers(ask["id"]))[
            "offers"
        ]
    except NotFound:  # it is no operation of ours
        return None
    write(["", f"1. {t('Once: only this')}", *_offered(offers)])
    picked = _number(f"{t('How far? Enter for once:')} ", len(offers) + 1, read)
    if picked == 1:
        return None
    write(f"{number}. {t(each)}" for number, each in enumerate(UNTIL, start=1))
    lasting = UNTIL[_number(f"{t('Until when? Enter for 1 hour:')} ", len(UNTIL), read) - 1]
    offer = offers[picked - 2]
    until = time_text(lasting.until(SystemClock().now().astimezone()))
    return {"pattern": offer["pattern"], "scope": offer["scope"], "until": until}


def _offered(offers: list[Shape]) -> list[str]:
    lines: list[str] = []
    for number, offer in enumerate(offers, start=2):
        how = f"{t(WHERE[offer['scope']])}, {t(LIKE[offer['pattern']])}"
        lines.append(f"{number}. {how}: {exactly_as(offer['shown'])}")
        lines.append(f"   {t('{0} earlier would have matched', offer['further_count'])}")
        lines += [f"     {_ran(each)}" for each in offer["further"]]
    return lines


def _ran(operation: Shape) -> str:
    return f"{t(', then')} ".join(
        " ".join(exactly(word) for word in each["argv"]) for each in operation["commands"]
    )


def _number(prompt: str, last: int, read: Read) -> int:
    """Asked until it is one of them; the first without a word."""
    while (word := read(prompt).strip()) and not (word.isdecimal() and 1 <= int(word) <= last):
        write([t("A number from 1 to {0}.", last)])
    return int(word or 1)
