"""Where a browser is opened, and where the address alone is of use."""

import pytest

from askline.doors.cli.opening import IN_A_CONTAINER, PROGRAMS, Opening, Place, opening

URL = "http://127.0.0.1:4711/?code=abc"
ALL = frozenset(PROGRAMS)


def at(
    system: str = "Linux",
    programs: frozenset[str] = ALL,
    *,
    container: bool = False,
    **environ: str,
) -> Opening:
    place = Place(environ=environ, system=system, programs=programs, container=container)
    return opening(place, URL)


def test_a_desktop_opens_its_browser() -> None:
    assert at(DISPLAY=":0") == Opening(("xdg-open", URL))
    assert at(WAYLAND_DISPLAY="wayland-0") == Opening(("xdg-open", URL))


def test_a_mac_opens_its_browser() -> None:
    assert at("Darwin") == Opening(("open", URL))


def test_windows_opens_its_browser_for_the_linux_inside() -> None:
    assert at(WSL_DISTRO_NAME="Debian") == Opening(("wslview", URL))
    bare = at(programs=frozenset({"cmd.exe"}), WSL_INTEROP="/run/WSL/1")
    assert bare == Opening(("cmd.exe", "/c", "start", "", URL))
    assert at(programs=frozenset(), WSL_INTEROP="/run/WSL/1") == Opening()


def test_a_browser_that_the_user_named_comes_first() -> None:
    assert at(BROWSER="firefox:lynx", DISPLAY=":0") == Opening(("firefox", URL))


@pytest.mark.parametrize("system", ["Linux", "Darwin"])
def test_without_a_screen_or_a_program_the_address_is_enough(system: str) -> None:
    assert at(system, frozenset(), DISPLAY=":0") == Opening()
    assert at() == Opening()


def test_in_a_container_it_is_said_why_nothing_opens() -> None:
    assert at(container=True, DISPLAY=":0") == Opening(hint=IN_A_CONTAINER)


def test_over_ssh_the_way_through_is_told_and_nothing_opens() -> None:
    found = at(SSH_CONNECTION="10.0.0.9 50000 10.0.0.7 22", USER="ada", DISPLAY=":10")

    assert found.words == ()
    assert "`ssh -L 4711:127.0.0.1:4711 ada@10.0.0.7`" in (found.hint or "")
    assert "abc" not in (found.hint or "")


def test_over_ssh_without_an_address_the_host_is_left_to_say() -> None:
    assert "4711 THIS-HOST`" in (at(SSH_TTY="/dev/pts/1").hint or "")


def test_what_is_installed_here_is_looked_up_on_the_path() -> None:
    assert Place.here({"PATH": "/nowhere"}).programs == frozenset()
