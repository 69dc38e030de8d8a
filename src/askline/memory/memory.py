"""Memory: what becomes of answers after their ask. `open_memory` puts its rooms over one desk."""

from collections.abc import Sequence
from dataclasses import dataclass

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.clock import Clock
from askline.memory.changes import Changes
from askline.memory.digest import Digest
from askline.memory.importing import Importing, ReadEntry
from askline.memory.journal import HideOf, Journal, Mode, ModeOf, nothing_hidden
from askline.memory.ports import Files
from askline.memory.rebuilding import Rebuilding
from askline.memory.recalling import Recalling
from askline.memory.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Memory:
    journal: Journal
    digest: Digest
    rebuilding: Rebuilding
    changes: Changes
    importing: Importing
    recalling: Recalling | None = None
    """What offers earlier answers; none where there is no book to find them in."""
    ruling: Ruling | None = None

    async def forget(self, asks: Sequence[Ask], *, journal: bool) -> int:
        """Asks that are gone are recalled no more. Their files stay unless told; how many went."""
        if self.recalling:
            await self.recalling.forget(asks)
        return await self.journal.forget(asks) if journal else 0


def open_memory(
    desk: Desk,
    clock: Clock,
    files: Files | None = None,
    mode_of: ModeOf = lambda _: Mode.AUTO,
    *,
    hide_of: HideOf = nothing_hidden,
    read_entry: ReadEntry = lambda _text, _name, _changed: None,
) -> Memory:
    """Without files the digest knows what the store knows, and nothing is written."""
    journal = Journal(files, mode_of, hide_of)
    return Memory(
        journal=journal,
        digest=Digest(desk.reading, clock, files),
        rebuilding=Rebuilding(desk.reading, journal),
        changes=Changes(),
        importing=Importing(desk, read_entry),
    )
