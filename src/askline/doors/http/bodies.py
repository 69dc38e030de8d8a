"""JSON bodies as values of the desk: a new ask, answers, a settle with its receipt.

All problems of form at once, each with its field. Whether an answer fits its question is checked at
the desk, in the step that settles.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4

from askline.asks.answers import Given
from askline.asks.fields import Fields, refuse, spelled, stop_at
from askline.asks.intake import QUESTION_ID
from askline.asks.spelling import read_time
from askline.core.errors import FieldProblem
from askline.core.people import Agent, Project

LONGEST_RECEIPT = 200
ASKER = "agent project"
AGENT = "name version label conversation"
PROJECT = "name path branch"
GIVEN = "values customText note skipped"
A_TIME = "a time such as 2026-01-31T12:00:00Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """What a settling body says; each verb takes its part of it."""

    receipt: str
    answers: dict[str, Given]
    note: str | None
    reason: str | None
    words: str | None

    def noted(self, first: str) -> dict[str, Given]:
        """The answers; a note on the whole stands with the first of them, as a form's note does."""
        if self.note is None:
            return self.answers
        bearer = next(iter(self.answers), first)
        given = self.answers.get(bearer, Given())
        note = "\n".join(text for text in (given.note, self.note) if text)
        return {**self.answers, bearer: replace(given, note=note)}


def read_asker(said: Mapping[str, Any], *, caller: str) -> tuple[Agent, Project]:
    """Who asks and where it works, as it says itself; `caller` is its name if it gives none."""
    problems: list[FieldProblem] = []
    told = {name: value for name, value in said.items() if name in ASKER.split()}
    fields = Fields(told, problems, known=ASKER)
    agent = fields.part("agent", known=AGENT)
    project = fields.part("project", known=PROJECT)
    path = project.text("path")
    asker = (
        Agent(
            name=agent.text("name") or caller,
            version=agent.text("version"),
            label=agent.text("label"),
            conversation=agent.text("conversation"),
        ),
        Project(
            name=project.text("name") or (path or "").rstrip("/").rpartition("/")[2],
            path=path,
            branch=project.text("branch"),
        ),
    )
    stop_at(problems)
    return asker


def read_settle(said: Mapping[str, Any], known: str, *, header: str | None) -> Settle:
    """`known` are the fields of this verb; `header` is the receipt where the body has none."""
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known=f"{known} receipt")
    needs_words = "words" in known.split()
    settle = Settle(
        receipt=_receipt(fields, header),
        answers=_answers(fields, problems),
        note=fields.text("note"),
        reason=fields.text("reason"),
        words=fields.text("words", needed="what you want to know first" if needs_words else ""),
    )
    stop_at(problems)
    return settle


def read_draft(said: Mapping[str, Any]) -> dict[str, Given]:
    problems: list[FieldProblem] = []
    answers = _answers(Fields(said, problems, known="answers"), problems)
    stop_at(problems)
    return answers


def read_deadline(said: Mapping[str, Any]) -> datetime:
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known="deadline")
    text = fields.text("deadline", needed=A_TIME)
    stop_at(problems)
    try:
        moment = read_time(text or "")
        # The first and the last day of the calendar have hours that UTC cannot say.
        return moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        refuse([FieldProblem("deadline", A_TIME, spelled(text))])


def read_amendments(said: Mapping[str, Any]) -> int:
    """How many amendments came with the outcome that was delivered."""
    problems: list[FieldProblem] = []
    count = Fields(said, problems, known="amendments").number("amendments")
    stop_at(problems)
    return count or 0


def _answers(fields: Fields, problems: list[FieldProblem]) -> dict[str, Given]:
    answers: dict[str, Given] = {}
    for question_id, said in fields.entries("answers").items():
        at = f"answers.{question_id[:80]}"
        if not QUESTION_ID.fullmatch(question_id):
            problems.append(FieldProblem(at, "the id of a question", spelled(question_id)))
        elif not isinstance(said, dict):
            expected = 'an object such as {"values": ["yes"]}'
            problems.append(FieldProblem(at, expected, spelled(said)))
        else:
            given = Fields(cast("dict[str, Any]", said), problems, at, GIVEN)
            answers[question_id] = _given(given)
    return answers


def _given(fields: Fields) -> Given:
    values = fields.items("values") or []
    for value in values:
        if not isinstance(value, str):
            fields.wrong("values", "a list of texts", f"{spelled(value)} among them")
    return Given(
        values=tuple(value for value in values if isinstance(value, str)),
        custom_text=fields.text("customText"),
        note=fields.text("note"),
        skipped=fields.flag("skipped", default=False),
    )


def _receipt(fields: Fields, header: str | None) -> str:
    said = fields.text("receipt")
    if said is None:
        said = (header or "").strip().strip('"') or uuid4().hex
    if not (0 < len(said) <= LONGEST_RECEIPT and said.isascii() and said.isprintable()):
        fields.wrong("receipt", f"1-{LONGEST_RECEIPT} printable ASCII characters", spelled(said))
    return said
