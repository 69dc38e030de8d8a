"""What an operation is: one execution of a declared command, from the call to its end.

Frozen: a change makes a new value, see `lifecycle`. An operation has a part that never changes (what
is to run, for whom, since when) and a part that moves. `revision` counts the moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from askline.asks.model import CommandShown
from askline.core.ids import AskId, OperationId, short_id
from askline.core.people import Agent, Project


class Status(StrEnum):
    PENDING = "pending"
    """Kept, and waiting for room."""
    AWAITING_APPROVAL = "awaiting_approval"
    WORKING = "working"
    COMPLETED = "completed"
    """It ran to its own end; `exit_code` says which."""
    FAILED_TO_START = "failed_to_start"
    CANCELLED = "cancelled"
    """By its agent, a person, whoever did not approve, or for writing too much: `reason` says why."""
    TIMED_OUT = "timed_out"
    INTERRUPTED = "interrupted"
    """What ran it went away, and every process of it too."""

    @property
    def ended(self) -> bool:
        return self not in (Status.PENDING, Status.AWAITING_APPROVAL, Status.WORKING)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEnded:
    """How one step of it went."""

    tool: str
    exit_code: int | None = None
    signal: int | None = None
    elapsed_s: float = 0.0
    skipped: str | None = None
    """Why it was passed over, if it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    id: OperationId
    tenant: str
    principal: str
    """On whose behalf it runs; nobody else's agent sees it."""
    tool: str
    arguments: Mapping[str, Any] = field(compare=False)
    """As given: what will run is planned from them anew at the moment it runs, and must be the same."""
    commands: tuple[CommandShown, ...]
    """What was planned, a step each."""
    sha256: str
    """Of the whole plan."""
    synchronous: bool
    agent: Agent
    project: Project
    owner: str
    """The process that runs it, see `ports.Owners`."""
    created_at: datetime
    why: str | None = None
    """Why the policy wants a person's approval, if it says so."""
    agent_key: str = ""
    """Which agent is told of its end, as for asks."""

    status: Status = Status.PENDING
    approval: AskId | None = None
    """The ask that a person approves or rejects it by,"""
    standing: str | None = None
    """or the standing approval that let it run."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    steps: tuple[StepEnded, ...] = ()
    """Those that are over."""
    exit_code: int | None = None
    signal: int | None = None
    reason: str | None = None
    """Why it ended, where an exit code does not say it."""
    refused: bool = False
    """A person or the policy did not let it run."""
    delivered_at: datetime | None = None
    """When its agent was told how it ended."""
    revision: int = 0

    @property
    def short_id(self) -> str:
        return short_id(self.id)

    def elapsed_s(self, now: datetime) -> float:
        """Of its running; what it waited for before does not count."""
        if self.started_at is None:
            return 0.0
        return max(0.0, ((self.ended_at or now) - self.started_at).total_seconds())


@dataclass(frozen=True, slots=True)
class View:
    """The beginning and the end of what it wrote."""

    head: str
    tail: str
    omitted_bytes: int


@dataclass(frozen=True, slots=True)
class Page:
    text: str
    next_offset: int
    """Where the next page begins, in bytes of the file."""
    eof: bool
    """Nothing lies behind it yet; a running command may still write."""


NOTHING_WRITTEN = View("", "", 0)
