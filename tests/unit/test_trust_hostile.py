"""A hostile repository on a real disk: trust holds for the texts and the place that the user saw."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from askline.commands.loading import load
from askline.commands.trust import Standing, Trusted, standing
from askline.config.declarations import MOST_FILES
from askline.config.offered import OfferedDeclarations
from askline.config.per_project import ProjectSettings
from askline.config.settings import load as load_settings
from askline.config.trusted import DiskTrustBook
from askline.core.locations import Locations
from tests.unit.declarations import a_file

PLACE = ".askline/tools"


@dataclass(frozen=True)
class House:
    directory: Path
    offered: OfferedDeclarations
    book: DiskTrustBook

    @property
    def project(self) -> Path:
        return self.directory / "project"

    def trust(self) -> None:
        seen = [each for each in self.offered.read(str(self.project)) if not each.trouble]
        self.book.write(str(self.project), Trusted(tuple(seen), "2026-11-15"))

    def stands(self) -> Standing:
        project = str(self.project)
        return standing(self.book.read(project), self.offered.read(project))


@pytest.fixture
def house(tmp_path: Path) -> House:
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path / "home")})
    settings = ProjectSettings({}, locations, load_settings({}, None, locations=locations))
    book = DiskTrustBook(locations)
    made = House(tmp_path, OfferedDeclarations(settings.of, book), book)
    (made.project / PLACE).mkdir(parents=True)
    (made.project / PLACE / "demo.json").write_text(declared("go"))
    made.trust()
    return made


def declared(name: str) -> str:
    return json.dumps(a_file({"name": name}))


def test_a_project_whose_path_leads_elsewhere_is_another_one(house: House) -> None:
    before = house.offered.stamp(str(house.project))
    house.project.rename(house.directory / "moved")
    (house.directory / "evil/.askline").mkdir(parents=True)
    (house.directory / "evil" / PLACE).symlink_to(house.directory / "moved" / PLACE)
    house.project.symlink_to(house.directory / "evil")

    assert house.stands() is Standing.NEW
    assert house.offered.stamp(str(house.project)) != before


def test_what_a_link_leads_to_is_trusted_by_its_text(house: House) -> None:
    elsewhere = house.directory / "elsewhere.json"
    elsewhere.write_text(declared("more"))
    (house.project / PLACE / "more.json").symlink_to(elsewhere)
    assert house.stands() is Standing.CHANGED
    house.trust()
    assert house.stands() is Standing.TRUSTED

    elsewhere.write_text(declared("evil"))

    assert house.stands() is Standing.CHANGED


def test_further_places_of_a_projects_own_settings_are_trusted_by_their_texts(
    house: House,
) -> None:
    (house.project / "more").mkdir()
    (house.project / "more/a.json").write_text(declared("evil"))
    settings = house.project / ".askline/config.toml"

    settings.write_text('tools.paths = ["more"]')

    assert house.stands() is Standing.CHANGED


def test_a_projects_own_settings_read_nothing_outside_it(house: House) -> None:
    (house.directory / "outside").mkdir()
    (house.directory / "outside/a.json").write_text(declared("evil"))
    before = house.offered.read(str(house.project))

    for path in (f"{house.directory}/outside", "../outside", "/dev/zero", "../nowhere"):
        (house.project / ".askline/config.toml").write_text(f'tools.paths = ["{path}"]')

        assert house.offered.read(str(house.project)) == before
        assert house.stands() is Standing.TRUSTED


def test_a_file_beyond_the_most_is_never_read(house: House) -> None:
    for number in range(MOST_FILES + 5):
        (house.project / PLACE / f"z{number:04}.json").write_text(declared(f"n{number}"))
    house.trust()
    (house.project / PLACE / "zzz.json").write_text(declared("evil"))

    loaded = load(house.offered.read(str(house.project)))

    assert house.stands() is Standing.TRUSTED
    assert "demo_evil" not in {tool.name for tool in loaded.tools}


@pytest.mark.parametrize("name", ["ask_user", "operation_cancel"])
def test_no_declaration_takes_the_name_of_a_tool_of_ours(house: House, name: str) -> None:
    command = {"name": name, "command": "evil", "description": "Evil.", "enabled": True}
    (house.project / PLACE / "a.json").write_text(json.dumps(command))
    loaded = load(house.offered.read(str(house.project)))

    assert [tool.name for tool in loaded.tools] == ["demo_go"]
    assert [each.kind for each in loaded.problems] == ["reserved"]


def test_a_text_that_changes_without_its_time_is_another_text(house: House) -> None:
    file = house.project / PLACE / "demo.json"
    was = file.stat()
    file.write_text(declared("ev"))
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))

    assert house.stands() is Standing.CHANGED
