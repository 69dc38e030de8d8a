"""Lets an ask in: cleans every string an agent wrote and refuses what does not fit, all at once.

Says nothing about who may ask (`rights`) or whether it was asked before (`desk`).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar, cast

from askline.asks.limits import Limits
from askline.asks.model import AskKind, Matter, Option, Question, QuestionKind
from askline.core.clock import whole_milliseconds
from askline.core.errors import FieldProblem, InvalidArguments, TooLarge
from askline.core.people import Agent, Project
from askline.core.text import clean

T = TypeVar("T")

QUESTION_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def admit(matter: Matter, limits: Limits) -> Matter:
    """The matter as it may be stored and shown.

    Raises: InvalidArguments or TooLarge, with every problem named.
    """
    cleaned = _clean(matter)
    problems = list(_problems(cleaned, limits))
    if not problems:
        return cleaned
    only_size = all(problem.code == TooLarge.code for problem in problems)
    kind = TooLarge if only_size else InvalidArguments
    first = problems[0]
    raise kind(
        f"{first.field}: expected {first.expected}, got {first.actual}.",
        hint=first.hint or "Mend the named fields and ask again.",
        fields=problems,
    )


def instant(moment: datetime) -> datetime:
    """A deadline as it is kept. Without a time zone it would be a guess.

    Raises: InvalidArguments.
    """
    if moment.tzinfo is None:
        raise InvalidArguments(
            f"{moment.isoformat()} names no time zone.",
            hint="Give the deadline in UTC, such as 2026-01-31T12:00:00Z.",
        )
    return whole_milliseconds(moment)


@lru_cache(maxsize=256)  # the same for every ask of a connection
def clean_agent(agent: Agent) -> Agent:
    return Agent(
        name=_line(agent.name) or "agent",
        version=_line(agent.version),
        label=_line(agent.label),
        conversation=_line(agent.conversation),
    )


@lru_cache(maxsize=256)
def clean_project(project: Project) -> Project:
    return Project(
        name=_line(project.name) or "project",
        path=_line(project.path),
        branch=_line(project.branch),
    )


def _line(text: str | None) -> str | None:
    return None if text is None else clean(text, multiline=False) or None


def _text(text: str | None) -> str | None:
    return None if text is None else clean(text).strip() or None


def _clean(matter: Matter) -> Matter:
    return _with(
        matter,
        title=_line(matter.title),
        context=_text(matter.context),
        questions=_each(_clean_question, matter.questions),
    )


def _clean_question(question: Question) -> Question:
    return _with(
        question,
        text=_text(question.text) or "",
        header=_line(question.header),
        placeholder=_line(question.placeholder),
        options=_each(_clean_option, question.options),
    )


def _clean_option(option: Option) -> Option:
    return _with(
        option,
        label=_line(option.label) or "",
        description=_text(option.description),
        preview=_text(option.preview),
    )


def _each(cleaner: Callable[[T], T], values: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(map(cleaner, values))


def _with(value: T, **cleaned: Any) -> T:
    """The value with what was cleaned; mostly nothing was, and copying costs more than looking."""
    if all(getattr(value, name) == clean for name, clean in cleaned.items()):
        return value
    return replace(cast("Any", value), **cleaned)


def _problems(matter: Matter, limits: Limits) -> Iterator[FieldProblem]:
    yield from _too_long("title", matter.title, limits.title)
    yield from _too_long("context", matter.context, limits.context)
    if not matter.questions:
        yield FieldProblem(
            "questions",
            "questions array must have at least 1 item",
            "an empty list",
            "Ask at least one question.",
        )
    if len(matter.questions) > limits.questions:
        yield FieldProblem(
            "questions",
            f"at most {limits.questions} questions",
            f"{len(matter.questions)}",
            "Ask what you need first; ask the rest when that is answered.",
        )
    for each in _twice([question.id for question in matter.questions]):
        yield FieldProblem("questions", "an id for each question", f"{each!r} more than once")
    for question in matter.questions:
        yield from _question_problems(question, limits)
    if matter.kind is AskKind.APPROVAL:
        yield from _approval_problems(matter)


def _question_problems(question: Question, limits: Limits) -> Iterator[FieldProblem]:
    at = f"questions.{question.id}"
    if not QUESTION_ID.fullmatch(question.id):
        yield FieldProblem(
            "questions.id", "1-64 letters, digits, '.', '_' or '-'", repr(question.id[:80])
        )
    if not question.text:
        yield FieldProblem(f"{at}.question", "question text is required", "nothing")
    yield from _too_long(f"{at}.question", question.text, limits.question_text)
    yield from _too_long(f"{at}.header", question.header, limits.header)
    yield from _too_long(f"{at}.placeholder", question.placeholder, limits.placeholder)
    yield from _options_problems(at, question, limits)
    if question.min_picks is not None or question.max_picks is not None:
        yield from _picks_problems(at, question)


def _options_problems(at: str, question: Question, limits: Limits) -> Iterator[FieldProblem]:
    if question.kind.offers_options and not question.options:
        yield FieldProblem(
            f"{at}.options",
            "Options required for select/multi-select",
            "none",
            "Offer options, or make it a question of type text.",
        )
    if question.options and not question.kind.offers_options:
        yield FieldProblem(
            f"{at}.options",
            f"no options for type {question.kind}",
            f"{len(question.options)}",
            "Use type select or multi-select.",
        )
    if len(question.options) > limits.options:
        yield FieldProblem(
            f"{at}.options", f"at most {limits.options} options", f"{len(question.options)}"
        )
    labels = [option.label for option in question.options]
    if not all(labels):
        yield FieldProblem(f"{at}.options", "a label for each option", "an empty one")
    for label in _twice([label for label in labels if label]):
        yield FieldProblem(f"{at}.options", "labels that differ", f"{label!r} more than once")
    for option in question.options:
        yield from _too_long(f"{at}.options.label", option.label, limits.label)
        yield from _too_long(f"{at}.options.description", option.description, limits.description)
        yield from _too_long(f"{at}.options.preview", option.preview, limits.preview)


def _picks_problems(at: str, question: Question) -> Iterator[FieldProblem]:
    if question.kind is not QuestionKind.MULTI_SELECT:
        yield FieldProblem(
            f"{at}.min_picks", "picks are counted only in multi-select", str(question.kind)
        )
        return
    most = len(question.options) + (1 if question.allow_other else 0)
    low = question.min_picks if question.min_picks is not None else 0
    high = question.max_picks if question.max_picks is not None else most
    if not 0 <= low <= high <= most or (question.required and high == 0):
        yield FieldProblem(
            f"{at}.min_picks", f"0 <= min_picks <= max_picks <= {most}", f"{low} and {high}"
        )


def _approval_problems(matter: Matter) -> Iterator[FieldProblem]:
    if matter.command is None:
        yield FieldProblem("command", "the command that will run", "nothing")
    kinds = [(question.id, question.kind, question.required) for question in matter.questions]
    if kinds != [("approve", QuestionKind.CONFIRM, True)]:
        yield FieldProblem(
            "questions", "one required question `approve` of type confirm", str(kinds)
        )


def _twice(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _too_long(field: str, text: str | None, limit: int) -> Iterator[FieldProblem]:
    if text is not None and len(text) > limit:
        yield FieldProblem(
            field,
            f"at most {limit} characters",
            f"{len(text)}",
            "Say it shorter; details belong in the context.",
            TooLarge.code,
        )
