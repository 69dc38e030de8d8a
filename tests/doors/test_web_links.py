"""A link shows what it would decide to whoever opens it, and decides once, for who presses."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from askline.alerts.links import LONGEST_LIFE, Choice, choices_of, new_link, press
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.people import Door
from askline.doors.http.guard import Outside
from askline.doors.http.links import PREFIX, Links
from askline.service.fronts import Extra
from askline.stores.ephemeral_alerts import EphemeralLinks
from tests.builders import ADA, NOON, STRANGER, StoppedClock, a_confirm, a_matter, given, minted
from tests.doors.web_house import WebHouse, a_web_house

TUNNEL = Outside(origin="https://me.example", paths=(PREFIX,))
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass
class Scene:
    house: WebHouse
    links: EphemeralLinks
    ask: Ask
    paths: list[str]

    async def call(self, method: str, path: str | None = None, **headers: str) -> httpx.Response:
        """A POST is what the button of the page sends, unless its headers say otherwise."""
        path = path or self.paths[0]
        if method == "POST":
            form = urlencode({"press": press(path.removeprefix(PREFIX))})
            return await self.post(form, path, **{**FORM, **self.house.origin, **headers})
        async with self.house.browser as browser:
            return await browser.request(method, path, headers=headers)

    async def post(self, form: str, path: str, **headers: str) -> httpx.Response:
        async with self.house.browser as browser:
            return await browser.post(path, content=form, headers=headers)

    async def standing(self) -> Ask:
        return await self.house.desk.reading.read(ADA, self.ask.id)

    async def link(self, ask: Ask, choice: Choice) -> str:
        word, link = new_link(ask, choice, self.house.clock.now())
        await self.links.keep([link])
        return f"{PREFIX}{word}"


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncGenerator[Scene]:
    books, clock = EphemeralLinks(), StoppedClock()

    def extra(desk: Desk) -> Extra:
        return Extra(loopback_routes=Links(desk, books, clock).routes(), outside=TUNNEL)

    async with a_web_house(tmp_path, extra, clock) as house:
        ask = await house.asked(matter=a_matter(title="Where to <b>keep</b> it"))
        scene = Scene(house, books, ask, [])
        scene.paths += [await scene.link(ask, choice) for choice in choices_of(ask)]
        yield scene


async def test_opening_shows_what_it_would_decide_and_pressing_decides(scene: Scene) -> None:
    shown = await scene.call("GET")
    assert "Where to &lt;b&gt;keep&lt;/b&gt; it" in shown.text
    assert "Answer: PostgreSQL" in shown.text
    assert not (await scene.standing()).state.settled

    pressed = await scene.call("POST", **FORM, **scene.house.origin)

    assert (pressed.status_code, "Answered" in pressed.text) == (200, True)
    outcome = (await scene.standing()).outcome
    assert outcome is not None
    assert outcome.answers[0].values == ("PostgreSQL",)
    assert (outcome.settled_by.door, outcome.settled_by.who) == (Door.LINK, "me")


async def test_the_page_is_in_the_language_that_the_browser_asks_for(scene: Scene) -> None:
    german = {"Accept-Language": "de-DE,de;q=0.9"}

    shown = await scene.call("GET", **german)
    english = await scene.call("GET")
    pressed = await scene.call("POST", **german)

    assert '<html lang="de">' in shown.text
    assert '<html lang="en">' in english.text
    assert "<button>Antworten: PostgreSQL</button>" in shown.text
    assert shown.headers["vary"] == "Accept-Language"
    assert "erfährt: PostgreSQL." in pressed.text


async def test_a_yes_is_said_in_that_language_and_kept_as_ever(scene: Scene) -> None:
    ask = await scene.house.asked(matter=a_matter(a_confirm()))
    path = await scene.link(ask, choices_of(ask)[0])

    shown = await scene.call("GET", path, **{"Accept-Language": "de"})
    await scene.call("POST", path, **{"Accept-Language": "de"})

    assert "<button>Antworten: ja</button>" in shown.text
    outcome = (await scene.house.desk.reading.read(ADA, ask.id)).outcome
    assert outcome is not None
    assert outcome.answers[0].values == ("yes",)


async def test_who_opens_everything_decides_nothing(scene: Scene) -> None:
    for path in scene.paths * 2:
        for method in ("GET", "HEAD"):
            assert (await scene.call(method, path)).status_code == 200
        for method in ("OPTIONS", "PUT", "DELETE", "PATCH"):
            assert (await scene.call(method, path)).status_code == 401

    standing = await scene.standing()
    assert (standing.state, standing.seen) == (State.PENDING, ())


async def test_a_link_decides_once(scene: Scene) -> None:
    await scene.call("POST")
    before = await scene.standing()

    again = await scene.call("POST")
    other = await scene.call("POST", scene.paths[1])

    assert (again.status_code, "used before" in again.text) == (404, True)
    assert (other.status_code, "Settled already" in other.text) == (409, True)
    assert await scene.standing() == before


async def test_who_answers_elsewhere_meanwhile_is_first(scene: Scene) -> None:
    await scene.house.desk.answering.answer(ADA, scene.ask.id, given(db="SQLite"), receipt="r1")

    for method in ("GET", "POST"):
        assert (await scene.call(method)).status_code == 409
    assert (await scene.standing()).amendments == ()


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_word_that_was_tampered_with_is_none(scene: Scene, method: str) -> None:
    word = scene.paths[0].removeprefix(PREFIX)

    for other in (f"{word}a", word[:-1], word.swapcase(), "x", "%FF"):
        assert (await scene.call(method, f"{PREFIX}{other}")).status_code == 404
    assert not (await scene.standing()).state.settled


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_link_ends_after_a_day(scene: Scene, method: str) -> None:
    scene.house.clock.time += LONGEST_LIFE - timedelta(seconds=1)
    assert (await scene.call("GET")).status_code == 200
    scene.house.clock.time += timedelta(seconds=1)

    assert (await scene.call(method)).status_code == 410
    assert not (await scene.standing()).state.settled


async def test_a_link_to_what_is_not_there_leads_nowhere(scene: Scene) -> None:
    theirs = replace(scene.ask, tenant=STRANGER.tenant, id=minted.ask_id(NOON))
    path = await scene.link(theirs, choices_of(theirs)[0])

    assert (await scene.call("POST", path)).status_code == 404


async def test_the_page_runs_nothing_and_posts_to_us_alone(scene: Scene) -> None:
    reply = await scene.call("GET")

    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "form-action 'self'" in policy
    assert "script" not in policy + reply.text
    assert reply.headers["referrer-policy"] == "same-origin"
    assert reply.headers["cache-control"] == "no-store"
    assert (
        (await scene.call("GET", f"{PREFIX}page.css"))
        .headers["content-type"]
        .startswith("text/css")
    )


async def test_a_page_elsewhere_cannot_press(scene: Scene) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert (await scene.call("POST", **headers)).status_code == 403
    assert not (await scene.standing()).state.settled


@pytest.mark.parametrize("form", ["", "press=", "press=a.b", "other=1", f"press={'a' * 2000}"])
async def test_who_posts_without_having_read_the_page_decides_nothing(
    scene: Scene, form: str
) -> None:
    path, other = scene.paths
    foreign = urlencode({"press": press(other.removeprefix(PREFIX))})

    for said in (form, foreign):
        reply = await scene.post(said, path, **FORM, **scene.house.origin)
        assert reply.status_code in (403, 413)
    assert not (await scene.standing()).state.settled


async def test_who_posts_from_no_page_decides_nothing(scene: Scene) -> None:
    form = urlencode({"press": press(scene.paths[0].removeprefix(PREFIX))})

    reply = await scene.post(form, scene.paths[0], **FORM)

    assert (reply.status_code, "Nothing was pressed" in reply.text) == (403, True)
    assert not (await scene.standing()).state.settled


async def test_a_link_of_somebody_by_name_is_not_the_one_persons(scene: Scene) -> None:
    word, link = new_link(scene.ask, choices_of(scene.ask)[0], NOON, by="ada", contact="c")
    await scene.links.keep([link])

    assert (await scene.call("POST", f"{PREFIX}{word}")).status_code == 404


async def test_a_tunnel_leads_to_links_and_nowhere_else(scene: Scene) -> None:
    named = {"Host": "me.example"}
    for path in ("/", "/api/v1/asks", "/mcp", "/page.css", "/l", "//l/x"):
        assert (await scene.call("GET", path, **named)).status_code == 421
    assert (await scene.call("GET", "/", Origin=TUNNEL.origin)).status_code == 403
    assert (await scene.call("GET", Host="evil.example")).status_code == 421

    assert (await scene.call("GET", **named)).status_code == 200
    pressed = await scene.call("POST", **FORM, **named, Origin=TUNNEL.origin)

    assert pressed.status_code == 200
    assert (await scene.standing()).state is State.ANSWERED
