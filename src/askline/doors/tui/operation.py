"""Operations as the terminal shows them, read from the API's JSON. Every string is cleaned here, once.

What an operation wrote is not part of it: see `output`. No rules.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from askline.core.text import clean
from askline.doors.tui.command import Command, read_command

Shape = dict[str, Any]

UNENDED = frozenset({"pending", "awaiting_approval", "working"})


@dataclass(frozen=True, slots=True)
class Step:
    """How one step went."""

    tool: str
    exit_code: int | None
    signal: int | None
    skipped: str


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    short_id: str
    tool: str
    status: str
    exit_code: int | None
    signal: int | None
    reason: str
    refused: bool
    commands: tuple[Command, ...]
    steps: tuple[Step, ...]
    approval: str | None
    """The ask that a person approves it by."""
    standing: bool
    """An approval that stood before let it run."""
    agent: str
    project: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None

    @property
    def ended(self) -> bool:
        return self.status not in UNENDED

    @property
    def working(self) -> bool:
        return self.status == "working"

    def elapsed_s(self, now: datetime) -> float | None:
        """Of its running; None where it never ran."""
        if self.started_at is None:
            return None
        return max(0.0, ((self.ended_at or now) - self.started_at).total_seconds())


def read_operation(shape: Shape) -> Operation:
    return Operation(
        id=shape["operation_id"],
        short_id=shape["short_id"],
        tool=_line(shape["tool"]),
        status=shape["status"],
        exit_code=shape["exit_code"],
        signal=shape["signal"],
        reason=clean(shape["reason"] or "").strip(),
        refused=shape["refused"],
        commands=tuple(read_command(each) for each in shape["commands"]),
        steps=tuple(_step(each) for each in shape["steps"]),
        approval=shape["approval"],
        standing=shape["standing"] is not None,
        agent=_line(shape["agent"]["label"] or shape["agent"]["name"]),
        project=_line(shape["project"]["name"]),
        created_at=datetime.fromisoformat(shape["created_at"]),
        started_at=_time(shape["started_at"]),
        ended_at=_time(shape["ended_at"]),
    )


def _step(shape: Shape) -> Step:
    return Step(
        _line(shape["tool"]), shape["exit_code"], shape["signal"], _line(shape["skipped"] or "")
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _line(text: str) -> str:
    return clean(text, multiline=False)
