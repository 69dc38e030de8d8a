"""The same question, answered otherwise later: the newest answer holds, and both are kept.

Pure. Only what the human said here overrules what the human said here; what stands in a file of the
project alone is overruled by either and overrules nothing but its like: whoever can add a file to a
repository must not be able to take a word back.
"""

from collections.abc import Sequence
from dataclasses import replace

from askline.memory.entries import REDACTED, Entry


def with_overruled(entries: Sequence[Entry]) -> list[Entry]:
    """The same entries, oldest first, and of each that holds no more, since when."""
    newest: dict[str, Entry] = {}
    """The latest word on each question, the store's before any file's."""
    told: list[Entry] = []
    for entry in reversed(entries):
        question = _alike(entry.question)
        later = newest.get(question)
        told.append(_judged(entry, later))
        if later is None or (entry.by and not later.by):
            newest[question] = entry
    return told[::-1]


def _judged(entry: Entry, later: Entry | None) -> Entry:
    if later is None or (entry.by and not later.by) or REDACTED in (entry.answer, later.answer):
        return entry
    return replace(entry, overruled=later.at) if _differ(entry, later) else entry


def _differ(one: Entry, other: Entry) -> bool:
    return _alike(one.answer) != _alike(other.answer)


def _alike(text: str) -> str:
    return " ".join(text.casefold().split())
