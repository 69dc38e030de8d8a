"""Every process of one user works out the same places, and nobody else can get into them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from askline.core.locations import LONGEST_SOCKET_PATH, Locations, make_private
from tests.invariants import invariant

SOURCE = Path(__file__).parents[2] / "src"
UID = os.geteuid()
SHORT = f"/tmp/askline-{UID}"  # noqa: S108 - the place under test, never written to
DEEP = "/home/ada/" + "deep/" * 20


def located(system: str = "Linux", **environ: str) -> Locations:
    return Locations.from_environment(environ, system=system)


def test_askline_home_moves_everything() -> None:
    places = located(ASKLINE_HOME="/srv/ask", HOME="/home/ada", XDG_RUNTIME_DIR="/run/user/7")

    assert places.home == "/srv/ask"
    assert places.state == "/srv/ask/state"
    assert places.runtime == "/srv/ask/run"
    assert places.config == "/srv/ask/config.toml"
    assert places.socket == "/srv/ask/run/askline.sock"
    assert places.api_socket == "/srv/ask/run/api.sock"
    assert places.stopped == "/srv/ask/run/stopped"
    assert places.launcher == "/srv/ask/state/launcher"
    assert places.start_lock == "/srv/ask/run/start.lock"
    assert places.service_lock == "/srv/ask/run/service.lock"
    assert places.database == "/srv/ask/state/askline.db"
    assert places.attachments == "/srv/ask/state/attachments"
    assert places.log == "/srv/ask/state/service.log"


@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({}, id="unset"),
        pytest.param({"ASKLINE_HOME": "", "ASKLINE_CONFIG": ""}, id="empty"),
        pytest.param(
            {"XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r", "XDG_CONFIG_HOME": "/c"},
            id="variables that another process of the user may lack",
        ),
    ],
)
def test_without_our_variables_home_alone_decides(environ: Mapping[str, str]) -> None:
    places = located(HOME="/home/ada", **environ)

    assert places.home is None
    assert places.state == "/home/ada/.local/state/askline"
    assert places.runtime == "/home/ada/.local/state/askline/run"
    assert places.config == "/home/ada/.config/askline/config.toml"


def test_on_macos_state_lies_where_applications_keep_it() -> None:
    places = located("Darwin", HOME="/Users/ada")

    assert places.state == "/Users/ada/Library/Application Support/askline"
    assert places.runtime == "/Users/ada/Library/Application Support/askline/run"
    assert places.config == "/Users/ada/.config/askline/config.toml"


def test_askline_config_wins_over_askline_home() -> None:
    places = located(ASKLINE_HOME="/srv/ask", ASKLINE_CONFIG="/etc/ask.toml")

    assert places.config == "/etc/ask.toml"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("~", "/home/ada", id="tilde"),
        pytest.param("~/ask", "/home/ada/ask", id="below tilde"),
        pytest.param("/srv/../ask/", "/ask", id="a detour"),
        pytest.param("ask", f"{Path.cwd()}/ask", id="relative"),
    ],
)
def test_askline_home_is_made_absolute(written: str, meant: str) -> None:
    assert located(ASKLINE_HOME=written, HOME="/home/ada").home == meant


def test_without_home_the_users_own_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/of/the/process")

    assert located().state == "/home/of/the/process/.local/state/askline"


def test_a_user_without_a_home_gets_no_directory_named_tilde() -> None:
    assert located(HOME="nowhere").state == "/.local/state/askline"


def test_the_environment_of_the_process_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKLINE_HOME", "/srv/ask")

    assert Locations.from_environment().home == "/srv/ask"


@pytest.mark.parametrize("name", ["ASKLINE_HOME", "HOME"])
def test_a_socket_path_too_long_for_the_kernel_moves_to_a_short_directory(name: str) -> None:
    places, others = located(**{name: DEEP + "a"}), located(**{name: DEEP + "b"})

    assert places.runtime.startswith(f"{SHORT}-")
    assert len(os.fsencode(places.socket)) <= LONGEST_SOCKET_PATH
    assert places.runtime == located(**{name: DEEP + "a"}).runtime
    assert places.runtime != others.runtime


def test_the_longest_path_is_counted_in_bytes() -> None:
    tail = len("/run/askline.sock")
    fits = "/" + "x" * (LONGEST_SOCKET_PATH - tail - 1)
    umlaut = fits[:-1] + "ü"

    assert located(ASKLINE_HOME=fits).runtime == f"{fits}/run"
    assert located(ASKLINE_HOME=umlaut).runtime.startswith(f"{SHORT}-")


def test_two_spellings_of_one_deep_home_share_a_socket(tmp_path: Path) -> None:
    home = tmp_path / ("deep" * 30)
    home.mkdir()
    link = tmp_path / ("link" * 30)
    link.symlink_to(home)

    assert located(ASKLINE_HOME=str(link)).socket == located(ASKLINE_HOME=str(home)).socket


def test_the_checksum_is_fnv_1a_in_every_release() -> None:
    assert located(ASKLINE_HOME="/" + "x" * 100).runtime == f"{SHORT}-ec165384"


def test_places_cannot_be_moved_afterwards() -> None:
    places = located(ASKLINE_HOME="/srv/ask")

    with pytest.raises(AttributeError):
        setattr(places, "state", "/elsewhere")  # noqa: B010


@invariant("I10")
def test_a_private_directory_is_made_with_its_parents(tmp_path: Path) -> None:
    directory = tmp_path / "a" / "b"

    make_private(str(directory))
    make_private(str(directory))

    assert directory.stat().st_mode & 0o7777 == 0o700


def test_a_directory_open_to_others_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    make_private(str(tmp_path))

    assert tmp_path.stat().st_mode & 0o7777 == 0o700


@pytest.mark.parametrize("target", ["real", "missing"])
@invariant("I10")
def test_a_symbolic_link_is_no_private_directory(tmp_path: Path, target: str) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / target)

    with pytest.raises(PermissionError, match="symbolic link"):
        make_private(str(link))


@invariant("I10")
def test_a_strangers_directory_is_refused(tmp_path: Path) -> None:
    directory = _a_strangers_directory(tmp_path)

    with pytest.raises(PermissionError, match="belongs to user"):
        make_private(str(directory))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs Linux's proc")
def test_a_directory_that_stays_open_to_others_is_refused() -> None:
    ours_but_unchangeable = f"/proc/{os.getpid()}"

    with pytest.raises(PermissionError, match="open to other users"):
        make_private(ours_but_unchangeable)


def test_a_file_in_the_way_is_reported_as_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    with pytest.raises(FileExistsError):
        make_private(str(file))


def test_all_of_it_works_from_a_deleted_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _enter_a_deleted_directory(tmp_path, monkeypatch)

    places = located(ASKLINE_HOME=str(tmp_path / "home"))
    make_private(places.runtime)

    assert (tmp_path / "home").is_dir()
    assert located(ASKLINE_HOME=DEEP).socket


def test_a_relative_path_in_a_deleted_directory_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _enter_a_deleted_directory(tmp_path, monkeypatch)

    with pytest.raises(FileNotFoundError, match=r"ASKLINE_CONFIG is 'ask\.toml', relative"):
        located(ASKLINE_CONFIG="ask.toml")


def test_importing_the_module_loads_nothing_but_os() -> None:
    program = f"""
import sys, os
before = set(sys.modules)
sys.path.insert(0, {str(SOURCE)!r})
import askline.core.locations
print(*sorted(set(sys.modules) - before))
"""
    bare = [sys.executable, "-I", "-S", "-c", program]

    loaded = subprocess.check_output(bare, text=True).split()

    assert loaded == ["askline", "askline.core", "askline.core.locations"]


def _enter_a_deleted_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    shutil.rmtree(tmp_path / "gone")


def _a_strangers_directory(tmp_path: Path) -> Path:
    """Only root can give a directory away; for everyone else the root directory is a stranger's."""
    os.chown(tmp_path, UID or 54321, -1)
    return Path("/") if UID else tmp_path
