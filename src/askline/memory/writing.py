"""Entries as YAML text: the file of one, and the summary of many.

Every text stands in double quotes on one line. What YAML could take for something else, what a
reader cannot see and what turns a line around is an escape, so any YAML reader gets back exactly
what was said, and what a person sees in the file is what is there. Writes only: reading what people
wrote needs a whole parser and is an adapter's.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from askline.asks.spelling import time_text
from askline.memory.entries import Entry

HUMAN = "human"
BASIC_PLANE = 0xFFFF

_ESCAPED = re.compile(
    r'["\\]|[^\x20-\x7e\xa0-\u061b\u061d-\u200a\u200c\u200d\u2010-\u2027\u202f-\u205f\u2070-\ud7ff'
    r"\ue000-\ufefe\uff00-\ufff8\ufffc\ufffd\U00010000-\U000dffff\U000e1000-\U0010ffff]"
)
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def quoted(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text)}"'


def file_text(entry: Entry) -> str:
    """The file of one entry."""
    saved = entry.at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    lists = {"values": entry.values, "options": entry.options, "rejected": entry.rejected}
    more = {
        "note": entry.note,
        "title": entry.title,
        "ask": entry.ask,
        "question_id": entry.question_id,
        "amends": entry.amends,
        "by": entry.by,
        "who": entry.who,
        "door": entry.door,
        "agent": entry.agent,
        "branch": entry.branch,
        "scope": entry.scope,
    }
    lines = [f"# Saved at {saved}", *_said(entry)]
    lines += [f"{name}: [{', '.join(map(quoted, some))}]" for name, some in lists.items() if some]
    lines += [f"{name}: {quoted(text)}" for name, text in more.items() if text]
    return "\n".join([*lines, ""])


def summary_head(generated: datetime, total: int, left_out: int) -> str:
    lines = [
        "# Question/Answer History",
        f"# Generated: {time_text(generated)}",
        f"# Total Q&A Pairs: {total}",
    ]
    if left_out:
        lines.append(f"# {left_out} more, older, are left out here to keep this short.")
    return "\n".join([*lines, "", ""])


def contract_entry(entry: Entry) -> str:
    """One entry of the list: what was said, and whatever is not as one would expect."""
    return _listed(entry, _notable(entry))


def summary_entry(entry: Entry) -> str:
    """The same with what tells whether it fits here and still holds."""
    placed = {"branch": entry.branch, "overruled": time_text(entry.overruled)}
    return _listed(entry, {**_notable(entry), **placed})


def summary_text(head: str, entries: Sequence[str]) -> str:
    return head + ("entries:\n" + "".join(entries) if entries else "entries: []\n")


def _notable(entry: Entry) -> dict[str, str | None]:
    return {
        "note": entry.note,
        "amends": entry.amends,
        "by": None if entry.by == HUMAN else entry.by,
        "source": None if entry.by else "file",
    }


def _listed(entry: Entry, more: Mapping[str, str | None]) -> str:
    lines = [*_said(entry), *(f"{name}: {quoted(text)}" for name, text in more.items() if text)]
    return "  - " + "\n    ".join(lines) + "\n"


def _said(entry: Entry) -> Iterable[str]:
    yield f"timestamp: {quoted(time_text(entry.at) or '')}"
    yield f"question: {quoted(entry.question)}"
    yield f"answer: {quoted(entry.answer)}"


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    if short := _SHORT.get(character):
        return short
    code = ord(character)
    return f"\\u{code:04x}" if code <= BASIC_PLANE else f"\\U{code:08x}"
