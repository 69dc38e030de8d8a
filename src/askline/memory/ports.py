"""What memory needs from outside: the journal's files, in the projects they belong to; and the store's
books of what can be recalled and of the rules that people made.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from askline.core.ids import AskId
from askline.memory.entries import Entry
from askline.memory.recall import Remembered
from askline.memory.rules import Rule, RuleId


class Place(StrEnum):
    """The directory of a project whose `questions` are a journal."""

    ASKLINE = ".askline"
    SWISSARMYHAMMER = ".swissarmyhammer"


@dataclass(frozen=True, slots=True)
class Written:
    path: str
    """Relative to the project."""
    made: bool
    """False where it stood already."""


class Files(Protocol):
    """Written once, never edited, removed only when a person says so. A project is named by its whole path."""

    async def has(self, project: str, place: Place) -> bool:
        """Whether the project has this directory, with or without a journal in it."""
        ...

    async def write(self, project: str, place: Place, entry: Entry) -> Written:
        """The file; durable when it is returned.

        The same entry again is the same file, from whichever process.

        Raises: StoreUnavailable.
        """
        ...

    async def read(self, project: str, known: Container[str]) -> list[Entry]:
        """Everything readable in all places, also what people made by hand, in any order.

        Files of asks that are `known`, by their ids, are passed over.
        """
        ...

    async def forget(self, project: str, asks: Container[str]) -> int:
        """Remove the files that were written for these asks, and only those; how many."""
        ...

    async def newest(self, project: str) -> datetime | None:
        """When the newest entry was made, as the names of the files say; to the second."""
        ...


class Recollection(Protocol):
    """How answered asks are found again by their words. A hint: what it finds is read and looked at."""

    async def keep(self, remembered: Sequence[Remembered]) -> None:
        """Each ask once; a later word takes the place of an earlier one."""
        ...

    async def candidates(
        self, tenant: str, place: str, key: str, words: Sequence[str], limit: int
    ) -> list[Remembered]:
        """Of this place: the newest with this very key, and those that share most words; so many of each."""
        ...

    async def forget(self, ask_ids: Sequence[AskId]) -> None: ...

    async def is_empty(self) -> bool:
        """Whether nothing was ever kept: what was answered before is still to be taken in."""
        ...


class RuleBook(Protocol):
    async def keep(self, rule: Rule) -> None: ...

    async def of(self, tenant: str, person: str) -> list[Rule]:
        """All that this person made, newest first; revoked and expired ones too."""
        ...

    async def standing(self, tenant: str, place: str) -> list[Rule]:
        """Those for this place that nobody revoked, newest first."""
        ...

    async def revoke(self, tenant: str, rule_id: RuleId, at: datetime) -> bool:
        """Whether it stood until now. Atomic across processes; what is revoked stays so."""
        ...
