"""An ask at a hub finds somebody: through an order of people, past an alert that fails, around who is away."""

import hashlib
import hmac
import re
from base64 import b64decode, b64encode

import anyio
import pytest
from anyio import to_thread

from tests.doors.receivers import Posted, a_receiver
from tests.journeys.routed_hub import SOMETHING, a_routed_hub, proven, watched
from tests.promises import promise
from tests.replicas import Json
from tests.unit.test_asked_approvals import said

ON_CALL: Json = {
    "project": "shop",
    "steps": [
        {"to": ["ana"]},
        {"to": ["ben"], "after_s": 600},
        {"to": ["cleo"], "after_s": 600},
    ],
    "remind_s": 240,
    "claim_s": 1200,
    "tell_after_s": None,
}
MOVES = ("asked", "reminded", "claimed", "lapsed", "escalated", "escalated", "answered")


@promise("goes-on")
@promise("never-lost")
@pytest.mark.timeout(120)
@pytest.mark.parametrize("turns", [1, 100])
async def test_an_ask_goes_through_three_people_though_a_replica_dies(
    postgres: str, turns: int
) -> None:
    replies: list[Json] = []
    with anyio.fail_after(100):
        async with a_routed_hub(postgres, replicas=2) as (hub, ada):
            await hub.joined(ada, "ana", "ben", "cleo", role="answerer")
            await ada.put("/people/routes/on-call", json=ON_CALL)
            here, token = hub.here, await hub.token(ada)

            async def agent() -> None:
                async with here.agent(token) as waiting:
                    reply = await waiting.call_tool("ask_user", SOMETHING)
                    replies.append(reply.structured_content or {})

            async with (
                here.browser("ana") as ana,
                here.browser("ben") as ben,
                here.browser("cleo") as cleo,
                watched(ana) as to_ana,
                watched(ben) as to_ben,
                watched(cleo) as to_cleo,
                anyio.create_task_group() as tasks,
            ):
                tasks.start_soon(agent)
                await to_ana.hears("asked")
                [ask] = (await ana.get("/asks")).json()
                where = f"/asks/{ask['id']}"
                await hub.passes(minutes=4)
                await ana.post(f"{where}/claim", json={})
                await hub.passes(minutes=19)
                held = (await ana.get(where)).json()
                await hub.passes(minutes=2)
                lapsed = (await ana.get(where)).json()
                assert to_ben.names == ["snapshot"]

                await hub.loses_one(turns, minutes=10, seconds=1)
                await to_ben.hears("asked")
                assert (to_cleo.names, (await cleo.get("/asks")).json()) == (["snapshot"], [])
                await hub.passes(minutes=10, seconds=1)
                await to_cleo.hears("asked")
                body = {"answers": {"q": {"values": ["B"]}}, "receipt": "r"}
                await cleo.post(f"{where}/answer", json=body)
                after = (await ana.get(where)).json()
                await to_ana.hears("settled")

            acts = {"route_set", "joined", "token_made"}
            await proven(ada, *MOVES, acts=acts, secrets=hub.secrets)

    assert (held["routing"]["claim"]["who"], lapsed["routing"]["claim"]) == ("Ana", None)
    assert after["routing"]["recipients"] == [hub.ids[each] for each in ("ana", "ben", "cleo")]
    [reply] = replies
    assert (reply["answers"][0]["values"], reply["settledBy"]["who"]) == (["B"], "Cleo")


ESCALATING: Json = {
    "project": "shop",
    "steps": [{"to": ["ana"]}, {"to": ["ben"], "after_s": 86_400}],
}
APPROVAL: Json = {
    "questions": [{"id": "approve", "question": "May it run?", "type": "confirm"}],
    "project": {"name": "shop"},
    **said(),
}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def is_signed(posted: Posted, secret: str) -> bool:
    """As a receiver checks it, by what Standard Webhooks says and nothing of ours."""
    key = b64decode(secret.removeprefix("whsec_"))
    before = (posted.headers[f"webhook-{each}"].encode() for each in ("id", "timestamp"))
    mac = hmac.new(key, b".".join((*before, posted.body)), hashlib.sha256).digest()
    return posted.headers["webhook-signature"] == f"v1,{b64encode(mac).decode()}"


