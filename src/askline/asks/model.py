"""What an ask is. Frozen: a change makes a new value, see `lifecycle`.

An ask has a part that never changes (its matter, who asked, when) and a part that moves (state,
marks, outcome, amendments). `revision` counts the moves, `head` is the hash of the last one.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from askline.asks.answers import Amendment, Outcome, SettledBy
from askline.asks.routes import Agreement, Claim, Route, Snooze, Standing
from askline.asks.state import State
from askline.core.ids import AskId, short_id
from askline.core.people import ActorKind, Agent, Door, Project


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
    dangerous: bool = False
    """By the policy: no door lets it through by one key."""
    why: str | None = None
    """What the policy says about it, in the declaration's words and not the agent's."""


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
    id: str | None = None
    """Which person looked: many are called alike. None where a program says so, whomever it acts for."""


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
    stream: str | None = None
    """The host application's stream that it belongs to, see `streams`; most belong to none."""
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
    route: Route | None = None
    """Where it goes while nobody takes it; none where there is only one person."""
    next_at: datetime | None = None
    """When the next on its route are asked too."""
    remind_at: datetime | None = None
    summoned: int = 0
    """How often people were told of it after the first time."""
    claim: Claim | None = None
    snoozes: tuple[Snooze, ...] = ()
    agreed: tuple[Agreement, ...] = ()
    """Those who approved it while more had to."""
    word: Standing | None = None
    """What is said to it, because everybody it could be put to is away."""
    handed: str | None = None
    """The hub that decides it in place of this house, see `handing`; most are decided here."""
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
    def imported(self) -> bool:
        """Whether another program's record settled it, before it came here."""
        return self.outcome is not None and self.outcome.settled_by.kind is ActorKind.IMPORT

    @property
    def last_said_by(self) -> SettledBy | None:
        """Who settled it, or amended it last."""
        if self.amendments:
            return self.amendments[-1].by
        return self.outcome.settled_by if self.outcome else None

    @property
    def owed_to(self) -> str | None:
        """The agent that has not yet been told all: how it ended, or what was added since."""
        return self.agent_key if self.agent_key and self.delivered_at is None else None

    @property
    def lapse_at(self) -> datetime | None:
        """When a claim holds it back no longer."""
        if self.claim is None or self.route is None or self.route.lapse is None:
            return None
        return self.claim.at + self.route.lapse

    @property
    def due_at(self) -> datetime | None:
        """When time itself moves this ask, if nobody does before; a hub's time is the hub's."""
        if self.state.settled or self.handed:
            return None
        said = self.asked_at if self.word else None
        onward = (self.lapse_at,) if self.claim else (self.next_at, self.remind_at)
        times = (self.deadline, self.leave_at, said, *onward)
        return min((at for at in times if at), default=None)
