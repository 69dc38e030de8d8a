"""Who of an ask's people is still to be told, and by what. Reads; decides by pure rules; tells nobody."""

from dataclasses import dataclass, replace
from datetime import datetime

from askline.alerts.contacts import Contact, team_of
from askline.alerts.ports import ContactBook, Crew
from askline.alerts.rules import CLIENTS
from askline.asks import rights
from askline.asks.model import Ask
from askline.asks.routes import Summons, Why
from askline.core.errors import AsklineError
from askline.core.people import Actor, Right


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    contacts: tuple[Contact, ...] = ()
    until: datetime | None = None
    """When somebody who put it off wants to hear of it again, and nobody before."""
    knows: bool = False
    """Somebody need not be told: they have looked at it, or put it off."""


class Reach:
    def __init__(self, contacts: ContactBook, crew: Crew) -> None:
        self._contacts = contacts
        self._crew = crew

    async def of(self, summons: Summons, ask: Ask, now: datetime) -> Reached:
        recipient = summons.recipient
        people = [
            each
            for each in await self._crew.members(ask.tenant, recipient)
            if may_settle(each, ask)
        ]
        team = await self._contacts.of(ask.tenant, [recipient] if team_of(recipient) else [])
        if team and people:
            return Reached(contacts=tuple(team))
        away = {each.id: until for each in people if (until := put_off(each, ask, now))}
        waiting = [
            each for each in people if each.id not in away and not knows_of(each, ask, summons.why)
        ]
        if people and not waiting:
            return Reached(until=min(away.values(), default=None), knows=True)
        found = await self._contacts.of(ask.tenant, [each.id for each in waiting])
        return Reached(contacts=tuple(found), knows=len(waiting) < len(people))

    async def any(self, tenant: str, addresses: list[str]) -> bool:
        """Whether somebody behind these can be told at all."""
        if await self._contacts.of(tenant, addresses):
            return True
        behind = [each.id for to in addresses for each in await self._crew.members(tenant, to)]
        return bool(await self._contacts.of(tenant, behind))


def may_settle(who: Actor, ask: Ask) -> bool:
    """As they would be at the inbox, where they are a person."""
    try:
        rights.must_settle(replace(who, rights=who.rights | {Right.PERSON}), ask)
    except AsklineError:
        return False
    return True


def knows_of(who: Actor, ask: Ask, why: Why) -> bool:
    """Who has looked at it knows that it waits, and a reminder is for exactly them; who has agreed to it
    has done their part."""
    if any(each.by.id == who.id for each in ask.agreed):
        return True
    looked = any(seen.id == who.id and seen.door not in CLIENTS for seen in ask.seen)
    return looked and why is not Why.REMINDED


def put_off(who: Actor, ask: Ask, now: datetime) -> datetime | None:
    found = [each.until for each in ask.snoozes if each.id == who.id and each.until > now]
    return max(found, default=None)
