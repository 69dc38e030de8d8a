"""What a house says of itself, and whom it knows."""

from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from askline.config.settings import load
from askline.core.locations import Locations
from askline.core.people import Project
from askline.service.assembly import House, loopback_of
from askline.service.holders import a_name
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.keeping import Keeping
from tests.builders import ADA, AGENT, a_new_ask, a_select, given


def a_house(home: Path, **flags: Any) -> House:
    locations = Locations.from_environment({"ASKLINE_HOME": str(home)})
    Path(locations.state).mkdir(parents=True, exist_ok=True)
    settings = load({}, None, locations=locations, flags=flags)
    keeping = Keeping(EphemeralAsks(), Ears())
    place = loopback_of(locations, settings)
    return House(locations, settings, keeping, lambda: None, loopback=place)


async def health_of(house: House) -> Any:
    transport = httpx.ASGITransport(house.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://askline") as http:
        return (await http.get("/api/v1/health")).json()


async def test_a_house_says_where_agents_find_it_over_http(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    assert house.loopback is not None

    with house.loopback.listener:
        where = (await health_of(house))["mcp"]

        assert where["url"] == f"{house.loopback.url}/mcp"
        assert where["token_file"] == str(tmp_path / "state" / "mcp-token")


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
