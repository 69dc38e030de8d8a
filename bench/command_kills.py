"""`kill -9` of the service and of a warden: how long anything of a command's tree is left."""

import os
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.command_rivals import Workplace
from bench.measuring import say

SERVICE = Path(__file__).parents[1] / "tests/journeys/mortal_service.py"
TREE = 3


def alive(mark: str) -> int:
    found = 0
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += each.read_bytes().split(b"\0")[:2] == [b"sleep", mark.encode()]
        except OSError:
            continue
    return found


def until(mark: str, count: int) -> float:
    began = time.perf_counter()
    while alive(mark) != count:
        assert time.perf_counter() - began < 20
        time.sleep(0.002)
    return time.perf_counter() - began


def left(at: Workplace, victim: str, mark: str) -> float:
    """Seconds until nothing is left."""
    words = [sys.executable, str(SERVICE), str(at.directory), "required", mark]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        warden = int(service.stdout.readline())
        until(mark, TREE)
        os.kill(service.pid if victim == "service" else warden, signal.SIGKILL)
        taken = until(mark, 0)
        service.kill()
    return taken


def main(at: Workplace, rounds: int) -> None:
    for victim in ("service", "warden"):
        taken = [left(at, victim, str(40_000 + os.getpid() + each)) for each in range(rounds)]
        middle, worst = statistics.median(taken) * 1e3, max(taken) * 1e3
        say(
            f"kill -9 of the {victim}: nothing left after",
            f"{middle:.0f} ms, worst {worst:.0f}",
            "wanted 1000",
        )
