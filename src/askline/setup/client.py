"""A client as a value: what it is called, how one knows that it is here, what it wants in its files.

Pure: a `Machine` says what there is, and nothing on disk is looked at but through it.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from askline.setup.edits import Edit, Include, Paragraph, Wanted
from askline.setup.formats import Format

SERVERS = ("mcpServers", "askline")
"""Where most clients want us."""

DAY_S = 86_400
DAY_MS = DAY_S * 1000
"""A day is as good as no limit, and every client can count it."""

TOOLS = ("ask_user", "ask_await", "question_summary")
"""Of the default profile, for clients that allow tools by name."""

INSTRUCTION = (
    "To ask your human anything, call the tool `ask_user` of askline: never guess, and never end your"
    " turn to wait for a reply. Ask only when a wrong choice is costly or hard to undo; otherwise choose,"
    " and say what you assumed. If the result is pending, go on with other work, then call `ask_await`;"
    " do not ask again."
)


class Scope(StrEnum):
    USER = "user"
    PROJECT = "project"
    LOCAL = "local"
    """This project, for this user alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    instruct: bool = False
    """A standing instruction in the text that the client gives its model."""
    own_questions_off: bool = False
    """The client's own question tool goes away."""
    hook: bool = False
    """The client's own prompts come to the inbox."""

    def __or__(self, other: "Options") -> "Options":
        return Options(
            instruct=self.instruct or other.instruct,
            own_questions_off=self.own_questions_off or other.own_questions_off,
            hook=self.hook or other.hook,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What a client's rules may know of where they work."""

    home: Path
    project: Path
    system: str = "Linux"
    environ: Mapping[str, str] = field(default_factory=dict[str, str])
    command: tuple[str, ...] = ("askline",)
    """How this installation is started, wherever one stands."""
    exists: Callable[[Path], bool] = Path.exists
    has: Callable[[str], bool] = lambda _: False
    """Whether a program of this name can be started."""
    version: Callable[[str], str | None] = lambda _: None
    """What a program says when it is asked for its version."""

    @property
    def editors(self) -> Path:
        """Where programs with windows keep what belongs to a user."""
        if self.system == "Darwin":
            return self.home / "Library" / "Application Support"
        return self.home / ".config"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One client's registration: where, for whom, with what."""

    machine: Machine
    scope: Scope
    options: Options = field(default_factory=Options)

    @property
    def home(self) -> Path:
        return self.machine.home

    @property
    def project(self) -> Path:
        return self.machine.project

    @property
    def command(self) -> tuple[str, ...]:
        """A file that others get with the project names the command as everybody has it."""
        return ("askline",) if self.scope is Scope.PROJECT else self.machine.command

    @property
    def line(self) -> tuple[str, ...]:
        return (*self.command, "mcp")

    def words(self, *more: str) -> str:
        """A command for a shell, which hooks are."""
        return shlex.join((*self.command, *more))

    def entry(self, **more: Any) -> dict[str, Any]:
        """The line as most clients spell it."""
        program, *arguments = self.line
        return {"command": program, "args": arguments, **self.env(), **more}

    def env(self, name: str = "env") -> dict[str, Any]:
        """A home of ours that is elsewhere: clients hand little of their environment on."""
        home = self.machine.environ.get("ASKLINE_HOME")
        return {name: {"ASKLINE_HOME": home}} if home and self.scope is not Scope.PROJECT else {}

    def moved(self, variable: str, usual: str) -> Path:
        """A directory that a variable of the client's may have moved."""
        said = self.machine.environ.get(variable)
        return Path(said) if said else self.home / usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    name: str
    title: str
    wants: Mapping[Scope, Callable[[Wish], tuple[Wanted, ...]]]
    """None at all for a client whose files nobody is sure of."""
    programs: tuple[str, ...] = ()
    signs: Callable[[Machine], tuple[Path, ...]] = lambda _: ()
    """What is there when the client is."""
    hooks: bool = False
    """Whether its own prompts can come to the inbox."""
    limit: str
    """How long a call of ours may take, as far as it is known."""
    notes: Callable[[Wish], tuple[str, ...]] = lambda _: ()
    """What is left for the person to do or to know."""
    snippet: Callable[[Wish], str] | None = None
    """What to put where, for a client whose files nobody is sure of."""

    def is_here(self, machine: Machine) -> bool:
        started = any(machine.has(program) for program in self.programs)
        return started or any(machine.exists(sign) for sign in self.signs(machine))


Wants = tuple[Wanted, ...]


def told(client: Client, wish: Wish) -> tuple[str, ...]:
    """All that is left to say about a client that is set up so."""
    no_hook = wish.options.hook and not client.hooks
    stays = "Its own prompts stay with it: it has no hook that waits only where a human is needed."
    return (*client.notes(wish), *((stays,) * no_hook))


def wanted(file: Path, format_: Format, *edits: Edit) -> Wanted:
    return Wanted(str(file), format_, edits)


def instruction(file: Path, wish: Wish) -> tuple[Wanted, ...]:
    """The standing instruction, where it is wished for."""
    return (wanted(file, Format.TEXT, Paragraph(INSTRUCTION)),) if wish.options.instruct else ()


def hook(wish: Wish, client: str, *, timeout: int) -> Include:
    """Our hook as Claude Code and those that follow it want it; `timeout` in seconds."""
    run = {"type": "command", "command": wish.words("hook", "--client", client), "timeout": timeout}
    return Include(("hooks", "PermissionRequest"), {"matcher": "*", "hooks": [run]})
