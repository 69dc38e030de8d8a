"""Nothing that an agent writes steers the terminal: the bytes that really go there are read."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from askline.asks.model import CommandShown
from askline.commands.operation import Status
from askline.core.people import Agent, Project
from tests.builders import NOON
from tests.doors.cli_service import Home, a_home, an_api

EVIL = {
    "clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "title": "\x1b]0;owned\x07",
    "clear": "\x1b[2J\x1b[3J",
    "eight bit": "\x9b2J\x9d0;owned\x9c",
    "device": "\x1bP$q q\x1b\\",
    "link": "\x1b]8;;https://evil.example\x07click\x1b]8;;\x07",
    "unfinished": "\x1b]52;c;",
    "turned": "\u202eevil\u202c",
    "tags": "\U000e0065\U000e0076",
}
OURS = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]"  # colours, cursor and modes, checked below
    rb"|[()][A-Z0-9]|[78=>]|P\+q[0-9a-fA-F;]*\x1b\\)"
)
ALLOWED = re.compile(
    rb"\x1b\[(?:[0-9;:]*m|[0-9;]*H|\?[0-9;]+(?:[hl]|\$p)|[<>=?]?[0-9;]*[ut]|[0-9]*[ABCDGJK])"
)

POINTER = re.compile(rb"\x1b\]22;[a-z-]*\x07")
"""The toolkit's own: the shape of the mouse."""
SEND = "\x13"
EDITOR = "import sys\nopen(sys.argv[1], 'w').write('by the editor')\n"


def drawn(home: Home, keys: list[tuple[str, str]], environ: dict[str, str]) -> bytes:
    """What the installed inbox draws: each key is pressed once its words are on the screen."""
    main_end, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    # Who runs tests beside each other may say how large its own terminal is.
    here = {name: os.environ[name] for name in os.environ if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "askline"],
        env={**here, **home.environ, "TERM": "xterm-256color", **environ},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    said, last = b"", ""
    try:
        for words, key in keys:
            said += until(main_end, words, last)
            os.write(main_end, key.encode())
            last = key if key == SEND else ""
        said += until(main_end, "")
        process.wait(20)
    finally:
        process.kill()
        process.wait(20)
        os.close(main_end)
    return said


def until(source: int, words: str, again: str = "", within: float = 30) -> bytes:
    """What comes until these words; without any, until the program ends.

    `again` is pressed again where nothing more comes: too soon, a key settles nothing.
    """
    said, end = b"", time.monotonic() + within
    while not words or words.encode() not in said:
        assert time.monotonic() < end, f"{words!r} did not come: {said[-500:]!r}"
        if select.select([source], [], [], 0.5)[0]:
            try:
                said += os.read(source, 65_536)
            except OSError:  # Linux ends a pty so
                break
        else:
            os.write(source, again.encode())
    return said


def test_no_sequence_of_an_agent_reaches_the_terminal() -> None:
    everything = "".join(EVIL.values())
    with a_home() as home, an_api(home):
        home.asked(
            {
                "id": "q",
                "header": f"Head{everything}"[:24],
                "question": f"Question {everything} end. **bold {everything}**",
                "options": [
                    {
                        "label": f"Label {everything}",
                        "description": everything,
                        "preview": f"Preview {everything}",
                    },
                    "Other one",
                ],
            },
            title=f"Title {EVIL['clipboard']}",
            context=f"Context {everything}",
            agent={"name": f"agent{everything}"},
            project={"name": f"project{everything}"},
        )

        said = drawn(home, [("Other one", "\r"), ("Preview", "2"), ("●", "q")], {})

    nothing_steers(said)


def test_nothing_that_an_operation_wrote_reaches_the_terminal() -> None:
    everything = "".join(EVIL.values())
    hidden = EVIL["clear"] + EVIL["turned"]
    with a_home() as home, an_api(home) as served:
        served.bench.put(
            f"Output {everything} goes on\n{everything}\n\rover{everything}\x08\nlast words\n",
            tool=f"tool{everything}",
            status=Status.WORKING,
            started_at=NOON,
            reason=everything,
            agent=Agent(name=f"agent{everything}"),
            project=Project(name=f"project{everything}"),
            commands=(
                CommandShown(argv=("ls", hidden), cwd=hidden, env=(), sandbox=hidden, sha256="ab"),
            ),
        )
        keys = [("All clear", "O"), ("last words", "\r"), ("scroll", "i"), ("sha256", "q")]
        said = drawn(home, [*keys, ("Output", "q"), ("All clear", "q")], {})

    nothing_steers(said)
    assert b"\\x1b[2J" in said


def nothing_steers(said: bytes) -> None:
    said = POINTER.sub(b"", said)
    assert b"owned" not in said
    assert b"ZXZpbA" not in said
    for forbidden in (b"\x1b]", b"\x1bP$", "\x9b".encode(), "\x9d".encode(), "\u202e".encode()):
        assert forbidden not in said
    assert b"\x1b[3J" not in said
    for sequence in OURS.findall(said):
        assert ALLOWED.fullmatch(sequence) or not sequence.startswith(b"\x1b["), sequence


def test_the_editor_gets_the_terminal_and_gives_it_back(tmp_path: Path) -> None:
    editor = tmp_path / "editor.py"
    editor.write_text(EDITOR)
    with a_home() as home, an_api(home):
        ask = home.asked({"id": "q", "question": "What name?", "type": "text"}, title="Naming")

        drawn(
            home,
            [
                ("What name?", "\r"),
                ("Ctrl+G", "\x07"),
                ("by the editor", SEND),
                ("Answer sent", "\x11"),
            ],
            {"VISUAL": f"{sys.executable} {editor}"},
        )

        outcome = home.client.read(ask["id"])["outcome"]
    assert outcome["answers"][0]["values"] == ["by the editor"]
