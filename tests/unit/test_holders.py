"""A process that holds asks is known by its name for as long as it lives, and gone right after."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.core.background import background
from askline.core.people import Door, local_person
from askline.service.holders import Processes, a_name
from askline.service.stragglers import let_go_of_processes, watch_processes
from tests.builders import AGENT, a_desk, a_new_ask
from tests.promises import promise
from tests.unit.troubles import AwayAsks

HOLD = """
import sys
from pathlib import Path
from askline.service.holders import Processes
with Processes(Path(sys.argv[1])).present(sys.argv[2]):
    print("present", flush=True)
    sys.stdin.read()
"""


def killed(state: Path) -> str:
    """The name of a process that was there and had no time to say that it goes."""
    name = a_name()
    command = [sys.executable, "-c", HOLD, str(state), name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"present\n"
        assert name in Processes(state)
        process.send_signal(signal.SIGKILL)
    return name


def test_no_two_processes_share_a_name() -> None:
    assert a_name() != a_name()


def test_whoever_is_present_is_known_until_it_says_that_it_goes(tmp_path: Path) -> None:
    processes, name = Processes(tmp_path), a_name()

    with processes.present(name):
        assert name in Processes(tmp_path)
        assert processes.gone() == frozenset()

    assert name not in processes
    assert processes.gone() == frozenset()


def test_whoever_is_killed_is_known_to_be_gone_until_forgotten(tmp_path: Path) -> None:
    name, processes = killed(tmp_path), Processes(tmp_path)

    assert name not in processes
    assert processes.gone() == {name}
    processes.forget(name)
    assert processes.gone() == frozenset()


@pytest.mark.parametrize(
    "name", ["", "c0ffee", "process-1-x", "../etc/passwd", pytest.param(a_name(), id="its own")]
)
def test_what_names_no_process_does_not_live(tmp_path: Path, name: str) -> None:
    assert name not in Processes(tmp_path)
    assert Processes(tmp_path).gone() == frozenset()


@promise("detach-not-cancel")
async def test_asks_of_a_killed_process_are_let_go_and_no_others(tmp_path: Path) -> None:
    desk, processes, living = a_desk(), Processes(tmp_path), a_name()
    dead = killed(tmp_path)
    lost = await desk.asking.ask(AGENT, a_new_ask(holder=dead))
    kept = await desk.asking.ask(AGENT, a_new_ask(holder=living))

    with processes.present(living):
        await let_go_of_processes(desk, processes)

    keeper = local_person(Door.API)
    assert (await desk.reading.read(keeper, lost.id)).detached
    assert not (await desk.reading.read(keeper, kept.id)).detached
    assert [*(tmp_path / "processes").iterdir()] == []


async def test_a_store_that_is_away_is_no_end_of_watching(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, processes = AwayAsks(), Processes(tmp_path)
    desk = a_desk(store)
    dead = killed(tmp_path)
    lost = await desk.asking.ask(AGENT, a_new_ask(holder=dead))

    with anyio.fail_after(10):
        store.away = True
        async with background(partial(watch_processes, desk, processes, 0.001)):
            while "nobody was let go" not in caplog.text:
                await checkpoint()
            store.away = False
            while processes.gone():
                await checkpoint()

    assert (await desk.reading.read(local_person(Door.API), lost.id)).detached
