"""Entries for people and other programs: a decision log, drafts of decision records, JSON, YAML.

Pure. What was said is quoted: as Markdown it draws no heading, no link, no picture and no HTML of its
own. A draft says what was decided and leaves to people what follows from it.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from askline.asks.spelling import Json, time_text
from askline.core.text import clean
from askline.memory.entries import Entry
from askline.memory.writing import HUMAN, quoted, summary_text

_MARKUP = re.compile(r"[\\`*_\[\]<#~&@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_BEGINNING = re.compile(r"^(\d*)([-+=>.)])")
_TICKS = re.compile("`+")


def entry_shape(entry: Entry) -> Json:
    """Every field, for programs; `source` says whether this store or a file alone knows it."""
    return {
        "timestamp": time_text(entry.at),
        "question": entry.question,
        "answer": entry.answer,
        "values": list(entry.values),
        "note": entry.note,
        "title": entry.title,
        "options": list(entry.options),
        "rejected": list(entry.rejected),
        "ask": entry.ask,
        "question_id": entry.question_id,
        "amends": entry.amends,
        "by": entry.by,
        "who": entry.who,
        "door": entry.door,
        "agent": entry.agent,
        "branch": entry.branch,
        "scope": entry.scope,
        "overruled": time_text(entry.overruled),
        "source": "store" if entry.by else "file",
    }


def markdown(entries: Sequence[Entry], project: str) -> str:
    """A log, oldest first, one heading for each question."""
    parts = [f"# Decisions in {plain(project)}\n"]
    for entry in entries:
        parts.append(f"## {_day(entry.at)}: {plain(entry.question)}\n")
        parts.append(_quote(entry.answer))
        parts.append("\n".join(f"- {line}" for line in _facts(entry)) + "\n")
    return "\n".join(parts)


def records(entries: Sequence[Entry], project: str) -> str:
    """Drafts of decision records, one after the other, numbered from 1."""
    drafts = [_record(number, entry, project) for number, entry in enumerate(entries, 1)]
    return "\n---\n\n".join(drafts)


def as_json(entries: Sequence[Entry], _: str) -> str:
    return json.dumps({"entries": [entry_shape(entry) for entry in entries]}, indent=2) + "\n"


def as_yaml(entries: Sequence[Entry], _: str) -> str:
    return summary_text("", ["  - " + "\n    ".join(_lines(entry)) + "\n" for entry in entries])


FORMATS: Mapping[str, Callable[[Sequence[Entry], str], str]] = {
    "markdown": markdown,
    "adr": records,
    "json": as_json,
    "yaml": as_yaml,
}


def plain(text: str) -> str:
    """One line of Markdown that shows exactly this text."""
    line = _MARKUP.sub(r"\\\g<0>", clean(text, multiline=False))
    return _BEGINNING.sub(r"\1\\\2", line)


def _record(number: int, entry: Entry, project: str) -> str:
    status = f"Overruled on {_day(entry.overruled)}" if entry.overruled else "Accepted"
    parts = [
        f"# {number}. {plain(entry.title or entry.question)}\n",
        f"## Status\n\n{status} (draft, {_day(entry.at)})\n",
        f"## Context\n\nAsked in {plain(project)}: {plain(entry.question)}\n",
        *([_offered(entry)] if entry.options else []),
        f"## Decision\n\n{_quote(entry.answer)}",
        "\n".join(f"- {line}" for line in _facts(entry)) + "\n",
        "## Consequences\n\nTo be written.\n",
    ]
    return "\n".join(parts)


def _offered(entry: Entry) -> str:
    rejected = {*entry.rejected}
    lines = [f"- {plain(o)}{' (not taken)' if o in rejected else ''}" for o in entry.options]
    return "Options:\n\n" + "\n".join(lines) + "\n"


def _facts(entry: Entry) -> Iterator[str]:
    if entry.note:
        yield f"Note: {plain(entry.note)}"
    if entry.rejected:
        yield f"Not taken: {', '.join(map(plain, entry.rejected))}"
    if entry.amends:
        yield f"Said afterwards: {plain(entry.amends)}"
    yield _who(entry)
    if entry.branch:
        yield f"Branch: {plain(entry.branch)}"
    if entry.overruled:
        yield f"Holds no more: answered otherwise on {_day(entry.overruled)}"


def _who(entry: Entry) -> str:
    asked = f", asked by {plain(entry.agent)}" if entry.agent else ""
    which = f", ask {plain(entry.ask)}" if entry.ask else ""
    if not entry.by:
        return f"From a file of the project; nobody here answered it{asked}{which}"
    who = plain(entry.who or entry.by)
    by = who if entry.by == HUMAN else f"{plain(entry.by)} {who}"
    return f"Answered by {by}{f' ({entry.door})' if entry.door else ''}{asked}{which}"


def _quote(text: str) -> str:
    """One line as a quotation; more of them as they are, between fences that they do not hold."""
    text = clean(text).strip("\n")
    if "\n" not in text:
        return f"> {plain(text)}\n"
    fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(text)), default=0))
    return f"{fence}text\n{text}\n{fence}\n"


def _lines(entry: Entry) -> Iterator[str]:
    for name, value in entry_shape(entry).items():
        if value and isinstance(value, list):
            yield f"{name}: [{', '.join(map(quoted, cast('list[str]', value)))}]"
        elif value:
            yield f"{name}: {quoted(value)}"


def _day(at: datetime | None) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d") if at else ""
