"""What the API sends, as schemas: asks, outcomes, and what stands beside them. See `asks/shapes`."""

from askline.alerts.model import AlertState, Reason
from askline.asks.answers import AmendmentKind, AnswerState
from askline.asks.model import AskKind, QuestionKind
from askline.asks.state import State
from askline.core.people import ActorKind, Door
from askline.doors.http.markdown import TAGS
from askline.doors.http.openapi.words import (
    COUNT,
    FLAG,
    TEXT,
    TIME,
    Schema,
    many,
    maybe,
    one_of,
    ref,
    sent,
)
from askline.memory.journal import Mode
from askline.memory.likeness import How
from askline.memory.rules import Scope

DOOR = one_of(*Door)
ID: Schema = {"type": "string", "format": "uuid"}
NODES = maybe(many(ref("Node")))
ENTRY_TEXTS = (
    *("note", "title", "ask", "question_id", "amends"),
    *("by", "who", "door", "agent", "branch", "scope"),
)

ASKS: Schema = {
    "Ask": sent(
        {
            "id": ID,
            "short_id": TEXT,
            "kind": one_of(*AskKind),
            "state": one_of(*State),
            "title": maybe(TEXT),
            "context": maybe(TEXT),
            "asked_at": TIME,
            "deadline": maybe(TIME),
            "detached": FLAG,
            "human_only": FLAG,
            "sensitive": FLAG,
            "extendable": FLAG,
            "follows": maybe(ID),
            "agent": ref("Agent"),
            "project": ref("Project"),
            "questions": many(ref("Question")),
            "command": maybe(ref("Command")),
            "seen": many(ref("Seen")),
            "routing": maybe(ref("Routing")),
            "snoozes": many(ref("Snooze")),
            "handed": maybe(TEXT),
            "outcome": maybe(ref("Outcome")),
        },
        context_nodes=NODES,
        recalled=maybe(ref("Recalled")),
    ),
    "Agent": sent(
        {
            "name": TEXT,
            "version": maybe(TEXT),
            "label": maybe(TEXT),
            "conversation": maybe(TEXT),
        }
    ),
    "Project": sent({"name": TEXT, "path": maybe(TEXT), "branch": maybe(TEXT)}),
    "Question": sent(
        {
            "id": TEXT,
            "header": maybe(TEXT),
            "question": TEXT,
            "type": one_of(*QuestionKind),
            "options": many(ref("Option")),
            "allow_other": FLAG,
            "required": FLAG,
            "placeholder": maybe(TEXT),
            "min_picks": maybe(COUNT),
            "max_picks": maybe(COUNT),
        }
    ),
    "Option": sent(
        {
            "label": TEXT,
            "description": maybe(TEXT),
            "preview": maybe(TEXT),
            "recommended": FLAG,
        },
        preview_nodes=NODES,
    ),
    "Node": {"anyOf": [TEXT, ref("Element")]},
    "Element": sent(
        {"tag": one_of(*sorted(TAGS))},
        children=many(ref("Node")),
        href=TEXT,
        host=TEXT,
        language=TEXT,
        start=COUNT,
        align=one_of("left", "center", "right"),
    ),
    "Command": sent(
        {
            "argv": many(TEXT),
            "cwd": TEXT,
            "env": many(TEXT),
            "sandbox": TEXT,
            "sha256": TEXT,
            "dangerous": FLAG,
            "why": maybe(TEXT),
        }
    ),
    "Seen": sent({"door": maybe(DOOR), "who": TEXT, "at": TIME}),
    "Routing": sent(
        {
            "rule": TEXT,
            "recipients": many(TEXT),
            "claim": maybe(ref("Claim")),
            "quorum": COUNT,
            "agreed": many(ref("SettledBy")),
            "self_approval": FLAG,
            "next_at": maybe(TIME),
            "next_to": many(TEXT),
        }
    ),
    "Claim": sent({"id": TEXT, "who": TEXT, "at": TIME}),
    "Snooze": sent({"id": TEXT, "until": TIME}),
}

OUTCOMES: Schema = {
    "Outcome": sent(
        {
            "askId": ID,
            "state": one_of(*State),
            "answered": FLAG,
            "cancelled": FLAG,
            "timedOut": FLAG,
            "answers": many(ref("Answer")),
            "reason": maybe(TEXT),
            "askBack": maybe(TEXT),
            "settledBy": maybe(ref("SettledBy")),
            "amendments": many(ref("Amendment")),
        }
    ),
    "Answer": sent(
        {"questionId": TEXT, "state": one_of(*AnswerState), "values": many(TEXT)},
        customText=TEXT,
        note=TEXT,
        attachments=many(ref("Attachment")),
    ),
    "SettledBy": sent(
        {
            "kind": one_of(*ActorKind),
            "id": TEXT,
            "who": TEXT,
            "door": maybe(DOOR),
            "at": TIME,
        }
    ),
    "Amendment": sent(
        {
            "kind": one_of(*AmendmentKind),
            "by": ref("SettledBy"),
            "receipt": TEXT,
            "answers": many(ref("Answer")),
            "reason": maybe(TEXT),
        }
    ),
    "Attachment": sent({"sha256": TEXT, "name": TEXT, "media_type": TEXT, "size": COUNT}),
}

