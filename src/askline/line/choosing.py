"""Which profile the service would decide on here, as far as that is known without reading settings.

Only the service reads settings. It leaves word of what it decided, with the stamps of the files that
made it decide so; while those are unchanged its word holds. Where no file could set the profile the
default holds. In every other case nothing is known, and the client hears from the service itself.
"""
# ruff: noqa: PTH118, PTH123

import os

from askline.core.locations import checksum
from askline.core.projects import content, stamp

DEFAULT = "askline"
KEY = b"profile"
ESCAPE = b"\\"
"""With it the key could be spelled in another way."""


def decided(state: str, version: str, files: "tuple[str, ...]") -> str | None:
    """The profile for these files of settings; None where only the service can tell."""
    deciding = stamps(files)
    if not deciding:
        return DEFAULT
    try:
        with open(word_of(state, version, deciding), "rb") as file:
            left, _, profile = os.fsdecode(file.read()).rpartition("\n")
    except OSError:
        return None
    return profile if left == deciding else None


def stamps(files: "tuple[str, ...]") -> str:
    """The files that may set a profile, as they are now; empty if none can."""
    return "\n".join(f"{path}\t{stamp(path)}" for path in files if names((path,), KEY))


def word_of(state: str, version: str, deciding: str) -> str:
    """Where the word for these files lies: one place for each set of files, however they change."""
    files = "\n".join(line.rpartition("\t")[0] for line in deciding.split("\n"))
    return os.path.join(state, "snapshots", version, f"{checksum(files)}.profile")


def names(files: "tuple[str, ...]", key: bytes) -> bool:
    """Whether one of the files may say something of this key."""
    for path in files:
        try:
            said = content(path)
        except (OSError, ValueError):
            continue  # the service cannot read it either
        if key in said or ESCAPE in said:
            return True
    return False
