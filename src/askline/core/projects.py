"""Which project a process works for, and the file of settings that comes with it.

The line imports this module and has to start within 20 ms, so it imports `os` and next to nothing
else. It finds files and reads them whole; what they say is for `config` alone. A project's file
comes with somebody's repository: only a real file of a sensible size is read, so that a link to an
endless device does no harm.
"""
# ruff: noqa: PTH110, PTH116, PTH117, PTH118, PTH120

import os
from stat import S_ISREG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LABEL = "CLAUDE_PROJECT_DIR"
"""The variable that names the project's directory, where the working directory may be another. Qwen
Code's QWEN_CODE_PROJECT_DIR is none: it names a directory of Qwen Code's own, in the user's home."""

LARGEST = 256_000
"""Bytes of a file of settings."""


def directory(labels: "Mapping[str, str]", cwd: str | None) -> str | None:
    """The project's directory, by what a client says of itself, else where it stands."""
    named = labels.get(LABEL, "")
    return named if os.path.isabs(named) else cwd or None


def settings_file(project: str) -> str:
    """Where the project's settings are, or would be: here, or further up in the same repository."""
    places = [project]
    while not os.path.exists(os.path.join(places[-1], ".git")):
        above = os.path.dirname(places[-1])
        if above == places[-1]:
            places = [project]
            break
        places.append(above)
    files = [os.path.join(place, ".askline", "config.toml") for place in places]
    for file in files:
        if os.path.exists(file):
            return file
    return files[0]


def stamp(path: str) -> str:
    """Changes when the file does; empty where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def content(path: str) -> bytes:
    """All of a file of settings.

    Raises: OSError, also for what is no file or too large for one.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(descriptor)
        if not S_ISREG(found.st_mode) or found.st_size > LARGEST:
            raise OSError(f"{path} is no file of at most {LARGEST} bytes")
        return os.read(descriptor, LARGEST)
    finally:
        os.close(descriptor)
