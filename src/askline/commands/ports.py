"""What commands need from outside: declarations and trust, a store of operations, and what runs them.

Every verb that writes has committed durably when it returns. A store keeps; it decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from askline.commands.house_rules import HouseRules
from askline.commands.loading import Source
from askline.commands.operation import Operation, Page, Status, View
from askline.commands.run import Run
from askline.commands.standing import StandingApproval
from askline.commands.trust import Trusted
from askline.core.ids import OperationId


class Declarations(Protocol):
    """The files of a project, named by its whole path."""

    def read(self, project: str) -> tuple[Source, ...]:
        """In the order in which their tools are listed; what cannot be read has no text."""
        ...


class Projects(Declarations, Protocol):
    """Declarations of many projects, for a process that lives long."""

    def root(self, directory: str) -> str:
        """The project that a directory belongs to."""
        ...

    def stamp(self, project: str) -> str:
        """Another text once what is declared, the trust in it, or what the user says of commands may
        have become another."""
        ...

    def rules(self, project: str) -> HouseRules: ...


class Files(Protocol):
    """What a plan needs to know of the disk."""

    def real(self, path: str) -> str:
        """Where a path leads in the end."""
        ...

    def exists(self, path: str) -> bool: ...


class TrustBook(Protocol):
    """What the user trusted, by project. It lies where no project's files are."""

    def read(self, project: str) -> Trusted | None:
        """None also for what was spoilt: then the user is asked again."""
        ...

    def write(self, project: str, trusted: Trusted) -> None:
        """Whole or not at all.

        Raises: StoreUnavailable.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Operations:
    """Which operations: newest first."""

    tenant: str
    principal: str | None = None
    project: str | None = None
    """The path of their project."""
    statuses: frozenset[Status] | None = None
    limit: int = 100
    before: OperationId | None = None


class OperationStore(Protocol):
    async def add(self, operation: Operation, key: str | None) -> OperationId | None:
        """Keep a new one; or the one that the key led to already, and then nothing was written."""
        ...

    async def standing(self, tenant: str, key: str) -> OperationId | None:
        """Where a key leads to."""
        ...

    async def get(self, operation_id: OperationId) -> Operation | None: ...

    async def find(self, tenant: str, short: str) -> list[OperationId]:
        """The ids whose short id (six characters) this is: unended first, then newest."""
        ...

    async def swap(self, before: Operation, after: Operation) -> bool:
        """Put `after` in the place of `before`; False if that is no longer what is kept."""
        ...

    async def which(self, which: Operations) -> list[Operation]: ...

    async def unended(self, tenant: str) -> list[Operation]:
        """All that have not ended, of every owner, oldest first."""
        ...

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Operation]:
        """Ended ones that their agent was not told of yet, oldest first."""
        ...

    async def forget(self, operation_ids: Sequence[OperationId]) -> None: ...


class StandingBook(Protocol):
    """Standing approvals, beside the operations."""

    async def keep(self, standing: StandingApproval) -> None: ...

    async def confirm(self, standing: StandingApproval) -> None:
        """The yes that it waited for was given. One that was dropped stays so."""
        ...

    async def of(self, tenant: str, project: str | None) -> list[StandingApproval]:
        """Of one project or of all, newest first; also those that have run out, or do not stand yet."""
        ...

    async def drop(self, tenant: str, standing_id: str) -> bool:
        """False if there was none."""
        ...


class How(StrEnum):
    EXITED = "exited"
    FAILED_TO_START = "failed_to_start"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"
    TOO_MUCH_OUTPUT = "too_much_output"
    INTERRUPTED = "interrupted"
    """The warden went away, and every process of the command with it."""


@dataclass(frozen=True, slots=True)
class Ended:
    how: How
    exit_code: int | None = None
    """None where a signal or nothing at all ended it."""
    signal: int | None = None
    why: str = ""
    elapsed_s: float = 0.0


class Execution(Protocol):
    """A step on its way."""

    async def wait(self) -> Ended: ...

    async def cancel(self) -> None: ...


class Runs(Protocol):
    """Whoever runs commands."""

    async def start(self, operation_id: OperationId, run: Run) -> Execution:
        """Begin one step; what it writes is put behind what the operation wrote.

        Raises: SandboxUnavailable, and nothing ran; StoreUnavailable, for its output has no place.
        """
        ...

    async def note(self, operation_id: OperationId, line: str) -> None:
        """Put a line of ours behind what the operation wrote.

        Raises: StoreUnavailable.
        """
        ...

    async def probe(self, run: Run) -> Ended:
        """Run it for how it ends, and keep nothing of it.

        Raises: SandboxUnavailable; StoreUnavailable, for there is no room to start it.
        """
        ...


class Outputs(Protocol):
    """What operations wrote. Text as it would stand on a terminal at last, secrets taken out."""

    async def view(self, operation_id: OperationId) -> View: ...

    async def page(self, operation_id: OperationId, offset: int, limit: int) -> Page: ...

    async def last(self, operation_id: OperationId, lines: int) -> str: ...

    async def search(self, operation_id: OperationId, words: str, offset: int) -> Page: ...

    async def sizes(self) -> dict[OperationId, int]:
        """Bytes on the disk, of every operation that has any."""
        ...

    async def remove(self, operation_ids: Sequence[OperationId]) -> None: ...


class Owners(Protocol):
    """Processes that run operations on this store: the service, and agents in-process."""

    def lives(self, owner: str) -> bool: ...
