"""The JSON shapes of what comes back: answers, outcomes, amendments. See `shapes` for the ask."""

from collections.abc import Sequence

from askline.asks.answers import (
    Amendment,
    AmendmentKind,
    Answer,
    AnswerState,
    Attachment,
    Given,
    Outcome,
    SettledBy,
)
from askline.asks.spelling import Json, read_time, text_of, time_text
from askline.asks.state import State
from askline.core.people import ActorKind, Door


def outcome_shape(outcome: Outcome) -> Json:
    return {
        "state": outcome.state,
        "settledBy": settled_by_shape(outcome.settled_by),
        "receipt": outcome.receipt,
        "answers": [answer_shape(answer) for answer in outcome.answers],
        "reason": outcome.reason,
        "askBack": outcome.ask_back,
    }


_spelled_last: tuple[Outcome | None, str] = (None, "")


def outcome_text(outcome: Outcome) -> str:
    """Its one spelling. The last is remembered: an outcome is hashed and stored in one go."""
    global _spelled_last  # noqa: PLW0603 - one pair, replaced whole, so no thread sees half
    last, text = _spelled_last
    if last is not outcome:
        text = text_of(outcome_shape(outcome))
        _spelled_last = (outcome, text)
    return text


def read_outcome(shape: Json) -> Outcome:
    return Outcome(
        state=State(shape["state"]),
        settled_by=read_settled_by(shape["settledBy"]),
        receipt=shape["receipt"],
        answers=read_answers(shape["answers"]),
        reason=shape["reason"],
        ask_back=shape["askBack"],
    )


def amendment_shape(amendment: Amendment) -> Json:
    return {
        "kind": amendment.kind,
        "by": settled_by_shape(amendment.by),
        "receipt": amendment.receipt,
        "answers": [answer_shape(answer) for answer in amendment.answers],
        "reason": amendment.reason,
    }


def read_amendment(shape: Json) -> Amendment:
    return Amendment(
        kind=AmendmentKind(shape["kind"]),
        by=read_settled_by(shape["by"]),
        receipt=shape["receipt"],
        answers=read_answers(shape["answers"]),
        reason=shape["reason"],
    )


def settled_by_shape(by: SettledBy) -> Json:
    return {"kind": by.kind, "id": by.id, "who": by.who, "door": by.door, "at": time_text(by.at)}


def read_settled_by(shape: Json) -> SettledBy:
    return SettledBy(
        kind=ActorKind(shape["kind"]),
        id=shape["id"],
        who=shape["who"],
        door=Door(shape["door"]) if shape["door"] else None,
        at=read_time(shape["at"]),
    )


def answer_shape(answer: Answer) -> Json:
    shape: Json = {
        "questionId": answer.question_id,
        "state": answer.state,
        "values": list(answer.values),
    }
    if answer.custom_text is not None:
        shape["customText"] = answer.custom_text
    if answer.note is not None:
        shape["note"] = answer.note
    if answer.attachments:
        shape["attachments"] = [attachment_shape(each) for each in answer.attachments]
    return shape


def read_answers(shapes: Sequence[Json]) -> tuple[Answer, ...]:
    return tuple(
        Answer(
            question_id=shape["questionId"],
            state=AnswerState(shape["state"]),
            values=tuple(shape["values"]),
            custom_text=shape.get("customText"),
            note=shape.get("note"),
            attachments=tuple(Attachment(**each) for each in shape.get("attachments", ())),
        )
        for shape in shapes
    )


def attachment_shape(attachment: Attachment) -> Json:
    return {
        "sha256": attachment.sha256,
        "name": attachment.name,
        "media_type": attachment.media_type,
        "size": attachment.size,
    }


def given_shape(given: Given) -> Json:
    """An answer as a door brings it in, and as a draft keeps it."""
    return {
        "values": list(given.values),
        "customText": given.custom_text,
        "note": given.note,
        "skipped": given.skipped,
        "attachments": [attachment_shape(each) for each in given.attachments],
    }


def read_given(shape: Json) -> Given:
    return Given(
        values=tuple(shape.get("values", ())),
        custom_text=shape.get("customText"),
        note=shape.get("note"),
        skipped=shape.get("skipped", False),
        attachments=tuple(Attachment(**each) for each in shape.get("attachments", ())),
    )
