"""The routes of operations (executions of declared commands) as operations of the document."""

from askline.commands.operation import Status
from askline.doors.http.looking import AT_MOST
from askline.doors.http.openapi.operations import Body, Operation, Parameter, Reply
from askline.doors.http.openapi.words import TEXT, Schema, ref
from askline.doors.http.operating import FARTHEST, LONGEST_PAGE, LONGEST_WAIT_S, MOST_LINES

PLACE = "/api/v1/operations"
ONE = f"{PLACE}/{{id}}"

ID = Parameter(name="id", place="path", about="The whole id or the short one.", schema=TEXT)
THE_OPERATION = Reply(about="The operation.", schema=ref("Operation"))


def _number(name: str, about: str, most: int, least: int = 1) -> Parameter:
    schema: Schema = {"type": "integer", "minimum": least, "maximum": most}
    return Parameter(name=name, about=about, schema=schema)


OF_OPERATIONS = (
    Operation(
        method="GET",
        path=PLACE,
        name="operations",
        about="Executions of declared commands, newest first.",
        reply=Reply(about="One page.", schema=ref("Operations")),
        takes=(
            Parameter(name="project", about="Its name or its path.", schema=TEXT),
            Parameter(
                name="status", about=f"Some of {', '.join(Status)}, with commas.", schema=TEXT
            ),
            _number("limit", "At most so many.", AT_MOST),
            Parameter(name="before", about="`next` of the page before.", schema=TEXT),
        ),
        refuses=(404,),
    ),
    Operation(
        method="POST",
        path=PLACE,
        name="begin_operation",
        about="Run a declared tool, as its policy lets.",
        reply=Reply(about="The operation.", schema=ref("Operation"), status=201),
        takes=(
            Parameter(
                name="Idempotency-Key",
                place="header",
                about="The same again leads to what it led to before.",
                schema=TEXT,
            ),
        ),
        body=Body(schema=ref("NewOperation")),
        refuses=(404, 413, 415, 429),
    ),
    Operation(
        method="GET",
        path=ONE,
        name="operation",
        about="One of them, with the beginning and the end of what it wrote.",
        reply=THE_OPERATION,
        takes=(ID,),
        refuses=(404,),
    ),
    Operation(
        method="GET",
        path=f"{ONE}/output",
        name="operation_output",
        about="A page of what it wrote.",
        reply=Reply(about="The page.", schema=ref("OutputPage")),
        takes=(
            ID,
            _number("offset", "Where it begins, in bytes.", FARTHEST, 0),
            _number("limit", "At most so many bytes.", LONGEST_PAGE),
            _number("tail", "The last so many lines instead.", MOST_LINES),
            Parameter(name="grep", about="Only lines with these words.", schema=TEXT),
            Parameter(
                name="wait",
                about="Seconds to wait where nothing lies there yet.",
                schema={"type": "number", "minimum": 0, "maximum": LONGEST_WAIT_S},
            ),
        ),
        refuses=(404,),
    ),
    Operation(
        method="POST",
        path=f"{ONE}/cancel",
        name="cancel_operation",
        about="End it, with every process of it.",
        reply=THE_OPERATION,
        takes=(ID,),
        body=Body(schema=ref("CancellingOperation")),
        refuses=(404, 413, 415),
    ),
    Operation(
        method="GET",
        path="/api/v1/asks/{id}/standing",
        name="standing_offers",
        about="What may stand beside the yes to this approval.",
        reply=Reply(about="Offers, narrowest first.", schema=ref("StandingOffers")),
        takes=(ID,),
        refuses=(404,),
    ),
    Operation(
        method="GET",
        path="/api/v1/approvals",
        name="approvals",
        about="Standing approvals that hold now, newest first.",
        reply=Reply(about="They.", schema=ref("StandingApprovals")),
        takes=(Parameter(name="project", about="The path of one project.", schema=TEXT),),
    ),
    Operation(
        method="POST",
        path="/api/v1/approvals/{id}/revoke",
        name="revoke_approval",
        about="Let a standing approval stand no longer.",
        reply=Reply(about="Done.", status=204),
        takes=(ID,),
        body=Body(schema=ref("Nothing")),
        refuses=(404, 413, 415),
    ),
)
