"""Memory over an ephemeral desk and a project on the disk, as tests of it need it."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from ruamel.yaml import YAML

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Ask, Question
from askline.core.people import Project
from askline.memory.digest import Sought, Summary
from askline.memory.hiding import hiding
from askline.memory.memory import Memory, open_memory
from askline.memory.scribe import Scribe
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.journal.files import DiskJournal
from tests.builders import ADA, AGENT, CODER, StoppedClock, a_desk, a_new_ask, a_text


def parsed(text: str) -> Any:
    """As any reader of YAML understands it."""
    return cast("Any", YAML(typ="safe", pure=True)).load(text)


@dataclass
class House:
    """One process. `mode` is the setting of every project in it."""

    path: Path
    mode: str = "auto"
    hides: tuple[str, ...] = ()
    bell: Ears = field(default_factory=Ears)
    clock: StoppedClock = field(default_factory=StoppedClock)
    store: EphemeralAsks = field(default_factory=EphemeralAsks)
    files: DiskJournal = field(default_factory=DiskJournal)

    def __post_init__(self) -> None:
        self.desk: Desk = a_desk(self.store, self.bell, self.clock)
        self.memory: Memory = open_memory(
            self.desk,
            self.clock,
            self.files,
            lambda _: self.mode,
            hide_of=lambda _: hiding(self.hides),
        )
        self.project = Project(name=self.path.name, path=str(self.path))

    @property
    def scribe(self) -> Scribe:
        return Scribe(
            *(self.desk.reading, self.bell, self.clock, self.memory.journal, self.files),
            keeper=ADA,
            changes=self.memory.changes,
        )

    def written(self, place: str = ".askline") -> list[Path]:
        return sorted((self.path / place / "questions").glob("2*.yaml"))

    async def asked(self, *questions: Question, **changes: Any) -> Ask:
        new = a_new_ask(*questions, project=self.project, agent=CODER)
        return await self.desk.asking.ask(AGENT, replace(new, **changes))

    async def answered(
        self, question: str, answer: str, *, matter: dict[str, Any] | None = None, **changes: Any
    ) -> Ask:
        """An ask of one question, answered, a second after the one before."""
        self.clock.time += timedelta(seconds=1)
        new = a_new_ask(a_text(text=question), **{"project": self.project, **changes})
        new = replace(new, matter=replace(new.matter, **(matter or {})))
        ask = await self.desk.asking.ask(AGENT, new)
        return await self.answer(ask, name=Given(values=(answer,)))

    async def answer(self, ask: Ask, **given: Given) -> Ask:
        return await self.desk.answering.answer(ADA, ask.id, given, receipt=f"r-{ask.id}")

    async def summary(self, **sought: Any) -> Summary:
        return await self.memory.digest.summary(AGENT, self.project, Sought(**sought))

    async def entries(self, **sought: Any) -> list[dict[str, str]]:
        return parsed((await self.summary(**sought)).text)["entries"]
