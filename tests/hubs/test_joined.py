"""A user's service that works for a hub: asked here, decided there, known at both."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import anyio
import httpx
import pytest

from askline.asks.model import Ask
from askline.asks.state import State
from askline.config.joined import HubKey
from askline.core.errors import AlreadySettled, HubUnreachable, NotAllowed
from askline.core.people import ActorKind, Door, Right
from tests.builders import ADA, AGENT, a_matter, a_new_ask, an_approval, given, outcome_of
from tests.journeys.joined import Home, Json, Wire, a_home, a_key, a_wire
from tests.promises import promise
from tests.replicas import Standing, a_hub

HOUR = timedelta(hours=1)


@dataclass
class Scene:
    hub: Standing
    wire: Wire
    key: HubKey
    home: Home
    browser: httpx.AsyncClient

    async def there(self, ask: Ask) -> Json:
        return (await self.browser.get(f"/asks/{await self.home.handed(ask)}")).json()

    async def answered_there(self, ask: Ask, value: str = "SQLite") -> httpx.Response:
        body = {"answers": {"db": {"values": [value]}}, "receipt": "there"}
        hub_id = await self.home.handed(ask)
        return await self.browser.post(f"/asks/{hub_id}/answer", json=body)

    async def lost(self) -> None:
        await self.wire.cut()
        await self.home.reached(yes=False)


@asynccontextmanager
async def a_scene(postgres: str, path: Path, *scopes: Right) -> AsyncGenerator[Scene]:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub], a_wire(hub) as wire:
            key = await a_key(hub, wire.url, *scopes)
            async with a_home(path, key) as home, hub.browser("ada") as browser:
                yield Scene(hub, wire, key, home, browser)


@promise("truth")
async def test_what_is_asked_here_is_answered_at_the_hub_by_its_own_people(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path, Right.ASK) as scene:
        ask = await scene.home.asked(matter=a_matter(title="Storage", sensitive=True))
        await scene.browser.post(f"/asks/{await scene.home.handed(ask)}/seen", json={})
        await scene.answered_there(ask)
        settled = await scene.home.settled(ask)
        there = await scene.there(ask)

    by = outcome_of(settled).settled_by
    assert (settled.state, by.kind, by.who, by.door) == (
        *(State.ANSWERED, ActorKind.HUMAN, "ada"),
        Door.WEB,
    )
    assert there["title"] == "Storage"
    assert there["sensitive"]
    assert there["project"]["path"] == "/home/ada/shop"


async def test_what_is_answered_here_is_answered_at_the_hub_first(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        ask = await scene.home.asked()
        await scene.home.handed(ask)
        after = await scene.home.answer(ask, "SQLite")
        there = await scene.there(ask)

    assert outcome_of(after).settled_by.kind is ActorKind.HUMAN
    assert there["outcome"]["answers"][0]["values"] == ["SQLite"]
    assert there["outcome"]["settledBy"]["kind"] == "client"


async def test_who_comes_second_here_learns_who_was_first_at_the_hub(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        ask = await scene.home.asked()
        await scene.answered_there(ask)
        with pytest.raises(AlreadySettled, match="answered by ada"):
            await scene.home.answer(ask, "PostgreSQL")
        settled = await scene.home.read(ask)

    assert outcome_of(settled).answers[0].values == ("SQLite",)


async def test_what_only_a_person_may_do_is_done_at_the_hub(postgres: str, tmp_path: Path) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        ask = await scene.home.asked()
        hub_id = await scene.home.handed(ask)
        with pytest.raises(NotAllowed) as refused:
            await scene.home.desk.answering.reject(ADA, ask.id, receipt="r")
        with pytest.raises(NotAllowed):
            await scene.home.desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r")
        standing = await scene.home.read(ask)

    assert refused.value.hint.endswith(f"{scene.wire.url}/asks/{hub_id}")
    assert not standing.state.settled


async def test_an_agent_withdraws_and_a_person_corrects_and_gives_time_through_the_hub(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        desk, clock = scene.home.desk, scene.hub.replica.clock
        moot, kept = (
            await scene.home.asked(),
            await scene.home.asked(deadline=clock.now().replace(microsecond=0) + HOUR),
        )
        for each in (moot, kept):
            await scene.home.handed(each)
        await desk.asking.cancel(AGENT, moot.id, receipt="r1", reason="moot")
        assert kept.deadline is not None
        await desk.answering.extend(ADA, kept.id, kept.deadline + HOUR)
        await scene.home.answer(kept, "SQLite")
        await desk.answering.correct(
            ADA, kept.id, given(db="PostgreSQL"), receipt="r2", reason="Oh."
        )
        withdrawn, corrected = await scene.there(moot), await scene.there(kept)

    assert (withdrawn["state"], withdrawn["outcome"]["reason"]) == ("cancelled", "moot")
    assert corrected["deadline"].startswith(f"{kept.deadline + HOUR:%Y-%m-%dT%H:%M}")
    assert corrected["outcome"]["amendments"][0]["reason"] == "Oh."


async def test_a_correction_at_the_hub_comes_home_also_after_a_cut(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        ask = await scene.home.asked()
        await scene.answered_there(ask)
        await scene.home.settled(ask)
        body = {"answers": {"db": {"values": ["PostgreSQL"]}}, "receipt": "c1"}
        hub_id = await scene.home.handed(ask)
        await scene.browser.post(f"/asks/{hub_id}/correct", json=body)
        await scene.home.amended(ask, 1)
        await scene.lost()
        await scene.browser.post(f"/asks/{hub_id}/correct", json={**body, "receipt": "c2"})
        scene.wire.mend()
        await scene.home.amended(ask, 2)


@promise("never-lost")
async def test_what_is_asked_offline_is_answered_here_or_goes_there_later(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        await scene.home.reached()
        await scene.lost()
        mine, theirs = await scene.home.asked(), await scene.home.asked()
        after = await scene.home.answer(mine, "SQLite")
        scene.wire.mend()
        await scene.answered_there(theirs)
        await scene.home.settled(theirs)
        [only] = (await scene.browser.get("/history")).json()["asks"]

    assert after.handed is None
    assert only["questions"][0]["question"] == theirs.questions[0].text


async def test_what_the_hub_has_cannot_be_settled_here_while_it_is_out_of_reach(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        ask = await scene.home.asked()
        await scene.home.handed(ask)
        await scene.lost()
        with pytest.raises(HubUnreachable, match=scene.wire.url):
            await scene.home.answer(ask, "SQLite")
        await scene.answered_there(ask, "PostgreSQL")
        scene.wire.mend()
        settled = await scene.home.settled(ask)

    assert outcome_of(settled).answers[0].values == ("PostgreSQL",)


async def test_approvals_and_what_only_a_person_may_settle_stay_at_home(
    postgres: str, tmp_path: Path
) -> None:
    async with a_scene(postgres, tmp_path) as scene:
        kept = [
            await scene.home.asked(matter=matter)
            for matter in (an_approval(), a_matter(human_only=True))
        ]
        await scene.home.handed(await scene.home.asked())
        asks = [await scene.home.read(ask) for ask in kept]

    assert [ask.handed for ask in asks] == [None, None]


async def test_what_the_hub_refuses_is_decided_here(postgres: str, tmp_path: Path) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub], a_wire(hub) as wire:
            founder = await hub.found()
            token = await hub.token(founder, Right.ASK, project="other")
            async with a_home(tmp_path, HubKey(wire.url, token)) as home:
                ask = await home.asked()
                await home.refused(ask)
                after = await home.answer(ask, "SQLite")
                await home.desk.asking.ask(AGENT, a_new_ask())
                events = await home.desk.reading.trail(ADA, ask.id)

    assert (after.state, after.handed) == (State.ANSWERED, None)
    assert [event.kind for event in events] == ["asked", "handed", "taken_back", "answered"]


async def test_who_leaves_follows_what_the_hub_has_and_hands_over_nothing_new(
    postgres: str, tmp_path: Path
) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub], a_wire(hub) as wire:
            key = await a_key(hub, wire.url)
            async with a_home(tmp_path, key) as home:
                ask = await home.asked()
                hub_id = await home.handed(ask)
            async with a_home(tmp_path, key, joined=False) as home, hub.browser("ada") as browser:
                new = await home.asked()
                await home.reached()
                body = {"answers": {"db": {"values": ["SQLite"]}}, "receipt": "there"}
                await browser.post(f"/asks/{hub_id}/answer", json=body)
                await home.settled(ask)
                await home.courier.run()
                new = await home.read(new)

    assert new.handed is None


async def test_a_token_that_is_revoked_keeps_asks_at_home(postgres: str, tmp_path: Path) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub], a_wire(hub) as wire:
            key = await a_key(hub, wire.url)
            stolen = replace(key, token=key.token[:-4] + "xxxx")
            async with a_home(tmp_path, stolen) as home:
                ask = await home.asked()
                after = await home.answer(ask, "SQLite")
                reached = home.courier.reached

    assert (after.state, after.handed, reached) == (State.ANSWERED, None, False)
