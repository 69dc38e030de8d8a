"""A workshop in this process: a desk, an ephemeral store, and a bench that runs nothing but what it is told."""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import anyio

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.commands.house_rules import HouseRules
from askline.commands.loading import Source
from askline.commands.operation import Operation, Page, View
from askline.commands.ports import Ended, How, OperationStore, StandingBook
from askline.commands.retaining import Keep
from askline.commands.run import Run
from askline.commands.trust import Trusted
from askline.commands.workshop import NewOperation, Ports, Workshop, open_workshop
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.ids import OperationId, RandomMint
from askline.core.people import Actor
from askline.stores.ephemeral_operations import EphemeralOperations, EphemeralStanding
from tests.builders import ADA, AGENT, CODER, SHOP, StoppedClock, a_desk
from tests.unit.declarations import a_source

DONE = Ended(How.EXITED, exit_code=0)
PATIENCE_S = 10


class Running:
    def __init__(self, bench: "Bench", operation_id: OperationId, run: Run) -> None:
        self.run = run
        self.operation_id = operation_id
        self.stubborn = False
        """Whether it takes its time when it is to end."""
        self._bench = bench
        self._over = anyio.Event()
        self._ended = DONE

    async def wait(self) -> Ended:
        await self._over.wait()
        return self._ended

    async def cancel(self) -> None:
        if not self.stubborn:
            self.end(Ended(How.CANCELLED))

    def end(self, ended: Ended = DONE) -> None:
        self._ended = ended
        self._over.set()


class Bench:
    """Runs and outputs in one: what a program writes and how it ends is agreed on before, by its words."""

    def __init__(self) -> None:
        self.running: list[Running] = []
        self.written: dict[OperationId, str] = {}
        self.ends: dict[str, Ended] = {}
        """By the second word; what is not here runs until a test ends it."""
        self.probed: list[Run] = []
        self.refusal: Exception | None = None
        self.echoes = True
        """Whether a program first writes how it was called."""
        self.shown: int | None = None
        """How much is shown of what was written, from either end."""
        self._started = anyio.Event()

    async def start(self, operation_id: OperationId, run: Run) -> Running:
        if self.refusal is not None:
            raise self.refusal
        running = Running(self, operation_id, run)
        self.running.append(running)
        self._write(operation_id, f"{' '.join(run.argv)}\n" if self.echoes else "")
        if (end := self.ends.get(run.argv[1])) is not None:
            running.end(end)
        self._started.set()
        return running

    async def note(self, operation_id: OperationId, line: str) -> None:
        self._write(operation_id, f"{line}\n")

    async def probe(self, run: Run) -> Ended:
        if self.refusal is not None:
            raise self.refusal
        self.probed.append(run)
        return self.ends.get(run.argv[-1], DONE)

    async def begun(self, count: int = 1) -> Running:
        """The newest, once there are so many."""
        with anyio.fail_after(PATIENCE_S):
            while len(self.running) < count:
                self._started = anyio.Event()
                await self._started.wait()
        return self.running[-1]

    def _write(self, operation_id: OperationId, text: str) -> None:
        self.written[operation_id] = self.written.get(operation_id, "") + text

    async def view(self, operation_id: OperationId) -> View:
        text, shown = self.written.get(operation_id, ""), self.shown
        if shown is None or len(text) <= 2 * shown:
            return View(text, "", 0)
        return View(text[:shown], text[-shown:], len(text) - 2 * shown)

    async def page(self, operation_id: OperationId, offset: int, limit: int) -> Page:
        text = self.written[operation_id]
        end = min(offset, len(text)) + limit
        return Page(text[offset:end], min(end, len(text)), eof=end >= len(text))

    async def last(self, operation_id: OperationId, lines: int) -> str:
        return "".join(self.written[operation_id].splitlines(keepends=True)[-lines:])

    async def search(self, operation_id: OperationId, words: str, offset: int) -> Page:
        text = self.written[operation_id][offset:]
        lines = [line for line in text.splitlines(keepends=True) if words in line]
        return Page("".join(lines), offset + len(text), eof=True)

    async def sizes(self) -> dict[OperationId, int]:
        return {each: len(text) for each, text in self.written.items()}

    async def remove(self, operation_ids: Sequence[OperationId]) -> None:
        for each in operation_ids:
            self.written.pop(each, None)


