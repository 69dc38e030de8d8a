"""The terminal inbox in the test's own process, against the real API over an ephemeral desk.

Keys go in through the toolkit's pilot, the screen comes out as text. Time is the test's: the clock of
house and screen, and the seconds that the guard counts.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from threading import Event as Flag
from time import monotonic
from typing import Any, TypeVar

from starlette.routing import BaseRoute
from textual.pilot import Pilot

from askline.asks.addressing import Addressing
from askline.asks.asking import NewAsk
from askline.asks.model import CommandShown
from askline.client.local import Client
from askline.commands.operation import Operation, Status
from askline.core.errors import ServiceUnreachable
from askline.doors.tui.app import First, Inbox
from tests.builders import CODER, NOON, SHOP, StoppedClock, an_approval
from tests.doors.cli_service import Home, Served, a_home, an_api

Json = dict[str, Any]
T = TypeVar("T")

PATIENCE_S = 20.0

SELECT: Json = {
    "id": "db",
    "header": "Store",
    "question": "Which database?",
    "options": [{"label": "PostgreSQL", "recommended": True}, "SQLite"],
}
MANY: Json = {
    "id": "tests",
    "header": "Tests",
    "question": "Which tests?",
    "type": "multi-select",
    "options": [{"label": "unit", "recommended": True}, "contract", "journeys"],
}
TEXT: Json = {"id": "name", "header": "Name", "question": "What name?", "type": "text"}
MAYBE: Json = {**TEXT, "required": False, "placeholder": "e.g. kiwi"}
CONFIRM: Json = {"id": "go", "header": "Go", "question": "Go on?", "type": "confirm"}


def to_run(*argv: str, context: str | None = None, **more: Any) -> NewAsk:
    """The approval of a command."""
    said: Json = {"sandbox": "strict, no network", "sha256": "5e" * 32, **more}
    command = CommandShown(argv=argv, cwd="/home/ada/shop", env=("PATH", "HOME"), **said)
    matter = an_approval(command=command, title=f"Run {argv[0]}", context=context)
    return NewAsk(matter=matter, agent=CODER, project=SHOP)


class Way:
    """To a house that was opened before; a test that takes it away says what starting means."""

    def __init__(self, home: Home) -> None:
        self._path = home.locations.api_socket
        self.stopped = False
        self.starting: Callable[[], None] = lambda: None
        self.starts = 0
        self.gate = Flag()
        """Calls pass while it is set."""
        self.gate.set()

    @property
    def client(self) -> Client:
        return Client(self._path, door="tui", present=True)

    def through(self, call: Callable[[Client], T]) -> T:
        assert self.gate.wait(PATIENCE_S)
        return call(self.client)

    def start(self) -> None:
        self.starts += 1
        self.starting()


def nobody() -> None:
    raise ServiceUnreachable("The service does not start.", hint="Look at its log.")


class Agents:
    """What agents run, moved by the test."""

    def __init__(self, served: Served) -> None:
        self._bench = served.bench
        self._inside = served.inside

    def run(self, text: str = "", **changes: Any) -> Operation:
        """A command that works since noon, unless said otherwise."""
        said: Json = {"status": Status.WORKING, "started_at": NOON, **changes}
        return self._inside(lambda: self._bench.put(text, **said))

    def move(self, operation: Operation, **changes: Any) -> Operation:
        return self._inside(lambda: self._bench.move(operation, **changes))

    def forget(self, operation: Operation) -> None:
        self._inside(lambda: self._bench.operations.pop(operation.id))

    def write(self, operation: Operation, text: str) -> None:
        """It writes more, which moves nothing."""
        self._bench.written[operation.id] += text


class Terminal:
    """A person at the inbox."""

    def __init__(self, home: Home, clock: StoppedClock, size: tuple[int, int]) -> None:
        self.home = home
        self.clock = clock
        self.way = Way(home)
        self.size = size
        self.seconds = 0.0
        """What the guard counts. A second passes between two keys, unless the test types faster."""
        self.pilot: Pilot[None]
        self.app: Inbox
        self.agents: Agents
        self.served: Served

    @property
    def client(self) -> Client:
        return self.home.client

    def asked(self, *questions: Json, **more: Any) -> Json:
        return self.home.asked(*(questions or (SELECT,)), **{"title": "Pick a store", **more})

    def begun(self, tool: str, **arguments: Any) -> Json:
        """An operation that the service itself runs, or asks for first."""
        return self.client.begin_operation(tool, arguments, project={"path": SHOP.path})

    @asynccontextmanager
    async def open(
        self,
        theme: str = "dark",
        first: First = lambda: None,
        environ: dict[str, str] | None = None,
    ) -> AsyncGenerator["Terminal"]:
        self.app = Inbox(
            self.way,
            theme=theme,
            environ=environ or {},
            first=first,
            clock=self.clock,
            moment=lambda: self.seconds,
        )
        async with self.app.run_test(size=self.size) as self.pilot:
            yield self

    async def press(self, *keys: str, apart: float = 1.0) -> None:
        for key in keys:
            self.seconds += apart
            await self.pilot.press(key)

    async def types(self, text: str) -> None:
        await self.press(*(_named(letter) for letter in text))

    @property
    def screen(self) -> str:
        compositor = self.app.screen._compositor
        strips = compositor.render_strips(self.app.size)
        return "\n".join(strip.text.rstrip() for strip in strips)

    async def shows(self, words: str) -> str:
        """The screen, once these words are on it."""
        return await self.until(lambda: words in self.screen, words)

    async def hides(self, words: str) -> str:
        return await self.until(lambda: words not in self.screen, f"no {words}")

    async def until(self, holds: Callable[[], bool], what: str) -> str:
        end = monotonic() + PATIENCE_S
        while not holds():
            assert monotonic() < end, f"never {what!r}:\n{self.screen}"
            await self.pilot.pause(0.01)
        return self.screen

    async def becomes(self, ask: Json, state: str) -> Json:
        """The ask, once it is in this state at the desk."""
        await self.until(lambda: self.client.read(ask["id"])["state"] == state, state)
        return self.client.read(ask["id"])["outcome"]

    def passes(self, **time: float) -> None:
        self.clock.time += timedelta(**time)


def _named(letter: str) -> str:
    return {" ": "space", "\n": "enter"}.get(letter, letter)


@asynccontextmanager
async def a_terminal(
    size: tuple[int, int] = (120, 36),
    *,
    approvals: Sequence[NewAsk] = (),
    addressing: Addressing | None = None,
    also: Sequence[BaseRoute] = (),
) -> AsyncGenerator[Terminal]:
    """Not opened yet: a test asks first."""
    clock = StoppedClock()
    with (
        a_home() as home,
        an_api(home, clock, approvals=approvals, addressing=addressing, also=also) as served,
    ):
        terminal = Terminal(home, clock, size)
        terminal.served = served
        terminal.agents = Agents(served)
        yield terminal
