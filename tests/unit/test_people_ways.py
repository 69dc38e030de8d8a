"""Who stays at a hub is looked at again: until they are out, or may do something else."""

from collections.abc import Iterator
from dataclasses import replace

import anyio
import pytest
from starlette.requests import HTTPConnection

from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.people import Actor, Right
from askline.doors.http.hub_ways import HubCookie
from askline.doors.http.presence import Known, Presence
from askline.people.model import Grant, Role
from askline.people.secret import refused
from askline.stores.ephemeral_people import open_ephemeral_register
from tests.hub import PASSWORD, Hub


async def test_a_stream_is_over_when_its_person_signed_out() -> None:
    hub = Hub(open_ephemeral_register())
    await hub.founder()
    secret, _ = await hub.entering.sign_in("acme", "ada", PASSWORD)
    cookie = HubCookie(hub.entering, secure=False)
    said = f"{cookie.name}={secret.reveal()}".encode()
    scope = {"type": "http", "method": "GET", "headers": [(b"cookie", said)]}
    entry = await cookie(HTTPConnection(scope))
    assert entry is not None
    assert entry.known is not None

    await hub.entering.sign_out(secret.reveal())
    await looked_at(entry.actor, entry.known)
    assert await cookie(HTTPConnection(scope)) is None


async def looked_at(actor: Actor, known: Known) -> None:
    """Returns when they are not let in any more, or otherwise."""
    presence = Presence(look_s=0)
    with anyio.fail_after(10):
        async with background(presence.run):
            with presence.while_known("key", actor, known):
                await anyio.sleep_forever()


@pytest.mark.parametrize("end", ["refused", "changed"])
async def test_a_store_that_is_away_decides_nothing(end: str) -> None:
    hub = Hub(open_ephemeral_register())
    ada = await hub.founder()
    bo = await hub.joined(ada, "bo", Grant(role=Role.ASKER))
    told: dict[str, Exception | Actor] = {
        "refused": refused(),
        "changed": replace(bo, rights=frozenset[Right]()),
    }
    replies: Iterator[Exception | Actor] = iter(
        [bo, StoreUnavailable("away", hint="wait"), bo, told[end]]
    )

    async def known() -> Actor:
        match next(replies):
            case Exception() as error:
                raise error
            case actor:
                return actor

    await looked_at(bo, known)
    assert next(replies, None) is None
