"""Standard input and output as one stream of bytes.

Read and written in threads: a file or a terminal may stand in for the pipe, and those cannot be
waited for in any other way. Whatever else prints goes to standard error, never between two lines.
"""

import os

import anyio
from anyio import to_thread
from anyio.abc import ByteStream

CHUNK = 65_536
STDIN, STDOUT, STDERR = 0, 1, 2


class Stdio(ByteStream):
    def __init__(self, source: int, target: int) -> None:
        self._source = source
        self._target = target

    @classmethod
    def taken(cls) -> "Stdio":
        """The process's own; from now on standard output is for the protocol alone."""
        target = os.dup(STDOUT)
        os.dup2(STDERR, STDOUT)
        return cls(STDIN, target)

    async def receive(self, max_bytes: int = CHUNK) -> bytes:
        size = min(max_bytes, CHUNK)
        try:
            chunk = await to_thread.run_sync(os.read, self._source, size, abandon_on_cancel=True)
        except OSError as error:
            raise anyio.BrokenResourceError from error
        if not chunk:
            raise anyio.EndOfStream
        return chunk

    async def send(self, item: bytes) -> None:
        try:
            await to_thread.run_sync(self._write, item, abandon_on_cancel=True)
        except OSError as error:
            raise anyio.BrokenResourceError from error

    async def send_eof(self) -> None:
        """The client knows the end by the end of the process."""

    async def aclose(self) -> None:
        """Nobody else could use them afterwards; they end with the process."""

    def _write(self, item: bytes) -> None:
        left = memoryview(item)
        while left:
            left = left[os.write(self._target, left) :]
