"""The authorisation matrix of a hub: who may do what, as data; the people and programs live in `town`.

Every route stands here with what each of them is told about an ask of their own team, of another team
and of another tenant. Every ask bears its place's marker in all of its words, so that a reply that shows
one to somebody from elsewhere is found.
"""

from itertools import count
from typing import Final, NamedTuple

from askline.core.people import Right
from askline.people.model import Role
from tests.replicas import Json

OWN, TEAM, TENANT = "WEB-MARK", "OPS-MARK", "EVIL-MARK"
"""An ask of the team that most people here are in, of another team, of another tenant."""
PLACES: Final = {OWN: ("acme", "shop"), TEAM: ("acme", "bank"), TENANT: ("evil", "shop")}
"""Whose they are. The other tenant calls its team and its project by the same names."""
GONE: Final = ("nobody", "who left", "revoked token", "ended session", "forged token")
"""Whom no door knows."""
SEES: Final[dict[str, tuple[str, ...]]] = {
    "asker": (),
    "answerer": (OWN,),
    "approver": (OWN,),
    "operator": (OWN, TEAM),
    "admin": (),
    "of another team": (TEAM,),
    "operator who answers elsewhere": (OWN, TEAM),
    "of another tenant": (TENANT,),
    "asking token": (OWN,),
    "answering token": (OWN,),
    "operating token": (OWN, TEAM),
    "token bound to the project": (OWN,),
    "token bound to another project": (),
    "asking token of an answerer": (),
    "token of another tenant": (TENANT,),
}
"""Who may look at which: everybody whom a door knows."""

ASKED_BY: Final = {OWN: "service:ci", TEAM: "service:other", TENANT: "service:ci"}
FOR_PROGRAMS = (Right.ASK, Right.ANSWER, Right.OPERATE)
IN_TEAMS = (Role.ASKER, Role.ANSWERER, Role.APPROVER)
ASKING = "asking token of an answerer"
MANY = count(1)


MAY: Final[dict[str, dict[str, set[str]]]] = {
    "settle": {
        OWN: {"answerer", "approver", "answering token"},
        TEAM: {"of another team", "operator who answers elsewhere"},
        TENANT: set(),
    },
    "decline": {
        OWN: {"answerer", "approver"},
        TEAM: {"of another team", "operator who answers elsewhere"},
        TENANT: set(),
    },
    "show": {
        OWN: {
            "answerer",
            "approver",
            "answering token",
            "operator",
            "operator who answers elsewhere",
        },
        TEAM: {"operator", "of another team", "operator who answers elsewhere"},
        TENANT: {"of another tenant"},
    },
    "withdraw": {
        OWN: {
            "asking token",
            "token bound to the project",
            "operator",
            "operator who answers elsewhere",
            "operating token",
        },
        TEAM: {"operator", "operator who answers elsewhere", "operating token"},
        TENANT: {"of another tenant", "token of another tenant"},
    },
}
"""Of those who may look, who may do it; the others are refused, and for whoever may not even look there
is no such ask."""

ORDER: Final = {
    "operator",
    "operator who answers elsewhere",
    "operating token",
    "of another tenant",
    "token of another tenant",
}
ASKERS: Final = {
    "asker",
    "answerer",
    "of another team",
    "asking token",
    "token bound to the project",
    ASKING,
    "of another tenant",
    "token of another tenant",
}
HOLDERS: Final = {
    "answerer",
    "approver",
    "of another team",
    "operator who answers elsewhere",
    "of another tenant",
    "answering token",
    "token bound to another project",
    "token of another tenant",
}
PEOPLE: Final = {name for name in SEES if "token" not in name}
WHO: Final[dict[str, set[str]]] = {
    "visit": PEOPLE,
    "be a person": PEOPLE,
    "make a token": PEOPLE & ASKERS,
    "administer": {"admin", "of another tenant"},
    "know": set(SEES),
    "keep order": ORDER,
    "ask": ASKERS,
    "add files": HOLDERS,
    "call tools": {name for name in SEES if "token" in name},
}
"""Of what is not one ask's: who may do it at all. What they find then is their own."""


