"""Whether the row of an ask can say certain words: a first look that lets no ask through too few.

At the texts as they are kept, so nothing is parsed: names of fields are words here too. Whoever
searches looks again at what comes through. Where a database folds cases by itself, it is given
patterns that leave open every letter it might fold differently.
"""

import json
from collections.abc import Sequence
from functools import lru_cache

FOLDED_ALIKE = frozenset("bcdegmopqruvxz0123456789 -./:;,@#$&+=<>(){}[]!?*'")
"""Characters that nothing outside ASCII folds to, and that mean nothing in a pattern."""


def can_say(words: Sequence[str], *texts: str | None) -> bool:
    """Whether all of the words, folded and spelled by `as_kept`, are in these texts."""
    kept = "\n".join(text for text in texts if text).casefold()
    return all(word in kept for word in words)


@lru_cache(maxsize=64)
def as_kept(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words as JSON spells them inside a text."""
    return tuple(json.dumps(word, ensure_ascii=False)[1:-1] for word in words)


def patterns(words: Sequence[str]) -> list[str]:
    """For `ILIKE`: each word with everything open that could be spelled otherwise."""
    found = ["".join(_open(character) for character in word) for word in as_kept(tuple(words))]
    return [f"%{pattern}%" for pattern in found]


def _open(character: str) -> str:
    return character if character in FOLDED_ALIKE else "%"
