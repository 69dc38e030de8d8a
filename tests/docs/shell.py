"""Blocks of shell on our pages, played: a real shell reads them, and `askline` runs in this process.

The shell finds a stand-in that notes with which words and where it was called; then the words are
given to the real command line, over the real API of a service without a process of its own. So a
block costs a shell and no start of Python. What a made-up id leads to is `not found`, as it should.
The shell finds nothing else but a few harmless programs: a block that needs more says why it is not run.
"""

import os
import shutil
import subprocess
from collections.abc import Generator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from askline.doors.cli.main import run
from askline.doors.cli.problems import EXIT_CODES, OUT_OF_REACH, USAGE
from askline.line.snapshot import shipped
from tests.doors.cli_service import Home, a_home, a_pulse, an_api

STAND_IN = """#!/bin/sh
printf '%s\\0' "$PWD" "$#" "$@" >> "$CALLS"
"""

MAY_NOT_BE_RUN = (
    "A block that a test may not run has `<!-- not run: why -->` on the line before it."
)

HARMLESS = ("cat", "git", "mkdir", "openssl")
READERS_OWN = ("jq",)
"""What a reader may have, and this machine need not."""

SILENT = "#!/bin/sh\n"
SHELL = shutil.which("sh") or "/bin/sh"

FURNISHED = (
    *("shop", "other/.swissarmyhammer/questions", "my-project/.swissarmyhammer/questions"),
    *(".config/askline", ".local/share/auq/sessions", "DIR"),
)
"""Directories that pages speak of, as a reader has theirs."""

DEFECTS = frozenset({1, USAGE, OUT_OF_REACH})
"""How no command of a page may end: wrong words, a defect, or nobody there."""


class Call(NamedTuple):
    directory: str
    words: tuple[str, ...]


def calls(text: str, place: Path) -> list[Call]:
    """With which words a shell calls `askline` when it is given the text of a block."""
    noted, programs = place / "calls", place / "bin"
    _furnish(programs)
    read = subprocess.run(
        [SHELL, "-s"],
        input=text.encode(),
        cwd=place,
        env={"HOME": str(place), "PATH": str(programs), "CALLS": str(noted)},
        capture_output=True,
        check=False,
        timeout=30,
    )
    assert b"not found" not in read.stderr, f"{read.stderr.decode()}{MAY_NOT_BE_RUN}"
    parts = noted.read_text().split("\0")[:-1] if noted.exists() else []
    return [*_read(parts)]


def _furnish(programs: Path) -> None:
    programs.mkdir()
    for name in HARMLESS:
        (programs / name).symlink_to(shutil.which(name) or "")
    for name in ("askline", *READERS_OWN):
        (programs / name).write_text(STAND_IN if name == "askline" else SILENT)
        (programs / name).chmod(0o755)


def _read(parts: Sequence[str]) -> Generator[Call]:
    while parts:
        directory, count = parts[0], int(parts[1])
        yield Call(directory, tuple(parts[2 : 2 + count]))
        parts = parts[2 + count :]


@contextmanager
def a_served_home() -> Generator[Home]:
    """A home with a service that lines and commands find."""
    with a_home() as home, an_api(home, url="http://127.0.0.1:7450"), a_pulse(home):
        yield home


@contextmanager
def a_place(home: Home) -> Generator[Path]:
    """A directory of its own with projects in it, where a block is played, and nothing set before."""
    Path(home.locations.config).unlink(missing_ok=True)
    with TemporaryDirectory(prefix="askline-page-") as name, chdir(name):
        place = Path(name).resolve()
        for directory in FURNISHED:
            (place / directory).mkdir(parents=True)
        yield place


def ending(call: Call, home: Home, place: Path) -> int:
    """How the real command line ends with these words."""
    if call.words[:1] == ("mcp",):
        return 0 if understood_by_the_line(call.words[1:]) else USAGE
    environ = {**home.environ, "HOME": str(place), "PATH": os.environ["PATH"]}
    with chdir(call.directory):
        return run([*call.words], environ=environ, run_hub=lambda _verb, _words: 0)


def understood_by_the_line(words: Sequence[str]) -> bool:
    """Whether `askline mcp` knows these words, which it reads without a parser."""
    match [*words]:
        case []:
            return True
        case ["--profile", profile, *more]:
            return profile in shipped() and understood_by_the_line(more)
        case ["--apps" | "--in-process", *more]:
            return understood_by_the_line(more)
        case _:
            return False


def told(code: int) -> str:
    return f"{code}, {EXIT_CODES.get(code, 'unknown')}"
