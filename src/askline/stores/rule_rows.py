"""A rule as a row, the same for every SQL store: columns for what is looked up, JSON for the rest."""

import json
from datetime import datetime
from uuid import UUID

from askline.asks.answer_shapes import given_shape, read_given
from askline.asks.spelling import text_of
from askline.core.ids import AskId
from askline.memory.rules import Rule, RuleId, Scope


def body_text(rule: Rule) -> str:
    return text_of(
        {
            "project": rule.project,
            "scope": rule.scope,
            "ask_id": str(rule.ask_id),
            "text_key": rule.text_key,
            "options_key": rule.options_key,
            "questions": rule.questions,
            "answers": [given_shape(given) for given in rule.answers],
            "picked": rule.picked,
        }
    )


def rule_of(  # noqa: PLR0917 - the columns of a row
    rule_id: UUID,
    tenant: str,
    person: str,
    place: str,
    body: str,
    made_at: datetime,
    until: datetime | None,
    revoked_at: datetime | None,
) -> Rule:
    said = json.loads(body)
    return Rule(
        id=RuleId(rule_id),
        tenant=tenant,
        person=person,
        place=place,
        project=said["project"],
        scope=Scope(said["scope"]),
        ask_id=AskId(UUID(said["ask_id"])),
        text_key=said["text_key"],
        options_key=said["options_key"],
        questions=tuple(said["questions"]),
        answers=tuple(read_given(given) for given in said["answers"]),
        picked=tuple(tuple(tuple(texts) for texts in question) for question in said["picked"]),
        made_at=made_at,
        until=until,
        revoked_at=revoked_at,
    )
