"""How an ask finds somebody, as plain text for a terminal. Pure: shapes in, words out.

Who looks is told apart from others: what they have in hand themselves, and what they put off. Times are
those of a clock on the wall where they are.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from askline.core.people import LOCAL_PERSON
from askline.core.speaking import many, t
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
    said: list[str] = [t("the hub decides it")] if ask.get("handed") else []
    if claim := routing.get("claim"):
        said.append(
            t("you have it") if claim["id"] == viewer.id else t("{0} has it", _line(claim["who"]))
        )
    if routing.get("quorum", 1) > 1:
        said.append(t("{0} of {1} approved", len(routing["agreed"]), routing["quorum"]))
    said += onward(routing, now)
    if until := snoozed_until(ask, now, viewer):
        said.append(t("snoozed until {0}", clock(until, now)))
    return said


def onward(routing: Shape, now: datetime) -> list[str]:
    """Where it goes if nobody takes it."""
    if not routing.get("next_at"):
        return []
    return [t("goes to {0} at {1}", _names(routing["next_to"]), clock(routing["next_at"], now))]


def lines(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> Iterator[str]:
    """All of it."""
    routing = ask.get("routing")
    if ask.get("handed") and ask["state"] == "pending":
        yield t("Decided by: the hub {0}", _line(ask["handed"]))
    if routing:
        people = _names(_called(each, viewer) for each in routing["recipients"])
        yield t("Put to: {0}, by the rule {1}", people, _line(routing["rule"]))
        yield from _in_hand(routing, now, viewer)
        yield from _agreed(routing, now)
        if routing["next_at"]:
            to, at = _names(routing["next_to"]), clock(routing["next_at"], now)
            yield t("Goes on: to {0} at {1}, if nobody takes it", to, at)
    if until := snoozed_until(ask, now, viewer):
        yield t("Snoozed: until {0}, by you alone", clock(until, now))


def still_needed(ask: Shape) -> str:
    """What is said to who agreed, where that is not enough."""
    routing: Shape = ask["routing"] or {"quorum": 1, "agreed": []}
    left = max(1, routing["quorum"] - len(routing["agreed"]))
    return many(left, "You agreed. {0} more person must.", "You agreed. {0} more people must.")


def snoozed_until(ask: Shape, now: datetime, viewer: Viewer) -> str | None:
    snoozes: list[Shape] = ask.get("snoozes", []) if ask["state"] == "pending" else []
    own: list[str] = [each["until"] for each in snoozes if each["id"] == viewer.id]
    return next((until for until in own if datetime.fromisoformat(until) > now), None)


def clock(at: str, now: datetime) -> str:
    """The time of day, with the day where it is another."""
    here, today = datetime.fromisoformat(at).astimezone(), now.astimezone()
    same = here.date() == today.date()
    return here.strftime("%H:%M") if same else t("{0:%d %b %H:%M}", here)


def _in_hand(routing: Shape, now: datetime, viewer: Viewer) -> Iterator[str]:
    if claim := routing["claim"]:
        who = t("you") if claim["id"] == viewer.id else _line(claim["who"])
        yield t("In hand: {0}, since {1}", who, clock(claim["at"], now))


def _agreed(routing: Shape, now: datetime) -> Iterator[str]:
    if routing["quorum"] > 1:
        yield t("Approved: {0} of {1}", len(routing["agreed"]), routing["quorum"])
    for by in routing["agreed"]:
        yield f"  {t('by {0} at {1}', _line(by['who']), clock(by['at'], now))}"
    if not routing["self_approval"]:
        yield t("Not to be approved by the person it was asked for.")


def _called(address: str, viewer: Viewer) -> str:
    if address == viewer.id:
        return t("you")
    team = t("team {0}", address.removeprefix("team:")) if address.startswith("team:") else address
    return viewer.names.get(address) or team


def _names(names: Any) -> str:
    return ", ".join(_line(each) for each in names)


def _line(text: str) -> str:
    return clean(text, multiline=False)
