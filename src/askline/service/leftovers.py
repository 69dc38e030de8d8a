"""Directories that a process makes for its commands and takes away when it goes: those of processes
that were killed first.

Each bears the name of its process, so whoever comes next knows whose they are.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

from askline.service.holders import NAME, Processes

BEFORE = "askline-"
"""Before the name, where others have their directories too."""


def passing(name: str) -> Path:
    """For what operations write, where nothing is kept. Not among what a service keeps, which would
    sweep it away."""
    return Path(gettempdir(), f"{BEFORE}{name}")


def scratch(state: str, name: str) -> Path:
    """For temporary files of commands that have no file system of their own for them."""
    return Path(state, "scratch", name)


def prune(state: str, processes: Processes) -> None:
    """Take away what is nobody's any more."""
    places = [*Path(state, "scratch").glob("*"), *Path(gettempdir()).glob(f"{BEFORE}*")]
    for each in places:
        name = each.name.removeprefix(BEFORE)
        if NAME.fullmatch(name) and name not in processes and not _runs(name):
            remove(each)


def remove(place: Path) -> None:
    """As far as it goes: a command may have made what cannot be taken away."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(place, ignore_errors=True)


def _runs(name: str) -> bool:
    """Processes of another home are not known here; one with this number may be one of them."""
    try:
        os.kill(int(name.split("-")[1]), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
