"""What operations wrote, on the disk: one directory each. Read in threads, for a disk may be slow."""

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from anyio import to_thread

from askline.commands.operation import NOTHING_WRITTEN, Page, View
from askline.core.ids import OperationId
from askline.runner import output
from askline.runner.executing import OUT

T = TypeVar("T")

EMPTY = Page("", 0, eof=True)


class DiskOutputs:
    def __init__(self, directory: Path) -> None:
        self._directory = directory

    async def view(self, operation_id: OperationId) -> View:
        return await self._read(operation_id, output.view, NOTHING_WRITTEN)

    async def page(self, operation_id: OperationId, offset: int, limit: int) -> Page:
        reading = partial(output.page, offset=offset, limit=limit)
        return await self._read(operation_id, reading, EMPTY)

    async def last(self, operation_id: OperationId, lines: int) -> str:
        return await self._read(operation_id, partial(output.last, lines=lines), "")

    async def search(self, operation_id: OperationId, words: str, offset: int) -> Page:
        reading = partial(output.search, words=words, offset=offset)
        return await self._read(operation_id, reading, EMPTY)

    async def sizes(self) -> dict[OperationId, int]:
        return await to_thread.run_sync(self._sizes)

    async def remove(self, operation_ids: Sequence[OperationId]) -> None:
        for each in operation_ids:
            remove = partial(shutil.rmtree, self._place(each), ignore_errors=True)
            await to_thread.run_sync(remove)

    async def _read(self, operation_id: OperationId, reading: Callable[[str], T], none: T) -> T:
        try:
            return await to_thread.run_sync(reading, str(self._place(operation_id) / OUT))
        except OSError:
            return none  # it wrote nothing, or was forgotten

    def _place(self, operation_id: OperationId) -> Path:
        return self._directory / str(operation_id)

    def _sizes(self) -> dict[OperationId, int]:
        found: dict[OperationId, int] = {}
        for place in self._directory.iterdir() if self._directory.is_dir() else ():
            try:
                operation_id = OperationId(UUID(place.name))
                found[operation_id] = sum(map(_taken, place.iterdir()))
            except (ValueError, OSError):
                continue  # none of ours, or it goes just now
        return found


def _taken(file: Path) -> int:
    """On the disk: a command can make its file as long as it likes without writing any of it, and
    what others wrote would have to go for it."""
    found = file.stat()
    return min(found.st_size, found.st_blocks * 512)
