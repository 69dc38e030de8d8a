"""How an ask finds somebody, as plain text for a terminal. Pure: shapes in, words out.

Who looks is told apart from others: what they have in hand themselves, and what they put off. Times are
those of a clock on the wall where they are.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from askline.core.people import LOCAL_PERSON
from askline.core.text import clean

Shape = dict[str, Any]


class Viewer(NamedTuple):
    """Who looks at asks, and what addresses are called, where that is known."""

    id: str = LOCAL_PERSON
    names: Mapping[str, str] = {}


MYSELF = Viewer()


def needs_a_name(ask: Shape) -> bool:
    """Whether who looks must know who they are: elsewhere there is one person."""
    others = any(each["id"] != LOCAL_PERSON for each in ask.get("snoozes", ()))
    return bool(ask.get("routing")) or others


def facts(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> list[str]:
    """What one should know before opening it."""
    if ask["state"] != "pending":
        return []
    routing: Shape = ask.get("routing") or {}
    said: list[str] = ["the hub decides it"] if ask.get("handed") else []
    if claim := routing.get("claim"):
        said.append("you have it" if claim["id"] == viewer.id else f"{_line(claim['who'])} has it")
    if routing.get("quorum", 1) > 1:
        said.append(f"{len(routing['agreed'])} of {routing['quorum']} approved")
    if routing.get("next_at"):
        said.append(f"goes to {_names(routing['next_to'])} at {clock(routing['next_at'], now)}")
    if until := snoozed_until(ask, now, viewer):
        said.append(f"snoozed until {clock(until, now)}")
    return said


def lines(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> Iterator[str]:
    """All of it."""
    routing = ask.get("routing")
    if ask.get("handed") and ask["state"] == "pending":
        yield f"Decided by: the hub {_line(ask['handed'])}"
    if routing:
        people = _names(_called(each, viewer) for each in routing["recipients"])
        yield f"Put to: {people}, by the rule {_line(routing['rule'])}"
        yield from _in_hand(routing, now, viewer)
        yield from _agreed(routing, now)
        if routing["next_at"]:
            to, at = _names(routing["next_to"]), clock(routing["next_at"], now)
            yield f"Goes on: to {to} at {at}, if nobody takes it"
    if until := snoozed_until(ask, now, viewer):
        yield f"Snoozed: until {clock(until, now)}, by you alone"


def still_needed(ask: Shape) -> str:
    """What is said to who agreed, where that is not enough."""
    routing: Shape = ask["routing"] or {"quorum": 1, "agreed": []}
    left = max(1, routing["quorum"] - len(routing["agreed"]))
    return f"You agreed. {left} more {'person' if left == 1 else 'people'} must."


def snoozed_until(ask: Shape, now: datetime, viewer: Viewer) -> str | None:
    snoozes: list[Shape] = ask.get("snoozes", []) if ask["state"] == "pending" else []
    own: list[str] = [each["until"] for each in snoozes if each["id"] == viewer.id]
    return next((until for until in own if datetime.fromisoformat(until) > now), None)


def clock(at: str, now: datetime) -> str:
    """The time of day, with the day where it is another."""
    here, today = datetime.fromisoformat(at).astimezone(), now.astimezone()
    return here.strftime("%H:%M" if here.date() == today.date() else "%d %b %H:%M")


def _in_hand(routing: Shape, now: datetime, viewer: Viewer) -> Iterator[str]:
    if claim := routing["claim"]:
        who = "you" if claim["id"] == viewer.id else _line(claim["who"])
        yield f"In hand: {who}, since {clock(claim['at'], now)}"


def _agreed(routing: Shape, now: datetime) -> Iterator[str]:
    if routing["quorum"] > 1:
        yield f"Approved: {len(routing['agreed'])} of {routing['quorum']}"
    for by in routing["agreed"]:
        yield f"  by {_line(by['who'])} at {clock(by['at'], now)}"
    if not routing["self_approval"]:
        yield "Not to be approved by the person it was asked for."


def _called(address: str, viewer: Viewer) -> str:
    if address == viewer.id:
        return "you"
    return viewer.names.get(address) or address.replace("team:", "team ", 1)


def _names(names: Any) -> str:
    return ", ".join(_line(each) for each in names)


def _line(text: str) -> str:
    return clean(text, multiline=False)
