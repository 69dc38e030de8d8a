"""What a hub's API sends and takes of people, as schemas. See `doors/http/hub_shapes`."""

from askline.core.people import Right
from askline.doors.http.openapi.operation_shapes import ID
from askline.doors.http.openapi.routing_shapes import OF_ROUTING
from askline.doors.http.openapi.taken import SAID
from askline.doors.http.openapi.words import (
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
from askline.people.model import Role
from askline.people.roles import FOR_TOKENS
from askline.people.tokens import LONGEST_LIFE

ROLE = one_of(*Role)
SCOPES = many(one_of(*sorted(FOR_TOKENS)))
TOKEN: Schema = {
    "id": ID,
    "name": TEXT,
    "shown": TEXT,
    "principal": TEXT,
    "scopes": SCOPES,
    "project": maybe(TEXT),
    "made_at": TIME,
    "expires_at": TIME,
    "used_at": maybe(TIME),
    "revoked_at": maybe(TIME),
    "successor": maybe(ID),
}
PERSON: Schema = {
    "id": ID,
    "login": TEXT,
    "name": TEXT,
    "joined_at": TIME,
    "left_at": maybe(TIME),
    "roles": many(ref("HeldRole")),
}

OF_PEOPLE: Schema = {
    **OF_ROUTING,
    "Person": sent(PERSON),
    "Me": sent(
        {
            "id": TEXT,
            "name": TEXT,
            "tenant": TEXT,
            "rights": many(one_of(*Right)),
            "addresses": many(TEXT),
        }
    ),
    "HeldRole": sent({"role": ROLE, "team": maybe(TEXT)}),
    "Team": sent({"name": TEXT, "made_at": TIME}),
    "ProjectAccess": sent({"project": TEXT, "team": TEXT}),
    "Invited": sent(
        {"login": TEXT, "grants": many(ref("HeldRole")), "expires_at": TIME, "link": TEXT}
    ),
    "Token": sent(TOKEN),
    "ShownToken": sent({**TOKEN, "secret": TEXT}),
    "Passkey": sent({"id": TEXT, "name": TEXT, "made_at": TIME, "used_at": maybe(TIME)}),
    "GivenRole": taken({"role": ROLE}, team=TEXT),
    "MadePasskey": taken({"credential": {"type": "object"}}, name=TEXT),
    "NewTeam": taken({"name": SAID}),
    "OpenProject": taken({"project": SAID, "team": SAID}),
    "Inviting": taken({"login": SAID}, grants=many(ref("GivenRole"))),
    "WantedToken": taken(
        {"name": SAID},
        scopes=SCOPES,
        service=TEXT,
        days={"type": "integer", "minimum": 1, "maximum": LONGEST_LIFE.days},
        project=TEXT,
    ),
}
