"""What holds for a connection, and what the next line in its project will know of it."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from askline.config.per_project import ProjectSettings
from askline.config.settings import load
from askline.core.locations import Locations
from askline.core.projects import settings_file
from askline.core.version import VERSION
from askline.doors.mcp.callers import Caller, Hello
from askline.doors.mcp.settings import ConnectionSettings
from askline.line.choosing import decided
from askline.service.deciding import decide
from tests.unit.line_scene import short_home
from tests.unit.test_config_settings import write


@pytest.fixture
def home() -> Generator[Locations]:
    with short_home() as locations:
        yield locations


def settled(home: Locations, hello: Hello) -> ConnectionSettings:
    settings = ProjectSettings({}, home, load({}, None, locations=home))
    return decide(hello, settings.of, home).caller.settings


def a_hello(project: Path, profile: str | None = None) -> Hello:
    caller = Caller(connection="ab", cwd="/", labels={"CLAUDE_PROJECT_DIR": str(project)})
    return Hello(caller=caller, profile=profile)


def known(home: Locations, project: Path) -> str | None:
    return decided(home.state, VERSION, (home.config, settings_file(str(project))))


def test_flag_before_project_before_user_before_default(home: Locations, tmp_path: Path) -> None:
    nothing = settled(home, a_hello(tmp_path))
    write(Path(home.config), 'profile = "auq"\nmemory.journal = "on"')
    users = settled(home, a_hello(tmp_path))
    write(tmp_path / ".askline/config.toml", 'profile = "codenomad"\ntools.paths = ["t"]')
    projects = settled(home, a_hello(tmp_path))
    told = settled(home, a_hello(tmp_path, "told"))

    assert nothing == ConnectionSettings(profile="askline", journal="auto")
    assert users == ConnectionSettings(profile="auq", journal="on")
    assert projects == ConnectionSettings(profile="codenomad", journal="on", tool_paths=("t",))
    assert told == replace(projects, profile="told")


def test_the_next_line_in_the_project_knows_what_was_decided(
    home: Locations, tmp_path: Path
) -> None:
    write(tmp_path / ".askline/config.toml", 'profile = "askline"')
    before = known(home, tmp_path)

    settled(home, a_hello(tmp_path))

    assert (before, known(home, tmp_path)) == (None, "askline")


def test_no_word_is_left_of_what_a_line_was_told_itself(home: Locations, tmp_path: Path) -> None:
    write(tmp_path / ".askline/config.toml", 'profile = "auq"')

    assert settled(home, a_hello(tmp_path, "askline")).profile == "askline"
    assert known(home, tmp_path) is None


def test_a_profile_that_is_none_is_passed_over(home: Locations, tmp_path: Path) -> None:
    write(tmp_path / ".askline/config.toml", 'profile = "../../shop/evil"')

    assert settled(home, a_hello(tmp_path)).profile == "askline"
    assert known(home, tmp_path) == "askline"


def test_a_word_that_cannot_be_left_stops_nobody(
    home: Locations, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path / ".askline/config.toml", 'profile = "askline"')
    Path(home.state, "snapshots").write_text("a file in the way")

    assert settled(home, a_hello(tmp_path)).profile == "askline"
    assert "no word" in caplog.text
