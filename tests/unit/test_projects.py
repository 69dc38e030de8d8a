"""Which project a process works for, and where its settings are."""

import os
from pathlib import Path

import pytest

from askline.core.projects import LARGEST, content, directory, settings_file, stamp


@pytest.mark.parametrize(
    ("labels", "cwd", "project"),
    [
        pytest.param({}, "/here", "/here", id="where it stands"),
        pytest.param({"CLAUDE_PROJECT_DIR": "/shop"}, "/here", "/shop", id="as its client says"),
        pytest.param({"CLAUDE_PROJECT_DIR": "shop"}, "/here", "/here", id="relative to what?"),
        pytest.param({"CLAUDE_PROJECT_DIR": "/shop"}, None, "/shop", id="nowhere"),
        pytest.param({}, "", None, id="none"),
    ],
)
def test_a_client_may_name_the_project(
    labels: dict[str, str], cwd: str | None, project: str | None
) -> None:
    assert directory(labels, cwd) == project


def test_a_projects_file_is_found_from_below_but_not_beyond_its_repository(tmp_path: Path) -> None:
    deep = tmp_path / "shop/src/deep"
    deep.mkdir(parents=True)
    (tmp_path / "shop/.git").mkdir()
    for place in (tmp_path, tmp_path / "shop"):
        (place / ".askline").mkdir()
    (tmp_path / ".askline/config.toml").touch()
    beyond = settings_file(str(deep))
    own = tmp_path / "shop/.askline/config.toml"
    own.touch()

    assert beyond == str(deep / ".askline/config.toml")
    assert settings_file(str(deep)) == str(own)


def test_without_a_repository_only_the_directory_itself_counts(tmp_path: Path) -> None:
    (tmp_path / ".askline").mkdir()
    (tmp_path / ".askline/config.toml").touch()
    (tmp_path / "below").mkdir()

    assert settings_file(str(tmp_path)) == str(tmp_path / ".askline/config.toml")
    assert settings_file(str(tmp_path / "below")) == str(tmp_path / "below/.askline/config.toml")
    assert settings_file("/") == "/.askline/config.toml"


def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    missing = stamp(str(file))
    file.write_text("one")
    first = stamp(str(file))
    file.write_text("three")

    assert missing == "" == stamp("no\0path")
    assert len({missing, first, stamp(str(file))}) == 3


def test_only_a_file_of_a_sensible_size_is_read(tmp_path: Path) -> None:
    small, large, endless = tmp_path / "small", tmp_path / "large", tmp_path / "endless"
    small.write_bytes(b"x" * LARGEST)
    large.write_bytes(b"x" * (LARGEST + 1))
    endless.symlink_to("/dev/zero")
    nobody_writes = tmp_path / "pipe"
    os.mkfifo(nobody_writes)

    assert content(str(small)) == b"x" * LARGEST
    for path in (large, endless, nobody_writes, tmp_path):
        with pytest.raises(OSError, match="no file of at most"):
            content(str(path))
