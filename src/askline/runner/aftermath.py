"""What a command left that git would follow outside the sandbox: looked for when it has ended.

What is held cannot be changed, but what is not there cannot be held: a command can make a repository
in any directory. One that does not declare to write to repositories has it put aside under another
name; of one that does, it is said what is new or changed. A user who makes a repository while a
command runs finds it put aside as well: nothing tells the two apart.
"""

# ruff: noqa: PTH115, PTH208 - of an open directory, which has no path

import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from anyio import to_thread

from askline.commands.ports import Ended
from askline.core.errors import StoreUnavailable
from askline.core.text import clean
from askline.runner import repositories
from askline.runner.watch import Running

ASIDE = ".withheld"
MOST_TOLD = 10


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a command can write, as it was before it ran. All paths are real ones."""

    tree: repositories.Tree | None
    """The project's; none where only declared places are written."""
    places: tuple[str, ...]
    home: str
    writes: bool
    """It declares to write to repositories."""
    links: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    marks: tuple[tuple[str, object], ...] = ()

    def looked(self) -> "Ground":
        """With what is there now."""
        links = [each for place in self.places for each in repositories.at(place)]
        below = self.tree.found() if self.tree else repositories.Found(())
        links = tuple(dict.fromkeys([*below.links, *links]))
        if self.writes:
            repositories.prepare(links)
        marks = repositories.marks(links, self.home)
        shared = repositories.shared(links) if self.writes else ()
        reached = [*([self.tree.root] if self.tree else []), *self.places, *shared]
        near = tuple(each for each in marks.items() if _within(each[0], reached))
        return replace(self, links=links, unseen=below.unseen, marks=near)


class Attended:
    """A command on its way, and the look behind it."""

    def __init__(self, running: Running, before: Ground, note: Callable[[str], None]) -> None:
        self._running = running
        self._before = before
        self._note = note

    async def wait(self) -> Ended:
        ended = await self._running.wait()
        said = await to_thread.run_sync(left, self._before)
        if not said:
            return ended
        with suppress(StoreUnavailable):  # it has ended all the same, and the reason says it too
            for each in said:
                self._note(each)
        return replace(ended, why=" ".join([*([ended.why] if ended.why else []), *said]))

    async def cancel(self) -> None:
        await self._running.cancel()


def left(before: Ground) -> list[str]:
    """What is to be said of it, a sentence each; new repositories are put aside unless declared."""
    after = before.looked()
    known, new = dict(before.marks), [each for each in after.links if each not in before.links]
    changed = [path for path, mark in after.marks if path in known and known[path] != mark]
    unseen = [each for each in after.unseen if each not in before.unseen]
    if not before.writes:
        put = [(each, _put_aside(each)) for each in new]
        new, aside = [each for each, to in put if to is None], [to for _, to in put if to]
    else:
        aside = []
    told = [
        ("A repository appeared and was put aside, for git would run what it says", aside),
        ("A repository appeared, and git runs what it says", new),
        ("Changed, and it decides what git runs", sorted(changed)),
        ("Not looked into for repositories", unseen),
    ]
    root = before.tree.root if before.tree else ""
    return [f"{what}: {_listing(paths, root)}." for what, paths in told if paths]


def _within(path: str, places: list[str]) -> bool:
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(each) for each in places)


def _put_aside(link: str) -> str | None:
    """Its new name; None where it stays. Only in the very directory, wherever a name leads by now."""
    above, name = os.path.split(link)
    if name != repositories.GIT:
        above, name = link, "HEAD"
    with suppress(OSError):
        directory = os.open(above, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if os.readlink(f"/proc/self/fd/{directory}") != above:
                return None
            to = _free(name, os.listdir(directory))
            os.rename(name, to, src_dir_fd=directory, dst_dir_fd=directory)
            return f"{above}/{to}"
        finally:
            os.close(directory)
    return None


def _free(name: str, taken: Iterable[str]) -> str:
    names, number, to = set(taken), 1, name + ASIDE
    while to in names:
        number += 1
        to = f"{name}{ASIDE}-{number}"
    return to


def _listing(paths: list[str], root: str) -> str:
    shown = [_legible(each.removeprefix(f"{root}/")) for each in paths[:MOST_TOLD]]
    more = len(paths) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _legible(path: str) -> str:
    plain = clean(path, multiline=False) == path and path.isprintable()
    return path if plain else json.dumps(path)
