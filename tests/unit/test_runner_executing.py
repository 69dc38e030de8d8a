"""Steps of operations on the real runner, with bubblewrap around them, and what they wrote."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from askline.commands.argv import FileArgument
from askline.commands.declared import Sandbox
from askline.commands.ports import Ended, How
from askline.commands.run import Limits, Run
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.ids import OperationId
from askline.core.locations import Locations
from askline.runner import executing as executing_module
from askline.runner.executing import Executing, sandbox_of
from askline.runner.model import Confinement
from askline.runner.outputs import DiskOutputs
from tests.builders import NOON, minted


@dataclass
class Bench:
    directory: Path
    executing: Executing
    outputs: DiskOutputs
    operation_id: OperationId

    async def through(self, *argv: str, **more: Any) -> Ended:
        with anyio.fail_after(30):
            running = await self.executing.start(self.operation_id, self.run(*argv, **more))
            return await running.wait()

    def run(self, *argv: str, **more: Any) -> Run:
        project = str(self.directory / "project")
        plain = Run(
            tool="demo",
            argv=argv,
            project=project,
            cwd=project,
            files=(),
            env=(("GREETING", "hello"),),
            pass_env=("API_KEY",),
            sandbox=Sandbox(),
            limits=Limits(timeout_s=20, output_bytes=1 << 20),
        )
        return replace(plain, **more)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    (tmp_path / "project").mkdir()
    (tmp_path / "house").mkdir()
    environ = {
        "HOME": str(tmp_path / "house"),
        "PATH": "/usr/bin:/bin",
        "SHELL": "/bin/sh",
        "API_KEY": "secret-1",
        "OTHER_TOKEN": "secret-2",
    }
    locations = Locations.from_environment(environ)
    place = Path(locations.operations)
    executing = Executing(locations, place, 2, environ)
    async with background(executing.run):
        yield Bench(tmp_path, executing, DiskOutputs(place), minted.operation_id(NOON))


async def test_steps_write_one_after_the_other_into_the_operations_own_file(bench: Bench) -> None:
    await bench.executing.note(bench.operation_id, "== 1/2 demo: first")
    first = await bench.through("sh", "-c", "echo $GREETING; echo $API_KEY$OTHER_TOKEN; exit 3")
    await bench.executing.note(bench.operation_id, "== 2/2 demo: second")
    second = await bench.through("cat", "{file}", files=(FileArgument(1, "from a file\n"),))

    assert (first.how, first.exit_code, second.exit_code) == (How.EXITED, 3, 0)
    assert (await bench.outputs.view(bench.operation_id)).head.splitlines() == [
        "== 1/2 demo: first",
        "hello",
        "secret-1",
        "== 2/2 demo: second",
        "from a file",
    ]
    page = await bench.outputs.page(bench.operation_id, 0, 10)
    assert (page.next_offset, page.eof) == (10, False)
    assert await bench.outputs.last(bench.operation_id, 1) == "from a file\n"
    assert (await bench.outputs.search(bench.operation_id, "hell", 0)).text == "hello\n"
    assert list(await bench.outputs.sizes()) == [bench.operation_id]


async def test_a_step_sees_the_project_and_not_what_askline_keeps(bench: Bench) -> None:
    state = bench.directory / "house/.local/state/askline"

    ended = await bench.through(
        "sh", "-c", f"echo x > made; ls {state}/operations; echo y > .askline/x; true"
    )

    assert ended.exit_code == 0
    assert (bench.directory / "project/made").read_text() == "x\n"
    assert str(bench.operation_id) not in (await bench.outputs.view(bench.operation_id)).head
    assert oct((state / "operations" / str(bench.operation_id)).stat().st_mode)[-3:] == "700"


async def test_each_step_may_write_as_much_as_it_declares(bench: Bench) -> None:
    few = Limits(timeout_s=20, output_bytes=2_000)
    off = Sandbox(mode="off")
    words = ("sh", "-c", "head -c 1500 /dev/zero | tr '\\0' x; sleep 0.3")

    ends = [(await bench.through(*words, limits=few, sandbox=off)).how for _ in range(2)]
    spoken = await bench.through("sh", "-c", "yes; sleep 9", limits=few, sandbox=off)

    assert (ends, spoken.how) == ([How.EXITED, How.EXITED], How.TOO_MUCH_OUTPUT)


async def test_a_program_is_looked_for_without_leaving_anything(bench: Bench) -> None:
    there = await bench.executing.probe(bench.run("true", sandbox=Sandbox(mode="off")))
    missing = await bench.executing.probe(bench.run("nonesuch", sandbox=Sandbox(mode="off")))

    assert (there.how, there.exit_code) == (How.EXITED, 0)
    assert missing.how is How.FAILED_TO_START
    assert await bench.outputs.sizes() == {}


async def test_what_was_never_written_or_is_removed_reads_as_nothing(bench: Bench) -> None:
    await bench.executing.note(bench.operation_id, "a line")
    (bench.directory / "house/.local/state/askline/operations/stray").mkdir()

    assert list(await bench.outputs.sizes()) == [bench.operation_id]
    await bench.outputs.remove([bench.operation_id, minted.operation_id(NOON)])

    assert (await bench.outputs.view(bench.operation_id)).head == ""
    assert await bench.outputs.sizes() == {}


async def test_output_that_has_no_place_is_said_before_anything_runs(bench: Bench) -> None:
    state = bench.directory / "house/.local/state/askline"
    state.mkdir(parents=True)
    (state / "operations").write_text("in the way")

    with pytest.raises(StoreUnavailable, match="no place"):
        await bench.executing.start(bench.operation_id, bench.run("true"))
    with pytest.raises(StoreUnavailable, match="no place"):
        await bench.executing.note(bench.operation_id, "a line")


async def test_a_file_in_the_way_is_said_as_well(bench: Bench) -> None:
    await bench.executing.note(bench.operation_id, "a line")
    place = bench.directory / "house/.local/state/askline/operations" / str(bench.operation_id)
    (place / executing_module.OUT).unlink()
    (place / executing_module.OUT).mkdir()

    with pytest.raises(StoreUnavailable, match="no place"):
        await bench.executing.start(bench.operation_id, bench.run("true"))
    with pytest.raises(StoreUnavailable, match="no place"):
        await bench.executing.note(bench.operation_id, "a line")


def test_a_declared_sandbox_is_the_runners_own() -> None:
    wanted = Sandbox(
        mode="reduced",
        network=True,
        unix_sockets=True,
        project="read",
        read=("~/.gitconfig",),
        write=("~/.cache/uv",),
    )

    made = sandbox_of("/project", wanted)

    assert (made.project, made.project_writable) == ("/project", False)
    assert (made.network, made.unix_sockets) == (True, True)
    assert (made.readable, made.writable) == (("~/.gitconfig",), ("~/.cache/uv",))
    assert made.confinement is Confinement.REDUCED
    assert ".askline" in made.protected
