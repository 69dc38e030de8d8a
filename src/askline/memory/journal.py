"""The journal: one YAML file per answered question, in the project it was asked in.

Decides what is written where; how a file gets there is `Files`. It is a copy for people and for
their repository: the store stays the truth, and an ask does not wait for its file unless its
contract says so.
"""

from collections.abc import Callable
from enum import StrEnum

from anyio import to_thread

from askline.asks.model import Ask
from askline.memory.entries import Entry, entries_of, redacted
from askline.memory.ports import Files, Place


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


TRANSIENT = frozenset({"promptmanager"})
"""Profiles whose contract says that nothing is kept, unless the user wants it."""


def place_of(ask: Ask) -> Place:
    swissarmyhammer = ask.profile == Place.SWISSARMYHAMMER.strip(".")
    return Place.SWISSARMYHAMMER if swissarmyhammer else Place.ASKLINE


class Journal:
    def __init__(self, files: Files | None, mode_of: ModeOf) -> None:
        """Without files nothing is written: a hub has no projects on its disk."""
        self._files = files
        self._mode_of = mode_of

    async def keep(self, ask: Ask) -> tuple[str, ...]:
        """The ask's files, relative to its project, durable; none where it has none.

        Whoever keeps an ask again, in any process, gets the same files.

        Raises: StoreUnavailable.
        """
        project, entries = ask.project.path, entries_of(ask)
        if self._files is None or not project or not entries:
            return ()
        mode = Mode(await to_thread.run_sync(self._mode_of, project))
        place = place_of(ask)
        if not await self._wanted(self._files, ask, project, mode):
            return ()
        return tuple(
            [await self._files.write(project, place, _as(mode, entry)) for entry in entries]
        )

    async def _wanted(self, files: Files, ask: Ask, project: str, mode: Mode) -> bool:
        if mode is Mode.AUTO and ask.profile not in TRANSIENT:
            place = place_of(ask)
            return place is Place.SWISSARMYHAMMER or await files.has(project, place)
        return mode in (Mode.ON, Mode.REDACTED)


def _as(mode: Mode, entry: Entry) -> Entry:
    return redacted(entry) if mode is Mode.REDACTED else entry
