"""What is replayed, forged or sent from elsewhere gets nowhere at a hub, on any route."""

import json
from typing import Any

import anyio
import httpx

from askline.core.people import Right
from askline.people.model import Grant, Role
from tests.doors.lines import JUNE, MODERN, Json, an_envelope
from tests.hubs.matrix import ASK_BODY, MATRIX, OWN
from tests.hubs.test_authorisation import HELLO, JSON_OR_STREAM, UPLOAD
from tests.hubs.town import a_town
from tests.replicas import Standing, a_hub

WRITES = [line for line in MATRIX if line.method in ("POST", "PUT")]
ANSWER: Json = {"action": "accept", "content": {"q1_q": "A"}}
ASKED: Json = {"name": "ask_user", "arguments": {"questions": ASK_BODY["questions"]}}
FORMS: Json = {"elicitation": {"form": {}}}


def at_the_tools(capabilities: Json, params: Json, **headers: str) -> Json:
    """The arguments of a request that calls a tool in the stateless era."""
    said = {"Mcp-Method": "tools/call", "Mcp-Name": params["name"], **headers}
    body = {**params, "_meta": an_envelope(capabilities=capabilities)}
    return {
        "headers": {**JSON_OR_STREAM, "MCP-Protocol-Version": MODERN, **said},
        "json": {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": body},
    }


def result_in(reply: httpx.Response) -> Json:
    """What came as the last event of a stream, or plain."""
    text = reply.text
    lines = [line for line in text.splitlines() if line.startswith("data: {")]
    said: Json = json.loads(lines[-1].removeprefix("data: ") if lines else text)
    return said.get("result") or said["error"]


FROM_ELSEWHERE = (
    ({"Origin": "https://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": ""}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"Host": "evil.example"}, 421),
    ({"Content-Type": "text/plain", "Askline-Upload": "0"}, 415),
)


OTHERWISE = {"/api/v1/attachments": 403, "/l/{word}": 404}
"""Where other contents than JSON are taken: files, and a form that only a word in its address opens."""


