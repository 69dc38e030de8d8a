"""Hints as the text that travels between processes: who rings, then one word per hint.

A word is the letter of the news, the ask's id and the tenant. Nothing of an ask's content: whoever
may listen where it travels hears it. How it travels is each bell's own matter.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast
from uuid import UUID

from askline.asks.ports import Hint, News
from askline.core.ids import AskId

LARGEST = 7_900
"""Bytes of one text; PostgreSQL takes 7,999, NATS more."""


def opening(ringer: str) -> str:
    """How every text of this ringer begins."""
    return f"[{json.dumps(ringer)}"


def texts(ringer: str, hints: Iterable[Hint]) -> Iterator[str]:
    """As few texts as hold them all. A word that no text could hold is left out."""
    text = head = opening(ringer)
    for hint in hints:
        word = "," + json.dumps(f"{hint.news}{hint.ask_id.hex}{hint.tenant}")
        if len(head) + len(word) >= LARGEST:
            continue
        if len(text) + len(word) >= LARGEST:
            yield text + "]"
            text = head
        text += word
    if text != head:
        yield text + "]"


def anything(ringer: str) -> str:
    """A text without words: there were too many, so anything may have changed."""
    return opening(ringer) + "]"


def read(text: str) -> list[Hint]:
    """The hints of a text.

    Raises:
        ValueError: this text is not ours.
    """
    try:
        said: Any = json.loads(text)
    except RecursionError as error:
        raise ValueError("no hints") from error
    if not isinstance(said, list) or not said:
        raise ValueError("no hints")
    return [_hint(word) for word in cast("list[object]", said[1:])]


def _hint(word: object) -> Hint:
    if not isinstance(word, str):
        raise ValueError("no hint")  # noqa: TRY004 - not ours, like any other text
    return Hint(News(word[:1]), AskId(UUID(hex=word[1:33])), word[33:])
