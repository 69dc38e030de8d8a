"""Memory: what becomes of answers after their ask. `open_memory` puts its rooms over one desk."""

from dataclasses import dataclass

from askline.asks.desk import Desk
from askline.core.clock import Clock
from askline.memory.digest import Digest
from askline.memory.journal import Journal, Mode, ModeOf
from askline.memory.ports import Files


@dataclass(frozen=True, slots=True)
class Memory:
    journal: Journal
    digest: Digest


def open_memory(
    desk: Desk, clock: Clock, files: Files | None = None, mode_of: ModeOf = lambda _: Mode.AUTO
) -> Memory:
    """Without files the digest knows what the store knows, and nothing is written."""
    return Memory(Journal(files, mode_of), Digest(desk.reading, clock, files))
