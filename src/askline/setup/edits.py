"""What is wanted in a file, how a text comes to have it, and how it loses it again.

Applying gives the new text and the steps that led there; undoing takes the steps back one by one, in
a text that others may have changed since. What is there already leads to no step, so doing it twice
does nothing, and a value that the user had before comes back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from askline.setup import block_text
from askline.setup.documents import ABSENT, Document, DoesNotFit, Path, found
from askline.setup.formats import DOCUMENTS, Format


@dataclass(frozen=True, slots=True)
class Put:
    """This value, here. Of a table only the names that it has: others are the user's."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Include:
    """A list here with this value in it."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Our words, between marks that say so: the rest of the text is the user's."""

    text: str


@dataclass(frozen=True, slots=True)
class Own:
    """The whole file, which is ours alone."""

    text: str


Edit = Put | Include | Paragraph | Own

Did = Literal["made", "set", "added", "said", "wrote"]


@dataclass(frozen=True, slots=True)
class Step:
    did: Did
    path: Path = ()
    value: Any = ABSENT
    """Of `set` what was there before, of `added` what was added."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a client wants in one of its files."""

    file: str
    format: Format
    edits: tuple[Edit, ...]


def applied(format_: Format, text: str, edits: Iterable[Edit]) -> tuple[str, tuple[Step, ...]]:
    """Raises: DoesNotFit."""
    steps: list[Step] = []
    for edit in edits:
        if isinstance(edit, Put):
            text = _put(DOCUMENTS[format_], text, edit.path, edit.value, steps)
        elif isinstance(edit, Include):
            text = _include(DOCUMENTS[format_], text, edit.path, edit.value, steps)
        elif isinstance(edit, Paragraph):
            text = _done(text, block_text.put(text, edit.text), Step("said"), steps)
        else:
            _must_be_ours(text, edit.text)
            text = _done(text, edit.text, Step("wrote"), steps)
    return text, tuple(steps)


def undone(format_: Format, text: str, steps: Sequence[Step]) -> str:
    """Raises: DoesNotFit."""
    for step in reversed(steps):
        if step.did in ("said", "wrote"):
            text = block_text.drop(text)
        else:
            text = _undone(DOCUMENTS[format_], text, step)
    return text


def is_empty(format_: Format, text: str) -> bool:
    """Whether a file says nothing any more, so that whoever made it may take it away."""
    return not text.strip() or (format_ in DOCUMENTS and not DOCUMENTS[format_].load(text))


def _put(document: Document, text: str, path: Path, value: Any, steps: list[Step]) -> str:
    before = found(document.load(text), path)
    if isinstance(before, Mapping) and isinstance(value, Mapping):
        for name, each in cast("Mapping[str, Any]", value).items():
            text = _put(document, text, (*path, name), each, steps)
        return text
    if before == value:
        return text
    _make_around(document, text, path, steps)
    return _done(text, document.put(text, path, value), Step("set", path, before), steps)


def _include(document: Document, text: str, path: Path, value: Any, steps: list[Step]) -> str:
    before = found(document.load(text), path)
    if before is ABSENT:
        _make_around(document, text, path, steps)
        steps += (Step("made", path), Step("added", path, value))
        return document.put(text, path, [value])
    if not isinstance(before, list):
        raise DoesNotFit(path, "a list")
    if value in before:
        return text
    return _done(text, document.append(text, path, value), Step("added", path, value), steps)


def _make_around(document: Document, text: str, path: Path, steps: list[Step]) -> None:
    """The tables that come into being with a value."""
    whole = document.load(text)
    around = (path[:depth] for depth in range(1, len(path)))
    steps.extend(Step("made", each) for each in around if found(whole, each) is ABSENT)


def _undone(document: Document, text: str, step: Step) -> str:
    now = found(document.load(text), step.path)
    if now is ABSENT:
        return text
    if step.did == "set" and step.value is not ABSENT:
        return document.put(text, step.path, step.value)
    if step.did == "added":
        return _removed(document, text, step.path, step.value, now)
    return text if step.did == "made" and now else document.drop(text, step.path)


def _removed(document: Document, text: str, path: Path, value: Any, now: Any) -> str:
    if not isinstance(now, list):
        return text
    places = [index for index, each in enumerate(cast("list[Any]", now)) if each == value]
    return document.remove(text, path, places[-1]) if places else text


def _must_be_ours(text: str, whole: str) -> None:
    """A file of our name that somebody else wrote is not ours."""
    if text.strip() and block_text.MARK not in text and text != whole:
        raise DoesNotFit((), "a file of Askline's own")


def _done(before: str, after: str, step: Step, steps: list[Step]) -> str:
    if after != before:
        steps.append(step)
    return after