class Line(NamedTuple):
    route: str
    deed: str
    ok: int = 200
    body: Json | None = None
    """What is sent with a write."""
    settled: bool = False
    """Whether the ask it is about was answered before."""
    query: str = ""
    leaves: bool = False
    """Whether who does it is signed out by it."""

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.route.partition(" ")[2]

    @property
    def of_one_ask(self) -> bool:
        return self.deed == "look" or self.deed in MAY

    def expected(self, who: str, place: str) -> int:
        if self.deed == "open":
            return self.ok
        if who in GONE:
            return 401
        if self.deed in WHO:
            refusal = 401 if self.deed in ("call tools", "visit") else 403
            return self.ok if who in WHO[self.deed] else refusal
        if place not in SEES[who]:
            return 404
        return self.ok if self.deed == "look" or who in MAY[self.deed][place] else 403


ASK_BODY: Json = {
    "questions": [{"id": "q", "question": "New?", "options": ["A", "B"]}],
    "project": {"name": "shop", "path": "/srv/shop"},
}
PROJECT = "?project=/srv/shop"
ONE = "/api/v1/asks/{id}"
REPLIED: Json = {"answers": {"q": {"values": ["no"]}}, "receipt": "second"}
HOOK: Json = {"channel": "webhook", "where": "https://hook.example/in"}
PAGES = (
    *(
        "/",
        "/account",
        "/admin",
        "/admin/{name}",
        "/asks/{id}",
        "/history",
        "/operations",
        "/operations/{id}",
    ),
    *("/settings", "/stats"),
)
FOR_STRANGERS = (
    *("/join", "/join/look", "/join/passkey", "/join/passkey/options"),
    *("/sign-in", "/sign-in/passkey"),
)
MATRIX: Final = (
    Line("* /mcp", "call tools"),
    Line("GET /static/{name}", "open", 404),
    Line("GET /page.css", "open"),
    Line("GET /favicon.svg", "open"),
    Line("GET /api/v1/asks", "know", query="?all=1"),
    Line("POST /api/v1/asks", "ask", 201, ASK_BODY),
    Line(f"GET {ONE}", "look"),
    Line(f"POST {ONE}/answer", "settle", 200, REPLIED),
    Line(f"POST {ONE}/reject", "decline", 200, {"receipt": "second"}),
    Line(f"POST {ONE}/ask-back", "decline", 200, {"words": "Why?", "receipt": "second"}),
    Line(f"POST {ONE}/cancel", "withdraw", 200, {"receipt": "second"}),
    Line(f"POST {ONE}/correct", "settle", 200, REPLIED, settled=True),
    Line(f"POST {ONE}/extend", "settle", 200, {"deadline": "2099-01-01T00:00:00Z"}),
    Line(f"POST {ONE}/seen", "show", 200, {}),
    Line(f"POST {ONE}/delivered", "withdraw", 200, {}, settled=True),
    Line(f"PUT {ONE}/draft", "settle", 204, {"answers": {"q": {"values": ["no"]}}}),
    Line(f"GET {ONE}/drafts", "look"),
    Line(f"GET {ONE}/trail", "look"),
    Line(f"GET {ONE}/outcome", "look"),
    Line("GET /api/v1/history", "know"),
    Line("GET /api/v1/memory/summary", "know", query=PROJECT),
    Line("GET /api/v1/memory/entries", "know", query=PROJECT),
    Line("GET /api/v1/memory/export", "know", query=PROJECT),
    Line("POST /api/v1/memory/rebuild", "keep order", 200, {"project": "/srv/shop"}),
    Line("GET /api/v1/events", "know"),
    Line("GET /api/v1/health", "know"),
    Line("GET /api/v1/version", "know"),
    *(Line(f"POST {ONE}/{verb}", "decline", 200, {}) for verb in ("claim", "release")),
    Line(f"POST {ONE}/pass", "decline", 200, {"to": "ada"}),
    Line(f"POST {ONE}/snooze", "decline", 200, {"until": "2099-01-01T00:00:00Z"}),
    Line("POST /api/v1/attachments", "add files", 201, {}),
    Line("GET /api/v1/attachments/{sha256}", "know", 404),
    Line("GET /api/v1/openapi.json", "know"),
    Line("GET /api/v1/stats", "know"),
    Line("GET /api/v1/audit", "keep order"),
    Line("POST /api/v1/prune", "keep order", 200, {"before": "2020-01-01"}),
    Line("POST /api/v1/memory/import", "keep order", 200, {"source": "auq", "records": []}),
    *(Line(f"GET {page}", "visit") for page in PAGES),
    Line("GET /join", "open"),
    Line("GET /.well-known/oauth-protected-resource/mcp", "open"),
    *(Line(f"POST {place}", "open", 422, {"nothing": 1}) for place in FOR_STRANGERS),
    Line("POST /sign-in/passkey/options", "open", 200, {}),
    Line("GET /api/v1/settings", "know"),
    Line("GET /api/v1/people", "be a person"),
    Line("GET /api/v1/people/me", "know"),
    Line("GET /api/v1/people/addressees", "be a person"),
    Line("GET /api/v1/people/routes", "administer"),
    Line("PUT /api/v1/people/routes/{name}", "administer", 422, {"nothing": 1}),
    Line("GET /api/v1/people/routes/{name}", "administer", 404),
    Line("DELETE /api/v1/people/routes/{name}", "administer", 404, {}),
    Line("GET /api/v1/people/away", "be a person"),
    Line("PUT /api/v1/people/away", "be a person", 200, {}),
    Line("DELETE /api/v1/people/away", "be a person", 204, {}),
    Line("DELETE /api/v1/people/{id}/away", "administer", 404, {}),
    Line("GET /api/v1/people/passkeys", "be a person"),
    Line("GET /api/v1/people/projects", "be a person"),
    Line("GET /api/v1/people/teams", "be a person"),
    Line("GET /api/v1/people/tokens", "be a person"),
    Line("POST /api/v1/people/tokens", "make a token", 201, {"name": "x", "scopes": ["ask"]}),
    Line("POST /api/v1/people/tokens/{id}/revoke", "be a person", 404, {}),
    Line("POST /api/v1/people/tokens/{id}/rotate", "be a person", 404, {}),
    Line("POST /api/v1/people/passkeys", "know", 422, {"nothing": 1}),
    Line("POST /api/v1/people/passkeys/options", "be a person", 200, {}),
    Line("POST /api/v1/people/passkeys/{id}/remove", "be a person", 404, {}),
    Line("GET /api/v1/people/limits", "administer"),
    Line("PUT /api/v1/people/limits", "administer", 200, {"pending": 1000}),
    Line("GET /api/v1/people/usage", "keep order"),
    Line("GET /api/v1/people/acts", "administer"),
    Line("GET /api/v1/people/acts/export", "administer"),
    Line("GET /api/v1/people/acts/verify", "administer"),
    Line("GET /api/v1/people/audit/export", "keep order"),
    Line("GET /api/v1/people/audit/verify", "keep order"),
    Line("POST /api/v1/people/invitations", "administer", 201, {"login": "new"}),
    Line("POST /api/v1/people/teams", "administer", 201, {"name": "more"}),
    Line("POST /api/v1/people/projects", "administer", 201, {"project": "x", "team": "web"}),
    Line("POST /api/v1/people/projects/close", "administer", 204, {"project": "x", "team": "web"}),
    Line("POST /api/v1/people/{id}/roles", "administer", 404, {"role": "admin"}),
    Line("POST /api/v1/people/{id}/roles/take", "administer", 404, {"role": "asker"}),
    Line("POST /api/v1/people/{id}/remove", "administer", 404, {}),
    Line("GET /api/v1/people/contacts", "be a person"),
    Line("POST /api/v1/people/contacts", "be a person", 201, HOOK),
    Line("DELETE /api/v1/people/contacts/{id}", "be a person", 404, {}),
    Line("POST /api/v1/people/contacts/{id}/try", "be a person", 404, {}),
    Line("GET /api/v1/people/alerts", "keep order"),
    Line("GET /l/page.css", "open"),
    Line("GET /l/{word}", "open", 404),
    Line("HEAD /l/{word}", "open", 404),
    Line("POST /l/{word}", "open", 404, {}),
    Line("POST /password", "know", 422, {"nothing": 1}),
    Line("POST /api/v1/session/end", "know", 204, {}, leaves=True),
    Line("POST /sign-out", "know", 303, {}, leaves=True),
)
"""Every route of a replica. A new one has no line yet: think about who may, and add it."""
