"""First answers as they are left for lines: what the server says itself, to the letter."""

import json
from pathlib import Path
from typing import Any

import pytest

from askline.config import keys
from askline.core.clock import SystemClock
from askline.doors.mcp.server import PROFILES, server_with
from askline.line import snapshot
from askline.line.messages import Message
from askline.line.snapshot import load
from askline.service.snapshots import leave, snapshot_text
from tests.doors.profiles import some_means

SHIPPED = Path(snapshot.__file__).parent / "snapshots"


async def left(era: str = "auto", profile: str = "askline") -> str:
    server = server_with(some_means(clock=SystemClock()), profile)
    return await snapshot_text(server, profile, era)


@pytest.mark.parametrize("profile", PROFILES)
async def test_the_installation_ships_what_the_server_says_now(profile: str) -> None:
    shipped = (SHIPPED / f"{profile}.txt").read_text(encoding="utf-8")

    assert shipped == await left(profile=profile)


def test_no_other_profile_is_shipped_or_can_be_set() -> None:
    assert snapshot.shipped() == sorted(PROFILES)
    assert tuple(PROFILES) == keys.PROFILES


async def test_every_answer_is_one_member_of_a_response() -> None:
    for era in ("auto", "handshake", "modern"):
        for line in (await left(era)).splitlines():
            name, _, member = line.partition("\t")
            answer: dict[str, Any] = json.loads(f"{{{member}}}")
            assert name
            assert len(answer) == 1
            assert answer.keys() <= {"result", "error"}


@pytest.mark.parametrize(
    ("era", "client", "member"),
    [
        ("handshake", "somebody", '"error"'),
        ("modern", "somebody", '"result"'),
        ("modern", "claude-code", '"result"'),
    ],
)
async def test_a_probe_is_answered_as_the_era_wants(
    era: str, client: str, member: str, tmp_path: Path
) -> None:
    leave(tmp_path, "1.0", "askline", await left(era))
    meta = {"io.modelcontextprotocol/clientInfo": {"name": client}}
    probe = {"id": 1, "method": "server/discover", "params": {"_meta": meta}}

    answer = load(str(tmp_path), "1.0", "askline").answer(Message(json.dumps(probe).encode()))

    assert answer is not None
    assert answer.startswith(member)


def test_a_new_text_takes_the_place_of_the_old_and_leaves_no_rest(tmp_path: Path) -> None:
    leave(tmp_path, "1.0", "askline", "old\tx")
    leave(tmp_path, "1.0", "askline", "new\tx")

    directory = tmp_path / "snapshots" / "1.0"
    assert [each.name for each in directory.iterdir()] == ["askline.txt"]
    assert (directory / "askline.txt").read_text() == "new\tx"


def test_what_is_there_already_is_not_written_again(tmp_path: Path) -> None:
    leave(tmp_path, "1.0", "askline", "same\tx")
    file = tmp_path / "snapshots" / "1.0" / "askline.txt"
    before = file.stat()
    leave(tmp_path, "1.0", "askline", "same\tx")

    assert file.stat().st_ino == before.st_ino
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_a_place_that_takes_no_snapshot_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "snapshots").write_text("a file in the way")

    leave(tmp_path, "1.0", "askline", "new\tx")

    assert load(str(tmp_path), "1.0", "nobody").answer(Message(b'{"id":1,"method":"x"}')) is None
