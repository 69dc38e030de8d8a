"""Who is in a hub's door: not more of one than there is room for, and only while their key opens."""

from dataclasses import replace
from functools import partial
from typing import cast

import anyio
import pytest
from anyio.lowlevel import checkpoint
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.core.background import background
from askline.core.errors import NotAllowed, RateLimited, StoreUnavailable
from askline.core.people import Actor, Right
from askline.doors.http.entering import Entered
from askline.doors.http.hub_ways import HubCookie, TokenBearer, TokenWay
from askline.doors.http.presence import Presence
from askline.people.tokens import NewToken
from askline.stores.ephemeral_people import open_ephemeral_register
from tests.builders import ADA, BOB
from tests.hub import PASSWORD, Hub

WANTED = NewToken(name="agent", scopes=frozenset({Right.ASK}))


class Stream:
    """An app whose replies never end by themselves."""

    def __init__(self) -> None:
        self.open = 0
        self.begun = anyio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        self.open += 1
        self.begun.set()
        try:
            await anyio.sleep_forever()
        finally:
            self.open -= 1


@pytest.fixture
def hub() -> Hub:
    return Hub(open_ephemeral_register())


async def called(app: ASGIApp, key: str, cookie: str | None = None) -> list[Message]:
    """What goes out for one request with this key."""
    said = (b"cookie", f"{cookie}={key}") if cookie else (b"authorization", f"Bearer {key}")
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    receive = cast("Receive", anyio.sleep_forever)
    headers = [(said[0], said[1].encode())]
    await app({"type": "http", "method": "GET", "path": "/", "headers": headers}, receive, send)
    return sent


def test_one_principal_has_so_much_room_and_another_its_own() -> None:
    presence = Presence(most=2)
    elsewhere = replace(ADA, tenant="elsewhere")

    with presence.counted(ADA), presence.counted(ADA):
        with pytest.raises(RateLimited, match="2 requests of me are open"):
            presence.counted(ADA).__enter__()
        with presence.counted(BOB), presence.counted(elsewhere):
            pass
    with presence.counted(ADA), presence.counted(ADA):
        pass


async def test_who_has_no_room_left_is_told_so_at_either_door(hub: Hub) -> None:
    secret, _ = await hub.tokens.make(await hub.founder(), WANTED)
    presence, stream = Presence(most=1), Stream()
    ways = [TokenWay(hub.entering)]
    doors: list[ASGIApp] = [
        Entered(stream, ways=ways, presence=presence),
        TokenBearer(stream, hub.entering, metadata="-", presence=presence),
    ]
    with anyio.fail_after(10):
        for door in doors:
            stream.begun = anyio.Event()
            async with background(partial(called, door, secret.reveal())):
                await stream.begun.wait()
                for other in doors:
                    start, body = await called(other, secret.reveal())
                    assert start["status"] == 429
                    assert b'"rate_limited"' in body["body"]


async def test_a_tool_that_waits_is_cut_off_when_its_token_is_revoked(hub: Hub) -> None:
    ada = await hub.founder()
    secret, token = await hub.tokens.make(ada, WANTED)
    presence, stream = Presence(look_s=0), Stream()
    door = TokenBearer(stream, hub.entering, metadata="-", presence=presence)
    with anyio.fail_after(10):
        async with background(presence.run), anyio.create_task_group() as calls:
            calls.start_soon(called, door, secret.reveal())
            await stream.begun.wait()
            await hub.tokens.revoke(ada, token.id)

    assert stream.open == 0


@pytest.mark.parametrize("way", ["cookie", "token"])
async def test_a_stream_ends_when_its_key_does(hub: Hub, way: str) -> None:
    ada = await hub.founder()
    session, _ = await hub.entering.sign_in("acme", "ada", PASSWORD)
    secret, token = await hub.tokens.make(ada, WANTED)
    cookie = HubCookie(hub.entering, secure=True)
    presence, stream = Presence(look_s=0), Stream()
    door = Entered(stream, ways=[cookie, TokenWay(hub.entering)], presence=presence)
    key = (session.reveal(), cookie.name) if way == "cookie" else (secret.reveal(), None)
    with anyio.fail_after(10):
        async with background(presence.run), anyio.create_task_group() as calls:
            calls.start_soon(called, door, *key)
            await stream.begun.wait()
            for _ in range(10):  # meanwhile it is looked at, and is still let in
                await checkpoint()
            assert stream.open == 1
            await hub.entering.sign_out(session.reveal())
            await hub.tokens.revoke(ada, token.id)

    assert stream.open == 0


async def test_what_is_open_goes_on_while_the_store_is_away_and_ends_with_other_rights() -> None:
    looked = 0
    less = replace(ADA, rights=frozenset({Right.ASK}))

    async def known() -> Actor:
        nonlocal looked
        looked += 1
        match looked:
            case 1:
                raise StoreUnavailable("away", hint="-")
            case 2:
                return ADA
            case _:
                return less

    presence = Presence(look_s=0)
    with anyio.fail_after(10):
        async with background(presence.run):
            with presence.while_known("k", ADA, known):
                with presence.while_known("k", ADA, known):
                    pass
                await anyio.sleep_forever()

    assert looked == 3


async def test_a_key_that_opens_no_more_ends_all_that_came_with_it() -> None:
    async def known() -> Actor:
        raise NotAllowed("gone", hint="-")

    presence, ended = Presence(look_s=0), 0

    async def wait() -> None:
        nonlocal ended
        with presence.while_known("k", ADA, known):
            await anyio.sleep_forever()
        ended += 1

    with anyio.fail_after(10):
        async with background(presence.run), anyio.create_task_group() as calls:
            calls.start_soon(wait)
            calls.start_soon(wait)

    assert ended == 2
