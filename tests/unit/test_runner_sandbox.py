"""What a sandbox means for bubblewrap and for Landlock."""

import itertools
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from askline.core.errors import SandboxUnavailable
from askline.runner import means, sandbox
from askline.runner.means import Means
from askline.runner.model import Confinement, Sandbox
from askline.runner.surroundings import Surroundings
from tests.unit.runner_house import surroundings


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    """A home with a project, a tool and a private key, and a service's own places."""
    for each in ("house/project/.git/hooks", "house/.ssh", "house/.cargo/bin", "house/own/bin"):
        (tmp_path / each).mkdir(parents=True)
    (tmp_path / "house/project/.git/config").touch()
    found = surroundings(tmp_path)
    Path(found.own[0]).mkdir(parents=True)
    return replace(found, bubblewrap="/usr/bin/bwrap", path=f"{tmp_path}/house/own/bin:/bin")


def project(around: Surroundings) -> str:
    return f"{around.home}/project"


def mounts(words: list[str]) -> list[tuple[str, str]]:
    """How each place is put there, in order."""
    pairs = zip(words, words[2:], strict=False)
    empty = itertools.pairwise(words)
    bound = [(at, how, place) for at, (how, place) in enumerate(pairs) if how in _BINDS]
    emptied = [(at, how, place) for at, (how, place) in enumerate(empty) if how == "--tmpfs"]
    return [(how, place) for _, how, place in sorted(bound + emptied)]


_BINDS = ("--bind", "--ro-bind")


def test_the_home_is_hidden_and_tools_and_project_are_put_back(around: Surroundings) -> None:
    seen = mounts(sandbox.bubblewrap(Sandbox(project(around)), around))

    order = [
        ("--ro-bind", "/"),
        ("--tmpfs", around.home),
        ("--ro-bind", f"{around.home}/.cargo/bin"),
        ("--ro-bind", f"{around.home}/own/bin"),
        ("--bind", project(around)),
        ("--ro-bind", f"{project(around)}/.git"),
        ("--tmpfs", around.own[0]),
    ]
    assert [each for each in seen if each in order] == order
    assert not [place for _, place in seen if ".ssh" in place and place != "/etc/ssh"]


def test_the_network_is_another_world_unless_declared(around: Surroundings) -> None:
    assert "--unshare-net" in sandbox.bubblewrap(Sandbox(project(around)), around)
    assert "--unshare-net" not in sandbox.bubblewrap(Sandbox(project(around), network=True), around)


def test_names_can_be_looked_up_where_there_is_a_network(around: Surroundings) -> None:
    real = os.path.realpath(sandbox.NAME_SERVERS)

    assert real in sandbox._tools(Sandbox("/p", network=True), around)
    assert real not in sandbox._tools(Sandbox("/p"), around)


def test_a_warden_that_lies_in_the_project_is_protected_there(around: Surroundings) -> None:
    package = f"{project(around)}/src/askline"
    Path(package).mkdir(parents=True)

    seen = mounts(sandbox.bubblewrap(Sandbox(project(around)), replace(around, package=package)))

    assert seen.index(("--bind", f"{project(around)}/src")) < seen.index(("--ro-bind", package))


def test_links_out_of_the_project_protect_nothing_outside(around: Surroundings) -> None:
    Path(project(around), ".askline").symlink_to(f"{around.home}/.ssh")

    assert (f"{around.home}/.ssh") not in sandbox.bubblewrap(Sandbox(project(around)), around)


@pytest.mark.parametrize("place", ["", "/..", "/.local/state/askline/x"])
def test_what_cannot_be_told_from_the_protected_is_refused(
    around: Surroundings, place: str
) -> None:
    with pytest.raises(SandboxUnavailable):
        sandbox.bubblewrap(Sandbox(around.home + place), around)


def test_landlock_names_what_is_not_hidden(around: Surroundings) -> None:
    rules = sandbox.landlock(Sandbox(project(around)), around)

    assert rules["writable"][:2] == [project(around), around.scratch]
    assert project(around) in rules["readable"]
    assert "/usr" in rules["readable"]
    assert f"{around.home}/.cargo/bin" in rules["readable"]
    hidden = {"/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/run", "/proc"}  # noqa: S108
    assert not hidden & set(rules["readable"])


