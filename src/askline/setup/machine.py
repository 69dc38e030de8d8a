"""This machine, as clients' rules want to know it. The only part of this room that looks around."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from askline.setup.client import Machine

VERSION_S = 20.0


def this_machine(environ: Mapping[str, str], cwd: str | None) -> Machine:
    home = Path(environ.get("HOME") or Path.home())
    path = environ.get("PATH")
    return Machine(
        home=home,
        project=_project(Path(cwd) if cwd else home),
        system=os.uname().sysname,
        environ=environ,
        command=own_command(environ),
        has=lambda program: shutil.which(program, path=path) is not None,
        version=lambda program: _version(program, environ),
    )


def own_command(environ: Mapping[str, str]) -> tuple[str, ...]:
    """How this installation is started by a program that knows nothing of our environment."""
    beside = Path(sys.executable).with_name("askline")
    if os.access(beside, os.X_OK):
        return (str(beside),)
    found = shutil.which("askline", path=environ.get("PATH"))
    return (os.path.abspath(found),) if found else (sys.executable, "-m", "askline")  # noqa: PTH100 - links stay links


def _project(cwd: Path) -> Path:
    """The repository around a directory, or the directory itself."""
    return next((each for each in (cwd, *cwd.parents) if (each / ".git").exists()), cwd)


def _version(program: str, environ: Mapping[str, str]) -> str | None:
    found = shutil.which(program, path=environ.get("PATH"))
    if found is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - the client that is to be set up, asked for its version
            [found, "--version"],
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=VERSION_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
