"""The human of a test: answers what the script says, and nothing else.

An ask without a line is rejected, and the test fails. So does a line that was never needed, unless the
script is not `strict`. What it says is a script's word in every record of it, never a human's.
"""

import os
from typing import Self

from askline.asks.answers import Given
from askline.asks.model import Ask
from askline.testing import reports
from askline.testing.matching import Matching, matching_of
from askline.testing.records import lines_of, read_record
from askline.testing.reports import ScriptFailed
from askline.testing.script import Decision, Deed, Line, Script


class FakeHuman:
    def __init__(self, *, strict: bool = True, in_order: bool = False) -> None:
        """`strict`: a line that is never needed fails the test. `in_order`: questions must come as the
        lines are written."""
        self._script = Script(in_order=in_order)
        self._strict = strict
        self._record: str | None = None
        self._failures: list[str] = []
        self._told = False

    @classmethod
    def replaying(cls, path: str | os.PathLike[str], *, strict: bool = True) -> Self:
        """The answers of a record, each as often as it was given.

        Raises: NotFound, InvalidArguments.
        """
        human = cls(strict=strict)
        for line in lines_of(read_record(path)):
            human._script.add(line)
        human._record = os.fspath(path)
        return human

    def answers(
        self,
        matching: str | Matching,
        *values: str | bool,
        other: str | None = None,
        note: str | None = None,
        times: int | None = 1,
    ) -> Self:
        """Labels as they are offered, a text, or True and False for yes and no; `other` is text of one's
        own beside the options. `times=None`: as often as it is asked."""
        said = tuple(_value(value) for value in values)
        given = Given(values=said, custom_text=other, note=note)
        shown = ", ".join([str(matching_of(matching)), *map(repr, values)])
        return self._add(Deed.ANSWERS, matching, shown, given=given, times=times)

    def skips(self, matching: str | Matching, *, times: int | None = 1) -> Self:
        """Passes over a question that need not be answered."""
        return self._add(Deed.SKIPS, matching, given=Given(skipped=True), times=times)

    def approves(self, matching: str | Matching, *, times: int | None = 1) -> Self:
        """Says yes to what only a person may settle, such as a client's prompt for a tool."""
        return self._add(Deed.APPROVES, matching, given=Given(values=("yes",)), times=times)

    def rejects(
        self, matching: str | Matching, *, reason: str | None = None, times: int | None = 1
    ) -> Self:
        return self._add(Deed.REJECTS, matching, words=reason, times=times)

    def asks_back(self, matching: str | Matching, words: str, *, times: int | None = 1) -> Self:
        shown = f"{matching_of(matching)}, {words!r}"
        return self._add(Deed.ASKS_BACK, matching, shown, words=words, times=times)

    def leaves(self, matching: str | Matching, *, times: int | None = 1) -> Self:
        """Sees it and never answers; it stays pending."""
        return self._add(Deed.LEAVES, matching, times=times)

    def lets_time_out(self, matching: str | Matching, *, times: int | None = 1) -> Self:
        """Never answers, and the house's clock is moved to the deadline."""
        return self._add(Deed.LETS_TIME_OUT, matching, times=times)

    @property
    def failures(self) -> list[str]:
        """What went wrong so far, in words."""
        unused = self._script.unused() if self._strict else []
        return [*self._failures, *map(reports.never_asked, unused)]

    def verify(self) -> None:
        """Raises: ScriptFailed, once, if an ask had no answer or a line was never needed."""
        if self.failures and not self._told:
            self._told = True
            raise ScriptFailed("\n".join(self.failures))

    def explain(self, error: BaseException) -> None:
        """Add to the error of a test what the script knows about its cause. What was not asked any more
        is then no failure of its own."""
        if self._failures and not self._told:
            error.add_note("\n".join(self._failures))
        self._told = True

    def decide(self, ask: Ask) -> Decision:
        """What the script says; where it says nothing, that is a failure."""
        decision = self._script.decide(ask)
        if decision.missing:
            known = [line.to.text for line in self._script.lines if line.to.text]
            self.fail(reports.unscripted(ask, decision.missing, known, self._record))
        return decision

    def fail(self, words: str) -> None:
        self._failures.append(words)

    def _add(
        self,
        deed: Deed,
        matching: str | Matching,
        shown: str = "",
        *,
        given: Given | None = None,
        words: str | None = None,
        times: int | None,
    ) -> Self:
        to = matching_of(matching)
        written = f".{deed}({shown or to})"
        line = Line(
            deed=deed, to=to, given=given or Given(), words=words, times=times, written=written
        )
        self._script.add(line)
        return self


def _value(said: str | bool) -> str:
    if isinstance(said, bool):
        return "yes" if said else "no"
    return said
