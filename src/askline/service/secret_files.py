"""What outlives the process and is for nobody else's eyes: one line in a file of its own."""

import os
import secrets
from pathlib import Path

from askline.core.whole_files import PRIVATE, replace_whole

SHORTEST = 32


def kept_secret(path: Path) -> str:
    """The secret in this file; made now, if there is none. Of several makers one wins.

    Raises: OSError, where nothing can be kept.
    """
    if len(secret := read_line(path)) >= SHORTEST:
        return secret
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    _write(unfinished, secrets.token_urlsafe(SHORTEST))
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        if len(read_line(path)) < SHORTEST:  # spoilt
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return read_line(path)


def read_line(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def keep_line(path: Path, text: str) -> None:
    """Whole or not at all."""
    replace_whole(path, f"{text}\n".encode(), mode=PRIVATE, lasting=False)


class KeptText:
    """One line, again and again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str:
        return read_line(self._path)

    def write(self, text: str) -> None:
        keep_line(self._path, text)


def _write(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(f"{text}\n")
