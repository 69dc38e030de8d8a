"""The bundles are sound, and careful with what publishes or destroys."""

from askline.commands.bundles import MARKS, fitting, text
from askline.commands.loading import Source, load
from askline.commands.policy import decide

ALL = load([Source(f"{name}.json", text(name)) for name in MARKS])
TOOLS = {tool.name: tool for tool in ALL.tools}


def test_every_bundle_is_sound_and_all_of_them_stand_side_by_side() -> None:
    assert ALL.problems == ()
    assert len(ALL.declarations) == len(MARKS)


def test_a_project_is_given_what_its_files_tell_of() -> None:
    assert fitting({".git", "uv.lock", "pyproject.toml"}) == ["git", "python", "uv"]
    assert fitting({"README.md"}) == []


def test_what_publishes_or_destroys_is_asked_about() -> None:
    for name in (
        "git_push",
        "git_pull",
        "npm_install",
        "cargo_add",
        "docker_compose_down",
        "make_run",
    ):
        assert decide(TOOLS[name], {}).verdict == "ask"
    assert decide(TOOLS["git_push"], {"force-with-lease": True}).dangerous
    assert decide(TOOLS["git_restore"], {"paths": ["a"]}).dangerous
    assert decide(TOOLS["git_restore"], {"staged": True, "paths": ["a"]}).verdict == "allow"
    assert decide(TOOLS["git_commit"], {"message": "x", "amend": True}).verdict == "ask"
