"""Admins administer a hub's people over its API; everybody has tokens of their own; programs do neither."""

from uuid import uuid4

import pytest
from starlette.routing import Route

from askline.core.people import Right
from askline.doors.http.openapi.operating_routes import ROUTES
from askline.doors.http.openapi.people_routes import OF_PEOPLE
from askline.people.model import Grant, Role
from tests.docs.test_reference import rows
from tests.hub import PASSWORD
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Json

APPROVER = {"role": "approver", "team": "web"}


async def test_an_admin_sees_who_is_here_with_what_they_hold(hub: PeopleHouse) -> None:
    await hub.joined("bo", Grant(role=Role.ANSWERER), Grant(role=Role.ASKER))
    async with hub.browser() as ada:
        first, second = (await ada.get(f"{hub.url}/api/v1/people")).json()
        me = (await ada.get("/me")).json()

    assert (first["login"], len(first["roles"])) == ("ada", len(Role))
    assert second["roles"] == [{"role": "answerer", "team": None}, {"role": "asker", "team": None}]
    assert (me["tenant"], me["id"], me["rights"]) == (hub.tenant, hub.ada.id, sorted(Right))


async def test_roles_are_given_and_taken_in_a_team(hub: PeopleHouse) -> None:
    bo = await hub.joined("bo")
    async with hub.browser() as ada, hub.browser("bo") as theirs:
        made = await ada.post("/teams", json={"name": "web"})
        assert (made.status_code, made.json()["name"]) == (201, "web")
        assert [each["name"] for each in (await theirs.get("/teams")).json()] == ["web"]

        given = await ada.post(f"/{bo.id}/roles", json=APPROVER)
        assert (given.status_code, given.json()) == (201, APPROVER)
        assert "approve" in (await theirs.get("/me")).json()["rights"]
        taken = await ada.post(f"/{bo.id}/roles/take", json=APPROVER)
        assert taken.status_code == 204
        assert (await theirs.get("/me")).json()["rights"] == []


async def test_who_is_removed_is_out_at_once(hub: PeopleHouse) -> None:
    bo = await hub.joined("bo")
    async with hub.browser() as ada, hub.browser("bo") as theirs:
        assert (await ada.post(f"/{bo.id}/remove", json={})).status_code == 204
        assert (await theirs.get("/me")).status_code == 401


async def test_an_invitation_is_a_link_whose_secret_no_server_is_sent(hub: PeopleHouse) -> None:
    asked = {"login": "Bo@Example.org", "grants": [{"role": "answerer"}]}
    async with hub.browser() as ada, hub.visitor() as bo:
        invited = await ada.post("/invitations", json=asked)
        link, _, secret = invited.json()["link"].partition("#")
        assert (invited.status_code, link) == (201, f"{hub.url}/join")
        assert invited.json()["login"] == "bo@example.org"

        mine = {"invitation": secret, "name": "Bo", "password": PASSWORD}
        assert (await bo.post("/join", json=mine)).status_code == 303


async def test_projects_are_opened_to_teams_and_closed(hub: PeopleHouse) -> None:
    shop = {"project": "shop", "team": "web"}
    async with hub.browser() as ada:
        await ada.post("/teams", json={"name": "web"})
        opened = await ada.post("/projects", json=shop)
        assert (opened.status_code, opened.json()) == (201, shop)
        assert (await ada.get("/projects")).json() == [shop]
        assert (await ada.post("/projects/close", json=shop)).status_code == 204
        assert (await ada.get("/projects")).json() == []


async def test_everybody_makes_lists_rotates_and_revokes_tokens_of_their_own(
    hub: PeopleHouse,
) -> None:
    await hub.joined("bo", Grant(role=Role.ASKER))
    async with hub.browser("bo") as bo:
        made = (await bo.post("/tokens", json={"name": "agent", "project": "shop"})).json()
        assert (made["scopes"], made["project"]) == (["ask"], "shop")
        assert made["secret"].startswith(made["shown"])

        rotated = await bo.post(f"/tokens/{made['id']}/rotate", json={})
        assert rotated.status_code == 201
        new, old = (await bo.get("/tokens")).json()
        assert (old["successor"], "secret" in old) == (new["id"], False)

        assert (await bo.post(f"/tokens/{new['id']}/revoke", json={})).status_code == 204
        async with hub.standing.program(rotated.json()["secret"]) as program:
            assert (await program.get("/people/me")).status_code == 401
        async with hub.standing.program(made["secret"]) as program:
            assert (await program.get("/people/me")).json()["rights"] == ["ask"]


async def test_an_admin_makes_tokens_of_services(hub: PeopleHouse) -> None:
    wanted = {"name": "ci", "service": "ci", "scopes": ["ask", "operate"], "days": 7}
    async with hub.browser() as ada:
        made = (await ada.post("/tokens", json=wanted)).json()
    assert (made["principal"], made["scopes"]) == ("service:ci", ["ask", "operate"])


