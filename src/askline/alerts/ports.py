"""What alerts need from outside: books of what was told and of how to reach somebody, and channels."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from askline.alerts.contacts import Contact
from askline.alerts.links import Link
from askline.alerts.model import Alert, AlertState, Notice
from askline.core.ids import AskId
from askline.core.people import Actor


class ChannelFailed(Exception):
    """A notice did not go out. Its text names no secret and nothing that was asked."""


class AlertBook(Protocol):
    async def claim(self, alerts: Sequence[Alert], *, stale: datetime | None = None) -> list[Alert]:
        """Keep those that nobody kept before, or that failed, and say which: they are the caller's
        to send. Also those that somebody claimed before `stale` and never finished.

        Atomic across processes by their keys.
        """
        ...

    async def finish(self, alerts: Sequence[Alert]) -> None:
        """Keep how claimed ones ended."""
        ...

    async def acknowledge(self, ask_id: AskId) -> None:
        """Somebody looked at the ask: what was sent about it has done its work."""
        ...

    async def of(self, ask_ids: Sequence[AskId]) -> list[Alert]:
        """All about these asks, oldest first."""
        ...

    async def newest(self, tenant: str, limit: int, state: AlertState | None = None) -> list[Alert]:
        """Of every state, or of one."""
        ...


class LinkBook(Protocol):
    async def keep(self, links: Sequence[Link]) -> None: ...

    async def look(self, sha256: str) -> Link | None:
        """The link under this hash, if it was not used."""
        ...

    async def use(self, sha256: str) -> bool:
        """Whether it was there and unused until now. Atomic across processes: one user wins."""
        ...

    async def forget(self, before: datetime) -> None:
        """Drop what expired before this."""
        ...


class ContactBook(Protocol):
    async def keep(self, contact: Contact, most: int) -> bool:
        """Unless its owner has so many already. Atomic across processes."""
        ...

    async def of(self, tenant: str, owners: Sequence[str]) -> list[Contact]:
        """Oldest first."""
        ...

    async def get(self, tenant: str, contact_id: str) -> Contact | None: ...

    async def drop(self, tenant: str, contact_id: str) -> bool:
        """Whether it was there."""
        ...


class Crew(Protocol):
    """Who stands behind an address now: people come, go, and lose what they might."""

    async def members(self, tenant: str, address: str) -> list[Actor]:
        """Those who may answer for it: the person, or everybody of the team. As they are without
        having signed in, by the door of links."""
        ...

    async def has_team(self, tenant: str, team: str) -> bool: ...


class Outlets(Protocol):
    def channel(self, contact: Contact) -> "Channel":
        """What tells by this contact. Raises: ChannelFailed, where this house cannot."""
        ...


class ContactNoted(Protocol):
    """Who keeps what was done hears that a way to be told was added, or let go."""

    async def __call__(self, actor: Actor, contact: Contact, *, added: bool) -> None: ...


class Channel(Protocol):
    async def tell(self, notice: Notice) -> None:
        """Raises: ChannelFailed."""
        ...
