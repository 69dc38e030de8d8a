"""What is to be run, and within what: the words between the runner and its callers. How it ended is
said in the words of `commands`.

An environment is given whole: the runner adds the operation's tag and inherits nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Confinement(StrEnum):
    """How much of a sandbox there has to be."""

    REQUIRED = "required"
    """Bubblewrap, or the command is refused."""
    REDUCED = "reduced"
    """Landlock is enough where bubblewrap does not work; it keeps fewer promises."""
    OFF = "off"
    """No sandbox. Still a session, limits and an end of its own."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a command may touch. Commands of one sandbox share one warden."""

    project: str
    """Writable, except what is protected in it."""
    writable: tuple[str, ...] = ()
    """Further directories, such as a cache; `~/` and relative ones are of the home."""
    readable: tuple[str, ...] = ()
    """Places in the home that is hidden otherwise, spelled in the same way."""
    protected: tuple[str, ...] = (".askline", ".git")
    """Read-only where all around it can be written: what decides what runs later, outside the
    sandbox. Seen from the project."""
    project_writable: bool = True
    network: bool = False
    unix_sockets: bool = False
    confinement: Confinement = Confinement.REQUIRED
    passed: tuple[str, ...] = ()
    """Variables that its commands are given by name. Who shares a sandbox can read them."""


@dataclass(frozen=True, slots=True)
class Bounds:
    timeout_s: float | None = None
    grace_s: float = 2.0
    """Between the polite request to end and the end."""
    output_bytes: int = 256 << 20
    """Looked at ten times a second: a fast writer gets past it by what it writes meanwhile."""
    file_bytes: int | None = None
    """The largest file the command may write, its output included."""


@dataclass(frozen=True, slots=True)
class Order:
    """One operation's execution. The files of its output are made anew, for the owner alone."""

    id: str
    argv: tuple[str, ...]
    cwd: str
    env: Mapping[str, str]
    sandbox: Sandbox
    stdout: str
    stderr: str | None = None
    """The same file as stdout's where none is given, in the order of writing."""
    files: tuple[tuple[int, str], ...] = ()
    """Values that travel in files: which word of `argv` becomes the path, and what is in it."""
    bounds: Bounds = field(default_factory=Bounds)
