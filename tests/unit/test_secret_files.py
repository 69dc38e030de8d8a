"""A secret is made once, whoever comes first, and is nobody else's."""

from pathlib import Path

import pytest
from mcp.server.request_state import InvalidRequestState

from askline.core.locations import Locations
from askline.service.parts import seal_of
from askline.service.secret_files import SHORTEST, kept_secret


def test_the_sealing_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path)})
    Path(locations.state).mkdir()

    sealed = seal_of(locations).seal(b"brought back")

    assert seal_of(locations).unseal(sealed) == b"brought back"
    assert len(Path(locations.sealing_key).read_text()) >= SHORTEST
    assert Path(locations.sealing_key).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in Path(locations.state).iterdir()] == ["sealing-key"]


def test_where_nothing_can_be_kept_the_seal_ends_with_the_process(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path)})

    sealed = seal_of(locations).seal(b"brought back")

    with pytest.raises(InvalidRequestState):
        seal_of(locations).unseal(sealed)
    assert "forms end with this process" in caplog.text


def test_of_two_makers_one_wins_and_both_have_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    rivals = "r" * SHORTEST

    def rival(_: int) -> str:
        path.write_text(f"{rivals}\n")
        return "m" * SHORTEST

    monkeypatch.setattr("secrets.token_urlsafe", rival)

    assert kept_secret(path) == rivals
