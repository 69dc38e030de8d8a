"""A project, a place outside it, and a runner between: as who runs the tests, and as nobody."""

import os
import shutil
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import anyio

from askline.commands.ports import Ended
from askline.core.locations import Locations
from askline.runner.model import Bounds, Order, Sandbox
from askline.runner.runner import running
from askline.runner.surroundings import Surroundings

NOBODY = 65534
PYTHON = "/usr/bin/python3"


@dataclass(frozen=True)
class Scene:
    directory: Path
    around: Surroundings

    @property
    def project(self) -> Path:
        return self.directory / "project"

    @property
    def outside(self) -> Path:
        return self.directory / "outside"

    def sandbox(self, **words: object) -> Sandbox:
        seen = Sandbox(str(self.project), readable=(str(self.outside),))
        return replace(seen, **words)

    def run(self, *argv: str, name: str = "op", **words: object) -> Order:
        return Order(
            id=name,
            argv=argv,
            cwd=str(self.project),
            env={"PATH": "/usr/bin:/bin", "HOME": self.around.home},
            sandbox=self.sandbox(**words),
            stdout=str(self.directory / f"{name}.out"),
            bounds=Bounds(timeout_s=20),
        )

    async def through(self, run: Order) -> tuple[Ended, str]:
        """How it ended and what it printed."""
        with anyio.fail_after(30):
            async with running(self.around) as runner:
                ended = await (await runner.start(run)).wait()
        return ended, await anyio.Path(run.stdout).read_text(errors="replace")


def who() -> list[str]:
    """Only root can be somebody else as well."""
    return ["oneself", "nobody"] if os.geteuid() == 0 else ["oneself"]


@contextmanager
def scene(actor: str) -> Generator[Scene]:
    """Everything in it belongs to the actor, so that nothing but the sandbox protects it."""
    with tempfile.TemporaryDirectory(prefix="askline-", dir="/var/tmp") as made:
        directory = Path(os.path.realpath(made))
        _furnish(directory)
        home = {"HOME": str(directory / "house"), "PATH": "/usr/bin:/bin"}
        around = Surroundings.here(Locations.from_environment(home), home)
        Path(around.own[1]).mkdir(parents=True)
        Path(around.own[0], "askline.db").write_text("answers")
        if actor == "nobody":
            around = replace(
                around, interpreter=PYTHON, python="/usr", bubblewrap=str(_as_nobody(directory))
            )
        for each in (directory, *directory.rglob("*")):
            each.chmod(0o755 if each.is_dir() or each.stat().st_mode & stat.S_IXUSR else 0o644)
            if actor == "nobody":
                os.chown(each, NOBODY, NOBODY)
        yield Scene(directory, around)


def _furnish(directory: Path) -> None:
    for each in (
        "project/.askline/tools",
        "project/.git/hooks",
        "outside",
        "house/.ssh",
        "house/.cargo/bin",
    ):
        (directory / each).mkdir(parents=True)
    (directory / "project/.askline/tools/demo.json").write_text("{}")
    (directory / "project/.git/config").write_text("[core]\n")
    (directory / "project/.git/hooks/pre-commit").write_text("#!/bin/sh\n")
    (directory / "project/code.txt").write_text("code")
    (directory / "house/.ssh/id_ed25519").write_text("private")
    (directory / "house/.cargo/credentials.toml").write_text("secret")
    for each in ("victim", "removed", "moved"):
        (directory / "outside" / each).write_text("keep")


def _as_nobody(directory: Path) -> Path:
    script = directory / "bwrap-as-nobody"
    bubblewrap = shutil.which("bwrap")
    script.write_text(
        f'#!/bin/sh\nexec setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups {bubblewrap} "$@"\n'
    )
    script.chmod(0o755)
    return script
