"""The workshop over a real machine: its own directory, its name among the living, its end."""

import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from askline.commands.operation import Status
from askline.commands.trust import Trusted
from askline.commands.workshop import NewOperation
from askline.config.declarations import DiskDeclarations
from askline.config.settings import load
from askline.config.trusted import DiskTrustBook
from askline.core.background import background
from askline.core.clock import SystemClock
from askline.core.locations import Locations
from askline.core.people import Project
from askline.service import commanding
from askline.service.commanding import Commanding, commanding_over
from askline.service.holders import Processes, a_name
from askline.stores.forgetting import open_ephemeral
from tests.builders import AGENT, CODER, a_desk
from tests.unit.declarations import a_file


def a_commanding(home: Path, owner: str | None = None) -> Commanding:
    locations = Locations.from_environment({"ASKLINE_HOME": str(home)})
    Path(locations.state).mkdir(parents=True, exist_ok=True)
    settings = load({}, None, locations=locations)
    return commanding_over(
        a_desk(),
        open_ephemeral(),
        SystemClock(),
        locations,
        lambda _: settings,
        processes=Processes(Path(locations.state)),
        owner=owner,
    )


def a_project(home: Path) -> Project:
    project = home / "project"
    (project / ".askline/tools").mkdir(parents=True)
    declared = a_file({"name": "hi"}, command="echo", sandbox="off")
    (project / ".askline/tools/demo.json").write_text(json.dumps(declared))
    sources = DiskDeclarations().read(str(project))
    locations = Locations.from_environment({"ASKLINE_HOME": str(home)})
    DiskTrustBook(locations).write(str(project), Trusted(sources, "now"))
    return Project(name="project", path=str(project))


async def test_a_declared_command_runs_and_what_is_not_kept_is_gone_afterwards(
    tmp_path: Path,
) -> None:
    built = a_commanding(tmp_path)
    call = NewOperation(tool="demo_hi", arguments={}, agent=CODER, project=a_project(tmp_path))
    with anyio.fail_after(30):
        async with background(built.run):
            operation = await built.workshop.beginning.begin(AGENT, call)
            ended = await built.workshop.waiting.ended(AGENT, operation.id)
            view = await built.workshop.looking.view(AGENT, operation.id)
            assert built.owner in built.processes

    assert (ended.status, view.head) == (Status.COMPLETED, "hi\n")
    assert built.passing is not None
    assert not built.passing.exists()
    assert built.owner not in built.processes


async def test_what_killed_processes_left_is_taken_away_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    built = a_commanding(tmp_path)
    scratch = Path(built.state, "scratch")
    dead, other_home = f"process-{2**30}-{'0' * 16}", f"process-{os.getpid()}-{'0' * 16}"
    odd = f"process-{10**30}-{'0' * 16}"
    left = [scratch / dead / "deep/file", tmp_path / "tmp" / f"askline-{dead}" / "op/out"]
    kept = [
        scratch / other_home / "file",
        scratch / odd / "file",
        tmp_path / "tmp/askline-notes/file",
        tmp_path / "tmp" / f"askline-{other_home}" / "out",
    ]
    for each in (*left, *kept):
        each.parent.mkdir(parents=True)
        each.touch()

    with anyio.fail_after(30), built.processes.present(alive := a_name()):
        (scratch / alive).mkdir()
        async with background(built.run):
            await anyio.wait_all_tasks_blocked()
            while left[1].parent.parent.exists():
                await anyio.lowlevel.checkpoint()
        assert (scratch / alive).exists()

    assert [each.exists() for each in (*left, *kept)] == [False, False, True, True, True, True]


async def test_a_process_that_is_announced_already_is_not_announced_again(tmp_path: Path) -> None:
    name = a_name()
    built = a_commanding(tmp_path, owner=name)

    async with background(replace(built, passing=None).run):
        assert name not in built.processes
        assert not commanding.Living(built.processes).lives(name)


async def test_where_there_is_no_linux_nothing_is_concealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commanding.sys, "platform", "darwin")
    monkeypatch.delattr(commanding.confining, "conceal")

    commanding.conceal()
