"""An ask as a row, the same for every SQL store: columns for what is looked up or compared, JSON
for what is only read back.

    matter   what never changes and may be large; written once
    asker    who asked, where and for whom; written once
    marks    what moves beside the state; empty for most asks
    outcome  how it ended
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from askline.asks import answer_shapes, route_shapes, shapes
from askline.asks.answers import Given
from askline.asks.model import Ask
from askline.asks.spelling import read_time, text_of, time_text
from askline.asks.state import State
from askline.core.ids import AskId
from askline.core.people import Agent, Project


@dataclass(frozen=True, slots=True)
class Moving:
    """The columns that a change of an ask writes."""

    state: str
    owed_to: str | None
    deadline: datetime | None
    due_at: datetime | None
    marks: str
    outcome: str | None
    revision: int
    head: str


@dataclass(frozen=True, slots=True)
class Row:
    id: AskId
    tenant: str
    short_id: str
    recipients: tuple[str, ...]
    asked_at: datetime
    matter: str
    asker: str
    moving: Moving


def moving_of(ask: Ask) -> Moving:
    return Moving(
        state=ask.state.value,
        owed_to=ask.owed_to,
        deadline=ask.deadline,
        due_at=ask.due_at,
        marks=_marks_text(ask),
        outcome=answer_shapes.outcome_text(ask.outcome) if ask.outcome else None,
        revision=ask.revision,
        head=ask.head,
    )


def row_of(ask: Ask) -> Row:
    return Row(
        id=ask.id,
        tenant=ask.tenant,
        short_id=ask.short_id,
        recipients=ask.recipients,
        asked_at=ask.asked_at,
        matter=shapes.matter_text(ask.matter),
        asker=_asker_text(
            ask.agent, ask.project, ask.principal, ask.agent_key, ask.profile, ask.stream
        ),
        moving=moving_of(ask),
    )


def ask_of(row: Row) -> Ask:
    asker = json.loads(row.asker)
    marks = json.loads(row.moving.marks)
    outcome = row.moving.outcome
    return Ask(
        id=row.id,
        tenant=row.tenant,
        recipients=row.recipients,
        matter=shapes.read_matter(json.loads(row.matter)),
        agent=Agent(**asker["agent"]),
        project=Project(**asker["project"]),
        principal=asker["principal"],
        asked_at=row.asked_at,
        agent_key=asker.get("key", ""),
        profile=asker.get("profile"),
        stream=asker.get("stream"),
        same_key=marks.get("same_key"),
        state=State(row.moving.state),
        deadline=row.moving.deadline,
        holder=marks.get("holder"),
        detached=marks.get("detached", False),
        leave_at=_time(marks.get("leave_at")),
        seen=tuple(shapes.read_seen(seen) for seen in marks.get("seen", ())),
        delivered_at=_time(marks.get("delivered_at")),
        outcome=answer_shapes.read_outcome(json.loads(outcome)) if outcome else None,
        amendments=tuple(
            answer_shapes.read_amendment(each) for each in marks.get("amendments", ())
        ),
        handed=marks.get("handed"),
        **route_shapes.read_route_marks(marks),
        revision=row.moving.revision,
        head=row.moving.head,
    )


def answers_text(answers: Mapping[str, Given]) -> str:
    return text_of({key: answer_shapes.given_shape(given) for key, given in answers.items()})


def read_answers(text: str) -> dict[str, Given]:
    return {key: answer_shapes.read_given(given) for key, given in json.loads(text).items()}


@lru_cache(maxsize=256)  # the same for every ask of a connection
def _asker_text(  # noqa: PLR0917 - a key of the cache is made of single facts
    agent: Agent,
    project: Project,
    principal: str,
    agent_key: str,
    profile: str | None,
    stream: str | None,
) -> str:
    return text_of(
        {
            "agent": shapes.agent_shape(agent),
            "project": shapes.project_shape(project),
            "principal": principal,
            "key": agent_key,
            "profile": profile,
            **({} if stream is None else {"stream": stream}),
        }
    )


def _marks_text(ask: Ask) -> str:
    marks: dict[str, Any] = {
        "same_key": ask.same_key,
        "holder": ask.holder,
        "detached": ask.detached,
        "leave_at": ask.leave_at and time_text(ask.leave_at),
        "seen": ask.seen and [{**shapes.seen_shape(seen), "id": seen.id} for seen in ask.seen],
        "delivered_at": ask.delivered_at and time_text(ask.delivered_at),
        "amendments": ask.amendments and [*map(answer_shapes.amendment_shape, ask.amendments)],
        "handed": ask.handed,
        **route_shapes.route_marks(ask),
    }
    return text_of({name: mark for name, mark in marks.items() if mark})


def _time(text: str | None) -> datetime | None:
    return read_time(text) if text else None
