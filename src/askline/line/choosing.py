"""Which profile the service would decide on here, as far as that is known without reading settings.

Only the service reads settings. It leaves word of what it decided, with the stamps of the files that
made it decide so; while those are unchanged its word holds. Where no file could set the profile the
default holds. In every other case nothing is known, and the client hears from the service itself.
"""
# ruff: noqa: PTH118, PTH123

import os

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
    return "\n".join(f"{path}\t{stamp(path)}" for path in files if _may_decide(path))


def word_of(state: str, version: str, deciding: str) -> str:
    """Where the word for these files lies: one place for each set of files, however they change."""
    value = 0xCBF29CE484222325  # FNV-1a, 64 bits: the same in every process, and no import
    for line in deciding.split("\n"):
        for byte in os.fsencode(line.rpartition("\t")[0]):
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return os.path.join(state, "snapshots", version, f"{value:016x}.profile")


def _may_decide(path: str) -> bool:
    try:
        said = content(path)
    except (OSError, ValueError):
        return False  # the service cannot read it either
    return KEY in said or ESCAPE in said
