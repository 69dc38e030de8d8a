"""One answered question as memory keeps it: what was asked, what was answered, by whom.

Pure. Only what was answered is remembered: a rejection, a skipped question or silence is history.
A later word (a late answer, a correction) is an entry of its own, because nothing is ever edited.
Sensitive asks are not remembered, and neither are approvals: consent to one run is no knowledge.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from askline.asks.answers import Answer, AnswerState, SettledBy
from askline.asks.model import Ask, AskKind, Question, QuestionKind

REDACTED = "[redacted]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    at: datetime
    question: str
    answer: str
    values: tuple[str, ...] = ()
    """The labels that were picked, each by itself."""
    note: str | None = None
    ask: str | None = None
    question_id: str | None = None
    place: int = 0
    """Which question of its ask; orders what was answered at the same time."""
    amends: str | None = None
    """Late or correction, where it came after the outcome."""
    title: str | None = None
    options: tuple[str, ...] = ()
    """What was offered,"""
    rejected: tuple[str, ...] = ()
    """and what of that was not taken."""
    by: str | None = None
    """None for what this store does not know: a file's word, and nobody's."""
    who: str | None = None
    door: str | None = None
    agent: str | None = None
    branch: str | None = None
    scope: str | None = None
    """How far it was meant to reach: the project, or one stream of a host application."""
    overruled: datetime | None = None
    """When the same question was answered otherwise; only the digest, which knows all, says so."""

    @property
    def identity(self) -> tuple[object, ...] | None:
        """The same for the same answer, wherever it was read; none for what people wrote."""
        return (self.ask, self.question_id, self.amends, self.at) if self.ask else None

    @property
    def order(self) -> tuple[datetime, str, int]:
        return self.at, self.ask or "", self.place


def entries_of(ask: Ask) -> tuple[Entry, ...]:
    """Oldest first; none for what is not remembered."""
    if ask.matter.sensitive or ask.matter.kind is AskKind.APPROVAL:
        return ()
    return tuple(
        _entry(ask, place, answer, by, amends)
        for answers, by, amends in _sayings(ask)
        for place, answer in enumerate(answers)
        if answer.state is AnswerState.ANSWERED
    )


def redacted(entry: Entry) -> Entry:
    """The question alone. What was not taken goes too: it tells what was."""
    return replace(entry, answer=REDACTED, values=(), rejected=(), note=None)


def _sayings(ask: Ask) -> Iterator[tuple[tuple[Answer, ...], SettledBy, str | None]]:
    if ask.outcome is not None:
        yield ask.outcome.answers, ask.outcome.settled_by, None
    for amendment in ask.amendments:
        yield amendment.answers, amendment.by, amendment.kind.value


def _entry(ask: Ask, place: int, answer: Answer, by: SettledBy, amends: str | None) -> Entry:
    question = next(each for each in ask.questions if each.id == answer.question_id)
    offered = tuple(option.label for option in question.options)
    return Entry(
        at=by.at,
        question=question.text,
        answer=_text(answer),
        values=_labels(question, answer),
        note=answer.note,
        ask=str(ask.id),
        question_id=question.id,
        place=place,
        amends=amends,
        title=ask.matter.title,
        options=offered,
        rejected=tuple(label for label in offered if label not in answer.values),
        by=by.kind.value,
        who=by.who,
        door=by.door.value if by.door else None,
        agent=ask.agent.name,
        branch=ask.project.branch,
        scope="stream" if ask.stream else "project",
    )


def _text(answer: Answer) -> str:
    return ", ".join([*answer.values, *filter(None, [answer.custom_text])])


def _labels(question: Question, answer: Answer) -> tuple[str, ...]:
    return () if question.kind is QuestionKind.TEXT else answer.values
