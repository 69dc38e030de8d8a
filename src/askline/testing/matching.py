"""Which questions a line of a script speaks to. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from askline.asks.model import Ask, Question
from askline.asks.shapes import ask_shape

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """Everything that is said must fit; nothing said fits every question."""

    text: str | None = None
    """Stands in the question. Of what only a person may settle also in the ask's title or context, where
    a client shows what it wants to do. Upper and lower case and white space make no difference."""
    header: str | None = None
    kind: str | None = None
    """The question's type: text, select, multi-select or confirm."""
    where: Callable[[Json], bool] | None = None
    """Takes the ask as the API shows it."""
    whole: bool = False
    """The text is all of the question, and not a part of it."""

    def fits(self, ask: Ask, question: Question) -> bool:
        return (
            self._said(ask, question)
            and self.header in (None, question.header)
            and self.kind in (None, question.kind)
            and (self.where is None or self.where(ask_shape(ask)))
        )

    def _said(self, ask: Ask, question: Question) -> bool:
        if self.text is None:
            return True
        wanted = folded(self.text)
        if self.whole:
            return wanted == folded(question.text)
        around = (ask.matter.title, ask.matter.context) if ask.human_only else ()
        return any(wanted in folded(place or "") for place in (question.text, *around))

    def __str__(self) -> str:
        """As it is written in a script."""
        named = {"header": self.header, "kind": self.kind, "where": self.where}
        said = [f"{name}={value!r}" for name, value in named.items() if value is not None]
        if not said and self.text is not None:
            return repr(self.text)
        return f"asked({', '.join([*([repr(self.text)] if self.text else []), *said])})"


def asked(
    text: str | None = None,
    *,
    header: str | None = None,
    kind: str | None = None,
    where: Callable[[Json], bool] | None = None,
) -> Matching:
    """For a script that goes by more than a part of the question."""
    return Matching(text=text, header=header, kind=kind, where=where)


def matching_of(said: str | Matching) -> Matching:
    return said if isinstance(said, Matching) else Matching(text=said)


def folded(text: str) -> str:
    return " ".join(text.split()).casefold()
