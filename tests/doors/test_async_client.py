"""The client whose verbs are awaited: the same names, the same replies, the same troubles."""

from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing
from functools import partial
from inspect import getmembers, isfunction
from pathlib import Path

import anyio
import pytest
from anyio.abc import SocketStream
from anyio.to_thread import run_sync

from askline import AsyncClient, Client
from askline.client import waits
from askline.client.calls import Call
from askline.core.background import background
from askline.core.errors import InvalidArguments, NotFound, ServiceUnreachable
from tests.doors.http_house import FACTS, House, Json
from tests.doors.served import Served

BODY: Json = {"questions": [{"id": "db", "question": "Which?", "options": ["A", "B"]}]}
A: Json = {"db": {"values": ["A"]}}


@pytest.fixture(params=["unix", "tcp"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Served]:
    path = str(tmp_path / "api.sock") if request.param == "unix" else None
    with Served(House(), path) as served:
        yield served


@pytest.fixture
async def client(served: Served) -> AsyncGenerator[AsyncClient]:
    with anyio.fail_after(10):
        yield AsyncClient(served.address)


def test_both_clients_have_the_same_verbs() -> None:
    def verbs(kind: type) -> set[str]:
        return {name for name, _ in getmembers(kind, isfunction) if not name.startswith("_")}

    assert verbs(AsyncClient) == verbs(Client)


async def test_an_ask_is_made_found_and_answered(client: AsyncClient) -> None:
    made = await client.ask(**BODY, context="# Why")

    outcome = await client.answer(made["short_id"], A, note="For now.")

    assert await client.inbox() == []
    [listed] = await client.asks(all_states=True, nodes=True)
    assert listed == await client.read(made["id"], nodes=True)
    assert listed["context_nodes"] == [{"tag": "h1", "children": ["Why"]}]
    assert await client.outcome(made["id"], wait=5) == outcome
    assert outcome["settledBy"]["door"] == "api"
    assert await client.version() == FACTS["version"]


async def test_files_go_there_and_come_back(client: AsyncClient) -> None:
    made = await client.ask(**BODY)

    file = await client.attach("plan.png", "image/png", b"\x89PNG")
    await client.draft(made["id"], {"db": {"attachments": [file]}})

    assert file["name"] == "plan.png"
    assert await client.attachment(file["sha256"], ask_id=made["id"]) == b"\x89PNG"
    assert await client.attachment(file["sha256"]) == b"\x89PNG"


async def test_a_wait_lasts_until_somebody_answers_and_takes_the_outcome(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waits, "SLICE_S", 0.01)
    ask_id = (await client.ask(**BODY))["id"]
    assert (await client.outcome(ask_id, wait=0.03, take=True))["state"] == "pending"
    got: list[Json] = []

    async def wait() -> None:
        got.append(await client.outcome(ask_id, wait=None, take=True))
        done.set()

    done = anyio.Event()
    async with background(wait):
        outcome = await client.reject(ask_id)
        await done.wait()

    assert got == [outcome]
    assert (await client.ask(**BODY))["id"] != ask_id


async def test_events_come_as_they_happen_until_the_service_ends_them(
    served: Served, client: AsyncClient
) -> None:
    async with aclosing(client.events(nodes=True)) as events:
        first = await anext(events)
        made = await client.ask(**BODY)
        second = await anext(events)
        await run_sync(served.stop)
        rest = [event.name async for event in events]

    assert (first.name, second.name, rest) == ("snapshot", "asked", [])
    assert second.data["ask"]["id"] == made["id"]


async def test_who_comes_back_with_the_last_id_gets_no_new_snapshot(client: AsyncClient) -> None:
    async with aclosing(client.events()) as events:
        last = (await anext(events)).id
    await client.ask(**BODY)

    async with aclosing(client.events(last)) as events:
        assert (await anext(events)).name == "asked"


async def test_a_problem_is_the_error_it_was(client: AsyncClient, served: Served) -> None:
    with pytest.raises(NotFound):
        await client.read("zzzzzz")
    with pytest.raises(InvalidArguments, match="no door"):
        await anext(AsyncClient(served.address, door="window").events())


async def test_without_a_service_it_is_unreachable(tmp_path: Path) -> None:
    client = AsyncClient(str(tmp_path / "nobody.sock"))

    with pytest.raises(ServiceUnreachable, match=r"nobody\.sock"):
        await client.health()
    with pytest.raises(ServiceUnreachable, match=r"nobody\.sock"):
        await anext(client.events())


@pytest.mark.parametrize(
    "said", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]
)
async def test_a_service_that_dies_in_the_middle_is_unreachable(
    tmp_path: Path, said: bytes
) -> None:
    path = str(tmp_path / "api.sock")

    async def die(peer: SocketStream) -> None:
        async with peer:
            await peer.receive()
            await peer.send(b"HTTP/1.1 100 Continue\r\n\r\n" + said if said else b"\r")

    with anyio.fail_after(5):
        listener = await anyio.create_unix_listener(path)
        async with listener, background(partial(listener.serve, die)):
            with pytest.raises(ServiceUnreachable):
                await AsyncClient(path).health()


async def test_a_service_that_falls_silent_is_unreachable(tmp_path: Path) -> None:
    path = str(tmp_path / "api.sock")
    impatient = Call(method="GET", path="/events", patience=0.01)

    async def keep(peer: SocketStream) -> None:
        async with peer:
            await anyio.sleep_forever()

    with anyio.fail_after(5):
        listener = await anyio.create_unix_listener(path)
        async with listener, background(partial(listener.serve, keep)):
            wire = AsyncClient(path)._wire
            with pytest.raises(ServiceUnreachable, match="TimeoutError"):
                await anext(wire.events(impatient))
            with pytest.raises(ServiceUnreachable, match="TimeoutError"):
                await wire.call(impatient)
