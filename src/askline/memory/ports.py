"""What memory needs from outside: the journal's files, in the projects they belong to."""

from collections.abc import Container
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from askline.memory.entries import Entry


class Place(StrEnum):
    """The directory of a project whose `questions` are a journal."""

    ASKLINE = ".askline"
    SWISSARMYHAMMER = ".swissarmyhammer"


class Files(Protocol):
    """Written once, never edited, never deleted. A project is named by its whole path."""

    async def has(self, project: str, place: Place) -> bool:
        """Whether the project has this directory, with or without a journal in it."""
        ...

    async def write(self, project: str, place: Place, entry: Entry) -> str:
        """The file, relative to the project; durable when it is returned.

        The same entry again is the same file, from whichever process.

        Raises: StoreUnavailable.
        """
        ...

    async def read(self, project: str, known: Container[str]) -> list[Entry]:
        """Everything readable in all places, also what people made by hand, in any order.

        Files whose whole text is `known` are passed over: reading YAML is slow.
        """
        ...

    async def newest(self, project: str) -> datetime | None:
        """When the newest entry was made, as the names of the files say; to the second."""
        ...
