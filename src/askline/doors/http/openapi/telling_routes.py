"""The routes of being told, as operations, and what they send and take."""

from askline.alerts.contacts import Way
from askline.alerts.model import AlertState
from askline.doors.http.looking import AT_MOST
from askline.doors.http.openapi.operations import Body, Operation, Parameter, Reply
from askline.doors.http.openapi.sent import ALERTS
from askline.doors.http.openapi.taken import SAID
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

PLACE = "/api/v1/people"
ID = Parameter(name="id", place="path", about="Its whole id.", schema=TEXT)
NOTHING = Body(schema=ref("Nothing"))
CONTACT: Schema = {
    "id": TEXT,
    "owner": TEXT,
    "channel": one_of(*Way),
    "shown": TEXT,
    "answers": FLAG,
    "made_at": TIME,
}
TOLD: Schema = {"recipient": TEXT, "number": COUNT, "tries": COUNT, "contact": maybe(TEXT)}

SHAPES_OF_TELLING: Schema = {
    "Contact": sent(CONTACT),
    "MadeContact": sent(CONTACT, secret=TEXT),
    "NewContact": taken({"channel": one_of(*Way), "where": SAID}, team=TEXT, answers=FLAG),
    "ToldAlert": sent({**ALERTS["Alert"]["properties"], **TOLD}),
}
OF_TELLING = (
    Operation(
        method="GET",
        path=f"{PLACE}/contacts",
        name="contacts",
        about="Where you are told; for an admin, where a team is.",
        reply=Reply(about="Contacts.", schema=sent({"contacts": many(ref("Contact"))})),
        takes=(Parameter(name="team", about="A team's, for admins.", schema=TEXT),),
        refuses=(404,),
    ),
    Operation(
        method="POST",
        path=f"{PLACE}/contacts",
        name="add_contact",
        about="Be told there too.",
        reply=Reply(
            about="The contact; a webhook's with its secret this once.",
            schema=ref("MadeContact"),
            status=201,
        ),
        body=Body(schema=ref("NewContact")),
        refuses=(404, 413, 415),
    ),
    Operation(
        method="DELETE",
        path=f"{PLACE}/contacts/{{id}}",
        name="remove_contact",
        about="Be told there no more. Links that were sent there end.",
        reply=Reply(about="Done.", status=204),
        takes=(ID,),
        body=NOTHING,
        refuses=(404, 413, 415),
    ),
    Operation(
        method="POST",
        path=f"{PLACE}/contacts/{{id}}/try",
        name="try_contact",
        about="Tell something harmless there.",
        reply=Reply(about="How it went.", schema=sent({"sent": FLAG, "detail": maybe(TEXT)})),
        takes=(ID,),
        body=NOTHING,
        refuses=(404, 413, 415),
    ),
    Operation(
        method="GET",
        path=f"{PLACE}/alerts",
        name="hub_alerts",
        about="Who was told, and how that went. Needs an operator.",
        reply=Reply(about="The newest first.", schema=sent({"alerts": many(ref("ToldAlert"))})),
        takes=(
            Parameter(name="state", about="Only of this state.", schema=one_of(*AlertState)),
            Parameter(
                name="limit",
                about="At most so many.",
                schema={"type": "integer", "minimum": 1, "maximum": AT_MOST},
            ),
        ),
    ),
)
