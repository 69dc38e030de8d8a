"""What a line knows of a profile that only the service can decide on."""

from pathlib import Path

import pytest

from askline.line.choosing import DEFAULT, decided, stamps
from askline.service.snapshots import leave_word
from tests.unit.test_config_settings import write


def expected(state: Path, *files: Path) -> str | None:
    return decided(str(state), "1.0", tuple(map(str, files)))


def leave(state: Path, profile: str, *files: Path) -> None:
    leave_word(state, "1.0", stamps(tuple(map(str, files))), profile)


@pytest.mark.parametrize("text", ["", "web.port = 80\n", 'language = "de"  # prof, not more'])
def test_where_no_file_names_a_profile_it_is_the_default(tmp_path: Path, text: str) -> None:
    user = write(tmp_path / "config.toml", text)

    assert expected(tmp_path, user, tmp_path / "missing") == DEFAULT
    assert expected(tmp_path, tmp_path) == DEFAULT


@pytest.mark.parametrize("text", ['profile = "auq"', r'"pro\u0066ile" = "auq"', "# my profile"])
def test_where_one_may_name_it_only_the_service_can_tell(tmp_path: Path, text: str) -> None:
    assert expected(tmp_path, write(tmp_path / "config.toml", text)) is None


def test_the_word_of_the_service_holds_while_the_files_are_the_same(tmp_path: Path) -> None:
    user = write(tmp_path / "config.toml", 'profile = "auq"')
    project = write(tmp_path / "shöp\n/config.toml", 'profile = "codenomad"')
    leave(tmp_path, "codenomad", user, project)
    leave(tmp_path, "auq", user)

    assert expected(tmp_path, user, project) == "codenomad"
    assert expected(tmp_path, user) == "auq"
    write(project, 'profile = "swissarmyhammer"')
    assert expected(tmp_path, user, project) is None
    project.unlink()
    assert expected(tmp_path, user, project) == "auq"


def test_a_new_word_takes_the_place_of_the_old(tmp_path: Path) -> None:
    user = write(tmp_path / "config.toml", 'profile = "auq"')
    leave(tmp_path, "auq", user)
    write(user, 'profile = "codenomad"')
    leave(tmp_path, "codenomad", user)

    assert expected(tmp_path, user) == "codenomad"
    assert len([*(tmp_path / "snapshots/1.0").iterdir()]) == 1
