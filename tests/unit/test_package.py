"""The public package: what it offers, and that it costs nothing until it is used."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import askline
from askline.__main__ import main, run


def test_the_public_names_are_these() -> None:
    assert askline.__all__ == ["AsyncClient", "Client", "__version__"]
    assert [getattr(askline, name).__name__ for name in ("AsyncClient", "Client")] == [
        "AsyncClient",
        "Client",
    ]


def test_the_version_is_the_installed_one() -> None:
    assert askline.__version__ == version("askline")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = askline.nonsense


def test_importing_the_package_imports_nothing_else() -> None:
    look = (
        "import sys; before = set(sys.modules); import askline; print(*(set(sys.modules) - before))"
    )

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["askline"]


def test_a_local_service_needs_nothing_that_only_a_hub_or_an_extra_brings() -> None:
    look = "import sys; import askline.service.assembly, askline.service.in_process; print(*sys.modules)"

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    known = {name.partition(".")[0] for name in done.stdout.split()}
    assert not known & {"apprise", "argon2", "asyncpg", "authlib", "nats", "webauthn"}
    assert "askline.doors.http.openapi.hub_document" not in done.stdout.split()


def test_the_command_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"askline {version('askline')}\n"


def test_a_word_it_does_not_know_is_refused_as_usage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["askline", "dance"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert "--help" in capsys.readouterr().err
