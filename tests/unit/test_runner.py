"""Commands run through a warden: started, bounded, ended with all they started, and told about."""

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

import askline
from askline.commands.ports import How
from askline.core.errors import SandboxUnavailable
from askline.runner import runner as running_module
from askline.runner import tree
from askline.runner.means import Launch, Means
from askline.runner.model import Bounds, Confinement
from askline.runner.post import Post
from tests.unit.runner_house import house, surroundings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="wardens are for Linux")


async def test_a_command_runs_and_says_how_it_ended(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        ended, printed = await at.through(at.run("sh", "-c", "pwd; echo bad >&2; exit 3"))

    assert (ended.how, ended.exit_code, ended.signal) == (How.EXITED, 3, None)
    assert printed == f"{tmp_path}/project\nbad\n"
    assert ended.elapsed_s > 0


async def test_standard_error_may_have_a_file_of_its_own(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        run = at.run("sh", "-c", "echo good; echo bad >&2", stderr=str(tmp_path / "err"))
        _, printed = await at.through(run)

    assert (printed, (tmp_path / "err").read_text()) == ("good\n", "bad\n")


async def test_nothing_is_inherited_but_what_was_given(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        _, printed = await at.through(at.run("env"))
        _, typed = await at.through(at.run("cat", name="input"))

    assert sorted(printed.split()) == ["ASKLINE_OPERATION=op", "PATH=/usr/bin:/bin"]
    assert typed == ""


@pytest.mark.parametrize("confinement", [Confinement.OFF, Confinement.REDUCED])
async def test_a_value_may_travel_in_a_file(tmp_path: Path, confinement: Confinement) -> None:
    async with house(tmp_path) as at:
        run = at.run("sh", "-c", 'cat "$1" "$2"', "sh", "", "", sandbox=at.sandbox(confinement))
        _, printed = await at.through(replace(run, files=((4, "a message\n"), (5, "ä" * 70_000))))

    assert printed.startswith("a message\n" + "ä" * 70_000)


async def test_very_many_words_arrive(tmp_path: Path) -> None:
    words = [f"word-{number}" for number in range(20_000)]
    async with house(tmp_path) as at:
        _, printed = await at.through(at.run("printf", "%s ", *words))

    assert printed.split() == words


@pytest.mark.parametrize("program", ["no-such-program", "/no/such/program", "nul\0"])
async def test_what_cannot_be_started_says_why(tmp_path: Path, program: str) -> None:
    async with house(tmp_path) as at:
        ended, printed = await at.through(at.run(program))

    assert (ended.how, ended.exit_code, printed) == (How.FAILED_TO_START, None, "")
    assert ended.why


@pytest.mark.parametrize("confinement", [Confinement.OFF, Confinement.REDUCED])
async def test_a_directory_that_was_exchanged_for_a_link_is_not_run_in(
    tmp_path: Path, confinement: Confinement
) -> None:
    async with house(tmp_path) as at:
        shown = at.directory / "project/shown"
        (at.directory / "project/other").mkdir()
        shown.symlink_to("other")
        run = at.run("touch", "made", sandbox=at.sandbox(confinement))

        ended, _ = await at.through(replace(run, cwd=str(shown)))
        again, _ = await at.through(run)

    assert ended.how is How.FAILED_TO_START
    assert "not the one that was shown" in ended.why
    assert (again.exit_code, list((tmp_path / "project/other").iterdir())) == (0, [])


async def test_at_its_time_it_is_asked_to_end(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        ended, _ = await at.through(at.run("sleep", "60", bounds=Bounds(timeout_s=0.1)))

    assert (ended.how, ended.signal) == (How.TIMED_OUT, signal.SIGTERM)


async def test_whoever_does_not_listen_is_killed_after_a_grace(tmp_path: Path) -> None:
    stubborn = "trap '' TERM; setsid sleep 60 & echo ready; while :; do sleep 0.1; done"
    async with house(tmp_path) as at:
        started = await at.begun(at.run("sh", "-c", stubborn), "ready")
        await started.cancel()
        await started.cancel()
        with anyio.fail_after(20):
            ended = await started.wait()
        await started.cancel()

    assert (ended.how, ended.signal) == (How.CANCELLED, signal.SIGKILL)


async def test_who_prints_too_much_is_stopped(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        ended, _ = await at.through(at.run("yes", bounds=Bounds(output_bytes=10_000)))

    assert ended.how is How.TOO_MUCH_OUTPUT


async def test_no_file_grows_past_its_bound(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        ended, printed = await at.through(at.run("yes", bounds=Bounds(file_bytes=10_000)))
        again, _ = await at.through(at.run("true", name="next"))

    assert (ended.signal, len(printed)) == (signal.SIGXFSZ, 10_000)
    assert again.exit_code == 0


async def test_what_a_command_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    leaving = "(setsid sleep 60 & echo $!); (setsid env -i sleep 60 & echo $!); sleep 60 & echo $!"
    async with house(tmp_path) as at:
        _, printed = await at.through(at.run("sh", "-c", leaving))

    assert len(printed.split()) == 3
    for pid in map(int, printed.split()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_one_that_ends_leaves_the_daemons_of_others_alone(tmp_path: Path) -> None:
    daemon = "(setsid sleep 60 & echo $!; (sleep 60 & echo $!)); echo ready; sleep 60"
    async with house(tmp_path) as at:
        run = at.run("sh", "-c", daemon, name="long")
        started = await at.begun(run, "ready")
        await at.through(at.run("true"))
        pids = [int(word) for word in at.printed(run).split()[:2]]
        for pid in pids:
            os.kill(pid, 0)
        await started.cancel()
        with anyio.fail_after(20):
            await started.wait()

    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_only_so_many_run_at_once(tmp_path: Path) -> None:
    async with house(tmp_path, at_once=1) as at:
        first = await at.begun(at.run("sh", "-c", "echo ready; exec sleep 60"), "ready")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(at.through, at.run("true", name="second"))
            await anyio.wait_all_tasks_blocked()
            assert not (tmp_path / "second.out").exists()
            await first.cancel()


@pytest.mark.parametrize("victim", ["outer", "inner"])
async def test_a_killed_warden_is_told_of_and_replaced(tmp_path: Path, victim: str) -> None:
    async with house(tmp_path) as at:
        started = await at.begun(at.run("sh", "-c", "echo ready; exec sleep 60"), "ready")
        outer = at.runner.wardens()[0]
        (inner,) = tree.children(outer)
        os.kill({"outer": outer, "inner": inner}[victim], signal.SIGKILL)
        with anyio.fail_after(20):
            assert (await started.wait()).how is How.INTERRUPTED
        await started.cancel()

        ended, _ = await at.through(at.run("true", name="next"))

    assert ended.exit_code == 0


async def test_closing_the_runner_ends_what_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        started = await at.begun(at.run("sh", "-c", "echo ready $$; exec sleep 60"), "ready")
        pid = int(at.printed(at.run()).split()[1])

    assert (await started.wait()).how is How.INTERRUPTED
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_an_idle_warden_goes_home_and_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_module, "IDLE_S", 0.05)
    async with house(tmp_path) as at:
        await at.through(at.run("true"))
        with anyio.fail_after(20):
            while at.runner.wardens():  # noqa: ASYNC110 - nobody is told that it went
                await anyio.sleep(0.01)

        ended, _ = await at.through(at.run("true", name="next"))

    assert ended.exit_code == 0


async def test_a_warden_that_is_on_its_way_out_can_be_dismissed_again() -> None:
    means = Means.NONE
    post = Post(Launch(means, (), (sys.executable,), str(Path(askline.__file__).parent), "none"))
    with anyio.fail_after(20):
        await post.close()

    post.dismiss()

    with pytest.raises(ProcessLookupError):
        os.kill(post.pid, 0)


async def test_landlock_keeps_writes_inside_where_that_is_enough(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        reach = f"echo in > made; echo $TMPDIR; echo x > $TMPDIR/x; echo out > {tmp_path}/outside"
        run = at.run("sh", "-c", reach, sandbox=at.sandbox(Confinement.REDUCED))
        ended, printed = await at.through(run)

    assert ended.exit_code != 0
    assert (tmp_path / "project/made").read_text() == "in\n"
    assert printed.startswith(str(tmp_path / "house"))
    assert not (tmp_path / "outside").exists()


async def test_a_sandbox_that_does_not_work_here_refuses_the_command(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho bwrap: No permissions to create namespace >&2\nexit 1\n")
    broken.chmod(0o755)
    around = replace(surroundings(tmp_path), bubblewrap=str(broken))
    async with house(tmp_path, around) as at:
        with pytest.raises(SandboxUnavailable, match="No permissions") as refused:
            await at.through(at.run("true", sandbox=at.sandbox(Confinement.REQUIRED)))

    assert "user namespaces" in refused.value.hint
    assert not (tmp_path / "op.out").exists()


async def test_a_reduced_one_is_enough_where_that_was_accepted(tmp_path: Path) -> None:
    around = replace(surroundings(tmp_path), bubblewrap="/bin/false")
    async with house(tmp_path, around) as at:
        started = await at.runner.start(at.run("true", sandbox=at.sandbox(Confinement.REDUCED)))
        with anyio.fail_after(20):
            ended = await started.wait()

    assert (started.means, ended.exit_code) == (Means.LANDLOCK, 0)


async def test_commands_that_come_at_once_share_a_warden(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        async with anyio.create_task_group() as tasks:
            for each in range(3):
                tasks.start_soon(at.through, at.run("true", name=f"op{each}"))

        assert len(at.runner.wardens()) == 1


async def test_bubblewrap_runs_it_where_it_is_there(tmp_path: Path) -> None:
    around = surroundings(tmp_path)
    if around.bubblewrap is None:  # pragma: other machines
        pytest.skip("needs bubblewrap")
    async with house(tmp_path, around) as at:
        run = at.run("sh", "-c", "ls /run", sandbox=at.sandbox(Confinement.REQUIRED))
        ended, printed = await at.through(run)

    assert (ended.exit_code, printed) == (0, "")


async def test_where_no_file_can_be_made_nothing_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        with pytest.raises(FileNotFoundError):
            await at.runner.start(replace(at.run("true"), stdout="/no/such/place"))

        ended, _ = await at.through(at.run("true"))

    assert ended.exit_code == 0
