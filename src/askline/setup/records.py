"""What setup did to which file, kept in the user's state so that it can be taken back.

A record holds where the text differs and what stood there, not the whole file: those hold secrets of
other programs. A file that is as we left it becomes what it was, to the byte; in one that was changed
since, the steps are taken back one by one.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, cast

from askline.setup.client import Options, Scope
from askline.setup.documents import ABSENT
from askline.setup.edits import Edit, Include, Own, Paragraph, Put, Step, applied, is_empty, undone
from askline.setup.formats import Format


@dataclass(frozen=True, slots=True, kw_only=True)
class Splice:
    """Two texts that differ in one place: from `at` on one has `before`, the other so many more."""

    at: int
    before: str
    length: int

    @classmethod
    def between(cls, before: str, after: str) -> "Splice":
        at = _shared(before, after)
        tail = _shared(before[at:][::-1], after[at:][::-1])
        return cls(at=at, before=before[at : len(before) - tail], length=len(after) - tail - at)

    def undone(self, after: str) -> str:
        return after[: self.at] + self.before + after[self.at + self.length :]


NO_SPLICE = Splice(at=0, before="", length=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    client: str
    scope: Scope
    file: str
    format: Format
    edits: tuple[Edit, ...]
    """What was wanted there."""
    options: Options = field(default_factory=Options)
    made: bool = False
    """Whether there was no such file before."""
    digest: str = ""
    """Of the file as we left it."""
    splice: Splice = NO_SPLICE
    steps: tuple[Step, ...] = ()

    def belongs_to(self, client: str, scope: Scope) -> bool:
        return (self.client, self.scope) == (client, scope)

    def renewed(self, text: str, *, made: bool) -> "Record":
        """The same wants, met in another text.

        Raises: DoesNotFit.
        """
        after, steps = applied(self.format, text, self.edits)
        splice = Splice.between(text, after)
        return replace(self, made=made, digest=digest(after), splice=splice, steps=steps)

    def after(self, text: str) -> str:
        """The text with what is wanted."""
        return applied(self.format, text, self.edits)[0]

    def before(self, text: str) -> str:
        """The text without what we did to it.

        Raises: DoesNotFit.
        """
        if digest(text) == self.digest:
            return self.splice.undone(text)
        return undone(self.format, text, self.steps)

    def leaves_nothing(self, text: str) -> bool:
        """Whether a file of our making has nothing in it without us."""
        return self.made and is_empty(self.format, text)


def _shared(one: str, other: str) -> int:
    """How long two texts are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def shape_of(record: Record) -> dict[str, Any]:
    return {
        "client": record.client,
        "scope": record.scope,
        "file": record.file,
        "format": record.format,
        "made": record.made,
        "digest": record.digest,
        "splice": [record.splice.at, record.splice.before, record.splice.length],
        "steps": [_step_shape(step) for step in record.steps],
        "edits": [_edit_shape(edit) for edit in record.edits],
        "options": [name for name in Options.__slots__ if getattr(record.options, name)],
    }


def record_in(shape: Mapping[str, Any]) -> Record:
    """Raises: ValueError, LookupError, TypeError: not what `shape_of` writes."""
    at, before, length = shape["splice"]
    return Record(
        client=shape["client"],
        scope=Scope(shape["scope"]),
        file=shape["file"],
        format=Format(shape["format"]),
        made=shape["made"],
        digest=shape["digest"],
        splice=Splice(at=at, before=before, length=length),
        steps=tuple(_step_in(step) for step in shape["steps"]),
        edits=tuple(_edit_in(edit) for edit in shape["edits"]),
        options=Options(**dict.fromkeys(shape["options"], True)),
    )


def _step_shape(step: Step) -> list[Any]:
    return [step.did, [*step.path], *(() if step.value is ABSENT else (step.value,))]


def _step_in(shape: Sequence[Any]) -> Step:
    did, path, *value = shape
    return Step(did, tuple(cast("list[str]", path)), value[0] if value else ABSENT)


def _edit_shape(edit: Edit) -> list[Any]:
    kind = type(edit).__name__.lower()
    if isinstance(edit, Put | Include):
        return [kind, [*edit.path], edit.value]
    return [kind, edit.text]


def _edit_in(shape: Sequence[Any]) -> Edit:
    match shape:
        case ["put", [*path], value]:
            return Put(tuple(cast("list[str]", path)), value)
        case ["include", [*path], value]:
            return Include(tuple(cast("list[str]", path)), value)
        case ["paragraph", str(text)]:
            return Paragraph(text)
        case ["own", str(text)]:
            return Own(text)
        case _:
            raise ValueError(shape)
