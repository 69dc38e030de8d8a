"""What a person says to an ask, as doors get it in JSON: answers, a refusal, a question back, a draft.

All problems of form at once, each with its field. Whether an answer fits its question is checked at
the desk, in the step that settles.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import uuid4

from askline.asks.answers import SHA256, Attachment, Given
from askline.asks.attachments import named
from askline.asks.fields import Fields, spelled, stop_at
from askline.asks.intake import QUESTION_ID
from askline.core.errors import FieldProblem

LONGEST_RECEIPT = 200
GIVEN = "values customText note skipped attachments"
FILE = "sha256 name media_type size"
HASH_NEEDED = "the hash that the upload replied"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """What a settling reply says; each verb takes its part of it."""

    receipt: str
    answers: dict[str, Given]
    note: str | None
    reason: str | None
    words: str | None
    again: bool = False
    """The earlier answer that memory offers, once more."""

    def noted(self, first: str) -> dict[str, Given]:
        """The answers; a note on the whole stands with the first of them, as a form's note does."""
        if self.note is None:
            return self.answers
        bearer = next(iter(self.answers), first)
        given = self.answers.get(bearer, Given())
        note = "\n".join(text for text in (given.note, self.note) if text)
        return {**self.answers, bearer: replace(given, note=note)}


def read_settle(said: Mapping[str, Any], known: str, *, receipt: str | None = None) -> Settle:
    """`known` are the fields of this verb; `receipt` is the one that came beside them, if any."""
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known=f"{known} receipt")
    needs_words = "words" in known.split()
    settle = Settle(
        receipt=read_receipt(fields, receipt),
        answers=_answers(fields, problems),
        note=fields.text("note"),
        reason=fields.text("reason"),
        words=fields.text("words", needed="what you want to know first" if needs_words else ""),
        again=fields.flag("again", default=False),
    )
    stop_at(problems)
    return settle


def read_draft(said: Mapping[str, Any]) -> dict[str, Given]:
    problems: list[FieldProblem] = []
    answers = _answers(Fields(said, problems, known="answers"), problems)
    stop_at(problems)
    return answers


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
        attachments=_files(fields),
    )


def _files(fields: Fields) -> tuple[Attachment, ...]:
    files: list[Attachment] = []
    for number, said in enumerate(fields.items("attachments") or ()):
        part = fields.inside(f"attachments.{number}", said, known=FILE)
        sha256 = part.text("sha256", needed=HASH_NEEDED) or ""
        if sha256.strip() and not SHA256.fullmatch(sha256):
            part.wrong("sha256", HASH_NEEDED, spelled(sha256))
        name, media_type = part.text("name") or "", part.text("media_type") or ""
        files.append(named(name, media_type, sha256, part.number("size") or 0))
    return tuple(files)


def read_receipt(fields: Fields, beside: str | None) -> str:
    """The one in the body, or else the one beside it, or a new one."""
    said = fields.text("receipt")
    if said is None:
        said = (beside or "").strip().strip('"') or uuid4().hex
    if not (0 < len(said) <= LONGEST_RECEIPT and said.isascii() and said.isprintable()):
        fields.wrong("receipt", f"1-{LONGEST_RECEIPT} printable ASCII characters", spelled(said))
    return said
