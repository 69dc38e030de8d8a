"""What is set, from which source, and what is said about mistakes."""

from pathlib import Path
from typing import Any

import pytest

from askline.config.settings import Approvals, Settings, load
from askline.core.errors import InvalidArguments
from askline.core.locations import Locations


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def loaded(home: Path, environ: dict[str, str] | None = None, **more: Any) -> Settings:
    environ = {"ASKLINE_HOME": str(home), **(environ or {})}
    cwd = more.pop("cwd", None)
    return load(
        environ, cwd and str(cwd), locations=Locations.from_environment(environ), flags=more or None
    )


def problem_of(home: Path, text: str) -> InvalidArguments:
    write(home / "config.toml", text)
    with pytest.raises(InvalidArguments) as refused:
        loaded(home)
    return refused.value


def test_without_any_file_everything_has_its_default(tmp_path: Path) -> None:
    settings = loaded(tmp_path, cwd=tmp_path / "nowhere")

    assert settings.profile == "askline"
    assert (settings.wait.cap_s, settings.wait.first, settings.wait.clients) == (None, "form", {})
    assert (settings.mcp.era, settings.asks.detach_grace) == ("auto", None)
    assert (settings.service.idle_exit, settings.memory.journal) == (1800, "auto")
    assert (settings.web.enabled, settings.web.port) == (True, 0)
    assert (settings.hub.url, settings.language, settings.log.level) == (None, None, "info")
    assert (settings.tools.paths, settings.approvals) == ((), Approvals())
    assert (settings.alerts.enabled, settings.alerts.push, settings.alerts.quiet) == (
        True,
        (),
        None,
    )
    assert (settings.sources, settings.problems) == ({}, ())


def test_an_address_that_is_told_is_no_part_of_what_is_logged(tmp_path: Path) -> None:
    write(tmp_path / "config.toml", 'alerts.push = ["ntfy://hush"]')

    settings = loaded(tmp_path)

    assert settings.alerts.push == ("ntfy://hush",)
    assert "hush" not in repr(settings)


def test_a_project_may_not_say_where_its_asks_are_told(tmp_path: Path) -> None:
    (tmp_path / "project/.askline").mkdir(parents=True)
    write(tmp_path / "project/.askline/config.toml", 'alerts.push = ["ntfy://hush"]')

    settings = loaded(tmp_path, cwd=tmp_path / "project")

    assert settings.alerts.push == ()
    assert [problem.field for problem in settings.problems] == ["alerts.push"]


def test_the_users_file_is_read_whole(tmp_path: Path) -> None:
    write(
        tmp_path / "config.toml",
        """
        profile = "auq"
        language = "de"
        [wait]
        cap_s = "25m"
        first = "inbox"
        [wait.clients."claude.code"]
        cap_s = 110
        [approvals]
        ask = ["git_push"]
        deny = ["docker*"]
        """,
    )

    settings = loaded(tmp_path)

    assert (settings.profile, settings.language) == ("auq", "de")
    assert (settings.wait.cap_s, settings.wait.first) == (1500, "inbox")
    assert settings.wait.clients == {"claude.code": 110}
    assert settings.approvals == Approvals(ask=("git_push",), deny=("docker*",))
    assert settings.sources["wait.cap_s"] == "user"


def test_flag_wins_over_environment_over_project_over_user(tmp_path: Path) -> None:
    write(tmp_path / "config.toml", 'profile = "auq"\n[wait]\ncap_s = 1\n[log]\nlevel = "error"')
    write(tmp_path / "shop/.askline/config.toml", 'profile = "codenomad"')
    environ = {"ASKLINE_WAIT_CAP_S": "2", "ASKLINE_LOG": "debug", "ASKLINE_HUB": ""}

    flagged = {"profile": "feedback", "wait.cap_s": 3, "language": None}
    settings = loaded(tmp_path, environ, cwd=tmp_path / "shop", **flagged)
    plain = loaded(tmp_path, environ, cwd=tmp_path / "shop")

    assert (settings.profile, settings.wait.cap_s) == ("feedback", 3)
    assert (plain.profile, plain.wait.cap_s, plain.log.level) == ("codenomad", 2, "debug")
    assert plain.sources == {
        "profile": "project",
        "wait.cap_s": "environment",
        "log.level": "environment",
    }


def test_a_project_sets_profile_memory_and_tools_and_nothing_else(tmp_path: Path) -> None:
    write(
        tmp_path / "shop/.askline/config.toml",
        """
        profile = "auq"
        memory.journal = "off"
        tools.paths = ["tools"]
        web.enabled = false
        hub.url = "https://elsewhere.example"
        approvals.deny = []
        wait.clients.x.cap_s = 1
        nonsense = 1
        """,
    )

    settings = loaded(tmp_path, cwd=tmp_path / "shop")

    assert (settings.profile, settings.memory.journal) == ("auq", "off")
    assert settings.tools.paths == ("tools",)
    assert (settings.web.enabled, settings.hub.url, settings.approvals) == (
        True,
        None,
        Approvals(),
    )
    assert settings.wait.clients == {}
    assert [problem.field for problem in settings.problems] == [
        "nonsense",
        "web.enabled",
        "hub.url",
        "approvals.deny",
        "wait.clients.x.cap_s",
    ]


