"""Which channels a service has by its settings, what each may hold, and whether anybody watches."""

from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest
from anyio import fail_after, to_thread, wait_all_tasks_blocked

from askline.alerts import watching
from askline.alerts.composing import Reach
from askline.alerts.rules import Quiet
from askline.channels.push import Push
from askline.config.alerting import Alerts, alerts_of
from askline.config.keys import KEYS
from askline.config.settings import load
from askline.core.background import background
from askline.core.locations import Locations
from askline.doors.http.guard import NO_OUTSIDE, Outside
from askline.service.assembly import House, outside_of
from askline.service.telling import channels_of, reach_of, rules_of, telling_over
from askline.stores.forgetting import open_ephemeral
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, given
from tests.doors.receivers import a_receiver

DEFAULT = alerts_of({key.name: key.default for key in KEYS})
SCREEN = {"DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"}
INBOX, TUNNEL = "http://127.0.0.1:7", "https://me.example"


def names(alerts: Alerts, environ: dict[str, str]) -> list[str]:
    return [*channels_of(alerts, StoppedClock(), environ, "linux")]


def test_without_a_word_there_is_the_desktop_where_there_is_one() -> None:
    assert names(DEFAULT, SCREEN) == ["desktop"]
    assert names(DEFAULT, {}) == []
    assert names(replace(DEFAULT, desktop=False), SCREEN) == []


def test_each_place_is_a_channel_of_its_own() -> None:
    alerts = replace(DEFAULT, push=("ntfy://a", "ntfy://b"), webhook="http://c")
    channels = channels_of(alerts, StoppedClock(), {}, "linux")

    assert [*channels] == ["push", "push-2", "webhook"]
    assert channels["push-2"] == Push(url="ntfy://b")


def test_only_what_the_user_opened_goes_further_than_this_machine() -> None:
    opened = replace(DEFAULT, link_base=TUNNEL)

    assert reach_of("desktop", DEFAULT, INBOX) == Reach(inbox=INBOX, links=INBOX)
    assert reach_of("push", DEFAULT, INBOX) == Reach()
    assert reach_of("push-2", opened, INBOX) == Reach(links=TUNNEL)
    assert reach_of("webhook", opened, INBOX) == Reach(inbox=INBOX, links=TUNNEL)
    assert reach_of("push", opened, None) == Reach()


def test_settings_become_rules() -> None:
    rules = rules_of(replace(DEFAULT, quiet="22:00-07:00", muted=("shop",), show="question"))

    assert (rules.delay, rules.gap, rules.remind) == (
        timedelta(seconds=5),
        timedelta(seconds=30),
        timedelta(seconds=60),
    )
    assert rules.quiet == Quiet(time(22), time(7))
    assert (rules.muted, rules.show_questions) == (frozenset({"shop"}), True)
    assert rules_of(DEFAULT).quiet is None


async def test_without_a_channel_nobody_watches() -> None:
    telling = telling_over(
        a_desk(), open_ephemeral(), StoppedClock(), lambda: replace(DEFAULT, desktop=False), None
    )

    with fail_after(5):
        await telling.run()
    assert len(telling) == 0


async def test_a_house_tells_what_is_asked(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        url = f"http://127.0.0.1:{receiver.port}/"
        house = a_house(tmp_path, f'alerts = {{webhook = "{url}", delay = 0}}')
        ask = await house.desk.asking.ask(AGENT, a_new_ask())
        async with background(house.telling.run):
            posted = await to_thread.run_sync(receiver.next)

    assert posted.json["asks"] == [str(ask.id)]


async def test_alerts_that_are_turned_on_or_off_are_so_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "CHANGED_S", 0.01)
    with a_receiver() as receiver:
        url = f"http://127.0.0.1:{receiver.port}/"
        told = f'alerts = {{webhook = "{url}", delay = 0, gap = 0, enabled = '
        house = a_house(tmp_path, f"{told}false}}")
        first = await house.desk.asking.ask(AGENT, a_new_ask())
        with fail_after(20):
            async with background(house.telling.run):
                await wait_all_tasks_blocked()
                assert await house.telling.book.of([first.id]) == []
                assert house.telling.sending.names == ()
                (tmp_path / "config.toml").write_text(f"{told}true}}")
                posted = await to_thread.run_sync(receiver.next)
                (tmp_path / "config.toml").write_text(f"{told}false}}")
                second = await house.desk.asking.ask(AGENT, a_new_ask())
                await wait_all_tasks_blocked()
                assert await house.telling.book.of([second.id]) == []

    assert posted.json["asks"] == [str(first.id)]


async def test_a_house_tells_in_the_language_of_its_user(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        url = f"http://127.0.0.1:{receiver.port}/"
        settings = f'language = "de"\nalerts = {{webhook = "{url}", delay = 0}}'
        house = a_house(tmp_path, settings)
        assert await house.telling.sending.attempt("webhook") is None

    assert receiver.next().json["body"] == "So erfährst du, wenn ein Agent fragt."


async def test_a_house_is_needed_while_it_has_something_to_tell(tmp_path: Path) -> None:
    house = a_house(tmp_path, 'alerts = {webhook = "http://127.0.0.1:1/", delay = 3600}')
    ask = await house.desk.asking.ask(AGENT, a_new_ask())

    with fail_after(5):
        async with background(house.telling.run):
            await wait_all_tasks_blocked()
            assert house.is_busy()
            await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")
            await wait_all_tasks_blocked()
            assert not house.is_busy()


async def test_a_tunnel_is_let_in_to_links_alone(tmp_path: Path) -> None:
    settings = load({}, None, locations=at_home(tmp_path), flags={"alerts.link_base": TUNNEL})

    assert outside_of(settings) == Outside(origin=TUNNEL, paths=("/l/",))
    assert outside_of(load({}, None, locations=at_home(tmp_path))) == NO_OUTSIDE


def a_house(home: Path, settings: str) -> House:
    (home / "config.toml").write_text(settings)
    locations = at_home(home)
    Path(locations.state).mkdir(parents=True)
    loaded = load({}, None, locations=locations)
    return House(locations, loaded, open_ephemeral(), lambda: None, loopback=None)


def at_home(home: Path) -> Locations:
    return Locations.from_environment({"ASKLINE_HOME": str(home)})
