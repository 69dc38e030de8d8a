"""A shared store with the bell that was chosen."""

import sys

import pytest

from askline.core.errors import StoreUnavailable
from askline.service.sharing import open_shared
from askline.stores.nats.bell import NatsBell
from askline.stores.postgres.bell import PostgresBell
from tests.nats import NatsServer


async def test_a_shared_store_rings_by_notify_unless_a_nats_is_named(
    postgres: str, nats: NatsServer
) -> None:
    async with open_shared(postgres) as keeping:
        assert isinstance(keeping.bell, PostgresBell)
    async with open_shared(postgres, nats=nats.address()) as keeping:
        assert isinstance(keeping.bell, NatsBell)


async def test_without_the_client_of_nats_one_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, nats: NatsServer
) -> None:
    monkeypatch.setitem(sys.modules, "askline.stores.nats.bell", None)

    with pytest.raises(StoreUnavailable) as refusal:
        async with open_shared("postgresql://nowhere", nats=nats.address()):
            pytest.fail("opened")

    assert refusal.value.hint == "Install askline[nats]."
