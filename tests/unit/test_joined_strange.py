"""A hub that answers strangely: what a service makes of it, and that nothing is settled by it."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.abc import SocketAttribute, SocketStream
from anyio.lowlevel import checkpoint

from askline.asks import changes
from askline.asks.handing import Handed
from askline.asks.model import Ask
from askline.asks.shapes import ask_shape, result_shape
from askline.config.joined import HubKey, forget_key, keep_key
from askline.core.background import background
from askline.core.clock import SystemClock
from askline.core.errors import AlreadySettled, HubUnreachable
from askline.core.locations import Locations
from tests.builders import ADA, AGENT, an_approval, an_id, answered, outcome_of
from tests.journeys.joined import Home, Json, a_home
from tests.promises import promise

THERE = str(an_id(7))
SNAPSHOT = b'event: snapshot\nid: 1\ndata: {"seq":1,"asks":[]}\n\n'
PENDING: Json = {"id": THERE, "state": "pending", "outcome": None}


def problem(code: str) -> Json:
    return {"code": code, "detail": "No.", "hint": "Try.", "errors": []}


@dataclass
class Canned:
    """Says what the test wrote down, by the end of what it is asked."""

    replies: dict[str, tuple[int, Any]] = field(default_factory=dict[str, tuple[int, Any]])
    asked: list[str] = field(default_factory=list[str])
    port: int = 0
    news: anyio.Event = field(default_factory=anyio.Event)
    event: bytes = b""

    async def serve(self, stream: SocketStream) -> None:
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            await self._reply(stream)

    async def _reply(self, stream: SocketStream) -> None:
        async with stream:
            head = (await stream.receive(65_536)).partition(b" HTTP/1.1")[0].decode()
            self.asked.append(head)
            if head.endswith("/events"):
                await stream.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
                await stream.send(SNAPSHOT)
                await self.news.wait()
                self.news = anyio.Event()
                await stream.send(self.event)
                return
            found = (reply for end, reply in self.replies.items() if head.endswith(end))
            status, said = next(found, (404, problem("not_found")))
            said = said(self) if callable(said) else said
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            line = f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            await stream.send(line + body)

    async def heard(self, head: str, times: int = 1) -> None:
        while sum(each.endswith(head) for each in self.asked) < times:
            await checkpoint()


@asynccontextmanager
async def a_canned(**replies: tuple[int, Any]) -> AsyncGenerator[Canned]:
    hub = Canned({"POST /api/v1/asks": replies["ask"], f"/asks/{THERE}": replies["look"]})
    hub.replies |= {f"/{name}": reply for name, reply in replies.items()}
    with anyio.fail_after(10):
        async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
            hub.port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
            async with background(lambda: listener.serve(hub.serve)):
                yield hub


@asynccontextmanager
async def at_home(path: Path, hub: Canned) -> AsyncGenerator[Home]:
    key = HubKey(f"http://127.0.0.1:{hub.port}", "askl_tok")
    async with a_home(path, key, approvals=True) as home:
        yield home


async def logged(caplog: pytest.LogCaptureFixture, words: str) -> None:
    while words not in caplog.text:
        await checkpoint()


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param((200, {"state": "what"}), id="strange"),
        pytest.param((200, b"<html>"), id="no-json"),
        pytest.param((502, b"<html>"), id="proxy"),
        pytest.param((409, problem("already_settled")), id="no-outcome"),
    ],
)
async def test_a_reply_that_nobody_understands_settles_nothing(
    tmp_path: Path, reply: tuple[int, Any]
) -> None:
    async with (
        a_canned(ask=(201, PENDING), look=(200, PENDING), answer=reply) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await home.handed(ask)
        with pytest.raises(HubUnreachable):
            await home.answer(ask, "SQLite")
        after = await home.read(ask)

    assert not after.state.settled


async def test_without_its_key_or_its_name_there_a_hub_is_out_of_reach(tmp_path: Path) -> None:
    async with a_canned(ask=(503, b""), look=(404, b"")) as hub, at_home(tmp_path, hub) as home:
        ask = await home.asked()
        await hub.heard("POST /api/v1/asks")
        with pytest.raises(HubUnreachable):
            await home.answer(ask, "SQLite")
        locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path)})
        keep_key(locations.hub_key, HubKey("https://other.example", "t"))
        with pytest.raises(HubUnreachable):
            await home.answer(ask, "SQLite")
        forget_key(locations.hub_key)
        with pytest.raises(HubUnreachable):
            await home.answer(ask, "SQLite")


async def test_a_refusal_after_a_try_that_may_have_come_through_keeps_the_ask_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        a_canned(ask=(502, b"<html>"), look=(404, b"")) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await hub.heard("POST /api/v1/asks")
        hub.replies["POST /api/v1/asks"] = (400, problem("invalid_arguments"))
        await logged(caplog, "refuses ask")
        hub.replies["POST /api/v1/asks"] = (429, problem("rate_limited"))
        hub.news.set()
        await logged(caplog, "rate_limited")
        after = await home.read(ask)

    assert after.handed == f"http://127.0.0.1:{hub.port}"


async def test_what_a_hub_does_not_take_for_now_goes_there_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askline.service.courier.LOOK_AGAIN_S", 0.01)
    async with (
        a_canned(ask=(429, problem("rate_limited")), look=(200, PENDING)) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await hub.heard("POST /api/v1/asks", 2)
        hub.replies["POST /api/v1/asks"] = (201, PENDING)
        await home.handed(ask)


async def test_what_the_hub_forgot_or_says_strangely_stays_open(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    strange = {**PENDING, "outcome": {"state": "what"}}
    async with (
        a_canned(ask=(201, PENDING), look=(404, problem("not_found"))) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await hub.heard(f"/asks/{THERE}")
        hub.replies[f"/asks/{THERE}"] = (200, strange)
        hub.event = b"event: x\n\ndata: nonsense\n\n"
        hub.news.set()
        await logged(caplog, "is not understood")
        after = await home.read(ask)

    assert not after.state.settled


@promise("never-lost")
async def test_what_a_restored_hub_forgot_is_asked_there_anew(tmp_path: Path) -> None:
    anew = str(an_id(8))
    async with (
        a_canned(ask=(201, PENDING), look=(200, PENDING)) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await home.handed(ask)
        hub.replies[f"/asks/{THERE}"] = (404, problem("not_found"))
        hub.replies["POST /api/v1/asks"] = (201, {**PENDING, "id": anew})
        settled = ask_shape(answered(ask).after) | {"id": anew}
        hub.replies |= {f"/asks/{anew}": (200, settled), "/delivered": (200, {})}
        with pytest.raises(HubUnreachable):
            await home.answer(ask, "SQLite")
        hub.news.set()
        await home.done_with(ask.id)

        assert (await home.read(ask)).state.settled


async def test_what_a_restored_hub_has_pending_again_is_withdrawn_there(tmp_path: Path) -> None:
    async with (
        a_canned(ask=(201, PENDING), look=(200, PENDING)) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await home.handed(ask)
        settled = ask_shape(answered(ask).after) | {"id": THERE}
        hub.replies |= {f"/asks/{THERE}": (200, settled), "/delivered": (200, {})}
        hub.news.set()
        await home.done_with(ask.id)
        await hub.heard("/delivered")
        hub.replies |= {f"/asks/{THERE}": (200, PENDING), "/cancel": (200, {})}
        hub.news.set()

        await hub.heard("/cancel")


async def test_what_was_pruned_here_is_done_with_there(tmp_path: Path) -> None:
    def settled(ask: Ask) -> Json:
        there = answered(changes.unchanged(ask).after).after
        return {**ask_shape(there), "id": THERE, "outcome": result_shape(there)}

    async with (
        a_canned(ask=(201, PENDING), look=(200, PENDING), delivered=(200, {})) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await home.handed(ask)
        gone = an_id(9)
        assert home.keeping.handed is not None
        url = f"http://127.0.0.1:{hub.port}"
        await home.keeping.handed.keep(Handed(ask_id=gone, hub=url, hub_id="gone"))
        hub.replies["/asks/gone"] = (200, settled(ask))
        hub.event = b'event: ping\nid: 2\ndata: {"seq":2}\n\n'
        hub.news.set()
        await hub.heard("POST /api/v1/asks/gone/delivered")
        await home.done_with(gone)


async def test_what_was_settled_here_meanwhile_is_not_handed_over(tmp_path: Path) -> None:
    async with (
        a_canned(ask=(201, PENDING), look=(200, PENDING)) as hub,
        at_home(tmp_path, hub) as home,
    ):
        stale = await home.asked(deadline=SystemClock().now() + timedelta(seconds=5))
        await home.answer(stale, "SQLite")
        await home.courier._hand(replace(stale, deadline=None))
        after = await home.read(stale)

    assert after.handed is None


async def test_many_pending_asks_are_all_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askline.service.courier.PAGE", 2)

    def numbered(hub: Canned) -> Json:
        return {**PENDING, "id": f"{len(hub.asked)}"}

    async with (
        a_canned(ask=(201, numbered), look=(200, PENDING)) as hub,
        at_home(tmp_path, hub) as home,
    ):
        asks = [await home.asked() for _ in range(3)]
        for ask in asks:
            await home.handed(ask)

    assert hub.asked.count("POST /api/v1/asks") == len(asks)


async def test_what_the_hub_cannot_take_yet_waits_while_others_go_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askline.service.courier.LOOK_AGAIN_S", 0.01)
    async with (
        a_canned(ask=(503, problem("store_unavailable")), look=(200, PENDING)) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked()
        await hub.heard("POST /api/v1/asks", 2)
        between = await home.read(ask)
        hub.replies["POST /api/v1/asks"] = (201, PENDING)
        await home.handed(ask)
        connected = sum(each.endswith("/events") for each in hub.asked)

    assert between.handed == f"http://127.0.0.1:{hub.port}"
    assert connected == 1


def shown(ask: Ask, **command: str) -> Json:
    """The approval as a hub shows it, where somebody said yes."""
    kept = ask.matter.command
    assert kept is not None
    there = replace(ask, matter=replace(ask.matter, command=replace(kept, **command)))
    there = answered(there, by=replace(ADA, id="p-1", name="eve")).after
    return {**ask_shape(there), "id": THERE}


async def test_a_yes_to_another_command_is_no_yes_to_this_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        a_canned(ask=(201, PENDING), look=(200, PENDING), delivered=(200, {})) as hub,
        at_home(tmp_path, hub) as home,
    ):
        ask = await home.asked(matter=an_approval())
        await home.handed(ask)
        hub.replies["/cancel"] = (409, {**problem("already_settled"), "outcome": {}})
        hub.replies[f"/asks/{THERE}"] = (200, shown(ask, sha256="cd34"))
        hub.event = b'event: ping\nid: 2\ndata: {"seq":2}\n\n'
        hub.news.set()
        await logged(caplog, "is not understood")
        with pytest.raises(HubUnreachable):
            await home.desk.asking.cancel(AGENT, ask.id, receipt="c")
        hub.replies[f"/asks/{THERE}"] = (200, {})
        with pytest.raises(HubUnreachable):
            await home.desk.asking.cancel(AGENT, ask.id, receipt="c")
        between = await home.read(ask)
        hub.replies[f"/asks/{THERE}"] = (200, shown(ask))
        with pytest.raises(AlreadySettled):
            await home.desk.asking.cancel(AGENT, ask.id, receipt="c")
        after = await home.read(ask)

    assert not between.state.settled
    assert outcome_of(after).settled_by.who == "eve"
