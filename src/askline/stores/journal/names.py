"""The names of a journal's files: the second of the answer, with its fraction where that is taken."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from askline.memory.entries import Entry

NAME = re.compile(r"(\d{8}_\d{6})(?:_(\d{1,6}))?_.*\.ya?ml", re.DOTALL)
A_SECOND = 1_000_000
FIRST = -1
"""The place of a file whose name has no fraction: the first of its second."""


def possible(entry: Entry) -> Iterator[str]:
    at = entry.at.astimezone(UTC)
    second = at.strftime("%Y%m%d_%H%M%S")
    yield f"{second}_question.yaml"
    for fraction in range(at.microsecond + entry.place, A_SECOND):
        yield f"{second}_{fraction:06}_question.yaml"
    raise FileExistsError(f"no name is left in the second of {second}")


def time_in(name: str) -> datetime | None:
    """The second that a file's name tells."""
    found = NAME.fullmatch(name)
    try:
        return datetime.strptime(f"{found[1]}+0000", "%Y%m%d_%H%M%S%z") if found else None
    except ValueError:
        return None


def place_in(name: str) -> int:
    """Orders what was answered at the same time."""
    found = NAME.fullmatch(name)
    return int(found[2]) if found and found[2] else FIRST
