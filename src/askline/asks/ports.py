"""What the heart needs from outside, in verbs of the domain.

A store keeps; it decides nothing. A bell hints; it promises nothing. Both may be shared by many
processes. Every verb that writes has committed durably when it returns.
"""

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from askline.asks.answers import Given
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.paces import Pace
from askline.asks.routes import Summons
from askline.asks.state import State
from askline.asks.trail import Event, Pruned
from askline.core.ids import AskId


class Added(StrEnum):
    FRESH = "fresh"
    """The ask is kept, and all of its keys lead to it."""
    STANDING = "standing"
    """One of its keys led to an ask already; nothing was written."""
    CLASH = "clash"
    """An unsettled ask of the tenant has its short id; nothing was written. Make another id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    what: Added
    standing: AskId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """Which pending asks: soonest deadline first, then oldest."""

    tenant: str
    recipients: frozenset[str] | None = None
    """None is every recipient of the tenant."""
    principal: str | None = None
    """On whose behalf they were asked; None is everybody's."""
    limit: int = 1000
    after: Ask | None = None
    """The last ask of the page before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrow:
    """What is looked for. A store leaves out what it can tell does not fit, and never what does:
    whoever searches looks at the rest again."""

    project: str | None = None
    """Its name or its path."""
    agent: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Asked before this."""
    says: tuple[str, ...] = ()
    """Case-folded words that stand somewhere in the ask, its answers or who asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Which asks of any state: newest first."""

    tenant: str
    recipients: frozenset[str] | None = None
    states: frozenset[State] | None = None
    limit: int = 100
    before: AskId | None = None
    narrow: Narrow = Narrow()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prunable:
    """Which asks may go: settled, with nothing owed to their agent, oldest first."""

    tenant: str
    before: datetime
    """Asked before this."""
    states: frozenset[State]
    limit: int
    after: AskId | None = None
    """The last ask of the page before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Whose asks, from when on, for measuring."""

    tenant: str
    since: datetime
    recipients: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Answers that a person has not sent. No event, no promise but that doors share it."""

    ask_id: AskId
    person: str
    answers: dict[str, Given]
    at: datetime


class AskStore(Protocol):
    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        """Keep a new ask with its event and keys, all or nothing. Atomic across processes."""
        ...

    async def get(self, ask_id: AskId) -> Ask | None: ...

    async def get_all(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        """Those of the ids that are kept, in any order."""
        ...

    async def settled_of(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        """Those of them that are settled: cheap where nearly all are pending."""
        ...

    async def find(self, tenant: str, short: str) -> list[AskId]:
        """The ids whose first short id (six characters) this is: unsettled first, then newest."""
        ...

    async def standing(self, tenant: str, keys: Sequence[str]) -> AskId | None:
        """Where the first of the keys that leads anywhere leads to."""
        ...

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Ask]:
        """Settled asks of an agent that it was not told all of yet, oldest first."""
        ...

    async def pending_of(self, tenant: str, agent_key: str) -> int:
        """How many asks of an agent are pending."""
        ...

    async def swap(self, change: Change) -> bool:
        """Put `after` in the place of `before`; False if `before` is no longer what is kept.

        Events and released keys go with it. Atomic across processes: this is the whole of
        "answered exactly once".
        """
        ...

    async def sweep(
        self, now: datetime, limit: int, decide: Callable[[Ask], Change]
    ) -> list[Change]:
        """Commit `decide` for asks that are due, each by one sweeper only; what was committed."""
        ...

    async def inbox(self, which: Inbox) -> list[Ask]: ...

    async def history(self, which: History) -> list[Ask]: ...

    async def trail(self, ask_id: AskId) -> list[Event]: ...

    async def prunable(self, which: Prunable) -> list[Ask]: ...

    async def prune(self, asks: Sequence[Ask], at: datetime) -> list[AskId]:
        """Remove those that still stand as given, with trail, keys, drafts and alerts; which were.

        All of one removal or nothing. The hash that its trail ended in stays, see `pruned`.
        """
        ...

    async def pruned(self, tenant: str, ask_id: AskId) -> Pruned | None: ...

    async def paces(self, which: Span) -> list[Pace]:
        """How long asks took, of those asked in the span or pending in it; in any order."""
        ...

    async def keep_draft(self, tenant: str, draft: Draft) -> None:
        """The newest draft of one person for one ask; an empty one removes it."""
        ...

    async def drafts(self, ask_id: AskId) -> list[Draft]: ...

    async def drafted(self, tenant: str, files: Collection[str]) -> set[str]:
        """Those of the files, by their SHA-256, that drafts for pending asks of the tenant name."""
        ...

    async def tend(self, now: datetime) -> None:
        """What a store must do now and then, such as making room for tomorrow."""
        ...


class SummonsBook(Protocol):
    """Who is still to be told. What lies here was put here by the store of asks, with their moves."""

    async def take(self, now: datetime, limit: int, *, until: datetime) -> list[Summons]:
        """Those that are due, each for one taker only; who does not say `done` before `until` loses it
        to another. Atomic across processes."""
        ...

    async def done(self, summons: Sequence[Summons]) -> None: ...

    async def later(self, summons: Sequence[Summons], at: datetime) -> None:
        """Nobody took it now: to be taken again then."""
        ...


class News(StrEnum):
    """What happened, so that a listener need not read for what does not concern it."""

    ASKED = "a"
    SETTLED = "s"
    MARKED = "m"
    DRAFTED = "d"


@dataclass(frozen=True, slots=True)
class Hint:
    """Something changed. No content: a bell may be read by more than the ask may."""

    news: News
    ask_id: AskId
    tenant: str


@dataclass(frozen=True, slots=True)
class Ring:
    """What was heard since the last ring. `missed`: the bell was deaf, anything may have changed."""

    hints: tuple[Hint, ...] = ()
    missed: bool = False

    def about(self, *news: News) -> tuple[AskId, ...]:
        """The asks of which such news came, each once, in the order of the news."""
        return tuple({hint.ask_id: None for hint in self.hints if hint.news in news})


class Bell(Protocol):
    @property
    def deaf(self) -> bool:
        """Whether other processes are not heard now. Listeners are told afterwards that they missed."""
        ...

    def ring(self, hint: Hint) -> None:
        """Tell every listener, here and in other processes, soon. Never waits, never fails."""
        ...

    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Ring]]:
        """Hear every ring from entering on. Rings latch: none is lost while the listener works."""
        ...


class Shelf(Protocol):
    """Keeps attachments by the hash of their content, apart for each tenant: knowing a hash gives nobody
    a file of others. A local house has one tenant."""

    async def put(self, tenant: str, content: bytes, *, by: str = "") -> str:
        """The SHA-256 under which the bytes now lie durably, put down by this one too."""
        ...

    async def take(self, tenant: str, sha256: str) -> bytes | None: ...

    async def size(self, tenant: str, sha256: str, *, by: str | None = None) -> int | None:
        """How many bytes lie there; None if nothing does, or if others put it down where `by` is said.

        Where it was not kept who did, it may be anybody's.
        """
        ...

    async def discard(self, tenant: str, sha256: str, before: datetime) -> bool:
        """Whether it lay there and is gone now. What was put down again since then stays."""
        ...