async def test_no_page_of_elsewhere_writes_with_a_cookie(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        await hub.found()
        async with hub.browser("ada") as browser:
            for line in WRITES:
                url = f"{hub.url}{line.path}"
                for said, status in FROM_ELSEWHERE:
                    headers = {"Content-Type": "application/json", **UPLOAD, **said}
                    expected = OTHERWISE.get(line.path, status) if status == 415 else status
                    reply = await browser.request(line.method, url, content="{}", headers=headers)
                    assert (line.route, said, reply.status_code) == (line.route, said, expected)


async def test_a_cookie_without_an_origin_writes_nothing(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        await hub.found()
        async with hub.browser("ada") as browser:
            del browser.headers["origin"]
            for line in (line for line in WRITES if line.deed != "open"):  # those ask for no cookie
                url = f"{hub.url}{line.path}"
                reply = await browser.request(line.method, url, json={}, headers=UPLOAD)
                assert (line.route, reply.status_code) == (line.route, 403)
            assert (await browser.get("/asks")).status_code == 200


async def test_no_other_method_gets_anything(postgres: str) -> None:
    refusals = (401, 404, 405)
    async with a_hub(postgres) as [hub]:
        await hub.found()
        async with hub.browser("ada") as ada, hub.program() as nobody:
            for line in MATRIX:
                url = f"{hub.url}{line.path}"
                for method in ("HEAD", "OPTIONS", "TRACE", "PATCH"):
                    known = await ada.request(method, url, json={}, headers=UPLOAD)
                    stranger = await nobody.request(method, url)
                    said = (method, line.route)
                    assert (*said, known.status_code in refusals) == (*said, True)
                    assert (*said, stranger.status_code in refusals) == (*said, True)
                    assert "access-control-allow-origin" not in known.headers


PATHS = (
    *("//api/v1/asks", "/api//v1/asks", "/api/v1/asks/", "/%61pi/v1/asks", "/API/v1/asks"),
    *("/api/v1/asks%2f", "/api/v1/asks;x=1", "/api/v1/asks%00", "//evil.example/api/v1/asks"),
    *("/static/../api/v1/asks", "/static/..%2f..%2fapp.py", "/static/%2e%2e/app.py"),
    *("/page.css/../api/v1/asks", "/mcp/", "/mcp/../api/v1/asks"),
)


async def test_no_spelling_of_a_path_goes_around_the_door(postgres: str) -> None:
    async with a_hub(postgres) as [hub], hub.program() as nobody:
        for path in PATHS:
            reply = await nobody.request("GET", httpx.URL(hub.url, raw_path=path.encode()))
            assert (path, reply.status_code in (401, 404)) == (path, True)


async def test_what_is_too_large_is_refused(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        ada = await hub.found()
        large = b'{"title": "' + b"x" * (5 * 1024 * 1024) + b'"}'
        said = {"Content-Type": "application/json", **JSON_OR_STREAM}
        async with hub.program(await hub.token(ada)) as program:
            for path in ("/api/v1/asks", "/mcp"):
                reply = await program.post(f"{hub.url}{path}", content=large, headers=said)
                assert reply.status_code == 413


async def test_a_key_of_idempotency_leads_to_nobody_elses_ask(postgres: str) -> None:
    async with a_hub(postgres) as [hub], a_town(hub) as town:
        said: dict[str, Any] = {
            "json": {**ASK_BODY, "key": "k"},
            "headers": {"Idempotency-Key": "i"},
        }
        found: dict[str, str] = {}
        for who in ("asking token", "answerer", "token of another tenant"):
            first, again = [
                (await town.clients[who].post("/asks", **said)).json()["id"] for _ in range(2)
            ]
            assert first == again
            found[who] = first

    assert len(set(found.values())) == len(found)


async def test_a_foreign_receipt_repeats_nothing_of_ones_own(postgres: str) -> None:
    async with a_hub(postgres) as [hub], a_town(hub) as town:
        ask = await town.ask(OWN)
        yes, no = (
            {"answers": {"q": {"values": [v]}}, "receipt": "r"} for v in (f"{OWN} yes", "no")
        )
        first = await town.clients["answerer"].post(f"/asks/{ask.id}/answer", json=yes)
        second = await town.clients["approver"].post(f"/asks/{ask.id}/answer", json=no)
        foreign = await town.clients["of another tenant"].post(f"/asks/{ask.id}/answer", json=yes)

    assert second.json() == first.json()
    assert first.json()["settledBy"]["who"] == "answerer"
    assert foreign.status_code == 404


async def test_a_file_is_taken_by_no_hash(postgres: str) -> None:
    file = {"sha256": "0" * 64, "name": "x", "media_type": "image/png", "size": 1}
    said = {"answers": {"q": {"values": ["no"], "attachments": [file]}}, "receipt": "r"}
    async with a_hub(postgres) as [hub], a_town(hub) as town:
        ask = await town.ask(OWN)
        client = town.clients["answerer"]
        answered = await client.post(f"/asks/{ask.id}/answer", json=said)
        await client.put(f"/asks/{ask.id}/draft", json={"answers": said["answers"]})
        taken = await client.get(f"/attachments/{'0' * 64}", params={"ask": str(ask.id)})

    assert answered.status_code == 422
    assert taken.status_code == 404


async def agents(hub: Standing) -> tuple[str, str, str]:
    """Tokens of two people of one tenant, and of one of another."""
    ada, mal = await hub.found(), await hub.found("evil", "mal")
    bob = await hub.joined(ada, "bob", *(Grant(role=r) for r in (Role.ASKER, Role.ANSWERER)))
    one, two, three = [await hub.token(each, Right.ASK, Right.ANSWER) for each in (ada, bob, mal)]
    return one, two, three


async def test_a_form_that_was_given_to_another_is_not_taken_back(postgres: str) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub]:
            own, *others = await agents(hub)
            async with hub.program(own) as ada:
                call = at_the_tools(FORMS, ASKED)
                form = result_in(await ada.post(f"{hub.url}/mcp", **call))
                replies = dict.fromkeys(form["inputRequests"], ANSWER)
                back = {**ASKED, "inputResponses": replies, "requestState": form["requestState"]}
                for token in others:
                    async with hub.program(token) as eve:
                        reply = await eve.post(f"{hub.url}/mcp", **at_the_tools(FORMS, back))
                        assert "code" in result_in(reply)
                [ask] = (await ada.get("/asks")).json()
                assert ask["state"] == "pending"


async def test_a_foreign_session_of_the_protocol_does_not_exist(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        own, *others = await agents(hub)
        url = f"{hub.url}/mcp"
        async with hub.program(own) as ada:
            begun = await ada.post(url, json=HELLO, headers=JSON_OR_STREAM)
        said = {"Mcp-Session-Id": begun.headers["mcp-session-id"], "MCP-Protocol-Version": JUNE}
        ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        for token in others:
            async with hub.program(token) as eve:
                for method in ("POST", "GET", "DELETE"):
                    reply = await eve.request(method, url, json=ping, headers=JSON_OR_STREAM | said)
                    assert (method, reply.status_code) == (method, 404)
        async with hub.program(own) as ada:
            assert (await ada.post(url, json=ping, headers=JSON_OR_STREAM | said)).is_success
