"""The journal: one YAML file per answered question, in the project it was asked in.

Decides what is written where; how a file gets there is `Files`. It is a copy for people and for
their repository: the store stays the truth, and an ask does not wait for its file unless its
contract says so.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum

from anyio import to_thread

from askline.asks.model import Ask
from askline.memory.entries import Entry, entries_of, redacted
from askline.memory.hiding import Hide, hidden
from askline.memory.ports import Files, Place, Written


class Mode(StrEnum):
    """The setting `memory.journal`."""

    AUTO = "auto"
    """Where the project has a directory `.askline`, and in the profile that promises files."""
    ON = "on"
    OFF = "off"
    REDACTED = "redacted"
    """Questions, but no answers."""


ModeOf = Callable[[str], str]
"""The mode for a project's path. May read files; called in a thread."""
HideOf = Callable[[str], Hide]
"""What is taken out of the texts of a project's journal. May read files too."""


TRANSIENT = frozenset({"promptmanager"})
"""Profiles whose contract says that nothing is kept, unless the user wants it."""


def place_of(ask: Ask) -> Place:
    swissarmyhammer = ask.profile == Place.SWISSARMYHAMMER.strip(".")
    return Place.SWISSARMYHAMMER if swissarmyhammer else Place.ASKLINE


def nothing_hidden(_: str) -> Hide:
    return str


class Journal:
    def __init__(
        self, files: Files | None, mode_of: ModeOf, hide_of: HideOf = nothing_hidden
    ) -> None:
        """Without files nothing is written: a hub has no projects on its disk."""
        self._files = files
        self._mode_of = mode_of
        self._hide_of = hide_of

    async def keep(self, ask: Ask) -> tuple[str, ...]:
        """The ask's files, relative to its project, durable; none where it has none.

        Whoever keeps an ask again, in any process, gets the same files.

        Raises: StoreUnavailable.
        """
        return tuple(written.path for written in await self.kept(ask))

    async def kept(self, ask: Ask) -> tuple[Written, ...]:
        """The same, with which of them were made now.

        Raises: StoreUnavailable.
        """
        # What was imported has its own record, where it came from.
        project, entries = ask.project.path, () if ask.imported else entries_of(ask)
        if self._files is None or not project or not entries:
            return ()
        mode = await self.mode(project)
        if not await self._wanted(self._files, ask, project, mode):
            return ()
        hide = await to_thread.run_sync(self._hide_of, project)
        place = place_of(ask)
        written = [
            await self._files.write(project, place, hidden(_as(mode, entry), hide))
            for entry in entries
        ]
        return tuple(written)

    async def mode(self, project: str) -> Mode:
        return Mode(await to_thread.run_sync(self._mode_of, project))

    async def forget(self, asks: Iterable[Ask]) -> int:
        """Remove what was written for these asks, whatever the mode is now; how many files."""
        if self._files is None:
            return 0
        projects: dict[str, set[str]] = {}
        for ask in asks:
            projects.setdefault(ask.project.path or "", set()).add(str(ask.id))
        projects.pop("", None)
        return sum([await self._files.forget(path, ids) for path, ids in projects.items()])

    async def _wanted(self, files: Files, ask: Ask, project: str, mode: Mode) -> bool:
        if mode is Mode.AUTO and ask.profile not in TRANSIENT:
            place = place_of(ask)
            return place is Place.SWISSARMYHAMMER or await files.has(project, place)
        return mode in (Mode.ON, Mode.REDACTED)


def _as(mode: Mode, entry: Entry) -> Entry:
    return redacted(entry) if mode is Mode.REDACTED else entry
