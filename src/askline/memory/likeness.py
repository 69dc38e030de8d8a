"""How alike two questions are, by their words alone. Pure; knows nothing of asks, stores or people.

Same is said only of what differs in blanks, letter case of plain words and sentence marks. Near is a
guess that a person looks at: shared content words, guarded by what turns an answer around. A changed
number, a negation, an opposite or another name of a file or a symbol is never near. No meaning is
understood here, no language is known but by a few lists, and nothing is learned.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from askline.memory.common_words import (
    NEGATIONS,
    NUMBERS,
    OPPOSITES,
    PASSED_OVER,
    SHORTEST_STEM,
    meant,
)


class How(StrEnum):
    SAME = "same"
    NEAR = "near"


NEAR_ENOUGH = 0.5
"""The share of content words in common, where one question says only more than the other."""
NEAR_THOUGH_REPLACED = 0.75
"""The same where each has a word that the other lacks: one thing may stand in another's place."""
ALIKE = 0.6
"""How many of their letter pairs two words share that are one word, misspelled or inflected."""

# Spelled as escapes: quotation marks of many languages look like others.
_QUOTES = "\"'`*\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e"
_OPENING = f"{_QUOTES}([{{"
_ENDS = "?!.,;:\u2026\u3002\uff1f\uff01\uff0c"
_CLOSING = f"{_QUOTES})]}}{_ENDS}"
_MARKS = re.compile(f"[{_ENDS}]+")
_CODE = re.compile(r"[_/\\=<>@#$%&|~^]|\w\.\w|\d|[a-z][A-Z]|\w\(\)|\A[.-]\w|::|\+\+")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_WORD = re.compile(r"\w+", re.UNICODE)


def normal(text: str) -> str:
    """Its one spelling: texts of one spelling are the same question."""
    return " ".join(_tokens(text))


def likeness(one: str, other: str) -> float:
    """From 0, nothing in common or something that turns the answer around, to 1."""
    mine, theirs = _read(one), _read(other)
    if mine.guards != theirs.guards or _opposed(mine.words, theirs.words):
        return 0.0
    left, right = _unshared(mine.words, theirs.words)
    total = len(mine.words) + len(theirs.words)
    if not total:
        return 0.0
    shared = 1 - (len(left) + len(right)) / total
    needed = NEAR_THOUGH_REPLACED if left and right else NEAR_ENOUGH
    return shared if shared >= needed else 0.0


def content_words(text: str) -> tuple[str, ...]:
    """What a question is about, each word once, in one form; for looking it up."""
    return _read(text).words


class _Read:
    __slots__ = ("guards", "words")

    def __init__(self, text: str) -> None:
        codes: list[str] = []
        plain: list[str] = []
        for token in _tokens(text):
            (codes.append if _is_code(token) else plain.append)(token)
        spoken = [word for token in plain for word in _spoken(token)]
        negations = sum(word in NEGATIONS for word in spoken) % 2
        counted = tuple(sorted(NUMBERS[word] for word in spoken if word in NUMBERS))
        self.guards = (tuple(codes), negations, counted)
        known = (meant(word) for word in spoken if word not in PASSED_OVER)
        self.words = tuple(dict.fromkeys((*codes, *known)))


@lru_cache(maxsize=4096)
def _read(text: str) -> _Read:
    return _Read(text)


def _tokens(text: str) -> Iterator[str]:
    for raw in unicodedata.normalize("NFC", text).split():
        if _MARKS.fullmatch(raw):
            continue
        token = raw.lstrip(_OPENING)
        token = token.rstrip(_CLOSING + "(") + "()" if "()" in token else token.rstrip(_CLOSING)
        # Of symbols and files the case is part of the name, of words it is not.
        named = "`" in raw or _CODE.search(token)
        yield f"`{token}`" if named else (token or raw).casefold()


def _is_code(token: str) -> bool:
    return token.startswith("`")


def _spoken(token: str) -> Iterator[str]:
    """The words of a token; scripts without blanks in pairs of signs."""
    plain = token.replace("\u2019", "'").removesuffix("'s").replace("n't", " not")
    for found in _WORD.findall(plain.replace("'", " ")):
        signs = _EAST_ASIAN.fullmatch(found)
        if signs and len(found) > 1:
            yield from (found[place : place + 2] for place in range(len(found) - 1))
        else:
            yield found


def _opposed(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    ours, others = set(mine) - set(theirs), set(theirs) - set(mine)
    return any(OPPOSITES.get(word, set()) & others for word in ours)


def _unshared(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[list[str], list[str]]:
    left = [word for word in mine if word not in theirs]
    right = [word for word in theirs if word not in mine]
    for word in [*left]:
        twin = next((each for each in right if _one_word(word, each)), None)
        if twin is not None:
            left.remove(word)
            right.remove(twin)
    return left, right


def _one_word(one: str, other: str) -> bool:
    if _is_code(one) or _is_code(other) or min(len(one), len(other)) < SHORTEST_STEM:
        return False
    mine, theirs = _pairs(one), _pairs(other)
    return 2 * len(mine & theirs) / (len(mine) + len(theirs)) >= ALIKE


def _pairs(word: str) -> set[str]:
    padded = f" {word} "
    return {padded[place : place + 2] for place in range(len(padded) - 1)}
