"""What an operation is: one method of one path, with what it takes and what it replies. Data."""

from collections.abc import Sequence
from dataclasses import dataclass

from askline.doors.http.openapi.words import Schema, ref
from askline.doors.http.who import DOOR, DOORS, PRESENT

JSON = "application/json"
PROBLEM = "application/problem+json"
ANY = "*/*"

PLACE = "#/components"
SETTLED = 409

EVERYWHERE = (401, 403, 421, 422, 429, 500, 503)
"""Who may not come in, what no route understands, and what breaks."""
WITH_A_BODY = (408,)

MEANINGS = {
    401: "Nobody is signed in, or the token is wrong (over TCP).",
    403: "This actor may not, or a person is needed.",
    404: "There is no such thing, or not for you.",
    408: "The body did not come in time (at a hub).",
    409: "It was settled before; `outcome` is what stands.",
    413: "The body, or something in it, is too large.",
    415: "The body is not of the type that is taken.",
    421: "The request names another host (over TCP).",
    422: "Something in it does not fit; `errors` names the fields.",
    429: "Too many asks; ask several questions at once. At a hub: too many requests of yours are open.",
    500: "A defect of ours.",
    503: "Something that is needed is not there now.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    name: str
    about: str
    schema: Schema
    place: str = "query"

    @property
    def shape(self) -> Schema:
        return {
            "name": self.name,
            "in": self.place,
            "description": self.about,
            "schema": self.schema,
            **({"required": True} if self.place == "path" else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    schema: Schema
    media_type: str = JSON
    required: bool = True

    @property
    def shape(self) -> Schema:
        return {"required": self.required, "content": {self.media_type: {"schema": self.schema}}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    about: str
    schema: Schema | None = None
    status: int = 200
    media_types: Sequence[str] = (JSON,)

    @property
    def shape(self) -> Schema:
        if self.schema is None:
            return {"description": self.about}
        content = {each: {"schema": self.schema} for each in self.media_types}
        return {"description": self.about, "content": content}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    method: str
    path: str
    name: str
    about: str
    reply: Reply
    takes: tuple[Parameter, ...] = ()
    body: Body | None = None
    refuses: tuple[int, ...] = ()
    """Statuses beyond those of every operation."""

    @property
    def shape(self) -> Schema:
        refusals = sorted({*self.refuses, *EVERYWHERE, *(WITH_A_BODY if self.body else ())})
        return {
            "operationId": self.name,
            "summary": self.about,
            "parameters": [
                *(each.shape for each in self.takes),
                *({"$ref": f"{PLACE}/parameters/{name}"} for name in WHO),
            ],
            **({"requestBody": self.body.shape} if self.body else {}),
            "responses": {
                str(self.reply.status): self.reply.shape,
                **{str(status): {"$ref": f"{PLACE}/responses/{status}"} for status in refusals},
            },
        }


WHO = {
    "door": Parameter(
        name=DOOR,
        place="header",
        about="Where the person acts; only on the socket.",
        schema={"type": "string", "enum": [str(door) for door in DOORS]},
    ),
    "present": Parameter(
        name=PRESENT,
        place="header",
        about="1 if a person sits at that terminal.",
        schema={"type": "string"},
    ),
}
"""What every operation takes."""

REFUSALS: Schema = {
    str(status): {
        "description": meaning,
        "content": {PROBLEM: {"schema": ref("Second" if status == SETTLED else "Problem")}},
    }
    for status, meaning in MEANINGS.items()
}
