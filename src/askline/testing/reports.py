"""What a failed test tells its author: which question, with its options, and the line that is missing."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from askline.asks.model import Ask, Question, QuestionKind
from askline.testing.script import Line

LIKE = 0.6
"""Below this likeness a question is another one, and naming it would mislead."""

VALUES = {QuestionKind.CONFIRM: "True or False", QuestionKind.TEXT: "any text"}


class ScriptFailed(AssertionError):
    """Something was asked that no script answers, or a script waited for what was never asked."""


def refusal(missing: Sequence[Question]) -> str:
    """What the agent is told."""
    asked = "; ".join(question.text for question in missing)
    return f"no answer was scripted for: {asked}"


def unscripted(
    ask: Ask, missing: Sequence[Question], known: Sequence[str], record: str | None
) -> str:
    """`known` are the texts that there are lines for; `record` names where they came from."""
    return "\n".join(
        line for question in missing for line in _unscripted(ask, question, known, record)
    )


def _unscripted(
    ask: Ask, question: Question, known: Sequence[str], record: str | None
) -> Iterable[str]:
    head = f"Not in the record {record}" if record else "No answer was scripted for"
    yield f"{head}: {question.text!r} ({_offered(question)}), asked by {ask.agent.name!r}."
    if near := get_close_matches(question.text, known, n=1, cutoff=LIKE):
        yield f"  Nearest: {near[0]!r}"
    yield f"  Add: .answers({question.text!r}, ...)  # {_fitting(question)}"


def misfit(ask: Ask, problem: str) -> str:
    asked = "; ".join(question.text for question in ask.questions)
    return f"The scripted answer does not fit what was asked ({asked}). {problem}"


def never_asked(line: Line) -> str:
    return f"Never asked, or not so often: {line.written}"


def endless(ask: Ask) -> str:
    asked = "; ".join(question.text for question in ask.questions)
    return f"An ask without a deadline cannot time out: {asked}. Let the agent give a `timeout`."


def _offered(question: Question) -> str:
    labels = ", ".join(repr(option.label) for option in question.options)
    return f"{question.kind}: {labels}" if labels else question.kind


def _fitting(question: Question) -> str:
    if said := VALUES.get(question.kind):
        return said
    return "of " + ", ".join(repr(label) for label in question.labels)
