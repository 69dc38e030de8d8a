"""A file is replaced whole, and is nobody else's unless it was."""

import stat
from pathlib import Path

import pytest

from askline.core.whole_files import PRIVATE, replace_whole


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_is_private_and_so_is_its_directory(tmp_path: Path) -> None:
    file = tmp_path / "new" / "file"

    replace_whole(file, b"words")

    assert file.read_bytes() == b"words"
    assert (mode_of(file), mode_of(file.parent)) == (0o600, 0o700)


@pytest.mark.parametrize(("wanted", "got"), [(None, 0o644), (PRIVATE, 0o600)])
def test_a_file_keeps_its_mode_unless_another_is_wanted(
    tmp_path: Path, wanted: int | None, got: int
) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    file.chmod(0o644)

    replace_whole(file, b"after", mode=wanted, lasting=False)

    assert (file.read_text(), mode_of(file)) == ("after", got)
    assert [*tmp_path.iterdir()] == [file]
