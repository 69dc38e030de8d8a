"""Git's own files in and around a project: where they are, and which of them decide what git runs.

Git reads settings and hooks of whatever it takes for a repository, and some of these name programs.
It takes for one: a `.git`, directory or file, in any directory of the project; what such a file and
`commondir` lead to; and a directory that looks like one itself, whatever its name. Beside them count
what their settings name: further settings, and another place for hooks.

Only looked at, never followed into running anything: no git is started here. What is done about it is
`sandbox`'s before a command and `aftermath`'s behind it.
"""

# ruff: noqa: PTH112, PTH114, PTH118, PTH120, PTH208, PTH113, PTH119 - on the way of every command

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import CLOCK_REALTIME, clock_gettime_ns

from askline.core.errors import SandboxUnavailable
from askline.core.projects import content
from askline.core.speaking import mark

GIT = ".git"
TELLING = ("config", "config.worktree", "commondir", "hooks")
"""What in a repository decides what git runs, or where it looks for that."""
TOLD_BY = frozenset({GIT, "HEAD", "objects", "refs", "commondir"})
"""Names that tell a repository."""
BELOW = ("modules", "worktrees")
"""Where a repository keeps those of its submodules and of its further working trees."""
OF_THE_USER = (".gitconfig", ".config/git/config")

MOST_DIRECTORIES = 200_000
MOST_LINKS = 400
"""Each is a mount, and bubblewrap takes no more than some thousand words."""
MOST_NAMED = 1_000
YOUNG_NS = 1_000_000_000

REFUSED = mark(
    "Let the declaration only read the project, or change that. The command did not run."
)

_NAMES = re.compile(r"^[^#;\n]*?\b(?:hookspath|path)\s*=\s*(.*?)\s*$", re.IGNORECASE | re.MULTILINE)


Stamp = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Listed:
    """What is in one directory."""

    links: tuple[str, ...]
    below: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    links: tuple[str, ...]
    """Every `.git`, and every other directory that git would take for a repository."""
    unseen: tuple[str, ...] = ()
    """Directories that could not be looked into."""


