"""Brings what was asked and answered in other programs into this house's history.

The caller reads the files and sends what they hold; here they become records, and the desk takes
them in. One that cannot be read is named with the reason and keeps none of the others out.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, cast

from askline.asks.answers import Answer, AnswerState
from askline.asks.desk import Desk
from askline.asks.importing import Record
from askline.asks.model import Matter, Question
from askline.asks.state import State
from askline.core.errors import Invalid
from askline.core.people import Actor, Agent, Project
from askline.memory import auq_sessions
from askline.memory.auq_sessions import NoRecord
from askline.memory.entries import Entry

ReadEntry = Callable[[str, str, float], Entry | None]
"""What a file of a journal says: its text, its name, when it was last written."""

SWISSARMYHAMMER = "swissarmyhammer"
SOURCES = (auq_sessions.SOURCE, SWISSARMYHAMMER)

Json = Mapping[str, Any]


@dataclass(slots=True)
class Import:
    new: int = 0
    known: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """What was left out, and why."""


class Importing:
    def __init__(self, desk: Desk, read_entry: ReadEntry) -> None:
        self._desk = desk
        self._read_entry = read_entry

    async def take(self, actor: Actor, source: str, said: Iterable[Json]) -> Import:
        done = Import()
        for each in said:
            try:
                record = self._record(source, each)
                fresh = await self._desk.importing.take(actor, record)
            except (NoRecord, Invalid) as error:
                done.refused.append((str(each.get("name")), str(error)))
            else:
                done.new += fresh
                done.known += not fresh
        return done

    def _record(self, source: str, said: Json) -> Record:
        name = _text(said, "name")
        if source == SWISSARMYHAMMER:
            changed = said.get("changed")
            written = float(changed) if isinstance(changed, int | float) else 0.0
            return self._question_file(name, _text(said, "text"), _text(said, "project"), written)
        parts = (_part(said, "request"), _part(said, "status"), _part(said, "answers"))
        return auq_sessions.record_of(name, *parts)

    def _question_file(self, name: str, text: str, project: str, changed: float) -> Record:
        entry = self._read_entry(text, name, changed)
        if entry is None:
            raise NoRecord("it holds no question with an answer")
        if entry.ask is not None:
            raise NoRecord("Askline wrote it, so its ask is here already")
        return Record(
            source=SWISSARMYHAMMER,
            name=f"{project}/{name}",
            matter=Matter(questions=(Question(id="q1", text=entry.question),)),
            agent=Agent(name=SWISSARMYHAMMER),
            project=Project(name=PurePath(project).name or project, path=project),
            asked_at=entry.at,
            state=State.ANSWERED,
            settled_at=entry.at,
            answers=(Answer(question_id="q1", state=AnswerState.ANSWERED, values=(entry.answer,)),),
        )


def _text(said: Json, name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str) or not value:
        raise NoRecord(f"its {name} is missing")
    return value


def _part(said: Json, name: str) -> Json:
    value = said.get(name)
    return cast("Json", value) if isinstance(value, dict) else {}
