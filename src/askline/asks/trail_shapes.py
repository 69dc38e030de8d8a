"""The JSON shapes beside an ask: its trail and its drafts. See `shapes` for the ask itself."""

from askline.asks.answer_shapes import given_shape
from askline.asks.model import Ask
from askline.asks.ports import Draft
from askline.asks.spelling import Json, time_text
from askline.asks.trail import Event, flaw


def trail_shape(ask: Ask, events: list[Event]) -> Json:
    """All events, and the first place where they do not hold together, if there is one."""
    found = flaw(events, ask.head)
    return {
        "ask_id": str(ask.id),
        "tenant": ask.tenant,
        "head": ask.head,
        "flaw": {"number": found.number, "problem": found.problem} if found else None,
        "events": [event_shape(event) for event in events],
    }


def event_shape(event: Event) -> Json:
    return {
        "number": event.number,
        "kind": event.kind,
        "actor": {"kind": event.actor_kind, "id": event.actor_id, "name": event.actor_name},
        "door": event.door,
        "at": time_text(event.at),
        "content_sha256": event.content_sha256,
        "detail": event.detail,
        "hash": event.hash,
    }


def draft_shape(draft: Draft) -> Json:
    return {
        "ask_id": str(draft.ask_id),
        "person": draft.person,
        "at": time_text(draft.at),
        "answers": {question_id: given_shape(each) for question_id, each in draft.answers.items()},
    }