BESIDE: Schema = {
    "Draft": sent(
        {
            "ask_id": ID,
            "person": TEXT,
            "at": TIME,
            "answers": {"type": "object", "additionalProperties": ref("Drafted")},
        }
    ),
    "Drafted": sent(
        {
            "values": many(TEXT),
            "customText": maybe(TEXT),
            "note": maybe(TEXT),
            "skipped": FLAG,
            "attachments": many(ref("Attachment")),
        }
    ),
    "Trail": sent(
        {
            "ask_id": ID,
            "tenant": TEXT,
            "head": TEXT,
            "flaw": maybe(ref("Flaw")),
            "events": many(ref("Event")),
        }
    ),
    "Flaw": sent({"number": COUNT, "problem": TEXT}),
    "Event": sent(
        {
            "number": COUNT,
            "kind": TEXT,
            "actor": ref("Actor"),
            "door": maybe(DOOR),
            "at": TIME,
            "content_sha256": maybe(TEXT),
            "detail": {},
            "hash": TEXT,
        }
    ),
    "Actor": sent({"kind": one_of(*ActorKind), "id": TEXT, "name": TEXT}),
    "Page": sent({"asks": many(ref("Ask")), "next": maybe(ID)}),
    "Summary": sent({"summary": TEXT, "count": COUNT}),
    "Entries": sent({"entries": many(ref("Entry")), "total": COUNT}),
    "Entry": sent(
        {
            "timestamp": TIME,
            "question": TEXT,
            "answer": TEXT,
            "values": many(TEXT),
            "options": many(TEXT),
            "rejected": many(TEXT),
            "source": one_of("store", "file"),
            "overruled": maybe(TIME),
            **{name: maybe(TEXT) for name in ENTRY_TEXTS},
        }
    ),
    "Export": sent({"text": TEXT, "count": COUNT, "total": COUNT}),
    "Rebuilt": sent({"written": COUNT, "stood": COUNT, "mode": one_of(*Mode)}),
    "Health": sent(
        {"running": FLAG, "version": TEXT, "counts": ref("Counts")},
        pid=COUNT,
        url=maybe(TEXT),
        mcp=maybe(sent({"url": TEXT, "token_file": TEXT})),
        hosts=maybe(sent({"url": TEXT, "token_file": TEXT})),
        socket=TEXT,
        home=TEXT,
        hub=maybe(sent({"url": TEXT, "joined": FLAG, "reached": FLAG})),
    ),
    "Counts": sent({"pending": maybe(COUNT), "waiting": COUNT}, lines=COUNT, calls=COUNT),
    "Version": sent({"version": TEXT}),
}

ALERTS: Schema = {
    "Alerts": sent({"channels": many(TEXT), "alerts": many(ref("Alert"))}),
    "Alert": sent(
        {
            "ask": ID,
            "channel": TEXT,
            "reason": one_of(*Reason),
            "state": one_of(*AlertState),
            "detail": maybe(TEXT),
            "at": TIME,
        }
    ),
    "Tried": sent({"channel": TEXT, "sent": FLAG, "detail": maybe(TEXT)}),
}

NUMBER: Schema = {"type": "number", "minimum": 0}
PACE: Schema = {
    "asked": COUNT,
    "answered": COUNT,
    "median_s": maybe(NUMBER),
    "late_s": maybe(NUMBER),
    "blocked_minutes": NUMBER,
}
NAMED_PACES = many(sent({"name": TEXT, **PACE}))

ORDER: Schema = {
    "Stats": sent(
        {
            "since": TIME,
            "until": TIME,
            **PACE,
            "pending": COUNT,
            "days": many(sent({"day": TEXT, **PACE})),
            "projects": NAMED_PACES,
            "agents": NAMED_PACES,
            "times": many(sent({"up_to_s": maybe(COUNT), "count": COUNT})),
        }
    ),
    "Audit": sent(
        {
            "checked": COUNT,
            "flaws": many(sent({"ask_id": ID, "number": COUNT, "problem": TEXT})),
            "pruned": many(sent({"ask_id": ID, "events": COUNT, "head": TEXT, "at": TIME})),
            "next": maybe(ID),
        }
    ),
    "Pruned": sent({"asks": COUNT, "files": COUNT, "entries": COUNT, "next": maybe(ID)}),
    "Imported": sent(
        {
            "imported": COUNT,
            "known": COUNT,
            "refused": many(sent({"name": TEXT, "problem": TEXT})),
        }
    ),
}

MEMORY: Schema = {
    "Recalled": sent(
        {
            "askId": ID,
            "at": TIME,
            "how": one_of(*How),
            "question": TEXT,
            "answers": {"type": "object", "additionalProperties": ref("Given")},
        }
    ),
    "Rule": sent(
        {
            "id": ID,
            "short_id": TEXT,
            "state": one_of("standing", "expired", "revoked"),
            "scope": one_of(*Scope),
            "project": sent({"name": TEXT, "path": TEXT}),
            "ask_id": ID,
            "questions": many(TEXT),
            "answers": many(ref("Given")),
            "made_at": TIME,
            "until": maybe(TIME),
            "revoked_at": maybe(TIME),
        }
    ),
}

SENT: Schema = {**ASKS, **OUTCOMES, **BESIDE, **ALERTS, **ORDER, **MEMORY}
