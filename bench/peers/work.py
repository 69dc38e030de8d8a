"""The same work for every peer, in turn: start, ask and see, answer and hear, memory of who waits."""

import statistics
import time
from collections.abc import Sequence

from bench.peers.client import WITHIN_S, Client, words_of
from bench.peers.peer import Door, Peer
from bench.peers.room import Room, room

Figures = dict[str, float]


def seen(door: Door, words: str, within: float = WITHIN_S) -> str:
    """How the door calls the ask, once it shows it."""
    end = time.monotonic() + within
    while (ask := door.sees(words)) is None:
        assert time.monotonic() < end, f"not shown within {within} s: {words}"
        time.sleep(door.glance_s)
    return ask


def starts(peers: Sequence[Peer], rounds: int) -> dict[str, Figures]:
    """Spawn to the first list of tools: in an empty home, and where it ran before."""
    first = {peer.name: list[float]() for peer in peers}
    again = {peer.name: list[float]() for peer in peers}
    for _ in range(rounds):
        for peer in peers:
            with room() as place:
                first[peer.name].append(_listed(peer, place))
                # What it starts in the background comes to rest.
                time.sleep(2)
                again[peer.name].append(_listed(peer, place))
    return {
        peer.name: {
            **_figures("first_start", first[peer.name]),
            **_figures("start", again[peer.name]),
        }
        for peer in peers
    }


def rounds_of_asking(peers: Sequence[Peer], rounds: int) -> dict[str, Figures]:
    """Each peer's agent asks in turn; its human answers as soon as they see it."""
    shown = {peer.name: list[float]() for peer in peers}
    back = {peer.name: list[float]() for peer in peers}
    # Turns of five, so that a noisy minute does not hit one of them alone.
    for turn in range(rounds):
        for peer in peers:
            with room() as place:
                client, door = _greeted(peer, place), peer.door(place)
                _asked(peer, client, door, f"Is round {turn} warm?")
                for number in range(5):
                    took = _asked(peer, client, door, f"Shall we, {turn}, {number}?")
                    shown[peer.name].append(took[0])
                    back[peer.name].append(took[1])
                client.close()
    return {
        peer.name: {**_figures("shown", shown[peer.name]), **_figures("back", back[peer.name])}
        for peer in peers
    }


def waiting_agents(peers: Sequence[Peer], many: int) -> dict[str, Figures]:
    """Memory of all processes while so many agents wait, each with a client of its own."""
    return {
        peer.name: {**_memory_of(peer, 1), **(_memory_of(peer, many) if many > 1 else {})}
        for peer in peers
    }


def _memory_of(peer: Peer, agents: int) -> Figures:
    with room() as place:
        clients = list[Client]()
        for number in range(agents):
            clients.append(_greeted(peer, place, number))
            clients[-1].start("tools/call", peer.question(f"Does {number} wait?"))
        for number in range(agents):
            seen(peer.door(place, number), f"Does {number} wait?")
        resident, proportional = place.memory_mb()
        for client in clients:
            client.close()
    return {f"resident_mb_{agents}": resident, f"proportional_mb_{agents}": proportional}


def _greeted(peer: Peer, place: Room, number: int = 0) -> Client:
    client = peer.start(place, number)
    client.greet()
    return client


def _listed(peer: Peer, place: Room, number: int = 0) -> float:
    begun = time.perf_counter()
    client = _greeted(peer, place, number)
    assert client.tools()
    took = time.perf_counter() - begun
    client.close()
    return took


def _asked(peer: Peer, client: Client, door: Door, words: str) -> tuple[float, float]:
    begun = time.perf_counter()
    call = client.start("tools/call", peer.question(words))
    ask = seen(door, words)
    shown = time.perf_counter() - begun
    door.opens(ask)
    begun = time.perf_counter()
    door.answers(ask, "Yes")
    heard = words_of(client.result(call))
    back = time.perf_counter() - begun
    assert "Yes" in heard, heard
    return shown, back


def _figures(name: str, seconds: list[float]) -> Figures:
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {
        f"{name}_ms_median": round(statistics.median(seconds) * 1000, 1),
        f"{name}_ms_p99": round(last * 1000, 1),
    }
