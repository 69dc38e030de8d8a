"""The routes of who operates a hub, as operations, and what they send and take, as schemas."""

from askline.doors.http.hub_auditing import LAST, MOST, NDJSON
from askline.doors.http.hub_operating import MOST_DAYS
from askline.doors.http.openapi.operation_shapes import ID
from askline.doors.http.openapi.operations import Body, Operation, Parameter, Reply
from askline.doors.http.openapi.words import (
    COUNT,
    TEXT,
    TIME,
    Schema,
    many,
    maybe,
    ref,
    sent,
    taken,
)
from askline.people.limits import LEAST, NAMES
from askline.people.limits import MOST as MOST_OF_ALL

PLACE = "/api/v1/people"
LIMITS: Schema = {name: maybe(COUNT) for name in NAMES}
USED: Schema = {
    **dict.fromkeys(("asked", "answered", "timed_out", "rejected", "cancelled"), COUNT),
    "median_s": maybe({"type": "number"}),
}
FLAW: Schema = {"number": COUNT, "problem": TEXT}

OF_OPERATING: Schema = {
    "Limits": sent(LIMITS),
    "Limited": sent(dict.fromkeys(("own", "ceiling", "holds"), ref("Limits"))),
    "WantedLimits": taken(
        None,
        **{
            name: {"type": "integer", "minimum": LEAST[name], "maximum": MOST_OF_ALL}
            for name in NAMES
        },
    ),
    "Usage": sent(
        {
            "since": TIME,
            "days": many(sent({"day": TEXT, **USED})),
            "projects": many(sent({"name": TEXT, **USED})),
        }
    ),
    "Act": sent(
        {
            "number": COUNT,
            "kind": TEXT,
            "actor": sent({"id": TEXT, "name": TEXT}),
            "subject": TEXT,
            "detail": TEXT,
            "at": TIME,
            "hash": TEXT,
        }
    ),
    "Acts": sent({"acts": many(ref("Act")), "next": maybe(COUNT)}),
    "HeldActs": sent(
        {
            "checked": COUNT,
            "head": sent({"number": COUNT, "hash": TEXT}),
            "flaw": maybe(sent(FLAW)),
        }
    ),
    "Review": sent(
        {
            **dict.fromkeys(("asks", "events", "pruned", "broken"), COUNT),
            "flaws": many(sent({"ask_id": ID, **FLAW})),
            "next": maybe(ID),
        }
    ),
}


def _number(name: str, about: str, most: int) -> Parameter:
    schema = {"type": "integer", "minimum": 1, "maximum": most}
    return Parameter(name=name, about=about, schema=schema)


def _get(path: str, name: str, about: str, reply: Reply, *takes: Parameter) -> Operation:
    return Operation(
        method="GET",
        path=f"{PLACE}/{path}",
        name=name,
        about=about,
        reply=reply,
        takes=takes,
        refuses=(404,),
    )


def _one(about: str, shape: str) -> Reply:
    return Reply(about=about, schema=ref(shape))


SINCE = Parameter(name="since", about="Of asks from this day or time on.", schema=TEXT)
UNTIL = Parameter(name="until", about="Of asks before this day or time.", schema=TEXT)
AFTER = Parameter(name="after", about="The `next` of the review before.", schema=TEXT)
LINES = Reply(about="JSON, one on each line.", schema=TEXT, media_types=(NDJSON,))

ROUTES = (
    _get(
        "limits",
        "limits",
        "How much your tenant may hold. Needs an admin.",
        _one("What admins set, what the hub allows, what holds.", "Limited"),
    ),
    Operation(
        method="PUT",
        path=f"{PLACE}/limits",
        name="set_limits",
        about="Set all of them, as far as the hub allows. Needs an admin.",
        reply=_one("What holds now.", "Limited"),
        body=Body(schema=ref("WantedLimits")),
        refuses=(404, 413, 415),
    ),
    _get(
        "usage",
        "usage",
        "How much your tenant asks, day by day. Needs an operator.",
        _one("Counts and times.", "Usage"),
        _number("days", "The last so many.", MOST_DAYS),
    ),
    _get(
        "acts",
        "acts",
        "What was done to your tenant, newest first. Needs an admin.",
        _one("A page of acts.", "Acts"),
        _number("before", "Of acts before this number.", LAST),
        _number("limit", "How many.", MOST),
    ),
    _get("acts/export", "export_acts", "All acts, oldest first. Needs an admin.", LINES),
    _get(
        "acts/verify",
        "verify_acts",
        "Whether the chain of acts holds. Needs an admin.",
        _one("How far, and where not.", "HeldActs"),
    ),
    _get(
        "audit/export",
        "export_trails",
        "The events of all asks, oldest ask first. Needs an operator.",
        LINES,
        SINCE,
        UNTIL,
    ),
    _get(
        "audit/verify",
        "verify_trails",
        "Whether the trails of asks hold. Needs an operator.",
        _one("How many, and which do not.", "Review"),
        SINCE,
        UNTIL,
        AFTER,
    ),
)
