"""Standard input and output as a stream: whole lines, and an end that is told."""

import os
from pathlib import Path

import anyio
import pytest
from anyio import to_thread

from askline.service.stdio import Stdio


async def test_what_is_longer_than_a_pipe_goes_out_whole() -> None:
    heard, told = os.pipe()
    line = b"x" * 300_000 + b"\n"

    def read() -> bytes:
        with os.fdopen(heard, "rb") as file:
            return file.read()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_say_and_close, told, line)
            got = await to_thread.run_sync(read)

    assert got == line


async def _say_and_close(told: int, line: bytes) -> None:
    async with Stdio(-1, told) as stdio:
        await stdio.send(line)
        await stdio.send_eof()
    os.close(told)


async def test_a_file_in_place_of_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "said").write_bytes(b"one\n")
    with (tmp_path / "said").open("rb") as file:
        stdio = Stdio(file.fileno(), -1)

        assert await stdio.receive() == b"one\n"
        with pytest.raises(anyio.EndOfStream):
            await stdio.receive()


async def test_what_is_closed_is_broken_on_both_sides() -> None:
    stdio = Stdio(-1, -1)

    with pytest.raises(anyio.BrokenResourceError):
        await stdio.receive()
    with pytest.raises(anyio.BrokenResourceError):
        await stdio.send(b"anybody?\n")
