"""What a file of a journal says, whoever wrote it: Askline, another program, a person by hand.

Lenient: a question and an answer are enough, and the time may come from the file's name. Words stay
as they were written: `no` is no and 1.50 is 1.50. What cannot be read so is no entry. Nobody vouches
for what a file says, so all of it is cleaned as an agent's words are.

A file as we write it is read line by line, see `own_format`, whatever its size. Others are read
event by event and only so far: a parser that builds whatever it is given can be kept busy for
hours by a file of brackets.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any, cast

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from askline.asks.spelling import read_time
from askline.core.clock import whole_milliseconds
from askline.core.text import clean
from askline.memory.entries import Entry
from askline.stores.journal import own_format
from askline.stores.journal.names import place_in, time_in

MOST_EVENTS = 1_000
DEEPEST = 8
_DEEP = re.compile(rf"(?:[\[{{]\s*+){{{DEEPEST + 1}}}")
NULLS = frozenset({"null", "~"})
LARGEST_FOREIGN = 256 * 1024
"""Characters of a file that needs the parser."""
TEXTS = (
    *("note", "title", "ask", "question_id", "amends"),
    *("by", "who", "door", "agent", "branch", "scope"),
)


class NoEntry(ValueError):
    """Well-formed, perhaps, but nothing that a journal holds."""


def entry_in(text: str, name: str, changed: float, *, parse: bool = True) -> Entry | None:
    """`changed` is when the file was last written, for one that says no time itself.

    Without `parse` only what is as we write it is read, which never takes long.
    """
    if said := own_format.said_in(text):
        return _entry(_cleaned(said), name, changed)
    try:
        return _entry(_said(text), name, changed) if parse and _is_likely(text) else None
    except Exception:  # noqa: BLE001 - a parser may stumble over a hand-made file in any way
        return None


def _is_likely(text: str) -> bool:
    """Whether it is worth the parser's time, which a hostile file could take a lot of."""
    named = all(name in text for name in ("question", "answer"))
    return named and len(text) <= LARGEST_FOREIGN and not _DEEP.search(text)


def _entry(said: dict[str, list[str]], name: str, changed: float) -> Entry | None:
    question, answer = (", ".join(said.get(key, ())) for key in ("question", "answer"))
    if not question or not answer:
        return None
    at = _time(said.get("timestamp")) or time_in(name) or datetime.fromtimestamp(changed, UTC)
    return Entry(
        at=whole_milliseconds(at),
        question=question,
        answer=answer,
        place=place_in(name),
        values=tuple(said.get("values", ())),
        options=tuple(said.get("options", ())),
        rejected=tuple(said.get("rejected", ())),
        overruled=None,
        **{key: text for key in TEXTS if (text := ", ".join(said.get(key, ())))},
    )


def _cleaned(said: dict[str, list[str]]) -> dict[str, list[str]]:
    return {key: [clean(word) for word in words if word] for key, words in said.items()}


def _said(text: str) -> dict[str, list[str]]:
    """The words under each name of a mapping: one, or those of a plain list."""
    said: dict[str, list[str]] = {}
    inside: list[CollectionStartEvent] = []
    key: str | None = None
    for event in _events(text):
        if isinstance(event, CollectionStartEvent):
            inside.append(event)
            if len(inside) > DEEPEST or not isinstance(inside[0], MappingStartEvent):
                raise NoEntry
            continue
        if isinstance(event, CollectionEndEvent):
            inside.pop()
        elif isinstance(inside[-1], SequenceStartEvent) and key is not None:
            said[key] += _words(event)
        elif len(inside) == 1 and key is not None:
            said[key] = _words(event)
        if len(inside) == 1:
            key = _next_key(key, event, said)
    return said


def _next_key(key: str | None, event: object, said: dict[str, list[str]]) -> str | None:
    """After a value comes a name; a name that is no word is nobody's."""
    if key is not None:
        return None
    name = "".join(_words(event))
    if name and name in said:
        raise NoEntry
    said[name] = []
    return name


def _events(text: str) -> Iterator[object]:
    """The collections and scalars of one document."""
    parse: Callable[[str], Iterator[object]] = cast("Any", YAML(typ="safe", pure=True)).parse
    documents = 0
    for number, event in enumerate(islice(parse(text), MOST_EVENTS)):
        documents += isinstance(event, DocumentStartEvent)
        if documents > 1 or number == MOST_EVENTS - 1:
            raise NoEntry
        if isinstance(event, CollectionStartEvent | CollectionEndEvent | ScalarEvent | AliasEvent):
            yield event


def _words(event: object) -> list[str]:
    """An alias leads to words elsewhere, which nobody needs in an entry."""
    if not isinstance(event, ScalarEvent):
        return []
    scalar = cast("Any", event)
    word: str = scalar.value
    return [] if not word or (word in NULLS and not scalar.style) else [clean(word)]


def _time(said: list[str] | None) -> datetime | None:
    """Without a zone it is UTC."""
    try:
        moment = read_time(said[0]) if said else None
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment and not moment.tzinfo else moment
