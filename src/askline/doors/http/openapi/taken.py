"""What the API takes, as schemas: see `bodies` and `asks/asked`, which say the same in words.

Sizes are not here: they count what is left of a text when it has been cleaned, see the limits.
"""

from askline.asks.asked import LONGEST_TIMEOUT_MS, SHORTEST_TIMEOUT_MS
from askline.asks.asked_approvals import SHA256
from askline.asks.intake import QUESTION_ID
from askline.asks.model import AskKind, QuestionKind
from askline.asks.replies import LONGEST_RECEIPT
from askline.asks.searching import OVER
from askline.doors.http.openapi.words import (
    COUNT,
    FLAG,
    TEXT,
    TIME,
    Schema,
    many,
    one_of,
    ref,
    taken,
)
from askline.memory.importing import SOURCES
from askline.memory.rules import Scope

SAID: Schema = {"type": "string", "pattern": r"\S"}
"""A text that says something."""
RECEIPT: Schema = {"type": "string", "pattern": f"^[ -~]{{1,{LONGEST_RECEIPT}}}$"}
ANSWERS: Schema = {
    "type": "object",
    "propertyNames": {"pattern": f"^{QUESTION_ID.pattern}$"},
    "additionalProperties": ref("Given"),
}
OPTIONS = many({"anyOf": [TEXT, ref("NewOption")]})

TAKEN: Schema = {
    "NewAsk": taken(
        questions=many(ref("NewQuestion"), minItems=1),
        question=SAID,
        options=OPTIONS,
        multiSelect=FLAG,
        title=TEXT,
        context=TEXT,
        timeout={
            "type": "integer",
            "minimum": SHORTEST_TIMEOUT_MS,
            "maximum": LONGEST_TIMEOUT_MS,
        },
        key=SAID,
        follows={"type": "string", "format": "uuid"},
        sensitive=FLAG,
        human_only=FLAG,
        agent=taken(name=TEXT, version=TEXT, label=TEXT, conversation=TEXT),
        project=taken(name=TEXT, path=TEXT, branch=TEXT),
    ),
    "NewQuestion": taken(
        {"question": SAID},
        id={"type": "string", "pattern": f"^{QUESTION_ID.pattern}$"},
        header=TEXT,
        type=one_of(*QuestionKind),
        options=OPTIONS,
        allow_other=FLAG,
        required=FLAG,
        placeholder=TEXT,
        min_picks=COUNT,
        max_picks=COUNT,
    ),
    "NewOption": taken({"label": SAID}, description=TEXT, preview=TEXT, recommended=FLAG),
    "Given": taken(
        values=many(TEXT),
        customText=TEXT,
        note=TEXT,
        skipped=FLAG,
        attachments=many(ref("Named")),
    ),
    "Named": taken({"sha256": SAID}, name=TEXT, media_type=TEXT, size=COUNT),
    "Answering": taken(
        answers=ANSWERS, again=FLAG, note=TEXT, receipt=RECEIPT, standing=ref("Standing")
    ),
    "Declining": taken(reason=TEXT, receipt=RECEIPT),
    "AskingBack": taken({"words": SAID}, receipt=RECEIPT),
    "Correcting": taken(answers=ANSWERS, note=TEXT, reason=TEXT, receipt=RECEIPT),
    "Extending": taken({"deadline": TIME}),
    "Empty": taken(),
    "PassingOn": taken({"to": SAID}),
    "Snoozing": taken(until=TIME),
    "Delivered": taken(amendments=COUNT),
    "Drafting": taken(answers=ANSWERS),
    "Pruning": taken(
        {"before": SAID}, states=many(one_of(*sorted(OVER))), dry_run=FLAG, journal=FLAG, after=TEXT
    ),
    "Importing": taken({"source": one_of(*SOURCES), "records": many({"type": "object"})}),
    "Ruling": taken({"ask": SAID}, scope=one_of(*Scope), until=TEXT),
    "Trying": taken({"channel": SAID}),
    "Rebuilding": taken({"project": SAID}),
    "Nothing": {"type": "object"},
}

COMMAND = taken(
    {
        "argv": many(TEXT, minItems=1),
        "cwd": SAID,
        "sandbox": SAID,
        "sha256": {"type": "string", "pattern": f"^{SHA256.pattern}$"},
    },
    env=many(TEXT),
    dangerous=FLAG,
    why=TEXT,
)
NEW_ASK: Schema = TAKEN["NewAsk"]
APPROVAL = taken(kind=one_of(*AskKind), command=COMMAND)
TAKEN_AT_A_HUB: Schema = {
    "NewAsk": {**NEW_ASK, "properties": {**NEW_ASK["properties"], **APPROVAL["properties"]}}
}
"""There a service brings its approvals, too."""
