"""What people read, in their language. English stands in the code; a catalogue has the same sentences in
another language, by the English ones.

A language is a folder of JSON files in `languages`. It is read when the first sentence is said in it and
never for English, so that a command pays nothing for what it does not use. What machines and agents read
does not pass here: JSON, codes, tools' texts, logs and the journal stay as they are.
"""

import json
import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).parent / "languages"
ERRORS: Final = "errors*.json"
"""What is raised elsewhere and comes here with its gaps filled."""

Said = str | dict[str, str]
"""A sentence, or its forms by number: `one`, `other`."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_GAP: Final = re.compile(r"\{(\d)[^{}]*\}")


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Everything within is said in this language."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """The one that is spoken now."""
    return _language.get()


def t(text: str, *gaps: object) -> str:
    """The sentence in the language spoken now, its gaps filled: `{0}` is the first."""
    said = _found(text)
    said = said if isinstance(said, str) else text
    return said.format(*gaps) if gaps else said


def many(count: int, one: str, more: str, *gaps: object) -> str:
    """One of two sentences by a number, which is the first gap. The first is the catalogue's key."""
    found = _found(one)
    if isinstance(found, dict):
        said = found[_form(language(), count)]
    else:
        said = one if count == 1 else more
    return said.format(count, *gaps)


def mark(text: str) -> str:
    """The sentence as it is, for the catalogue to know: a table's, said later."""
    return text


def known(text: str) -> str:
    """The same in the language spoken now, of a sentence that came ready: from the service, from a library.

    What the catalogue does not know stays as it is.
    """
    spoken = language()
    if spoken == ENGLISH or not text:
        return text
    if isinstance(said := catalogue(spoken).get(text), str):
        return said
    for form, order, said in _forms(spoken):
        if found := form.fullmatch(text):
            return _refilled(said, dict(zip(order, found.groups(), strict=True)))
    return text


def _refilled(said: str, gaps: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: known(gaps[gap[1]]), said)


@cache
def languages() -> tuple[str, ...]:
    """Those that can be spoken."""
    return (ENGLISH, *sorted(each.name for each in FOLDER.iterdir()))


def chosen(wanted: str | None, environ: Mapping[str, str]) -> str:
    """The language that somebody set, or else their system's; English where that is none of ours."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    system = next((environ[name] for name in names if environ.get(name)), ENGLISH)
    code = re.split(r"[^a-z]", (wanted or system).lower())[0]
    return code if code and code != ENGLISH and (FOLDER / code).is_dir() else ENGLISH


def accepted(listed: str) -> str:
    """The first language of those that a browser lists, in the order of its header, which is one of ours."""
    codes = (re.split(r"[^a-z]", each.strip())[0] for each in listed.lower().split(","))
    return next((code for code in codes if code in languages()), ENGLISH)


@cache
def catalogue(language: str) -> Mapping[str, Said]:
    """Every sentence of a language, by the English one."""
    return _joined(language, "*.json")


@cache
def _forms(language: str) -> tuple[tuple[re.Pattern[str], list[str], str], ...]:
    """Errors with gaps, as patterns of what they are once they are filled; the longest first."""
    errors = _joined(language, ERRORS)
    gapped = sorted(filter(_GAP.search, errors), key=len, reverse=True)
    return tuple((_pattern(text), _GAP.findall(text), str(errors[text])) for text in gapped)


def _joined(language: str, names: str) -> dict[str, Said]:
    files = sorted((FOLDER / language).glob(names))
    parts: list[dict[str, Said]] = [json.loads(file.read_text("utf-8")) for file in files]
    return {text: said for part in parts for text, said in part.items()}


def _pattern(text: str) -> re.Pattern[str]:
    fixed = [re.escape(part) for part in _GAP.split(text)[::2]]
    return re.compile("(.+?)".join(fixed), re.DOTALL)


def _found(text: str) -> Said | None:
    spoken = language()
    return None if spoken == ENGLISH else catalogue(spoken).get(text)


def _form(language: str, count: int) -> str:
    """Which form a number takes; a language with more than two of them gets its rule here."""
    rule = _RULES.get(language, _one_or_other)
    return rule(count)


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


_RULES: Final[Mapping[str, Callable[[int], str]]] = {}
