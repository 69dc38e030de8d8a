"""What a command can see and change, as arguments for bubblewrap or as rules for Landlock.

The whole machine is read-only. Hidden are the home, temporary files, sockets of the system and the
service's own directories; put back are the user's tools and the project. In the project, what
decides about later runs stays read-only, and so does everything the warden itself is made of.

Pure but for looking whether a path exists. Whether the means works here is `means`'s to find out.
"""

# ruff: noqa: PTH110, PTH112, PTH113, PTH114, PTH118, PTH208 - pathlib raises for what may not be looked at

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from askline.core.errors import SandboxUnavailable
from askline.runner.model import Sandbox
from askline.runner.surroundings import (
    SECRETS_IN_HOME,
    TOOLS_ELSEWHERE,
    TOOLS_IN_HOME,
    Surroundings,
)

NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--disable-userns", "--cap-drop", "ALL"),
    *("--as-pid-1", "--die-with-parent", "--new-session", "--clearenv"),
)
SHARED_PLACES = ("/tmp", "/var/tmp", "/run", "/var/run", "/home", "/root", "/mnt", "/media")  # noqa: S108
"""Empty in the sandbox: other people's files, and the sockets of what runs on the machine."""
KERNEL_SETTINGS = ("sys", "sysrq-trigger", "irq", "bus", "fs")
"""Of /proc. Root may write them also without any capability, and some of them run programs."""
ABOUT_THE_MACHINE = ("cpuinfo", "filesystems", "loadavg", "meminfo", "stat", "sys", "version")
NAME_SERVERS = "/etc/resolv.conf"
"""On many machines a link into /run."""
SYSTEM_SECRETS = ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssh")


def bubblewrap(sandbox: Sandbox, around: Surroundings) -> list[str]:
    """The words before the warden's own.

    Raises:
        SandboxUnavailable: the project cannot be told from what has to be protected.
    """
    project, writable = _project(sandbox, around), _writable(sandbox, around)
    inside = [each for each in _of_the_warden(around) if _within(each, project)]
    outside = [each for each in _of_the_warden(around) if each not in inside]
    protected = [os.path.join(project, each) for each in sandbox.protected]
    return [
        around.bubblewrap or "bwrap",
        *NAMESPACES,
        *(() if sandbox.network else ("--unshare-net",)),
        *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        *_each("--ro-bind", [f"/proc/{each}" for each in KERNEL_SETTINGS]),
        *_hidden(around),
        *_each("--ro-bind", _tools(sandbox, around)),
        *_each("--bind" if sandbox.project_writable else "--ro-bind", [project]),
        *_each("--bind", writable),
        *_each("--ro-bind", outside),
        *_protected(
            [*([project] if sandbox.project_writable else []), *writable],
            [*protected, *inside, *_closed_tools(sandbox, around)],
        ),
        *_closed_secrets(sandbox, around),
        *_emptied(around.own),
        *_masked([around.config]),
        *("--chdir", project, "--"),
    ]


def landlock(sandbox: Sandbox, around: Surroundings) -> dict[str, list[str]]:
    """Landlock can only add: what is hidden is what is not named, and nothing inside a writable
    place can be protected.

    Raises:
        SandboxUnavailable: the project cannot be told from what has to be protected.
    """
    project = _project(sandbox, around)
    hidden = (*SHARED_PLACES, *SYSTEM_SECRETS, "/proc", "/dev", around.home, *around.own)
    devices = ("null", "zero", "full", "random", "urandom")
    return {
        "writable": [
            *([project] if sandbox.project_writable else []),
            *_writable(sandbox, around),
            around.scratch,
            *(f"/dev/{each}" for each in devices),
        ],
        "readable": [
            project,
            *_visible("/", [*hidden, around.config]),
            *(f"/proc/{each}" for each in ABOUT_THE_MACHINE),
            *_tools(sandbox, around),
            *_of_the_warden(around),
        ],
    }


def _visible(directory: str, hidden: list[str]) -> Iterator[str]:
    """Everything in it that neither is hidden nor holds or leads to what is."""
    for each in _entries(directory):
        real = os.path.realpath(each)
        if any(_within(real, place) for place in hidden) or each in hidden:
            continue
        if any(_within(place, real) for place in hidden):
            yield from () if os.path.islink(each) else _visible(each, hidden)
        else:
            yield each


def _entries(directory: str) -> list[str]:
    try:
        return [str(Path(directory, each)) for each in sorted(os.listdir(directory))]
    except OSError:
        return []


def _project(sandbox: Sandbox, around: Surroundings) -> str:
    project = os.path.realpath(sandbox.project)
    _not_the_home(project, around)
    if sandbox.project_writable:
        _not_around_our_own(project, around)
    for own in around.own:
        if _within(project, os.path.realpath(own)):
            raise SandboxUnavailable(
                f"{project} lies among Askline's own files.",
                hint="Run the agent in a project's own directory. The command did not run.",
            )
    return project


def _closed_tools(sandbox: Sandbox, around: Surroundings) -> list[str]:
    """Programs, which stay as they are also where a place around them is opened for writing."""
    opened, writable = _opened(sandbox, around), _writable(sandbox, around)
    tools = [each for each in _tools(sandbox, around) if each not in opened]
    return [each for each in tools if _below(os.path.realpath(each), writable)]