@promise("told")
@promise("answer-once")
@pytest.mark.timeout(120)
async def test_a_webhook_that_fails_escalates_and_a_link_decides_once(postgres: str) -> None:
    with a_receiver(500) as broken, a_receiver() as sound, anyio.fail_after(100):
        hosts = frozenset(f"127.0.0.1:{each.port}" for each in (broken, sound))
        told = {"allow_hosts": hosts, "show_questions": True}
        async with a_routed_hub(postgres, replicas=2, **told) as (hub, ada):
            await hub.joined(ada, "ana", "ben", role="answerer")
            await ada.put("/people/routes/shop", json=ESCALATING)
            here = hub.here
            async with here.browser("ana") as ana, here.browser("ben") as ben:
                await hub.told_at(ana, broken.port)
                contact = await hub.told_at(ben, sound.port, answers=True)
            async with here.program(await hub.token(ada)) as agent:
                asked = await agent.post("/asks", json={**SOMETHING, "project": {"name": "shop"}})
                where = f"/asks/{asked.json()['id']}"
                while not sound.posted.qsize():
                    await hub.passes(seconds=61)
                notice = await to_thread.run_sync(sound.next)
                link = notice.json["actions"][0]["url"]
                hub.secrets.append(link.rpartition("/")[2])
                [failed] = (await ada.get("/people/alerts?state=failed")).json()["alerts"]

                async with hub.visitor() as phone:
                    phone.headers["Origin"] = link.partition("/l/")[0]
                    for scan in ("HEAD", "OPTIONS", "GET"):
                        shown = await phone.request(scan, link)
                    assert (await agent.get(where)).json()["seen"] == []
                    press = re.findall(r'name="press" value="([^"]+)"', shown.text)[0]
                    form = f"press={press}"
                    pressed = [
                        (await phone.post(link, content=form, headers=FORM)).status_code
                        for _ in range(2)
                    ]
                outcome = (await agent.get(f"{where}/outcome")).json()
            moves, acts = ("asked", "escalated", "answered"), {"contact_added", "route_set"}
            await proven(ada, *moves, acts=acts, secrets=hub.secrets)

    assert (broken.posted.qsize(), sound.posted.qsize()) == (3, 0)
    assert (failed["recipient"], failed["tries"]) == (hub.ids["ana"], 3)
    assert "500" in failed["detail"]
    assert is_signed(notice, contact["secret"])
    assert "You answer as Ben." in shown.text
    assert pressed == [200, 404]
    assert (outcome["answers"][0]["values"], outcome["settledBy"]["who"]) == (["A"], "Ben")


@promise("truth")
@pytest.mark.timeout(120)
async def test_who_is_away_is_said_to_be_and_nobody_to_have_seen_it(postgres: str) -> None:
    question = {**SOMETHING, "project": {"name": "shop"}}
    with anyio.fail_after(100):
        async with a_routed_hub(postgres) as (hub, ada):
            await hub.joined(ada, "ana", "ben", "dora")
            await ada.put("/people/routes/shop", json=ESCALATING)
            async with (
                hub.here.browser("ana") as ana,
                hub.here.browser("ben") as ben,
                hub.here.program(await hub.token(ada)) as agent,
            ):
                await ana.put("/people/away", json={"words": "Back on Monday; do the tests."})
                there = (await agent.post("/asks", json={**question, "key": "1"})).json()
                await ben.put("/people/away", json={})
                spoken = (await agent.post("/asks", json={**question, "key": "2"})).json()
                reply = (await agent.get(f"/asks/{spoken['id']}/outcome?wait=20")).json()
                after = (await agent.get(f"/asks/{spoken['id']}")).json()
                approval = (await agent.post("/asks", json={**APPROVAL, "key": "3"})).json()
                await ana.put("/people/away", json={"words": "Ask Dora.", "deputy": "dora"})
                deputed = (await agent.post("/asks", json={**question, "key": "4"})).json()
                await hub.passes(minutes=1)
                waits = (await ana.get(f"/asks/{approval['id']}")).json()
            moves = ("asked", "asked", "rejected", "asked", "asked")
            await proven(ada, *moves, acts={"route_set"}, secrets=[*hub.secrets, "Monday"])

    assert there["routing"]["recipients"] == [hub.ids["ben"]]
    assert (reply["state"], reply["reason"]) == ("rejected", "Back on Monday; do the tests.")
    assert (reply["settledBy"]["kind"], reply["settledBy"]["who"]) == ("rule", "Ana, away")
    assert after["seen"] == []
    assert (waits["state"], waits["routing"]["recipients"]) == ("pending", [hub.ids["ana"]])
    assert deputed["routing"]["recipients"] == [hub.ids["dora"]]