@pytest.mark.parametrize(
    ("confinement", "bubblewrap", "system", "tried"),
    [
        ("off", None, "Darwin", [Means.NONE]),
        ("required", "bwrap", "Linux", [Means.BUBBLEWRAP]),
        ("reduced", "bwrap", "Linux", [Means.BUBBLEWRAP, Means.LANDLOCK]),
        ("reduced", None, "Linux", [Means.LANDLOCK]),
    ],
)
def test_the_means_that_may_be_tried(
    around: Surroundings, confinement: str, bubblewrap: str | None, system: str, tried: list[Means]
) -> None:
    here = replace(around, bubblewrap=bubblewrap, system=system)

    assert means.candidates(Sandbox("/p", confinement=Confinement(confinement)), here) == tried


def test_a_kernel_without_landlock_has_no_reduced_sandbox(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(means.confining, "landlock_version", lambda: -1)

    with pytest.raises(SandboxUnavailable):
        means.candidates(
            Sandbox("/p", confinement=Confinement.REDUCED), replace(around, bubblewrap=None)
        )


@pytest.mark.parametrize(("system", "hint"), [("Linux", "Install bubblewrap"), ("Darwin", "Linux")])
def test_without_any_means_it_fails_closed(around: Surroundings, system: str, hint: str) -> None:
    with pytest.raises(SandboxUnavailable, match="cannot be set up") as refused:
        means.candidates(Sandbox("/p"), replace(around, bubblewrap=None, system=system))

    assert hint in refused.value.hint
    assert "did not run" in refused.value.hint


def test_a_warden_is_told_what_to_give_up(around: Surroundings) -> None:
    made = means.launch(Means.LANDLOCK, Sandbox(project(around)), around)
    bare = means.launch(Means.NONE, Sandbox(project(around)), around)

    assert made.argv(7)[:3] == [around.interpreter, "-I", "-S"]
    assert made.argv(7)[-2] == "7"
    assert json.loads(made.wanted)["keep"]
    assert json.loads(made.wanted)["filter"]
    assert (json.loads(bare.wanted)["landlock"], json.loads(bare.wanted)["filter"]) == (None, False)


def test_a_protected_file_that_was_replaced_is_another(around: Surroundings) -> None:
    held = Sandbox(project(around), protected=(".askline", ".git/hooks", ".git/config"))
    before = means.standing(held)
    config = Path(project(around), ".git/config")

    config.with_name("new").touch()
    config.with_name("new").rename(config)

    after = means.standing(held)
    assert before[0] is after[0] is None
    assert before[1] == after[1]
    assert before[2] != after[2]


def test_what_is_protected_is_so_in_every_writable_place(around: Surroundings) -> None:
    work = f"{around.home}/work"
    for each in ("tool/.git/hooks", "tool/hooks"):
        Path(work, each).mkdir(parents=True)
    held = (f"{work}/tool/.git", f"{work}/tool/.git/hooks", f"{around.home}/.ssh")

    words = sandbox.bubblewrap(
        Sandbox(project(around), writable=(work,), protected=(".git/hooks", *held)), around
    )

    seen = mounts(words)
    behind = seen[seen.index(("--bind", work)) + 1 :]
    assert [each for each in behind if around.home in each[1]][:4] == [
        ("--bind", f"{project(around)}/.git"),
        ("--bind", f"{work}/tool"),
        ("--ro-bind", f"{project(around)}/.git/hooks"),
        ("--ro-bind", f"{work}/tool/.git"),
    ]


def test_what_holds_or_leads_to_a_hidden_place_is_looked_into(tmp_path: Path) -> None:
    for each in ("a/secret", "a/open", "b"):
        (tmp_path / each).mkdir(parents=True)
    (tmp_path / "link").symlink_to("a/secret")
    (tmp_path / "up").symlink_to("a")

    seen = list(sandbox._visible(str(tmp_path), [str(tmp_path / "a/secret")]))

    assert seen == [str(tmp_path / "a/open"), str(tmp_path / "b")]
    assert list(sandbox._visible(str(tmp_path / "none"), [])) == []


def test_a_project_that_is_only_read_stays_as_it_is(around: Surroundings) -> None:
    looking = Sandbox(project(around), project_writable=False)

    seen = mounts(sandbox.bubblewrap(looking, around))
    rules = sandbox.landlock(looking, around)

    assert ("--ro-bind", project(around)) in seen
    assert not [place for how, place in seen if how == "--bind"]
    assert project(around) not in rules["writable"]
    assert project(around) in rules["readable"]


def test_programs_and_secrets_in_an_opened_place_are_not_opened(around: Surroundings) -> None:
    cargo = f"{around.home}/.cargo"
    Path(cargo, "credentials.toml").touch()

    words = sandbox.bubblewrap(Sandbox(project(around), writable=("~/.cargo",)), around)

    seen = mounts(words)
    assert seen.index(("--bind", cargo)) < len(seen) - seen[::-1].index(
        ("--ro-bind", f"{cargo}/bin")
    )
    at = words.index(f"{cargo}/credentials.toml")
    assert words[at - 2 : at] == ["--ro-bind", "/dev/null"]


@pytest.mark.parametrize("spelled", ["{0}", "{0}/", "{0}/.", "{0}/own/..", "{0}/me", "{0}/.."])
def test_the_home_on_the_path_is_not_shown(around: Surroundings, spelled: str) -> None:
    Path(around.home, "me").symlink_to(".")
    path = f"{spelled.format(around.home)}:{around.home}/own/bin"

    seen = mounts(sandbox.bubblewrap(Sandbox(project(around)), replace(around, path=path)))

    behind = seen[seen.index(("--tmpfs", around.home)) + 1 :]
    shown = {os.path.realpath(place) for _, place in behind}
    assert f"{around.home}/own/bin" in shown
    assert not shown & {around.home, str(Path(around.home).parent)}


def test_a_secret_beside_programs_on_the_path_is_hidden(around: Surroundings) -> None:
    Path(around.home, ".aws").mkdir()
    here = replace(around, path=f"{around.home}/.aws:/bin")

    seen = mounts(sandbox.bubblewrap(Sandbox(project(around)), here))

    assert seen.index(("--ro-bind", f"{around.home}/.aws")) < seen.index(
        ("--tmpfs", f"{around.home}/.aws")
    )


def test_a_link_in_an_opened_place_opens_no_secret(around: Surroundings) -> None:
    Path(around.home, ".cache").mkdir()
    Path(around.home, ".cache/uv").symlink_to("../.ssh")
    opened = Sandbox(project(around), writable=("~/.cache/uv",))

    seen = mounts(sandbox.bubblewrap(opened, around))

    ssh = f"{around.home}/.ssh"
    assert seen.index(("--bind", ssh)) < seen.index(("--tmpfs", ssh))


def test_a_secret_that_is_named_itself_is_opened(around: Surroundings) -> None:
    opened = Sandbox(project(around), readable=(".ssh",))

    assert ("--ro-bind", f"{around.home}/.ssh") in mounts(sandbox.bubblewrap(opened, around))


def test_the_home_as_a_whole_is_never_opened_for_writing(around: Surroundings) -> None:
    with pytest.raises(SandboxUnavailable, match="whole home"):
        sandbox.bubblewrap(Sandbox(project(around), writable=("~/",)), around)


@pytest.mark.parametrize("made", [sandbox.bubblewrap, sandbox.landlock])
def test_what_holds_our_own_files_is_not_opened_for_writing(
    around: Surroundings, made: Callable[[Sandbox, Surroundings], object]
) -> None:
    house = Path(around.home)
    (house / "dotfiles").mkdir()
    (house / ".settings").symlink_to("dotfiles")
    settings = replace(around, config=f"{house}/.settings/askline/config.toml")

    for place in (str(Path(around.own[0]).parent), around.own[0]):
        with pytest.raises(SandboxUnavailable, match="own files"):
            made(Sandbox(project(around), writable=(place,)), around)
    for place in ("~/.settings", "~/dotfiles"):
        with pytest.raises(SandboxUnavailable, match="own files"):
            made(Sandbox(project(around), writable=(place,)), settings)
    with pytest.raises(SandboxUnavailable, match="own files"):
        made(Sandbox(f"{house}/dotfiles"), settings)
    assert made(Sandbox(f"{house}/dotfiles", project_writable=False), settings)
