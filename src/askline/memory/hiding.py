"""What is taken out of an entry before it becomes a file: texts that the user does not want there.

Pure. A pattern is a text with `*` at its beginning or end for whatever is attached there, up to a
space. No more than that, because a project may bring patterns of its own, and a regular expression
of ten characters can be made to search for years. The store and what agents are told stay whole.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from askline.memory.entries import REDACTED, Entry

Hide = Callable[[str], str]

LONGEST_BEFORE = 200
"""Characters that a `*` at the beginning stands for, so that looking stays linear."""


def hiding(patterns: Iterable[str]) -> Hide:
    """Upper and lower case are the same."""
    found = [_spelled(pattern) for pattern in patterns if pattern.strip("* ")]
    if not found:
        return str
    pattern = re.compile("|".join(found), re.IGNORECASE)
    return lambda text: pattern.sub(REDACTED, text)


def hidden(entry: Entry, hide: Hide) -> Entry:
    """Ids, times and who it was stay: by them the entry is found again."""
    return replace(
        entry,
        question=hide(entry.question),
        answer=hide(entry.answer),
        note=entry.note and hide(entry.note),
        title=entry.title and hide(entry.title),
        values=tuple(map(hide, entry.values)),
        options=tuple(map(hide, entry.options)),
        rejected=tuple(map(hide, entry.rejected)),
    )


def _spelled(pattern: str) -> str:
    text = re.escape(pattern.strip("*"))
    before = rf"\S{{0,{LONGEST_BEFORE}}}?" if pattern.startswith("*") else r"(?<!\w)"
    after = r"\S*+" if pattern.endswith("*") else r"(?!\w)"
    return f"{before}{text}{after}"