@dataclass
class Disk:
    """One project's files, the trust in them, and what lies beside."""

    sources: tuple[Source, ...]
    trusted: bool = True
    there: set[str] = field(default_factory=set[str])
    reads: int = 0
    looks: int = 0
    house: HouseRules = field(default_factory=HouseRules)
    trouble: Exception | None = None
    """Why they cannot be looked at, if so."""

    def root(self, directory: str) -> str:
        return str(SHOP.path) if directory.startswith(str(SHOP.path)) else directory

    def stamp(self, project: str) -> str:
        self.looks += 1
        if self.trouble is not None:
            raise self.trouble
        return json.dumps(
            [project, [each.text for each in self.sources], self.trusted, repr(self.house)]
        )

    def rules(self, project: str) -> HouseRules:
        assert project
        return self.house

    def read(self, project: str) -> "Any":
        self.reads += 1
        return self.sources if project == SHOP.path else ()

    def real(self, path: str) -> str:
        return path

    def exists(self, path: str) -> bool:
        return path in self.there


@dataclass
class Book:
    disk: Disk

    def read(self, project: str) -> Trusted | None:
        assert project
        return Trusted(self.disk.sources, "2026-11-14") if self.disk.trusted else None

    def write(self, project: str, trusted: Trusted) -> None:
        assert project == SHOP.path
        assert trusted.at
        self.disk.trusted = True


@dataclass
class Living:
    names: set[str] = field(default_factory=set[str])

    def lives(self, owner: str) -> bool:
        return owner in self.names


@dataclass
class Shop:
    workshop: Workshop
    desk: Desk
    bench: Bench
    disk: Disk
    store: OperationStore
    living: Living

    async def begin(self, tool: str = "demo_go", /, **more: Any) -> Operation:
        return await self.workshop.beginning.begin(AGENT, a_call(tool, **more))

    async def through(self, tool: str = "demo_go", /, **more: Any) -> Operation:
        """Begun, and over."""
        return await self.ended(await self.begin(tool, **more))

    async def ended(self, operation: Operation) -> Operation:
        with anyio.fail_after(PATIENCE_S):
            return await self.workshop.waiting.ended(AGENT, operation.id)

    async def asked(self, operation: Operation) -> Ask:
        assert operation.approval is not None
        return await self.desk.reading.read(ADA, operation.approval)

    async def say(self, operation: Operation, word: str, by: Actor = ADA, **more: Any) -> None:
        ask = await self.asked(operation)
        given = {"approve": Given(values=(word,), **more)}
        await self.desk.answering.answer(by, ask.id, given, receipt=f"{by.id}/{word}")


def a_call(tool: str = "demo_go", /, **more: Any) -> NewOperation:
    plain = NewOperation(tool=tool, arguments={}, agent=CODER, project=SHOP)
    return replace(plain, **more)


GO = {"name": "go"}
DECLARED = a_source(
    GO,
    {"name": "ask", "approval": {"default": "ask"}},
    {
        "name": "risk",
        "approval": {"rules": [{"do": "ask", "why": "it publishes", "dangerous": True}]},
        "positional_args": [{"name": "what", "type": "string"}],
    },
    {"name": "never", "approval": {"rules": [{"do": "deny", "why": "never here"}]}},
    {"name": "wait", "synchronous": True},
    {
        "name": "all",
        "sequence": [
            {"tool": "demo", "subcommand": "go"},
            {"tool": "demo", "subcommand": "wait", "skip_if_file_exists": "done"},
            {"tool": "demo", "subcommand": "ask", "skip_if_file_missing": "needed"},
        ],
        "step_delay_ms": 1,
    },
)


@asynccontextmanager
async def a_shop(
    *sources: Source,
    disk: Disk | None = None,
    store: OperationStore | None = None,
    standing: StandingBook | None = None,
    desk: Desk | None = None,
    clock: Clock | None = None,
    bench: Bench | None = None,
    living: Living | None = None,
    owner: str = "here",
    at_once: int = 4,
    keep: Keep | None = None,
) -> AsyncGenerator[Shop]:
    clock, bench = clock or StoppedClock(), bench or Bench()
    disk = disk or Disk(sources or (DECLARED,))
    desk, store = desk or a_desk(clock=clock), store or EphemeralOperations()
    living = living or Living()
    living.names.add(owner)
    ports = Ports(
        store=store,
        standing=standing or EphemeralStanding(),
        runs=bench,
        outputs=bench,
        projects=disk,
        book=Book(disk),
        files=disk,
        owners=living,
    )
    workshop = open_workshop(
        desk, ports, clock, RandomMint(), owner=owner, at_once=at_once, keep=keep
    )
    async with background(desk.run, workshop.run):
        yield Shop(workshop, desk, bench, disk, store, living)
    living.names.discard(owner)
