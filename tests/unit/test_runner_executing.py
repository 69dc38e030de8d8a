"""Steps of operations on the real runner, with bubblewrap around them, and what they wrote."""

import os
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
from askline.core.errors import SandboxUnavailable, StoreUnavailable
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


def repository(at: Path) -> Path:
    for each in ("objects", "refs", "hooks"):
        (at / each).mkdir(parents=True)
    (at / "HEAD").write_text("ref: refs/heads/main\n")
    (at / "config").write_text("[core]\n")
    return at


ATTACK = """
evil() { printf '[core]\\nfsmonitor = "touch /tmp/pwned; false"\\n' > "$1" && echo "done: $1"; }
evil .git/config; evil .git/config.worktree; evil .git/hooks/pre-commit; echo ../evil > .git/commondir
mv .git aside; rm vendor/.git; evil vendor/.git; evil kept/config; evil .githooks/pre-commit; true
"""


async def test_a_command_changes_nothing_of_gits(bench: Bench) -> None:
    project = bench.directory / "project"
    git, bare = repository(project / ".git"), repository(project / "kept")
    (git / "config").write_text("[core]\n\thooksPath = .githooks\n")
    (project / ".githooks").mkdir()
    module = repository(git / "modules/vendor")
    (project / "vendor").mkdir()
    (project / "vendor/.git").write_text("gitdir: ../.git/modules/vendor\n")
    before = {each: each.read_bytes() for each in project.rglob("*") if each.is_file()}

    ended = await bench.through("sh", "-c", f"{ATTACK}touch made")

    after = {each: each.read_bytes() for each in project.rglob("*") if each.is_file()}
    assert (ended.exit_code, ended.why) == (0, "")
    assert after.pop(project / "made") == b""
    assert after == before
    assert module.is_dir()
    assert bare.is_dir()
    assert "done" not in (await bench.outputs.view(bench.operation_id)).head


async def test_a_repository_that_a_command_makes_is_put_aside(bench: Bench) -> None:
    project = bench.directory / "project"
    plant = (
        "mkdir -p {0}/.git sub/objects sub/refs && echo 'gitdir: /x' > a/b/c && echo x > sub/HEAD"
    )

    ended = await bench.through("sh", "-c", plant.format("a/b") + "; mkdir .git")

    said = "A repository appeared and was put aside, for git would run what it says: "
    assert ended.why == f"{said}.git.withheld, a/b/.git.withheld, sub/HEAD.withheld."
    assert (await bench.outputs.last(bench.operation_id, 1)) == ended.why + "\n"
    assert not [each for each in project.rglob("*") if each.name in {".git", "HEAD"}]


async def test_of_a_command_that_writes_to_the_repository_it_is_said_what_changed(
    bench: Bench,
) -> None:
    git = repository(bench.directory / "project/.git")
    (git / "hooks").rmdir()
    wide = Sandbox(repository="write")

    plain = await bench.through("sh", "-c", "touch .git/index", sandbox=wide)
    ended = await bench.through("sh", "-c", ATTACK + "mkdir -p a/.git", sandbox=wide)

    assert (plain.exit_code, plain.why) == (0, "")
    assert ended.why == (
        "A repository appeared, and git runs what it says: a/.git."
        " Changed, and it decides what git runs: .git/commondir, .git/config.worktree."
    )
    assert (git / "config").read_text() == "[core]\n"
    assert list((git / "hooks").iterdir()) == []


async def test_a_further_working_tree_has_its_repository(bench: Bench) -> None:
    main = repository(bench.directory / "house/main/.git")
    own = main / "worktrees/project"
    own.mkdir(parents=True)
    link = bench.directory / "project/.git"
    link.write_text(f"gitdir: {own}\n")
    (own / "HEAD").write_text("ref: refs/heads/side\n")
    (own / "commondir").write_text("../..\n")
    (own / "gitdir").write_text(f"{link}\n")
    look = ("sh", "-c", f"cat {own}/HEAD; touch {own}/index; touch {main}/config; true")

    read = await bench.through(*look)
    made = [(own / "index").exists()]
    written = await bench.through(*look, sandbox=Sandbox(repository="write"))
    made.append((own / "index").exists())

    assert (read.why, written.why, made) == ("", "", [False, True])
    assert (await bench.outputs.view(bench.operation_id)).head.count("refs/heads/side") == 2


async def test_a_command_in_the_project_can_be_ended(bench: Bench) -> None:
    with anyio.fail_after(30):
        running = await bench.executing.start(bench.operation_id, bench.run("sleep", "20"))
        await running.cancel()
        ended = await running.wait()

    assert ended.how is How.CANCELLED


async def test_what_a_place_opened_for_writing_holds_of_git_is_held(bench: Bench) -> None:
    git = repository(bench.directory / "house/other/.git")
    other = Sandbox(project="read", write=("~/other",))

    await bench.through("sh", "-c", f"cd {git.parent}; touch x; {ATTACK}", sandbox=other)

    assert (git.parent / "x").exists()
    assert (git / "config").read_text() == "[core]\n"
    assert not (git / "commondir").exists()


async def test_a_repository_that_is_a_link_cannot_be_held(bench: Bench) -> None:
    repository(bench.directory / "elsewhere")
    (bench.directory / "project/.git").symlink_to(bench.directory / "elsewhere")

    with pytest.raises(SandboxUnavailable, match="symbolic link"):
        await bench.executing.start(bench.operation_id, bench.run("true"))


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


async def test_a_program_that_there_is_no_room_to_look_for_is_said(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "memfd_create", _too_many)

    with pytest.raises(StoreUnavailable, match="Too many open files"):
        await bench.executing.probe(bench.run("true", sandbox=Sandbox(mode="off")))


def _too_many(_: str) -> int:
    raise OSError(24, "Too many open files")


async def test_a_file_that_is_only_long_takes_no_room_from_others(bench: Bench) -> None:
    await bench.through("truncate", "-s", "1T", "/proc/self/fd/1", sandbox=Sandbox(mode="off"))

    (size,) = (await bench.outputs.sizes()).values()
    assert size < 1 << 20


async def test_who_is_given_other_variables_is_in_another_sandbox(bench: Bench) -> None:
    look = ("sh", "-c", "cat /proc/[0-9]*/environ 2>&- | tr '\\0' '\\n' | grep ^API_KEY; true")
    with anyio.fail_after(30):
        rich = await bench.executing.start(bench.operation_id, bench.run("sleep", "20"))
        poor = minted.operation_id(NOON)
        ended = await bench.executing.start(poor, bench.run(*look, pass_env=()))
        await ended.wait()
        await rich.cancel()
        await rich.wait()

    assert (await bench.outputs.view(poor)).head == ""


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
