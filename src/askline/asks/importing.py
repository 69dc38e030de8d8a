"""Asks that were settled in another program come in from its records, as they ended there.

Truthful: what settled them is the record (`import`), never a human of this house, and the trail has
the one event that happened here, the importing. The same record again is the same ask. Nobody is
alerted, nobody is owed anything, and nothing can be answered that is still open elsewhere.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from askline.asks import intake, lifecycle, repeats
from askline.asks.answers import Answer, Outcome, SettledBy
from askline.asks.limits import Limits
from askline.asks.model import Ask, Matter
from askline.asks.ports import Added, AskStore
from askline.asks.state import State
from askline.core.clock import Clock, whole_milliseconds
from askline.core.errors import InvalidArguments, NotAllowed
from askline.core.ids import Mint
from askline.core.people import LOCAL_PERSON, Actor, ActorKind, Agent, Project, Right
from askline.core.text import clean

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
A_DAY = timedelta(days=1)
"""Clocks of other machines may be ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One ask of another program, in our words."""

    source: str
    """The program."""
    name: str
    """What the record is called there; with the program, what it is known by."""
    matter: Matter
    agent: Agent
    project: Project
    asked_at: datetime
    state: State
    settled_at: datetime
    answers: tuple[Answer, ...] = ()
    reason: str | None = None
    ask_back: str | None = None


class Importing:
    def __init__(self, store: AskStore, clock: Clock, mint: Mint, *, limits: Limits) -> None:
        self._store = store
        self._clock = clock
        self._mint = mint
        # Others limit less, and what was asked once was asked.
        self._limits = replace(
            limits, question_text=limits.context, header=limits.label, label=limits.description
        )

    async def take(self, actor: Actor, record: Record) -> bool:
        """Whether it is new here.

        Raises: InvalidArguments, TooLarge, for what cannot be an ask.
        """
        if not actor.may(Right.OPERATE):
            raise NotAllowed(f"{actor.name} may not import.", hint="Only who keeps order here may.")
        origin = clean(f"{record.source}: {record.name}", multiline=False)
        change = lifecycle.imported(
            self._built(actor, record),
            _outcome(record, origin),
            actor,
            at=self._clock.now(),
            origin=origin,
        )
        key = repeats.import_key(actor.id, record.source, record.name)
        addition = await self._store.add(change, [key])
        return addition.what is Added.FRESH

    def _built(self, actor: Actor, record: Record) -> Ask:
        if not EARLIEST <= record.asked_at <= self._clock.now() + A_DAY:
            raise InvalidArguments(
                f"It was asked at {record.asked_at.isoformat()}, which cannot be.",
                hint="Mend the time in the record.",
            )
        asked_at = whole_milliseconds(record.asked_at)
        return Ask(
            id=self._mint.ask_id(asked_at),
            tenant=actor.tenant,
            recipients=tuple(sorted(actor.addresses)) or (LOCAL_PERSON,),
            matter=intake.admit(record.matter, self._limits),
            agent=intake.clean_agent(record.agent),
            project=intake.clean_project(record.project),
            principal=actor.id,
            asked_at=asked_at,
        )


def _outcome(record: Record, origin: str) -> Outcome:
    return Outcome(
        state=record.state,
        settled_by=SettledBy(
            kind=ActorKind.IMPORT,
            id=origin,
            who=clean(record.source, multiline=False),
            door=None,
            at=whole_milliseconds(record.settled_at),
        ),
        receipt="",
        answers=tuple(_cleaned(answer) for answer in record.answers),
        reason=_text(record.reason),
        ask_back=_text(record.ask_back),
    )


def _cleaned(answer: Answer) -> Answer:
    return replace(
        answer,
        values=tuple(clean(value) for value in answer.values),
        custom_text=_text(answer.custom_text),
        note=_text(answer.note),
    )


def _text(text: str | None) -> str | None:
    return clean(text) if text else None