@pytest.mark.parametrize(
    "path", ["..", "../other", "/etc", "~/x", "a/../../other", "link", "link/more"]
)
def test_a_projects_paths_stay_inside_it(tmp_path: Path, path: str) -> None:
    write(tmp_path / "config.toml", 'tools.paths = ["/my/own"]')
    write(tmp_path / "shop/.askline/config.toml", f'tools.paths = ["tools", "{path}"]')
    (tmp_path / "other").mkdir()
    (tmp_path / "shop/link").symlink_to("../other")

    settings = loaded(tmp_path, cwd=tmp_path / "shop")

    assert settings.tools.paths == ("/my/own",)
    assert [(each.field, each.actual) for each in settings.problems] == [
        ("tools.paths", "a path that leads out of it")
    ]


def test_a_projects_paths_may_lead_elsewhere_in_the_same_repository(tmp_path: Path) -> None:
    (tmp_path / "shop/.git").mkdir(parents=True)
    (tmp_path / "shop/part").mkdir()
    write(tmp_path / "shop/.askline/config.toml", 'tools.paths = ["../tools"]')

    settings = loaded(tmp_path, cwd=tmp_path / "shop/part")

    assert (settings.tools.paths, settings.problems) == (("../tools",), ())


@pytest.mark.parametrize(("said", "holds"), [(29, 45), (30, 30), (900, 900), (901, 45)])
def test_a_projects_time_for_questions_has_its_bounds(
    tmp_path: Path, said: int, holds: float
) -> None:
    write(tmp_path / "config.toml", "promptmanager.timeout = 45")
    write(tmp_path / "shop/.askline/config.toml", f"promptmanager.timeout = {said}")

    settings = loaded(tmp_path, cwd=tmp_path / "shop")

    assert settings.promptmanager.timeout == holds
    assert [problem.expected for problem in settings.problems] == [
        "in a project from 30 to 900 seconds" for _ in range(holds == 45)
    ]


@pytest.mark.parametrize("user", [True, False])
@pytest.mark.parametrize("project", [True, False])
def test_what_the_user_turned_off_no_project_turns_on(
    tmp_path: Path, user: bool, project: bool
) -> None:
    write(tmp_path / "config.toml", f"promptmanager.enabled = {str(user).lower()}")
    theirs = f"promptmanager.enabled = {str(project).lower()}"
    write(tmp_path / "shop/.askline/config.toml", theirs)

    settings = loaded(tmp_path, cwd=tmp_path / "shop")

    assert settings.promptmanager.enabled is (user and project)
    assert settings.problems == ()


def test_a_projects_broken_file_is_reported_and_stops_nobody(tmp_path: Path) -> None:
    write(tmp_path / "shop/.askline/config.toml", "profile = nonsense")

    settings = loaded(tmp_path, cwd=tmp_path / "shop")

    assert settings.profile == "askline"
    assert "line 1" in settings.problems[0].actual


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    refused = problem_of(tmp_path, "[wait]\ncap = 5")

    assert "wait.cap" in refused.message
    assert refused.hint == "Did you mean 'wait.cap_s'?"


def test_an_unknown_key_like_no_other_points_to_the_reference(tmp_path: Path) -> None:
    assert "reference" in problem_of(tmp_path, "zzzzzzzz = 5").hint


def test_a_wrong_type_names_field_expected_and_actual(tmp_path: Path) -> None:
    refused = problem_of(tmp_path, 'web.port = "eighty"\nlog.level = 3')

    assert [(each.field, each.actual) for each in refused.fields] == [
        ("web.port", "the text 'eighty'"),
        ("log.level", "the number 3"),
    ]
    assert "expected a whole number from 0 to 65535, got the text 'eighty'" in refused.message


def test_a_section_that_is_no_table_is_named(tmp_path: Path) -> None:
    refused = problem_of(tmp_path, "wait = 5\napprovals = 5")

    assert [(each.field, each.expected) for each in refused.fields] == [
        ("wait", "a table"),
        ("approvals", "a table"),
    ]


@pytest.mark.parametrize("content", [b"profile = [", b'profile = "\xff"'])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "config.toml").write_bytes(content)

    with pytest.raises(InvalidArguments, match=r"config\.toml"):
        loaded(tmp_path)


def test_a_mistake_in_the_environment_names_the_variable(tmp_path: Path) -> None:
    with pytest.raises(InvalidArguments, match="ASKLINE_WAIT_CAP_S: expected seconds"):
        loaded(tmp_path, {"ASKLINE_WAIT_CAP_S": "long"})