class Tree:
    """A directory that is looked at again and again. What did not change is not listed again: a
    directory's time of change cannot be set back."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._known: dict[str, tuple[Stamp, Listed]] = {}

    def found(self) -> Found:
        """All below it, links not followed. Takes as long as the tree is large: use a thread."""
        links, unseen, ahead = list[str](), list[str](), [self.root]
        known: dict[str, tuple[Stamp, Listed]] = {}
        for _ in range(MOST_DIRECTORIES):
            if not ahead:
                break
            directory = ahead.pop()
            listed = self._listed(directory, known)
            if listed is None:
                unseen.append(directory)
                continue
            links += listed.links
            ahead += listed.below
        self._known = known
        return Found(tuple(sorted(links)), (*unseen, *ahead))

    def _listed(self, directory: str, now: "dict[str, tuple[Stamp, Listed]]") -> "Listed | None":
        try:
            here = os.lstat(directory)
            stamp = (here.st_dev, here.st_ino, here.st_ctime_ns)
            before = self._known.get(directory)
            if before is None or before[0] != stamp:
                before = (stamp, _listed(directory, self.root))
        except OSError:
            return None
        # Changes within one tick of the kernel's clock have one time: what is this young may hide some.
        if here.st_ctime_ns < clock_gettime_ns(CLOCK_REALTIME) - YOUNG_NS:
            now[directory] = before
        return before[1]


def at(place: str) -> tuple[str, ...]:
    """The repository of one directory, without a look at what is below."""
    link = f"{place}/{GIT}"
    return (link,) if os.path.lexists(link) else ()


def looks_like_one(names: Iterable[str]) -> bool:
    """As git tells it: with a head, and with objects and references, here or in common with another."""
    there = set(names)
    return "HEAD" in there and ({"objects", "refs"} <= there or "commondir" in there)


def held(links: tuple[str, ...], home: str, *, writable: bool) -> tuple[str, ...]:
    """What a command may not change: all of git's; or, where it writes to it, what decides what runs.

    Raises:
        SandboxUnavailable: some of it cannot be held.
    """
    for link in links:
        if os.path.islink(link):
            raise SandboxUnavailable(
                f"{link} is a symbolic link, which a sandbox cannot hold.", hint=REFUSED
            )
    if len(links) > MOST_LINKS:
        raise SandboxUnavailable(
            f"There are more than {MOST_LINKS} repositories, too many to hold.", hint=REFUSED
        )
    wanted = set[str]()
    for link in links:
        directories = _directories(link)
        wanted |= _named(link, directories, home)
        if writable:
            wanted |= {f"{each}/{name}" for each in directories for name in TELLING}
            wanted |= set() if os.path.isdir(link) else {link}
        else:
            wanted |= {link, *directories, *_led_to(directories)}
    return tuple(sorted(wanted))


def shared(links: tuple[str, ...]) -> tuple[str, ...]:
    """Directories that a working tree's repository lies in, where they name this working tree, too.

    A `.git` file alone could name any place: only what leads back is opened for its sake.
    """
    wanted = list[str]()
    for link in links:
        own = _leads_to(link, "gitdir:") if os.path.isfile(link) else None
        back = own and _leads_to(f"{own}/gitdir")
        if own and back == os.path.realpath(link):
            wanted += _directories(link)
    return tuple(dict.fromkeys(wanted))


def prepare(links: tuple[str, ...]) -> None:
    """A repository without hooks gets the empty directory that can then be held."""
    for link in links:
        for each in _directories(link):
            if os.path.isdir(f"{each}/objects"):
                with suppress(OSError):
                    os.mkdir(f"{each}/hooks")  # noqa: PTH102


def marks(links: Iterable[str], home: str) -> dict[str, object]:
    """What decides what git runs, by path: another value once it was changed in any way."""
    wanted = set[str]()
    for link in links:
        directories = _directories(link)
        wanted |= {f"{each}/{name}" for each in directories for name in TELLING}
        wanted |= _named(link, directories, home)
        wanted |= set() if os.path.isdir(link) else {link}
    return {each: _mark(each) for each in wanted}


def _mark(path: str) -> object:
    """Times of change cannot be set back, so they and the number tell it."""
    try:
        here = os.lstat(path)
        told = [here.st_mode, here.st_ino, here.st_size, here.st_mtime_ns, here.st_ctime_ns]
        if os.path.isdir(path):
            for each in sorted(os.listdir(path)):
                inner = os.lstat(f"{path}/{each}")
                told += [inner.st_mode, inner.st_ino, inner.st_size, inner.st_ctime_ns]
    except OSError:
        return None
    return tuple(told)


def _directories(link: str) -> list[str]:
    """The repository that a link leads to, and the one that it shares the most with."""
    own = link if os.path.isdir(link) else _leads_to(link, "gitdir:")
    if own is None:
        return []
    common = _leads_to(f"{own}/commondir")
    return [own, *([common] if common else [])]


def _leads_to(file: str, before: str = "") -> str | None:
    """The path that is all a file says, seen from where the file lies."""
    text = _text(file)
    if text is None or not text.startswith(before):
        return None
    return os.path.realpath(os.path.join(os.path.dirname(file), text.removeprefix(before).strip()))


def _led_to(directories: Iterable[str]) -> Iterator[str]:
    """Where links in a repository lead: its hooks may lie elsewhere."""
    for each in directories:
        for name in _names(each):
            if os.path.islink(f"{each}/{name}"):
                yield os.path.realpath(f"{each}/{name}")


def _named(link: str, directories: Iterable[str], home: str) -> set[str]:
    """Paths that settings name: more settings, and where hooks are."""
    ahead = [f"{each}/{name}" for each in directories for name in TELLING[:2]]
    ahead += [f"{home}/{each}" for each in OF_THE_USER]
    known, first, work = set(ahead), set(ahead), os.path.dirname(link)
    while ahead and len(known) < MOST_NAMED:
        file = ahead.pop()
        for value in _NAMES.findall(_text(file) or ""):
            path = value.strip('"').replace("~/", f"{home}/", 1)
            for base in (os.path.dirname(file), work):
                named = os.path.realpath(os.path.join(base, path))
                ahead += [] if named in known else [named]
                known.add(named)
    return known - first


def _text(file: str) -> str | None:
    try:
        return content(file).decode(errors="surrogateescape")
    except (OSError, ValueError):
        return None


def _names(directory: str) -> list[str]:
    try:
        return os.listdir(directory)
    except OSError:
        return []


def _listed(directory: str, root: str) -> Listed:
    there, below = set[str](), list[str]()
    with os.scandir(directory) as entries:
        for each in entries:
            there |= {each.name} & TOLD_BY
            below += [each.name] if each.is_dir(follow_symlinks=False) else []
            if len(below) > MOST_DIRECTORIES:
                raise OSError(f"{directory} holds too many directories")
    links = [f"{directory}/{GIT}"] if GIT in there else []
    if looks_like_one(there):
        links += [] if os.path.basename(directory) == GIT else [directory]
        if GIT in directory.removeprefix(root).split("/"):
            below = [each for each in below if each in BELOW]
    return Listed(tuple(links), tuple(f"{directory}/{each}" for each in below))
