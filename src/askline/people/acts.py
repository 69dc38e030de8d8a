"""The acts of a tenant: one line for each administering deed, each bound to the one before by its hash.

An act names who, what, to whom and when; never a secret, and no word of an ask. Pure. Whoever can write
the database can also write a whole new chain: a copy of the head, kept elsewhere, is what shows that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from askline.asks.spelling import text_of, time_text
from askline.asks.trail import Flaw, sha256_of
from askline.core.people import Actor
from askline.core.text import clean

LONGEST = 500
"""Characters of a subject or a detail."""


class ActKind(StrEnum):
    FOUNDED = "founded"
    INVITED = "invited"
    JOINED = "joined"
    LEFT = "left"
    ROLE_GIVEN = "role_given"
    ROLE_TAKEN = "role_taken"
    TEAM_MADE = "team_made"
    PROJECT_OPENED = "project_opened"
    PROJECT_CLOSED = "project_closed"
    TOKEN_MADE = "token_made"  # noqa: S105 - a deed, not a token
    TOKEN_ROTATED = "token_rotated"  # noqa: S105 - a deed, not a token
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 - a deed, not a token
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a deed, not a password
    LIMITS_SET = "limits_set"
    ROUTE_SET = "route_set"
    ROUTE_REMOVED = "route_removed"
    CONTACT_ADDED = "contact_added"
    CONTACT_REMOVED = "contact_removed"
    AWAY_ENDED = "away_ended"
    """Of another, by an admin."""
    EXPORTED = "exported"
    PRUNED = "pruned"
    """By the tenant's rule for how long asks are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doer:
    """Who does it, and when."""

    id: str
    name: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What was done, before it has its place among the acts."""

    tenant: str
    kind: ActKind
    by: Doer
    subject: str = ""
    """To whom or what: an id, or a name that stands for one."""
    detail: str = ""
    """A short fact, without secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    tenant: str
    number: int
    """1 for the first, then without a gap."""
    kind: str
    """One of `ActKind`; a later version's is kept and verified as it is."""
    actor_id: str
    actor_name: str
    subject: str
    detail: str
    at: datetime
    hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last act of a tenant."""

    number: int = 0
    hash: str = ""


def doer(actor: Actor, at: datetime) -> Doer:
    return Doer(id=actor.id, name=actor.name, at=at)


def act(deed: Deed, after: Head) -> Act:
    """The act that follows."""
    made = Act(
        tenant=deed.tenant,
        number=after.number + 1,
        kind=deed.kind.value,
        actor_id=deed.by.id,
        actor_name=deed.by.name,
        subject=clean(deed.subject)[:LONGEST],
        detail=clean(deed.detail)[:LONGEST],
        at=deed.by.at,
    )
    return replace(made, hash=_hash(made, after.hash))


def head_of(made: Act) -> Head:
    return Head(number=made.number, hash=made.hash)


class Chain:
    """Verifies acts in their order, as many at a time as there is room for."""

    def __init__(self) -> None:
        self.checked = 0
        self._previous = ""

    def flaw(self, acts: Iterable[Act]) -> Flaw | None:
        """The first of these that does not follow on what was seen before, or nothing."""
        for each in acts:
            number = self.checked + 1
            if each.number != number:
                return Flaw(number=number, problem=f"act {number} is missing")
            if each.hash != _hash(each, self._previous):
                return Flaw(number=number, problem=f"act {number} is not what was written")
            self._previous = each.hash
            self.checked = number
        return None

    def flaw_at_end(self, head: Head) -> Flaw | None:
        if (self.checked, self._previous) == (head.number, head.hash):
            return None
        return Flaw(number=self.checked + 1, problem="the acts end too early")


def _hash(made: Act, previous: str) -> str:
    """Of a list in JSON, which is unmistakable: no two different acts share a text."""
    facts = (made.tenant, made.number, made.kind, made.actor_id, made.actor_name)
    return sha256_of(text_of((previous, *facts, made.subject, made.detail, time_text(made.at))))
