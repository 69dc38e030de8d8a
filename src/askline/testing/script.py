"""A script: lines that say what is answered to which question, and which of them are spent. No input or
output, and nothing is made up: what no line speaks to is found missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from askline.asks.answers import Given
from askline.asks.model import Ask, Question, QuestionKind
from askline.testing.matching import Matching


class Deed(StrEnum):
    """What a line does; spelled as the verb of `FakeHuman` that writes it."""

    ANSWERS = "answers"
    SKIPS = "skips"
    APPROVES = "approves"
    REJECTS = "rejects"
    ASKS_BACK = "asks_back"
    LEAVES = "leaves"
    LETS_TIME_OUT = "lets_time_out"


ONE_QUESTION = frozenset({Deed.ANSWERS, Deed.SKIPS})
"""All others settle, or leave, a whole ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    deed: Deed
    to: Matching
    given: Given = field(default_factory=Given)
    words: str | None = None
    times: int | None = 1
    """None: as often as it is asked."""
    written: str
    """How the author wrote it."""

    def speaks_to(self, ask: Ask, question: Question) -> bool:
        if self.deed is Deed.APPROVES and not (
            ask.human_only and question.kind is QuestionKind.CONFIRM
        ):
            return False
        return self.to.fits(ask, question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the script says to an ask; `deed` is None where it has no word for some question of it."""

    deed: Deed | None = None
    given: Mapping[str, Given] = field(default_factory=dict[str, Given])
    words: str | None = None
    missing: tuple[Question, ...] = ()


class Script:
    """Lines are looked through as they were written. With `in_order` only the first that is not spent
    counts, so that a question that comes too early has no answer yet."""

    def __init__(self, *, in_order: bool = False) -> None:
        self.lines: list[Line] = []
        self._uses: list[int] = []
        self._in_order = in_order

    def add(self, line: Line) -> None:
        self.lines.append(line)
        self._uses.append(0)

    def unused(self) -> list[Line]:
        """Lines that were not said as often as they were written for."""
        return [
            line
            for line, uses in zip(self.lines, self._uses, strict=True)
            if uses < (line.times or 1)
        ]

    def decide(self, ask: Ask) -> Decision:
        """What is said now; the lines that say it are spent by it."""
        before = [*self._uses]
        taken = [self._take(ask, question) for question in ask.questions]
        whole = next((line for line in taken if line and line.deed not in ONE_QUESTION), None)
        if whole is not None:
            self._uses = before
            self._uses[self._place(whole)] += 1
            return _whole(whole, ask)
        missing = tuple(
            question for question, line in zip(ask.questions, taken, strict=True) if line is None
        )
        if missing:
            self._uses = before
            return Decision(missing=missing)
        pairs = zip(ask.questions, taken, strict=True)
        return Decision(
            deed=Deed.ANSWERS, given={question.id: line.given for question, line in pairs if line}
        )

    def _take(self, ask: Ask, question: Question) -> Line | None:
        for number, line in enumerate(self.lines):
            if line.times is not None and self._uses[number] >= line.times:
                continue
            if line.speaks_to(ask, question):
                self._uses[number] += 1
                return line
            if self._in_order and not (line.times is None and self._uses[number]):
                return None
        return None

    def _place(self, wanted: Line) -> int:
        return next(number for number, line in enumerate(self.lines) if line is wanted)


def _whole(line: Line, ask: Ask) -> Decision:
    given = {question.id: line.given for question in ask.questions}
    return Decision(deed=line.deed, given=given, words=line.words)
