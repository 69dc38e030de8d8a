"""The login environment is read once, in time, and only what is harmless reaches a command."""

import time
from pathlib import Path

import pytest

from askline.runner import login_env

PLAIN = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere"}


def shell(directory: Path, text: str) -> dict[str, str]:
    program = directory / "shell"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    return {**PLAIN, "SHELL": str(program)}


async def test_what_the_login_files_set_is_found_among_what_they_print(tmp_path: Path) -> None:
    around = shell(tmp_path, 'echo "Welcome {"; export JAVA_HOME=/jdk; exec /bin/sh -c "$4"')

    found = await login_env.captured(around)

    assert (found["JAVA_HOME"], found["PATH"]) == ("/jdk", PLAIN["PATH"])


async def test_a_real_login_shell_is_understood(tmp_path: Path) -> None:
    (tmp_path / ".profile").write_text("export GOPATH=/go\n")

    found = await login_env.captured({**PLAIN, "HOME": str(tmp_path)})

    assert found["GOPATH"] == "/go"


def test_a_shell_that_hangs_is_given_up(tmp_path: Path) -> None:
    around = shell(tmp_path, "sleep 600")
    began = time.monotonic()

    assert login_env._captured(around, 0.2) == around
    assert time.monotonic() - began < 60


def test_a_shell_that_told_and_then_hangs_was_heard(tmp_path: Path) -> None:
    around = shell(tmp_path, 'X_HOME=/x /bin/sh -c "$4"; sleep 600')

    assert login_env._captured({**around, "X_HOME": "/y"}, 3)["X_HOME"] == "/x"


def test_without_such_a_shell_the_own_environment_counts(tmp_path: Path) -> None:
    around = {**PLAIN, "SHELL": str(tmp_path / "none")}

    assert login_env._captured(around) == around
    assert login_env.told(b"\0{broken\0") == {}


@pytest.mark.parametrize(
    "name", ["PATH", "LC_ALL", "GOPATH", "NVM_DIR", "PYENV_ROOT", "CARGO_HOME", "https_proxy"]
)
def test_paths_and_languages_come_through(name: str) -> None:
    assert login_env.allowed({name: "/x"})[name] == "/x"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("OPENAI_API_KEY", "x"), ("GITHUB_TOKEN", "x"), ("SECRETS_DIR", "/x")),
        *(("SSH_AUTH_SOCK", "/x"), ("DOCKER_HOST", "unix:///x"), ("LD_LIBRARY_PATH", "/x")),
        *(("HTTPS_PROXY", "http://me:pw@proxy"), ("ASKLINE_HOME", "/x"), ("WHATEVER", "x")),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/x"),
    ],
)
def test_secrets_sockets_and_unknown_ones_stay_behind(name: str, value: str) -> None:
    assert name not in login_env.allowed({name: value})


def test_a_declaration_asks_for_more_by_name() -> None:
    found = login_env.allowed(
        {"NPM_TOKEN": "t", "PATH": "/bin"},
        passed=["NPM_TOKEN", "MISSING"],
        declared={"TERM": "xterm", "MODE": "fast"},
    )

    assert found == {
        **login_env.CALM,
        "NPM_TOKEN": "t",
        "PATH": "/bin",
        "TERM": "xterm",
        "MODE": "fast",
    }
