"""What a house says of itself, and whom it knows."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from askline.asks.streams import Stream
from askline.config.settings import load
from askline.core.clock import SystemClock
from askline.core.locations import Locations
from askline.core.people import Project
from askline.service.assembly import House, loopback_of
from askline.service.holders import a_name
from askline.service.parts import hidden_in
from askline.stores.forgetting import open_ephemeral
from tests.builders import ADA, AGENT, a_new_ask, a_select, given


def a_house(home: Path, **flags: Any) -> House:
    locations = Locations.from_environment({"ASKLINE_HOME": str(home)})
    Path(locations.state).mkdir(parents=True, exist_ok=True)
    settings = load({}, None, locations=locations, flags=flags)
    keeping = open_ephemeral()
    place = loopback_of(locations, settings)
    return House(locations, settings, keeping, lambda: None, loopback=place)


async def health_of(house: House) -> Any:
    transport = httpx.ASGITransport(house.fronts.on_socket())
    async with httpx.AsyncClient(transport=transport, base_url="http://askline") as http:
        return (await http.get("/api/v1/health")).json()


async def test_a_house_says_where_agents_find_it_over_http(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    assert house.loopback is not None

    with house.loopback.listener:
        where = (await health_of(house))["mcp"]

        assert where["url"] == f"{house.loopback.url}/mcp"
        assert where["token_file"] == str(tmp_path / "state" / "mcp-token")


def test_neither_the_user_nor_a_project_undoes_what_the_other_leaves_out(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    for directory, patterns in ((home, '["hunter2"]'), (project / ".askline", "[]")):
        directory.mkdir(parents=True)
        (directory / "config.toml").write_text(f"[memory]\nredact = {patterns}\n")
    house = a_house(home, **{"web.enabled": False})

    hide = hidden_in(house.settings_of, str(project))

    assert hide(f"hunter2 and ghp_{'x' * 30}, no more") == "[redacted] and [redacted], no more"


async def test_a_house_without_loopback_says_so_and_serves_nothing_there(tmp_path: Path) -> None:
    house = a_house(tmp_path, **{"web.enabled": False})

    await house.serve_loopback()

    assert (await health_of(house))["mcp"] is None
    assert not (tmp_path / "state" / "mcp-token").exists()


def test_a_house_knows_who_waits_in_another_process(tmp_path: Path) -> None:
    house, name = a_house(tmp_path, **{"web.enabled": False}), a_name()

    with house.processes.present(name):
        assert house.knows(name)
    assert not house.knows(name)
    assert not house.knows("c0ffee")


@pytest.mark.parametrize(("mode", "files"), [("on", 1), ("off", 0)])
async def test_a_house_keeps_a_journal_as_the_project_says(
    tmp_path: Path, mode: str, files: int
) -> None:
    house = a_house(tmp_path / "home", **{"web.enabled": False})
    project = tmp_path / "project"
    (project / ".askline").mkdir(parents=True)
    (project / ".askline/config.toml").write_text(f'memory.journal = "{mode}"\n')
    here = Project(name="project", path=str(project))
    ask = await house.desk.asking.ask(AGENT, a_new_ask(a_select(), project=here))
    ask = await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert len(await house.memory.journal.keep(ask)) == files


async def test_a_house_that_nobody_needs_comes_to_its_end(tmp_path: Path) -> None:
    house = a_house(tmp_path, **{"web.enabled": False, "service.idle_exit": 0.06})

    with anyio.fail_after(5):
        await house.idle.wait()


async def test_a_house_says_where_people_find_it_and_each_ask(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    assert house.loopback is not None

    with house.loopback.listener:
        ask = await house.desk.asking.ask(AGENT, a_new_ask())

        assert (await health_of(house))["url"] == house.loopback.url
        assert house._inbox_url(ask) == f"{house.loopback.url}/asks/{ask.id}"


async def test_a_house_shows_what_is_set_but_no_secret(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('alerts.push = ["ntfy://hush"]\nlog.level = "debug"\n')
    house = a_house(tmp_path, **{"web.enabled": False})
    transport = httpx.ASGITransport(house.fronts.on_socket())
    async with httpx.AsyncClient(transport=transport, base_url="http://askline") as http:
        reply = await http.get("/api/v1/settings")

    shown = reply.json()
    assert shown["file"] == str(tmp_path / "config.toml")
    assert (shown["settings"]["log.level"], shown["sources"]["log.level"]) == ("debug", "user")
    assert shown["sources"]["web.port"] == "default"
    assert shown["settings"]["alerts.push"] == "hidden"
    assert "hush" not in reply.text


def test_a_house_is_needed_as_long_as_a_chat_of_a_host_goes_on(tmp_path: Path) -> None:
    house = a_house(tmp_path, **{"web.enabled": False})
    assert not house.is_busy()

    now = SystemClock().now()
    ends = now + timedelta(minutes=1)
    here = Project(name="shop")
    house.hosts.streams.begin(Stream(id="s", project=here, made_at=now, expires_at=ends))

    assert house.is_busy()


def test_a_house_is_needed_as_long_as_somebodys_word_is_in_hand(tmp_path: Path) -> None:
    house = a_house(tmp_path, **{"web.enabled": False})

    house.desk.carrying.take(anyio.sleep_forever)

    assert house.is_busy()
