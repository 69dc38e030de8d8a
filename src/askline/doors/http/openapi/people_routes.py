"""The routes that a hub has besides the API's own, as operations, in the order in which it serves them."""

from dataclasses import replace

from askline.doors.http.openapi.operations import Body, Operation, Parameter, Reply
from askline.doors.http.openapi.words import TEXT, many, maybe, ref, sent

PLACE = "/api/v1/people"
ID = Parameter(name="id", place="path", about="Its whole id.", schema=TEXT)
NAME = Parameter(name="name", place="path", about="What the rule is called.", schema=TEXT)
DONE = Reply(about="Done.", status=204)
FACTS = sent({"file": TEXT, "settings": {"type": "object"}, "sources": {"type": "object"}})


def _get(path: str, name: str, about: str, reply: Reply) -> Operation:
    return Operation(method="GET", path=path, name=name, about=about, reply=reply, refuses=(404,))


def _post(path: str, name: str, about: str, body: str, reply: Reply) -> Operation:
    return Operation(
        method="POST",
        path=path,
        name=name,
        about=about,
        reply=reply,
        takes=(ID,) if "{id}" in path else (),
        body=Body(schema=ref(body)),
        refuses=(404, 413, 415),
    )


def _put(path: str, name: str, about: str, body: str, reply: Reply) -> Operation:
    return replace(_post(path, name, about, body, reply), method="PUT", takes=_named_in(path))


def _delete(path: str, name: str, about: str) -> Operation:
    done = _post(path, name, about, "Nothing", DONE)
    return replace(done, method="DELETE", takes=_named_in(path))


def _named_in(path: str) -> tuple[Parameter, ...]:
    return tuple(each for each in (ID, NAME) if f"{{{each.name}}}" in path)


def _made(about: str, shape: str) -> Reply:
    return Reply(about=about, schema=ref(shape), status=201)


OF_PEOPLE = (
    _post("/api/v1/session/end", "end_session", "Sign this browser out.", "Nothing", DONE),
    _get("/api/v1/settings", "hub_settings", "Where one is.", Reply(about="Facts.", schema=FACTS)),
    _get(
        f"{PLACE}/tokens",
        "tokens",
        "Your tokens; for an admin all.",
        Reply(about="Tokens, newest first.", schema=many(ref("Token"))),
    ),
    _post(
        f"{PLACE}/tokens",
        "make_token",
        "Make one for yourself, or as an admin for a service.",
        "WantedToken",
        _made("The token, with its secret this once.", "ShownToken"),
    ),
    _post(
        f"{PLACE}/tokens/{{id}}/rotate",
        "rotate_token",
        "Make its successor; the old one works for a day.",
        "Nothing",
        _made("The successor, with its secret this once.", "ShownToken"),
    ),
    _post(f"{PLACE}/tokens/{{id}}/revoke", "revoke_token", "End it now.", "Nothing", DONE),
    _get(
        f"{PLACE}/passkeys",
        "passkeys",
        "Your passkeys.",
        Reply(about="They, oldest first.", schema=many(ref("Passkey"))),
    ),
    _post(
        f"{PLACE}/passkeys/options",
        "begin_passkey",
        "What a browser needs to make one.",
        "Nothing",
        Reply(about="Options of WebAuthn.", schema={"type": "object"}),
    ),
    _post(
        f"{PLACE}/passkeys",
        "add_passkey",
        "Keep one that a browser made.",
        "MadePasskey",
        _made("The passkey.", "Passkey"),
    ),
    _post(f"{PLACE}/passkeys/{{id}}/remove", "remove_passkey", "Let it go.", "Nothing", DONE),
    _get(
        f"{PLACE}/addressees",
        "addressees",
        "Whom you may pass an ask on to.",
        Reply(about="People and teams that can answer.", schema=ref("Addressees")),
    ),
    _get(
        f"{PLACE}/routes",
        "routing_rules",
        "Whom asks go to. Needs an admin.",
        Reply(about="Routing rules, by name.", schema=sent({"routes": many(ref("RoutingRule"))})),
    ),
    replace(
        _get(
            f"{PLACE}/routes/{{name}}",
            "routing_rule",
            "One rule. Needs an admin.",
            Reply(about="The rule.", schema=ref("RoutingRule")),
        ),
        takes=(NAME,),
    ),
    _put(
        f"{PLACE}/routes/{{name}}",
        "keep_routing_rule",
        "Keep a rule, in place of the one of this name. Needs an admin.",
        "WantedRoutingRule",
        Reply(about="The rule.", schema=ref("RoutingRule")),
    ),
    _delete(f"{PLACE}/routes/{{name}}", "drop_routing_rule", "End a rule. Needs an admin."),
    _get(
        f"{PLACE}/away",
        "away",
        "Whether you are away.",
        Reply(about="What you said, or null.", schema=sent({"away": maybe(ref("Away"))})),
    ),
    _put(
        f"{PLACE}/away",
        "go_away",
        "Be away from now on.",
        "GoingAway",
        Reply(about="What you said.", schema=sent({"away": ref("Away")})),
    ),
    _delete(f"{PLACE}/away", "come_back", "Be there again."),
    _delete(f"{PLACE}/{{id}}/away", "end_away", "Somebody is there again. Needs an admin."),
    _get(
        PLACE,
        "people",
        "Everybody of your tenant, also who left.",
        Reply(about="People.", schema=many(ref("Person"))),
    ),
    _get(f"{PLACE}/me", "me", "Who you are here.", Reply(about="You.", schema=ref("Me"))),
    _post(
        f"{PLACE}/invitations",
        "invite",
        "Invite somebody. Needs an admin.",
        "Inviting",
        _made("The link, shown this once.", "Invited"),
    ),
    _get(
        f"{PLACE}/teams",
        "teams",
        "The teams of your tenant.",
        Reply(about="Teams, by name.", schema=many(ref("Team"))),
    ),
    _post(
        f"{PLACE}/teams",
        "make_team",
        "Make a team. Needs an admin.",
        "NewTeam",
        _made("The team.", "Team"),
    ),
    _get(
        f"{PLACE}/projects",
        "projects",
        "Which project is open to which team.",
        Reply(about="They, by project.", schema=many(ref("ProjectAccess"))),
    ),
    _post(
        f"{PLACE}/projects",
        "open_project",
        "Let a project's asks go to a team. Needs an admin.",
        "OpenProject",
        _made("It.", "ProjectAccess"),
    ),
    _post(
        f"{PLACE}/projects/close",
        "close_project",
        "Let them go there no longer. Needs an admin.",
        "OpenProject",
        DONE,
    ),
    _post(
        f"{PLACE}/{{id}}/roles",
        "give_role",
        "Give a role, in a team or in the whole tenant. Needs an admin.",
        "GivenRole",
        _made("The role.", "HeldRole"),
    ),
    _post(
        f"{PLACE}/{{id}}/roles/take",
        "take_role",
        "Take a role away, or lay down your own.",
        "GivenRole",
        DONE,
    ),
    _post(f"{PLACE}/{{id}}/remove", "remove_person", "Somebody goes.", "Nothing", DONE),
)
