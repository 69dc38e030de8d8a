"""A service and its hub, cut apart or killed at every step: one winner, the same at both."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

import anyio
import httpx
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.auditing import flaw_of
from askline.asks.model import Ask
from askline.config.joined import HubKey
from askline.core.background import background
from askline.core.errors import AlreadySettled, HubUnreachable
from askline.core.people import Agent
from tests.builders import ADA, outcome_of
from tests.journeys.joined import Home, Wire, a_home, a_key, a_wire
from tests.promises import promise
from tests.replicas import Standing, a_hub

STEPS = {
    "events": b"GET /api/v1/events",
    "ask": b"POST /api/v1/asks ",
    "look": b"GET /api/v1/asks/",
    "answer": b"/answer HTTP",
    "delivered": b"/delivered HTTP",
}
AT_STAKE = ("ask", "look", "answer")
"""Where a cut could make two winners; the others cost time alone, and are played nightly."""
WHENS = ("before", "after")


@dataclass(frozen=True)
class Cut:
    step: str
    when: str
    dies: bool
    eager: bool
    """Whether the person here answers at once, or only what the hub has."""

    def into(self, wire: Wire) -> None:
        lost = once(lambda request: STEPS[self.step] in request)
        if self.when == "before":
            wire.cut_before = lost
        else:
            wire.cut_after = lost


def once(fits: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    left = [True]

    def lost(request: bytes) -> bool:
        return fits(request) and bool(left) and left.pop()

    return lost


@dataclass
class Trial:
    cut: Cut
    wire: Wire
    key: HubKey
    browser: httpx.AsyncClient
    ask: Ask | None = None
    said: dict[str, str] = field(default_factory=dict[str, str])
    """What each side was told, once it was told something final."""

    async def run(self, path: Path) -> Ask:
        self.cut.into(self.wire)
        async with a_home(path, self.key) as home:
            self.ask = await home.asked(agent=Agent(name="coder", conversation=str(path)))
            async with background(self.there, lambda: self.here(home)):
                await self.until_cut_or_over()
                if not self.cut.dies:
                    self.wire.mend()
                    await self.over()
                    return await self.settled(home)
        self.wire.mend()
        async with a_home(path, self.key) as home, background(self.there, lambda: self.here(home)):
            await self.over()
            return await self.settled(home)

    async def here(self, home: Home) -> None:
        """A person who tries again until it is settled."""
        assert self.ask is not None
        while not self.cut.eager and self.wire.up and await self.is_at_home(home):
            await checkpoint()
        while "here" not in self.said:
            try:
                await home.answer(self.ask, "PostgreSQL")
                self.said["here"] = "won"
            except AlreadySettled:
                self.said["here"] = "second"
            except HubUnreachable:
                await checkpoint()

    async def is_at_home(self, home: Home) -> bool:
        assert self.ask is not None
        assert home.keeping.handed is not None
        pending = not (await home.read(self.ask)).state.settled
        return pending and await home.keeping.handed.of(self.ask.id) is None

    async def there(self) -> None:
        assert self.ask is not None
        body = {"answers": {"db": {"values": ["SQLite"]}}, "receipt": "there"}
        while "there" not in self.said:
            for each in (await self.browser.get("/asks")).json():
                if each["questions"][0]["question"] == self.ask.questions[0].text:
                    reply = await self.browser.post(f"/asks/{each['id']}/answer", json=body)
                    self.said["there"] = "won" if reply.status_code == 200 else "second"
            await checkpoint()

    async def until_cut_or_over(self) -> None:
        while self.wire.up and "here" not in self.said:
            await checkpoint()

    async def over(self) -> None:
        while "here" not in self.said:
            await checkpoint()

    async def settled(self, home: Home) -> Ask:
        assert self.ask is not None
        settled = await home.settled(self.ask)
        assert flaw_of(settled, await home.desk.reading.trail(ADA, settled.id)) is None
        return settled

    async def kept_there(self) -> list[str]:
        """What the hub says was answered, of every ask that it has of this trial."""
        assert self.ask is not None
        text = self.ask.questions[0].text
        found = (await self.browser.get("/history", params={"limit": 1000})).json()["asks"]
        mine = [each for each in found if each["questions"][0]["question"] == text]
        return [each["outcome"]["answers"][0]["values"][0] for each in mine]


async def play(hub: Standing, key: HubKey, cut: Cut, path: Path) -> None:
    async with a_wire(hub) as wire, hub.browser("ada") as browser:
        trial = Trial(cut, wire, replace(key, url=wire.url), browser)
        [answer] = outcome_of(await trial.run(path)).answers
        there = await trial.kept_there()

    assert there in ([], [answer.values[0]]), cut
    winners = {who for who, told in trial.said.items() if told == "won"}
    assert winners <= ({"here"} if answer.values == ("PostgreSQL",) else {"there"}), cut


async def play_all(postgres: str, path: Path, cuts: list[Cut]) -> None:
    async with a_hub(postgres) as [hub]:
        key = await a_key(hub, hub.url)
        for number, cut in enumerate(cuts):
            with anyio.fail_after(20, reason=str(cut)):
                await play(hub, key, cut, path / str(number))


@promise("answer-once")
@pytest.mark.parametrize("dies", [False, True], ids=["cut", "killed"])
async def test_one_wins_wherever_service_and_hub_are_cut_apart(
    postgres: str, tmp_path: Path, dies: bool
) -> None:
    cuts = [Cut(step, when, dies, eager=False) for step, when in product(AT_STAKE, WHENS)]

    await play_all(postgres, tmp_path, cuts)


@promise("answer-once")
@pytest.mark.nightly
@pytest.mark.timeout(900)
async def test_one_wins_wherever_service_and_hub_are_cut_apart_again_and_again(
    postgres: str, tmp_path: Path
) -> None:
    every = [Cut(*each) for each in product(STEPS, WHENS, (False, True), (False, True))]

    await play_all(postgres, tmp_path, every * 10)
