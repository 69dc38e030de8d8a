"""What an ask is. Frozen: a change makes a new value, see `lifecycle`.

An ask has a part that never changes (its matter, who asked, when) and a part that moves (state,
marks, outcome, amendments). `revision` counts the moves, `head` is the hash of the last one.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from askline.asks.answers import Amendment, Outcome
from askline.asks.state import State
from askline.core.ids import AskId, short_id
from askline.core.people import Agent, Door, Project


class QuestionKind(StrEnum):
    TEXT = "text"
    SELECT = "select"
    MULTI_SELECT = "multi-select"
    CONFIRM = "confirm"

    @property
    def offers_options(self) -> bool:
        return self in (QuestionKind.SELECT, QuestionKind.MULTI_SELECT)


class AskKind(StrEnum):
    QUESTION = "question"
    APPROVAL = "approval"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    label: str
    description: str | None = None
    preview: str | None = None
    recommended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    id: str
    text: str
    kind: QuestionKind = QuestionKind.TEXT
    header: str | None = None
    options: tuple[Option, ...] = ()
    allow_other: bool = True
    required: bool = True
    placeholder: str | None = None
    min_picks: int | None = None
    max_picks: int | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """Every value that may be picked as it stands."""
        if self.kind is QuestionKind.CONFIRM:
            return ("yes", "no")
        return tuple(option.label for option in self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandShown:
    """Exactly what will run if an approval is given; `sha256` binds the approval to it."""

    argv: tuple[str, ...]
    cwd: str
    env: tuple[str, ...]
    """Names only: values may be secrets."""
    sandbox: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """What an ask puts to the human, fixed when it is asked."""

    questions: tuple[Question, ...]
    kind: AskKind = AskKind.QUESTION
    title: str | None = None
    context: str | None = None
    command: CommandShown | None = None
    follows: AskId | None = None
    """An earlier ask that this one goes on from."""
    human_only: bool = False
    sensitive: bool = False
    extendable: bool = True
    """Whether people may move its deadline later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    door: Door | None
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    id: AskId
    tenant: str
    recipients: tuple[str, ...]
    matter: Matter
    agent: Agent
    project: Project
    principal: str
    """On whose behalf the agent asks; it may cancel, and only its repeats re-attach."""
    asked_at: datetime
    agent_key: str = ""
    """Which agent asked, see `repeats`; empty for an ask from before this was kept."""
    profile: str | None = None
    """The tools it was asked through; an ask that came another way has none."""
    same_key: str | None = None
    """The key that an identical ask finds until this one's outcome is delivered."""

    state: State = State.PENDING
    deadline: datetime | None = None
    holder: str | None = None
    """The connection whose agent waits now; none if nobody does."""
    detached: bool = False
    """Somebody waited for it and went away. What was left in the inbox on purpose is not detached."""
    leave_at: datetime | None = None
    """When a detached ask is given up, where the setting says so."""
    seen: tuple[Seen, ...] = ()
    delivered_at: datetime | None = None
    outcome: Outcome | None = None
    amendments: tuple[Amendment, ...] = ()
    revision: int = 0
    head: str = ""

    @property
    def short_id(self) -> str:
        return short_id(self.id)

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.matter.questions

    @property
    def human_only(self) -> bool:
        return self.matter.human_only or self.matter.kind is AskKind.APPROVAL

    @property
    def owed_to(self) -> str | None:
        """The agent that has not yet been told all: how it ended, or what was added since."""
        return self.agent_key if self.agent_key and self.delivered_at is None else None

    @property
    def due_at(self) -> datetime | None:
        """When time itself moves this ask, if nobody does before."""
        if self.state.settled:
            return None
        return min((at for at in (self.deadline, self.leave_at) if at), default=None)
