"""The recording on the first page: an agent asks, a person answers in the terminal inbox, the agent goes on.

`just recording`. A real agent's client with a scripted model, the real inbox, real keys, in a tmux of its
own; what is drawn is what tmux says is on the screen. Only the pauses are ours: waiting is cut short.
"""

import shlex
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from rich.text import Text

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.film import Frame, svg
from tests.clients.installing import installed
from tests.clients.known import CODEX
from tests.clients.model import scripted_model
from tests.clients.scene import Scene, a_scene
from tests.clients.start.rooms import Decided

OUT = Path(__file__).parent.parent / "docs" / "assets" / "recording" / "askline.svg"
COLUMNS, UPPER, LOWER = 100, 5, 20
TOLD = (
    "Above, an agent is told to move the orders and asks which database it shall be."
    " Below, its human opens the inbox, picks SQLite and sends it. Above, the agent goes on."
)
ASK = Decided(
    {
        "title": "Where shall orders be kept?",
        "context": "The shop has **one** server today; orders are `2 GB`.",
        "questions": [
            {
                "id": "db",
                "question": "Which database shall it be?",
                "options": [
                    {"label": "Postgres", "description": "A server of its own, ready for more."},
                    {
                        "label": "SQLite",
                        "description": "One file beside the shop. Nothing to run.",
                        "recommended": True,
                    },
                ],
            }
        ],
    }
)
PROMPT = "Move the orders into a database. Ask me which."
WITHIN_S = 400.0
TYPING_S = 0.05


class Stage:
    """Two panes: above the agent's shell, below the person's."""

    def __init__(self, scene: Scene, env: dict[str, str]) -> None:
        self._scene, self._env = scene, env
        self.frames: list[Frame] = []

    def open(self) -> None:
        shell = "env PS1='$ ' bash --norc --noprofile"
        size = ("-x", str(COLUMNS), "-y", str(UPPER + LOWER + 1))
        where = ("-c", str(self._scene.project))
        self.tmux("new-session", "-d", "-s", "main", *size, *where, shell)
        self.tmux("set-option", "-g", "default-terminal", "tmux-256color")
        self.tmux("split-window", "-v", "-l", str(LOWER), "-t", "main", *where, shell)

    def types(self, pane: int, text: str) -> None:
        for character in text:
            self.tmux("send-keys", "-t", f"main.{pane}", "-l", character)
            self.keep(TYPING_S)

    def presses(self, pane: int, key: str) -> None:
        # What comes faster than a person's keys settles nothing.
        time.sleep(0.6)
        self.tmux("send-keys", "-t", f"main.{pane}", key)

    def sees(self, words: str, seconds: float) -> None:
        """Wait until both panes together show it, and keep that for so long."""
        end = time.monotonic() + WITHIN_S
        while words not in "\n".join(self._rows(escapes=False)):
            if time.monotonic() > end:
                raise SystemExit(f"{words!r} was never seen:\n" + "\n".join(self._rows()))
            time.sleep(0.1)
        time.sleep(0.4)
        self.keep(seconds)

    def keep(self, seconds: float) -> None:
        rows = tuple(self._rows())
        if self.frames and self.frames[-1].rows == rows:
            seconds += self.frames.pop().seconds
        self.frames.append(Frame(rows, seconds))

    def _rows(self, *, escapes: bool = True) -> list[str]:
        flags = ("-e",) if escapes else ()
        panes = (
            self.tmux("capture-pane", "-p", *flags, "-t", f"main.{pane}").splitlines()
            for pane in (0, 1)
        )
        above, below = panes
        rule = "\x1b[90m" + "─" * COLUMNS + "\x1b[0m"
        filled = [*above, *[""] * UPPER][:UPPER]
        return [*filled, rule, *below[:LOWER]]

    def tmux(self, *words: str) -> str:
        own = ["tmux", "-S", str(self._scene.root / "tmux"), "-f", "/dev/null"]
        done = subprocess.run(  # noqa: S603 - our own words
            [*own, *words], env=self._env, capture_output=True, text=True, timeout=60, check=False
        )
        if done.returncode:
            raise SystemExit(f"tmux {words[0]}: {done.stderr}")
        return done.stdout


def played(theme: str) -> list[Frame]:
    with ExitStack() as stack:
        model = stack.enter_context(scripted_model(ASK))
        scene = stack.enter_context(a_scene(model.url))
        CODEX.configure(scene)
        _plain_names(scene)
        env = {**scene.env, **CODEX.env(scene), "COLORTERM": "truecolor"}
        env["PATH"] = f"{scene.root / 'bin'}:{env['PATH']}"
        scene.human.run("config", "set", "tui.theme", theme)
        stage = Stage(scene, env)
        stage.open()
        stack.callback(stage.tmux, "kill-server")
        _act(stage)
        return stage.frames


def _plain_names(scene: Scene) -> None:
    """The two programs under the names by which people have them."""
    directory = scene.root / "bin"
    directory.mkdir()
    (directory / "codex").symlink_to(installed(CODEX.name))
    ours = directory / "askline"
    ours.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m askline "$@"\n')
    ours.chmod(0o755)


def _act(stage: Stage) -> None:
    stage.sees("$", 0.8)
    stage.types(0, f'codex exec "{PROMPT}" 2>/dev/null')
    stage.presses(0, "Enter")
    stage.keep(1.0)
    stage.types(1, "askline")
    stage.presses(1, "Enter")
    stage.sees("Where shall orders be kept?", 2.6)
    stage.presses(1, "Enter")
    stage.keep(0.8)
    stage.presses(1, "2")
    stage.sees("● SQLite", 1.6)
    stage.presses(1, "Enter")
    stage.sees("We take SQLite.", 3.5)


def plain(frame: Frame) -> str:
    return "\n".join(Text.from_ansi(row).plain for row in frame.rows)


def main() -> None:
    looks = {theme: played(theme) for theme in ("light", "dark")}
    still = max(at for at, frame in enumerate(looks["light"]) if "● SQLite" in plain(frame))
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(svg(looks, COLUMNS, still, TOLD), encoding="utf-8")
    seconds = sum(frame.seconds for frame in looks["light"])
    sys.stdout.write(f"{OUT.name}: {seconds:.1f} s, {OUT.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