def _closed_secrets(sandbox: Sandbox, around: Surroundings) -> list[str]:
    """Hidden also in opened places, unless they are named themselves."""
    named = [os.path.join(around.home, each.removeprefix("~/")) for each in _words(sandbox)]
    seen = [*_opened(sandbox, around), *map(os.path.realpath, _tools(sandbox, around))]
    secrets = [
        real
        for each in SECRETS_IN_HOME
        # By its own name: a link that a command put in an opened place names nothing.
        if (place := os.path.join(around.home, each)) not in map(os.path.normpath, named)
        and _below(real := os.path.realpath(place), seen)
    ]
    return [*_emptied(secrets), *_masked(secrets)]


def _words(sandbox: Sandbox) -> tuple[str, ...]:
    return (*sandbox.writable, *sandbox.readable)


def _opened(sandbox: Sandbox, around: Surroundings) -> list[str]:
    """Raises:
    SandboxUnavailable: one of them is the whole home, or holds what is our own.
    """
    return [*_writable(sandbox, around), *declared_places(sandbox.readable, around.home)]


def _writable(sandbox: Sandbox, around: Surroundings) -> list[str]:
    places = declared_places(sandbox.writable, around.home)
    for each in places:
        _not_the_home(each, around)
        _not_around_our_own(each, around)
    return places


def declared_places(places: Iterable[str], home: str) -> list[str]:
    return [os.path.realpath(Path(home, each.removeprefix("~/"))) for each in places]


def _not_the_home(place: str, around: Surroundings) -> None:
    if _within(around.home, place):
        raise SandboxUnavailable(
            f"{place} holds the whole home directory, so a sandbox around it protects nothing.",
            hint="Name a directory of its own, of the project or of a cache. The command did not run.",
        )


def _not_around_our_own(place: str, around: Surroundings) -> None:
    """A directory above them could be moved aside, and ours made anew in its place."""
    for own in (*around.own, around.config):
        if own and any(_within(each, place) for each in (own, os.path.realpath(own))):
            raise SandboxUnavailable(
                f"{place} holds Askline's own files, which decide about later runs.",
                hint="Name a directory beside or below it that a command needs. The command did not run.",
            )


def _hidden(around: Surroundings) -> list[str]:
    return [
        *_emptied([*SHARED_PLACES, around.home]),
        *_emptied(SYSTEM_SECRETS),
        *_masked(SYSTEM_SECRETS),
    ]


def _tools(sandbox: Sandbox, around: Surroundings) -> list[str]:
    """What can be read of hidden places: known tools, what PATH names there, what is declared."""
    home, hidden = Path(around.home), (*SHARED_PLACES, around.home)
    on_path = [
        each
        for each in around.path.split(os.pathsep)
        # The home itself, however it is spelled, is no place of programs.
        if not any(_within(place, os.path.realpath(each)) for place in hidden)
    ]
    wanted = [
        *(str(home / each) for each in TOOLS_IN_HOME),
        *TOOLS_ELSEWHERE,
        *(each for each in on_path if any(_within(each, place) for place in hidden)),
        *([os.path.realpath(NAME_SERVERS)] if sandbox.network else ()),
        *declared_places(sandbox.readable, around.home),
    ]
    return list(dict.fromkeys(wanted))


def _protected(places: list[str], wanted: Iterable[str]) -> list[str]:
    """Read-only in writable places, and the way there held: a directory on it could be moved aside
    and replaced.

    What does not exist cannot be held.
    """
    held = {each for each in map(os.path.realpath, wanted) if each not in places}
    there = {each for each in held if _below(each, places) and os.path.exists(each)}
    inside = {each for each in there if not there & set(map(str, Path(each).parents))}
    ways = {str(up) for each in inside for up in Path(each).parents if _below(str(up), places)}
    # All ways first: one that is laid over a read-only place would open it again.
    return [
        *_each("--bind", sorted(ways - {*places, *inside})),
        *_each("--ro-bind", sorted(inside)),
    ]


def _below(path: str, places: list[str]) -> bool:
    return any(_within(path, each) for each in places)


def _of_the_warden(around: Surroundings) -> list[str]:
    """The interpreter, its library and our own modules, wherever they lie."""
    return [each for each in (around.python, around.package) if each != "/usr"]


def _emptied(places: Iterable[str]) -> list[str]:
    """Links are left alone: what they lead to is named itself."""
    real = [each for each in places if os.path.isdir(each) and not os.path.islink(each)]
    return [word for each in real for word in ("--tmpfs", each)]


def _masked(files: Iterable[str]) -> list[str]:
    found = [each for each in files if os.path.isfile(each)]
    return [word for each in found for word in ("--ro-bind", "/dev/null", each)]


def _each(how: str, places: Iterable[str]) -> list[str]:
    """What is not there is passed over, as some of the places always are."""
    return [word for each in places if os.path.exists(each) for word in (how, each, each)]


def _within(path: str, directory: str) -> bool:
    return Path(path).is_relative_to(directory)
