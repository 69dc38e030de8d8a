"""Changing the user's file keeps every word of it."""

import tomllib
from pathlib import Path

import pytest

from askline.config.editing import set_value
from askline.core.errors import InvalidArguments

WRITTEN = """\
# mine
profile = "auq"  # the old one

[wait]  # how long
# not too long
cap_s = 60
"""


def test_comments_and_order_stay(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(WRITTEN)

    set_value(str(file), "wait.cap_s", "25m")

    assert file.read_text() == WRITTEN.replace("cap_s = 60", 'cap_s = "25m"')


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("profile", "auq", {"profile": "auq"}),
        ("wait.cap_s", "90", {"wait": {"cap_s": 90}}),
        ("wait.cap_s", "auto", {"wait": {"cap_s": "auto"}}),
        ("web.enabled", "no", {"web": {"enabled": False}}),
        ("tools.paths", "a,b", {"tools": {"paths": ["a", "b"]}}),
        ("web.embed_origins", "http://a", {"web": {"embed_origins": ["http://a"]}}),
        (
            "wait.clients.claude.code.cap_s",
            "1",
            {"wait": {"clients": {"claude.code": {"cap_s": 1}}}},
        ),
        ("approvals.ask", "git_push, docker", {"approvals": {"ask": ["git_push", "docker"]}}),
    ],
)
def test_a_first_setting_makes_the_file_for_its_owner_alone(
    tmp_path: Path, name: str, typed: str, kept: object
) -> None:
    file = tmp_path / "deep/config.toml"

    set_value(str(file), name, typed)

    assert tomllib.loads(file.read_text()) == kept
    assert file.stat().st_mode & 0o777 == 0o600
    assert [*file.parent.iterdir()] == [file]


def test_a_link_stays_a_link_and_a_mode_stays_a_mode(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("")
    real.chmod(0o640)
    link = tmp_path / "config.toml"
    link.symlink_to(real)

    set_value(str(link), "profile", "auq")

    assert link.is_symlink()
    assert real.read_text() == 'profile = "auq"\n'
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("wait.cap", "5", "no setting 'wait.cap'"),
        ("web.port", "eighty", "web.port: expected a whole number"),
    ],
)
def test_a_wrong_setting_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str, typed: str, said: str
) -> None:
    with pytest.raises(InvalidArguments, match=said):
        set_value(str(tmp_path / "config.toml"), name, typed)

    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(("text", "said"), [("wait = [", "cannot be edited"), ("wait = 5", "wait")])
def test_a_file_that_cannot_be_edited_stays_as_it_is(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)

    with pytest.raises(InvalidArguments, match=said):
        set_value(str(file), "wait.cap_s", "5")

    assert file.read_text() == text
