"""What `askline mcp --in-process` does where it cannot begin, or cannot keep anything."""

from pathlib import Path

import pytest

from askline.core.locations import Locations
from askline.service import in_process


def test_settings_that_cannot_be_read_are_said_and_nothing_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASKLINE_HOME", str(tmp_path))
    config = Path(Locations.from_environment().config)
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("profile = 7\n")

    assert in_process.run([]) == in_process.WRONG
    assert capsys.readouterr().err.startswith("askline: ")


async def test_where_nothing_can_be_written_nothing_is_kept_and_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path / "file" / "home")})

    async with in_process.opened(locations, "process-1") as (keeping, _):
        assert not keeping.lasting

    assert "NOTHING IS KEPT" in capsys.readouterr().err
