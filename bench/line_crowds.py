"""Many agents at once: memory for each further one, and a thousand calls that wait in one service."""

import time
from pathlib import Path

from askline.client.local import Client
from bench.measuring import percentile_ms, say
from bench.stdio import SCRIPT, in_its_chat
from tests.journeys.agents import MODERN, Agent, Home, home


def main(agents: int, waiting: int, idle_s: float) -> None:
    with home() as room:
        first = Agent(room, MODERN, command=SCRIPT)
        first.ask("First?")
        room.pending(1)
        service = room.service()
        before = share(service) + share(first.process.pid)
        others = [Agent(room, MODERN, command=SCRIPT) for _ in range(agents)]
        for number, agent in enumerate(others):
            agent.ask(f"Question {number}?")
        room.pending(agents + 1)
        after = share(service) + sum(share(each.process.pid) for each in (first, *others))
        say(
            f"memory of each of {agents} further agents",
            f"{(after - before) / agents / 1e6:.1f} MB",
            "wanted at most 6 MB",
        )
        for agent in (first, *others):
            agent.close()
    with home() as room:
        crowd(room, waiting, idle_s)


def crowd(room: Home, waiting: int, idle_s: float) -> None:
    """All calls of one line: what is measured is the service."""
    agent = Agent(room, MODERN, command=SCRIPT)
    agent.call("tools/list")
    room.json("list")
    service = room.service()
    empty = resident(service)
    calls = [in_its_chat(agent, number) for number in range(waiting)]
    asks = room.pending(waiting, within=120)
    full = resident(service)
    begun, used = time.perf_counter(), cpu(service)
    time.sleep(idle_s)
    idle = (cpu(service) - used) / (time.perf_counter() - begun)
    client = Client(f"{room.env['ASKLINE_HOME']}/run/api.sock")
    late: list[float] = []
    by_text = {ask["questions"][0]["question"]: ask["id"] for ask in asks}
    for number, call in enumerate(calls[:200]):
        client.answer(by_text[f"Question {number}?"], {"q": {"values": ["yes"]}})
        acknowledged = time.perf_counter()
        agent.wait(call)
        late.append(max(0.0, time.perf_counter() - acknowledged))
    say(
        f"{waiting:,} calls waiting in one service",
        f"{idle * 100:.2f} % of a core idle, {(full - empty) / waiting / 1000:.0f} kB each",
        f"answer to result p99 {percentile_ms(late, 0.99):.1f} ms",
        "wanted below 1 %, at most 60 kB, at most 20 ms",
    )
    agent.process.kill()


def share(pid: int) -> int:
    """Bytes that are this process's own fair part of memory."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("this system does not tell")


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def cpu(pid: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
