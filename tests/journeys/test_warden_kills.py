"""Whoever is killed, service or warden: nothing of a command survives, daemons included."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.sandboxed import Scene, scene

pytestmark = pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
SERVICE = Path(__file__).with_name("mortal_service.py")
WITHIN_S = 1.0


def alive(mark: str) -> list[int]:
    """Processes of the machine that sleep for exactly so long."""
    found: list[int] = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = each.read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", mark.encode()]:
            found.append(int(each.parent.name))
    return found


def until(mark: str, count: int, within: float) -> float:
    """Seconds until so many are alive."""
    began = time.monotonic()
    while len(alive(mark)) != count:
        assert time.monotonic() - began < within, f"{len(alive(mark))} instead of {count}"
        time.sleep(0.005)
    return time.monotonic() - began


@contextmanager
def service(at: Scene, confinement: str, mark: str) -> Generator[subprocess.Popen[str]]:
    words = [sys.executable, str(SERVICE), str(at.directory), confinement, mark]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def end_of(warden: int) -> list[int]:
    """The processes a warden is made of, without the commands."""
    below = Path(f"/proc/{warden}/task/{warden}/children").read_text().split()
    return [warden, *map(int, below)]


@pytest.mark.parametrize("confinement", ["required", "reduced", "off"])
@pytest.mark.parametrize("victim", ["service", "outer", "inner"])
def test_no_process_of_a_command_survives(confinement: str, victim: str) -> None:
    mark = str(30_000 + os.getpid() % 10_000 * 9 + hash((confinement, victim)) % 9)
    with scene("oneself") as at, service(at, confinement, mark) as process:
        assert process.stdout is not None
        warden = int(process.stdout.readline())
        # A daemon without its mark is nobody's, and goes as soon as it is adopted; with Landlock
        # no mark can be read.
        until(mark, 2 if confinement == "reduced" else 3, 10)
        outer, inner = end_of(warden)[:2]

        os.kill({"service": process.pid, "outer": outer, "inner": inner}[victim], signal.SIGKILL)

        assert until(mark, 0, WITHIN_S) < WITHIN_S
        if victim != "service":
            assert process.stdout.readline() == "interrupted\n"
