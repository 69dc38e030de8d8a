"""What of a project is git's, and what of it was changed while a command ran."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from askline.core.errors import SandboxUnavailable
from askline.runner import aftermath, repositories
from askline.runner.aftermath import Ground
from askline.runner.repositories import Tree


def repository(at: Path, config: str = "") -> Path:
    for each in ("objects", "refs", "hooks"):
        (at / each).mkdir(parents=True)
    (at / "HEAD").write_text("ref: refs/heads/main\n")
    (at / "config").write_text(config)
    return at


def held(root: Path, *, writable: bool = False) -> set[str]:
    links = Tree(str(root)).found().links
    found = repositories.held(links, str(root / "house"), writable=writable)
    return {each.removeprefix(f"{root}/") for each in found}


def ground(root: Path, *, writes: bool = False) -> Ground:
    return Ground(Tree(str(root)), (), str(root.parent / "house"), writes).looked()


def test_repositories_are_found_wherever_git_would_find_them(tmp_path: Path) -> None:
    repository(tmp_path / ".git/modules/libs/one")
    repository(tmp_path / ".git")
    repository(tmp_path / "bare.git")
    (tmp_path / ".git/worktrees/side").mkdir(parents=True)
    (tmp_path / ".git/worktrees/side/HEAD").touch()
    (tmp_path / ".git/worktrees/side/commondir").write_text("../..")
    (tmp_path / "libs/one").mkdir(parents=True)
    (tmp_path / "libs/one/.git").write_text("gitdir: ../../.git/modules/libs/one")
    (tmp_path / "link").symlink_to(".git")

    found = Tree(str(tmp_path)).found()

    assert [each.removeprefix(f"{tmp_path}/") for each in found.links] == [
        ".git",
        ".git/modules/libs/one",
        ".git/worktrees/side",
        "bare.git",
        "libs/one/.git",
    ]
    assert held(tmp_path) == {
        *(".git", ".git/modules/libs/one", ".git/worktrees/side", "bare.git", "libs/one/.git"),
    }


def test_what_settings_and_links_lead_to_counts_as_gits(tmp_path: Path) -> None:
    git = repository(
        tmp_path / ".git",
        '[core] hooksPath = "team/hooks"\n# path = nothing\n[include]\n\tpath = ../shared.ini\n',
    )
    (tmp_path / "shared.ini").write_text("[include]\n\tpath = shared.ini\n\tpath = more.ini\n")
    (tmp_path / "house").mkdir()
    (tmp_path / "house/.gitconfig").write_text("[core]\nhooksPath = ~/mine\n")
    (git / "hooks").rmdir()
    (git / "hooks").symlink_to("../scripts")

    everything, deciding = held(tmp_path), held(tmp_path, writable=True)

    named = {"team/hooks", ".git/team/hooks", "shared.ini", "more.ini", "house/mine"}
    assert named | {".git", "scripts"} <= everything
    assert named | {".git/config", ".git/hooks", ".git/commondir"} <= deciding
    assert ".git" not in deciding
    assert "nothing" not in everything


def test_settings_that_name_more_and_more_come_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repositories, "MOST_NAMED", 10)
    repository(tmp_path / ".git", "".join(f"path = {number}\n" for number in range(50)))

    assert len(held(tmp_path)) < 150


def test_only_a_repository_that_leads_back_is_opened_for_a_link(tmp_path: Path) -> None:
    private = repository(tmp_path / "private/.git")
    (tmp_path / "work").mkdir()
    link = tmp_path / "work/.git"

    for text in (f"gitdir: {private}", "nonsense", "gitdir: /nowhere"):
        link.write_text(text)
        assert repositories.shared((str(link),)) == ()
    (private / "gitdir").write_text(str(link))
    link.write_text(f"gitdir: {private}")
    assert repositories.shared((str(link),)) == (str(private),)


def test_too_many_repositories_are_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repositories, "MOST_LINKS", 1)
    repository(tmp_path / "one/.git")
    repository(tmp_path / "two/.git")

    with pytest.raises(SandboxUnavailable, match="more than 1"):
        held(tmp_path)


def test_what_cannot_be_looked_into_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ground(tmp_path)
    for each in ("a/b", "c"):
        (tmp_path / each).mkdir(parents=True)
    monkeypatch.setattr(repositories, "MOST_DIRECTORIES", 2)

    said = aftermath.left(before)

    assert [each.partition(":")[0] for each in said] == ["Not looked into for repositories"]
    (tmp_path / "d").mkdir()
    assert Tree(str(tmp_path)).found().unseen == (str(tmp_path),)
    assert Tree(str(tmp_path / "nowhere")).found().unseen == (str(tmp_path / "nowhere"),)


def test_what_appears_is_put_aside_under_a_free_name(tmp_path: Path) -> None:
    before = ground(tmp_path)
    repository(tmp_path / ".git")
    (tmp_path / ".git.withheld").touch()
    (tmp_path / "new\nline").mkdir()
    (tmp_path / "new\nline/.git").symlink_to("/")

    said = aftermath.left(before)

    put = ' .git.withheld-2, "new\\nline/.git.withheld".'
    assert said == [
        f"A repository appeared and was put aside, for git would run what it says:{put}"
    ]
    assert (tmp_path / ".git.withheld-2/HEAD").exists()


def test_nothing_is_put_aside_where_a_link_leads(tmp_path: Path) -> None:
    outside = repository(tmp_path / "outside/.git")
    (tmp_path / "link").symlink_to(outside.parent)

    assert aftermath._put_aside(f"{tmp_path}/link/.git") is None
    (tmp_path / "way").symlink_to(".")
    assert aftermath._put_aside(f"{tmp_path}/way/outside/.git") is None
    assert aftermath._put_aside(f"{tmp_path}/gone/.git") is None
    assert outside.exists()


def test_what_stays_is_said_to_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ground(tmp_path)
    repository(tmp_path / ".git")
    monkeypatch.setattr(os, "rename", _refuse)

    said = aftermath.left(before)

    assert said == ["A repository appeared, and git runs what it says: .git."]


def _refuse(*_: object, **__: object) -> None:
    raise OSError


CHANGES: dict[str, Callable[[Path], object]] = {
    "settings": lambda git: (git / "config").write_text("[core]"),
    "mode": lambda git: (git / "config").chmod(0o600),
    "new hook": lambda git: (git / "hooks/pre-push").touch(),
    "hook": lambda git: (git / "hooks/pre-commit").write_text("evil"),
    "another repository": lambda git: (git / "commondir").write_text("../evil"),
    "more settings": lambda git: (git / "config.worktree").touch(),
    "link": lambda git: (git.parent / "sub/.git").write_text("gitdir: /evil"),
    "hooks moved": lambda git: (git / "hooks").rename(git / "old"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_decides_what_git_runs_is_seen_to_change(tmp_path: Path, change: str) -> None:
    git = repository(tmp_path / ".git")
    (git / "hooks/pre-commit").touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/.git").write_text("gitdir: ../.git/modules/sub")
    before = ground(tmp_path, writes=True)
    (git / "index").touch()
    assert aftermath.left(before) == []

    CHANGES[change](git)

    assert [each.partition(":")[0] for each in aftermath.left(before)] == [
        "Changed, and it decides what git runs"
    ]


def test_what_did_not_change_is_not_listed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repositories, "YOUNG_NS", 0)
    for each in ("a/b", "c"):
        (tmp_path / each).mkdir(parents=True)
    tree, listed = Tree(str(tmp_path)), list[str]()
    scandir = os.scandir

    def watched(path: str) -> Any:
        listed.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", watched)

    looks = list[list[str]]()
    for _ in range(2):
        assert tree.found().links == ()
        looks.append(sorted(listed))
        listed.clear()
    (tmp_path / "a/b/.git").touch()
    os.utime(tmp_path / "a/b", (1, 1))

    assert len(looks[0]) == 4
    assert looks[1] == []
    assert tree.found().links == (f"{tmp_path}/a/b/.git",)
    assert listed == [f"{tmp_path}/a/b"]


def test_links_that_lead_nowhere_hold_nothing_else(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: gone\n")

    assert held(tmp_path) == {".git", "gone"}
    (tmp_path / ".git").write_text("nothing")
    assert held(tmp_path) == {".git"}


def test_many_are_counted_instead_of_named(tmp_path: Path) -> None:
    before = ground(tmp_path, writes=True)
    for number in range(12):
        repository(tmp_path / f"{number:02}/.git")

    assert aftermath.left(before)[0].endswith("09/.git and 2 more.")
