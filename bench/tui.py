"""The terminal inbox: how soon it is painted, what it costs while nothing happens, how fast news come.

Everything is measured in a terminal of its own against a real service; the rival of the start is
the smallest program of the same toolkit, in turn with ours.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

from askline.client.local import Client
from askline.core.locations import Locations
from bench.measuring import percentile_ms, say
from bench.pty_screens import Screen
from tests.journeys.agents import Home, home

SCRIPT = [str(Path(sys.executable).with_name("askline"))]
HELLO = [sys.executable, str(Path(__file__).with_name("hello_textual.py"))]
AGENTS = 60
HOME = "\x1b[H"
"""Back to the first row, where the next one comes in: the list stays with its cursor."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=7)
    options.add_argument("--asks", type=int, default=1_000)
    options.add_argument("--idle", type=float, default=20.0)
    options.add_argument("--news", type=int, default=50)
    said = options.parse_args()
    with home() as here:
        client = fill(here, 1)
        start(here, said.runs, 1, 1.6)
        fill(here, said.asks - 1, begin=1)
        start(here, said.runs, said.asks, 1.8)
        idle(here, said.idle, said.asks)
        news(here, client, said.news)
        listing(here, said.runs, said.asks)


def fill(here: Home, count: int, begin: int = 0) -> Client:
    """So many asks, of many agents: one may not ask more than a few in a minute."""
    here.json("list")
    client = Client(Locations.from_environment(here.env).api_socket)
    for number in range(begin, begin + count):
        ask(client, number, f"Question number {number}")
    return client


def ask(client: Client, number: int, title: str) -> None:
    client.create(
        {
            "title": title,
            "questions": [{"question": f"Which one, {number}?", "options": ["This", "That"]}],
            "agent": {"name": f"agent-{number % AGENTS}"},
            "project": {"name": f"project-{number % 7}"},
            **({"timeout": 3_600_000 + number * 1_000} if number % 3 else {}),
        }
    )


def start(here: Home, runs: int, asks: int, limit: float) -> None:
    ours, hello, cpu, hello_cpu = list[float](), list[float](), list[float](), list[float]()
    for _ in range(runs):
        with Screen(HELLO, here.env, here.project) as screen:
            hello.append(screen.until("Hello"))
            hello_cpu.append(screen.cpu_s())
        with Screen(SCRIPT, here.env, here.project) as screen:
            ours.append(screen.until("Question number"))
            cpu.append(screen.cpu_s())
    mine, other = statistics.median(ours), statistics.median(hello)
    ratio = statistics.median(a / b for a, b in zip(ours, hello, strict=True))
    say(
        f"process start to first paint, {asks} pending",
        f"{mine * 1000:.0f} ms, {ratio:.2f} of a hello-size app ({other * 1000:.0f} ms)",
        f"CPU {statistics.median(cpu) * 1000:.0f} ms, {statistics.median(cpu) / statistics.median(hello_cpu):.2f} of its",
        f"wanted at most {limit}",
    )


def idle(here: Home, seconds: float, asks: int) -> None:
    with Screen(SCRIPT, here.env, here.project) as screen:
        screen.until(f"{asks}")
        screen.for_seconds(3)
        before = screen.cpu_s()
        drawn = screen.for_seconds(seconds)
        used = (screen.cpu_s() - before) / seconds
    say(
        f"idle with {asks} pending",
        f"{used:.2%} CPU, {drawn / seconds:.0f} bytes/s",
        "wanted below 1 % and at most 1000",
    )


def news(here: Home, client: Client, count: int) -> None:
    took: list[float] = []
    with Screen(SCRIPT, here.env, here.project) as screen:
        screen.until("waiting")
        screen.for_seconds(3)
        for number in range(count):
            title = f"News {number} of today"
            client.create(
                {
                    "title": title,
                    "questions": [{"question": "Now?", "type": "confirm"}],
                    "agent": {"name": f"news-{number}"},
                    "timeout": 600_000 - number * 1_000,
                }
            )
            committed = time.perf_counter()
            screen.until(title, 10)
            took.append(time.perf_counter() - committed)
            screen.press(HOME)
            screen.for_seconds(0.2)
    say(
        "a new ask painted after the commit",
        f"median {percentile_ms(took, 0.5):.0f} ms, p99 {percentile_ms(took, 0.99):.0f} ms",
        "wanted at most 100 ms p99",
    )


def listing(here: Home, runs: int, asks: int) -> None:
    ours, bare = list[float](), list[float]()
    for _ in range(runs):
        bare.append(ran([sys.executable, "-I", "-c", "pass"], here))
        ours.append(ran([*SCRIPT, "list", "--json"], here))
    mine, other = statistics.median(ours), statistics.median(bare)
    say(
        f"list --json with {asks} pending, warm",
        f"{mine * 1000:.0f} ms, {mine / other:.2f} of `python -I -c pass` ({other * 1000:.0f} ms)",
        "wanted at most 8",
    )


def ran(command: list[str], here: Home) -> float:
    begun = time.perf_counter()
    subprocess.run(command, env=here.env, cwd=here.project, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
