"""Is there a browser that a person here would see, and how is it told an address?

Pure: what is known of the place goes in, words to run or a hint come out. Where nobody would see
it nothing is opened, because a browser of its own kind may be there too: one in the text of this
terminal, or one on a server's screen.
"""

import os
import platform
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from askline.core.speaking import mark, t

PROGRAMS: Final = ("open", "xdg-open", "wslview", "cmd.exe")
CONTAINERS: Final = ("/.dockerenv", "/run/.containerenv")

IN_A_CONTAINER: Final = mark(
    "This is a container, whose loopback a browser outside does not reach: "
    "run it with the host's network, or answer with `askline list` and `askline answer`."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    environ: Mapping[str, str]
    system: str
    programs: frozenset[str]
    """Which of the programs are installed."""
    container: bool

    @classmethod
    def here(cls, environ: Mapping[str, str]) -> "Place":
        path = environ.get("PATH")
        return cls(
            environ=environ,
            system=platform.system(),
            programs=frozenset(name for name in PROGRAMS if shutil.which(name, path=path)),
            container=any(Path(sign).exists() for sign in CONTAINERS),
        )


@dataclass(frozen=True, slots=True)
class Opening:
    words: tuple[str, ...] = ()
    """The program that opens it, with its arguments; none where there is no use."""
    hint: str | None = None


def opening(place: Place, url: str) -> Opening:
    if {"SSH_CONNECTION", "SSH_TTY"} & place.environ.keys():
        return Opening(hint=_tunnel(place.environ, url))
    if browser := place.environ.get("BROWSER", "").split(os.pathsep)[0]:
        return Opening((browser, url))
    if "WSL_DISTRO_NAME" in place.environ or "WSL_INTEROP" in place.environ:
        return Opening(_windows(place.programs, url))
    if place.container:
        return Opening(hint=t(IN_A_CONTAINER))
    if place.system == "Darwin":
        return Opening(("open", url) if "open" in place.programs else ())
    screen = place.environ.get("WAYLAND_DISPLAY") or place.environ.get("DISPLAY")
    return Opening(("xdg-open", url) if screen and "xdg-open" in place.programs else ())


def _windows(programs: frozenset[str], url: str) -> tuple[str, ...]:
    if "wslview" in programs:
        return ("wslview", url)
    # The empty text is the window's title: without it `start` takes the address for one.
    return ("cmd.exe", "/c", "start", "", url) if "cmd.exe" in programs else ()


def _tunnel(environ: Mapping[str, str], url: str) -> str:
    """What to type on the machine with the browser. `SSH_CONNECTION` names the address that was
    dialled, which is at least one that worked."""
    port = urlsplit(url).port
    dialled = environ.get("SSH_CONNECTION", "").split()
    host = dialled[2] if len(dialled) > 2 else "THIS-HOST"  # noqa: PLR2004 - client, port, server, port
    person = f"{environ['USER']}@" if environ.get("USER") else ""
    return t(
        "On the machine with your browser run `ssh -L {0}:127.0.0.1:{0} {1}{2}`, then open the address there.",
        port,
        person,
        host,
    )
