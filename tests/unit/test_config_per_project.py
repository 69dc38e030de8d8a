"""The settings of many projects in one long-lived process."""

import logging
from pathlib import Path

import pytest

from askline.config.per_project import ProjectSettings
from askline.config.settings import load
from askline.core.locations import Locations
from tests.unit.test_config_settings import write


def settings_in(home: Path) -> ProjectSettings:
    environ = {"ASKLINE_HOME": str(home)}
    locations = Locations.from_environment(environ)
    return ProjectSettings(environ, locations, load(environ, None, locations=locations))


def test_each_project_has_its_own_before_the_users(tmp_path: Path) -> None:
    write(tmp_path / "config.toml", 'profile = "auq"\nmemory.journal = "on"')
    write(tmp_path / "shop/.askline/config.toml", 'profile = "codenomad"')
    settings = settings_in(tmp_path)

    assert settings.of(str(tmp_path / "shop")).profile == "codenomad"
    assert settings.of(str(tmp_path / "shop")).memory.journal == "on"
    assert settings.of(str(tmp_path / "elsewhere")).profile == "auq"
    assert settings.of(None).profile == "auq"


def test_what_has_changed_is_read_again_and_nothing_else(tmp_path: Path) -> None:
    file = write(tmp_path / "shop/.askline/config.toml", 'memory.journal = "off"')
    settings, shop = settings_in(tmp_path), str(tmp_path / "shop")
    first = settings.of(shop)

    assert settings.of(shop) is first
    write(file, 'memory.journal = "redacted"')
    assert settings.of(shop).memory.journal == "redacted"
    write(tmp_path / "config.toml", 'profile = "auq"')
    assert settings.of(shop).profile == "auq"
    file.unlink()
    assert settings.of(shop).memory.journal == "auto"


def test_what_a_project_may_not_set_is_logged_once_by_name_and_without_its_value(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path / "shop/.askline/config.toml", 'hub.url = "https://hush.example"\nweb.port = 1')
    settings = settings_in(tmp_path)

    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert settings.of(str(tmp_path / "shop")).hub.url is None

    assert [name in caplog.text for name in ("'hub.url'", "'web.port'")] == [True, True]
    assert len(caplog.records) == 2
    assert "hush" not in caplog.text


def test_a_mistake_of_the_users_leaves_what_held_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path / "config.toml", 'profile = "auq"')
    settings = settings_in(tmp_path)

    write(tmp_path / "config.toml", 'profile = "feedback"\nweb.port = "hush"')

    assert settings.of(None).profile == "auq"
    assert "web.port" in caplog.text
    assert "hush" not in caplog.text
