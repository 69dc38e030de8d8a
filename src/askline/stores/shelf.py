"""Attachments as files named by the hash of their content. Written once, never changed.

For a local house, which has one tenant: whose a file is, is not looked at.
"""

import hashlib
import os
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import anyio.to_thread

from askline.asks.answers import SHA256

UNFINISHED = ".tmp"
ABANDONED_S = 3600.0


class DiskShelf:
    def __init__(self, directory: Path) -> None:
        self._directory = directory

    async def put(self, tenant: str, content: bytes, *, by: str = "") -> str:
        del tenant, by
        return await anyio.to_thread.run_sync(self._put, content)

    async def take(self, tenant: str, sha256: str) -> bytes | None:
        del tenant
        return await anyio.to_thread.run_sync(self._take, sha256)

    async def size(self, tenant: str, sha256: str, *, by: str | None = None) -> int | None:
        del tenant, by
        return await anyio.to_thread.run_sync(self._size, sha256)

    async def discard(self, tenant: str, sha256: str, before: datetime) -> bool:
        del tenant
        return await anyio.to_thread.run_sync(self._discard, sha256, before)

    def _put(self, content: bytes) -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        path = self._path(sha256)
        if not _touched(path):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _remove_unfinished(path.parent)
            # Under another name first: a reader finds the whole file or none.
            unfinished = path.with_name(f"{uuid4().hex}{UNFINISHED}")
            try:
                _write(unfinished, content)
                unfinished.rename(path)
            finally:
                unfinished.unlink(missing_ok=True)
            _sync_directory(path.parent)
        return sha256

    def _take(self, sha256: str) -> bytes | None:
        return self._path(sha256).read_bytes() if self._size(sha256) is not None else None

    def _size(self, sha256: str) -> int | None:
        # A hash comes from outside; only what looks like one may become a path.
        if not SHA256.fullmatch(sha256):
            return None
        try:
            return self._path(sha256).stat().st_size
        except FileNotFoundError:
            return None

    def _discard(self, sha256: str, before: datetime) -> bool:
        if self._size(sha256) is None or self._path(sha256).stat().st_mtime >= before.timestamp():
            return False
        self._path(sha256).unlink()
        return True

    def _path(self, sha256: str) -> Path:
        return self._directory / sha256[:2] / sha256


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _remove_unfinished(directory: Path) -> None:
    """What a process left that died over it: nobody takes an hour for one file."""
    for each in directory.glob(f"*{UNFINISHED}"):
        with suppress(FileNotFoundError):  # another process may be faster
            if time.time() - each.stat().st_mtime > ABANDONED_S:  # noqa: TID251 - the file's own clock
                each.unlink()


def _touched(path: Path) -> bool:
    """Whoever puts it down again means to name it. One that is discarded meanwhile is not there, rather
    than there and empty."""
    try:
        os.utime(path)
    except FileNotFoundError:
        return False
    return True


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