WRITES = {
    "/invitations": {"login": "eve"},
    "/teams": {"name": "eves"},
    "/projects": {"project": "shop", "team": "web"},
    "/projects/close": {"project": "shop", "team": "web"},
    "/{ada}/roles": {"role": "asker"},
    "/{ada}/roles/take": {"role": "admin"},
    "/{ada}/remove": {},
    "/tokens": {"name": "ci", "service": "ci"},
}


@pytest.mark.parametrize("path", [*WRITES])
async def test_who_is_no_admin_and_no_program_changes_anything(hub: PeopleHouse, path: str) -> None:
    await hub.joined("bo", Grant(role=Role.ASKER), Grant(role=Role.APPROVER))
    token = await hub.standing.token(hub.ada, Right.ASK, Right.ANSWER, Right.OPERATE)
    where, said = path.format(ada=hub.ada.id), WRITES[path]
    async with hub.browser("bo") as bo, hub.standing.program(token) as program:
        theirs = await bo.post(where, json=said)
        its = await program.post(f"/people{where}", json=said)
    assert (theirs.status_code, theirs.json()["code"]) == (403, "not_allowed")
    assert (its.status_code, its.json()["code"]) == (403, "person_required")


@pytest.mark.parametrize("path", ["", "/teams", "/projects", "/tokens"])
async def test_a_program_reads_nothing_of_people(hub: PeopleHouse, path: str) -> None:
    token = await hub.standing.token(hub.ada)
    async with hub.standing.program(token) as program, hub.visitor() as nobody:
        its = await program.get(f"/people{path}")
        strangers = await nobody.get(f"/api/v1/people{path}")
    assert (its.status_code, strangers.status_code) == (403, 401)


MISSHAPEN: dict[str, tuple[str, Json, str]] = {
    "no login": ("/invitations", {}, "login"),
    "no such role": (
        "/invitations",
        {"login": "x", "grants": [{"role": "king"}]},
        "grants[0].role",
    ),
    "no role": ("/{ada}/roles", {}, "role"),
    "no name": ("/teams", {"name": 3}, "name"),
    "no team": ("/projects", {"project": "shop"}, "team"),
    "no such scope": ("/tokens", {"name": "x", "scopes": ["approve"]}, "scopes"),
    "too long a life": ("/tokens", {"name": "x", "days": 367}, "days"),
}


@pytest.mark.parametrize("case", [*MISSHAPEN])
async def test_what_does_not_fit_is_named(hub: PeopleHouse, case: str) -> None:
    path, said, field = MISSHAPEN[case]
    async with hub.browser() as ada:
        refused = await ada.post(path.format(ada=hub.ada.id), json=said)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == field


async def test_what_is_not_there_or_of_another_tenant_is_not_found(hub: PeopleHouse) -> None:
    eve = await hub.standing.found(f"{hub.tenant}-evil", "eve")
    await hub.standing.token(eve)
    [token] = await hub.standing.replica.tokens.list(eve)
    async with hub.browser() as ada:
        for where in (
            f"/{eve.id}/remove",
            "/nobody/remove",
            f"/tokens/{token.id}/revoke",
            f"/tokens/{token.id}/rotate",
            f"/tokens/{uuid4()}/revoke",
            "/tokens/none/revoke",
        ):
            refused = await ada.post(where, json={})
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


async def test_clients_of_mcp_read_what_the_resource_takes(hub: PeopleHouse) -> None:
    async with hub.visitor() as client:
        refused = await client.post("/mcp", json={})
        where = refused.headers["www-authenticate"].partition('resource_metadata="')[2].rstrip('"')
        told = (await client.get(where)).json()
    assert told["resource"] == f"{hub.url}/mcp"
    assert told["bearer_methods_supported"] == ["header"]
    assert "authorization_servers" not in told


async def test_a_hub_describes_the_routes_of_its_people_in_their_order(hub: PeopleHouse) -> None:
    replica = hub.standing.replica
    own = replica.people_front.own(replica.api)
    served = [
        (method, route.path)
        for route in own
        if isinstance(route, Route) and route.path.startswith("/api/v1/")
        for method in route.methods or ()
    ]
    async with hub.browser() as ada:
        told = (await ada.get(f"{hub.url}/api/v1/openapi.json")).json()

    assert [(each.method, each.path) for each in (*OF_PEOPLE, *ROUTES)] == served[:-1]
    assert served[-1] == ("GET", "/api/v1/openapi.json")
    assert {"/api/v1/people", "/api/v1/asks"} <= {*told["paths"]}
    assert "/api/v1/operations" not in told["paths"]


def people_rows() -> list[str]:
    verbs = ("`GET", "`POST", "`PUT", "`DELETE")
    return [row[0] for row in rows("guides/hub-people.md") if row[0].startswith(verbs)]


def test_every_route_of_people_is_in_the_guide_and_no_other() -> None:
    assert people_rows() == [
        f"`{each.method} {each.path.removeprefix('/api/v1')}`" for each in OF_PEOPLE
    ]
