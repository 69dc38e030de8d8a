"""What the API sends and takes of operations, as schemas. See `commands/shapes`."""

from askline.commands.operation import Status
from askline.commands.standing import Breadth, Scope
from askline.doors.http.openapi.taken import RECEIPT, SAID
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
    taken,
)

ID: Schema = {"type": "string", "format": "uuid"}
WHOLE: Schema = {"type": "integer"}
SECONDS: Schema = {"type": "number", "minimum": 0}
STATUS = one_of(*Status)

OPERATIONS: Schema = {
    "Operation": sent(
        {
            "operation_id": ID,
            "short_id": TEXT,
            "tool": TEXT,
            "status": STATUS,
            "exit_code": maybe(WHOLE),
            "signal": maybe(WHOLE),
            "reason": maybe(TEXT),
            "refused": FLAG,
            "elapsed_s": SECONDS,
            "output": maybe(ref("OutputView")),
            "next": maybe(ref("NextCall")),
            "commands": many(ref("Command")),
            "sha256": TEXT,
            "steps": many(ref("StepEnded")),
            "synchronous": FLAG,
            "approval": maybe(ID),
            "standing": maybe(TEXT),
            "agent": ref("Agent"),
            "project": ref("Project"),
            "created_at": TIME,
            "started_at": maybe(TIME),
            "ended_at": maybe(TIME),
        }
    ),
    "OutputView": sent({"head": TEXT, "tail": TEXT, "omitted_bytes": COUNT}),
    "NextCall": sent({"tool": TEXT, "arguments": sent({"ids": many(ID)})}),
    "StepEnded": sent(
        {
            "tool": TEXT,
            "exit_code": maybe(WHOLE),
            "signal": maybe(WHOLE),
            "elapsed_s": SECONDS,
            "skipped": maybe(TEXT),
        }
    ),
    "OutputPage": sent({"text": TEXT, "next_offset": COUNT, "eof": FLAG, "status": STATUS}),
    "Operations": sent({"operations": many(ref("Operation")), "next": maybe(ID)}),
    "NewOperation": taken(
        {"tool": SAID, "project": taken({"path": TEXT}, name=TEXT, branch=TEXT)},
        arguments={"type": "object"},
        agent=taken(name=TEXT, version=TEXT, label=TEXT, conversation=TEXT),
        receipt=RECEIPT,
    ),
    "CancellingOperation": taken(reason=TEXT),
}

STANDING: Schema = {
    "StandingOffers": sent({"offers": many(ref("StandingOffer"))}),
    "StandingOffer": sent(
        {
            "pattern": one_of(*Breadth),
            "scope": one_of(*Scope),
            "shown": TEXT,
            "further_count": COUNT,
            "further": many(ref("FurtherMatch")),
        }
    ),
    "FurtherMatch": sent(
        {
            "operation_id": ID,
            "short_id": TEXT,
            "status": STATUS,
            "created_at": TIME,
            "commands": many(ref("Command")),
        }
    ),
    "StandingApprovals": sent({"approvals": many(ref("StandingApproval"))}),
    "StandingApproval": sent(
        {
            "id": TEXT,
            "scope": one_of(*Scope),
            "pattern": one_of(*Breadth),
            "shown": TEXT,
            "tool": TEXT,
            "project": TEXT,
            "cwd": TEXT,
            "env": many(TEXT),
            "sandbox": TEXT,
            "until": maybe(TIME),
            "made_by": TEXT,
            "at": TIME,
        }
    ),
    "Standing": taken({"pattern": one_of(*Breadth), "scope": one_of(*Scope)}, until=TIME),
}
