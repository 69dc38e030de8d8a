"""One page from its first block to its last, and the question it leads to, which must end answered."""

import shlex
import time
from contextlib import ExitStack
from dataclasses import dataclass

from tests.clients.model import scripted_model
from tests.clients.start.comparing import Eyes
from tests.clients.start.pages import ELSEWHERE, Block, Page, Remark, Typed
from tests.clients.start.registered import ask_through, entry_in
from tests.clients.start.rooms import SCRIPT, Room, Wheels, a_room
from tests.clients.start.shell import Shell, a_shell
from tests.clients.terminal import Terminal, a_terminal

ANSWERS = "askline answer"
LOOKS_AGAIN = "askline list"
"""What a reader types once more if nothing is there yet."""
LOOK_S = 0.5
AGENT_S = 240.0
"""The slowest client on a busy machine."""


@dataclass(frozen=True)
class Played:
    page: str
    commands: int
    seconds: float
    not_run: int


@dataclass
class Reader:
    """Somebody at work on a page."""

    page: Page
    room: Room
    shell: Shell
    eyes: Eyes
    stack: ExitStack
    elsewhere: Terminal | None = None
    awaited: Block | None = None
    """What is to be seen there."""
    printed: str = ""
    commands: int = 0
    prompted: bool = False
    """Whether the program whose page it is was started."""

    def follow(self) -> None:
        for part in self.page.parts:
            match part:
                case Remark(verb="asks", words=(where, keys)):
                    self._asks(where, keys)
                case Block(reason=None):
                    self._block(part)
                case _:
                    pass

    def _asks(self, where: str, keys: str) -> None:
        entry = entry_in(where, keys, self.room.home, self.printed)
        ask_through(entry, self.room.env, self.room.home, self.shell)

    def _block(self, block: Block) -> None:
        if block.said == ELSEWHERE:
            self._start(block)
            return
        for typed in block.commands():
            self._type(block, typed)
        if self.awaited:
            self._sees(self.awaited)
            self.awaited = None

    def _start(self, block: Block) -> None:
        """What it shows in the end is looked for when the next block is done."""
        typed = block.commands()
        self.commands += len(typed)
        self.prompted |= any(self._is_client(each.command) for each in typed)
        words = " && ".join(each.command for each in typed)
        where = shlex.quote(str(self.room.home))
        told = ["bash", "-c", f"cd {where} && {words}; sleep {AGENT_S}"]
        self.elsewhere = self.stack.enter_context(a_terminal(self.room, told, {}))
        self.awaited = block

    def _is_client(self, command: str) -> bool:
        return (self.room.programs / command.split(maxsplit=1)[0]).exists()

    def _sees(self, block: Block) -> None:
        shown = "".join(each.shown or "" for each in block.commands())
        end = time.monotonic() + AGENT_S
        while not self.eyes.in_order(shown, screen := self._screen()):
            assert time.monotonic() < end, f"{self._at(block)}: not seen elsewhere:\n{screen}"
            time.sleep(LOOK_S)

    def _type(self, block: Block, typed: Typed) -> None:
        self.commands += 1
        command = self.eyes.typed(typed.command)
        end = time.monotonic() + AGENT_S
        while True:
            code, self.printed = self.shell.run(command, typed.shown)
            same = typed.shown is None or self.eyes.agree(typed.shown, self.printed)
            if same or typed.command != LOOKS_AGAIN or time.monotonic() > end:
                break
            time.sleep(LOOK_S)
        where = f"{self._at(block)}: {typed.command}"
        assert code == 0, f"{where}: ended with {code}\n{self.printed}\n{self._screen()}"
        seen = self.eyes.plain(self.printed)
        assert same, (
            f"{where}\n--- the page\n{typed.shown}\n--- seen\n{seen}\n--- elsewhere\n{self._screen()}"
        )

    def _screen(self) -> str:
        return self.elsewhere.screen() if self.elsewhere else ""

    def _at(self, block: Block) -> str:
        return f"{self.page.path.name}:{block.number}"


def play(page: Page, wheels: Wheels) -> Played:
    """Raises AssertionError where the page is not true."""
    began = time.monotonic()
    with ExitStack() as stack:
        model = stack.enter_context(scripted_model(SCRIPT))
        room = stack.enter_context(a_room(wheels, page.client, model.url))
        shell = stack.enter_context(a_shell(room.env, room.home))
        reader = Reader(page, room, shell, Eyes(str(room.home)), stack)
        reader.follow()
        assert not reader.prompted or model.results(), "its model was told nothing"
        shell.run("askline service stop", None)
        took = time.monotonic() - began
    return Played(page.name, reader.commands, took, len(page.not_run))
