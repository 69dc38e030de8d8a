"""What a load balancer is told: whether the replica lives, and whether it takes calls."""

import anyio
import httpx
import pytest
from anyio.lowlevel import checkpoint
from starlette.responses import PlainTextResponse

from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.service.hub import health
from askline.service.hub.draining import Draining
from askline.service.hub.health import Health, Living, Readiness
from askline.stores.ears import Ears


class Signs:
    """Takes signs of life, or refuses them, or is silent."""

    def __init__(self) -> None:
        self.away = self.silent = False

    async def beat(self, name: str, version: str) -> None:
        assert (name, bool(version)) == ("replica-1", True)
        if self.silent:
            await anyio.sleep_forever()
        if self.away:
            raise StoreUnavailable("It is away.", hint="Wait.")


KEPT = {"Cache-Control": "no-store"}


class Probed:
    def __init__(self) -> None:
        self.signs, self.bell, self.draining = Signs(), Ears(), Draining()
        self.living = Living(self.signs, "replica-1")
        readiness = Readiness(self.living, self.bell, self.draining)
        self._app = Health(PlainTextResponse("elsewhere", headers=KEPT), readiness=readiness)

    async def tells(self, path: str = "/readyz") -> tuple[int, str]:
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=transport, base_url="http://10.0.0.7") as prober:
            reply = await prober.get(path)
        assert reply.headers["cache-control"] == "no-store"
        return reply.status_code, reply.text


async def test_what_is_no_probe_goes_elsewhere() -> None:
    assert await Probed().tells("/readyz/") == (200, "elsewhere")


async def test_one_that_lives_is_ready_after_its_first_sign_of_life() -> None:
    probed = Probed()

    assert await probed.tells() == (503, "store away")
    await probed.living.sign()
    assert await probed.tells() == (200, "ok")


async def test_one_that_is_not_ready_says_why_and_still_lives() -> None:
    probed = Probed()
    await probed.living.sign()
    probed.bell.deaf = True
    assert await probed.tells() == (503, "bell deaf")
    probed.draining.begin()
    assert await probed.tells() == (503, "draining")

    assert await probed.tells("/healthz") == (200, "ok")


@pytest.mark.parametrize("how", ["away", "silent"])
async def test_one_without_a_store_is_not_ready_until_it_is_back(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE_S", 0.01)
    probed = Probed()
    with anyio.fail_after(20):
        async with background(lambda: probed.living.run(every_s=0)):
            for trouble in (False, True, False):
                setattr(probed.signs, how, trouble)
                while probed.living.taken is trouble:
                    await checkpoint()
                assert (await probed.tells())[0] == (503 if trouble else 200)
