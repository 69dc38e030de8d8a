"""The same work for every peer, in turn: start, ask and see, answer and hear, memory of who waits."""

import random
import statistics
import time
from collections.abc import Sequence

from bench.peers.client import WITHIN_S, Client, words_of
from bench.peers.peer import Door, Peer
from bench.peers.room import Room, room

Figures = dict[str, float]

PONDERS_S = (0.3, 0.9)
"""So long a human thinks, at random: an answer in the same breath would be there at a peer's first look,
and a fixed pause could fall together with every one of its looks."""


def seen(door: Door, words: str, within: float = WITHIN_S) -> str:
    """How the door calls the ask, once it shows it."""
    end = time.monotonic() + within
    while (ask := door.sees(words)) is None:
        assert time.monotonic() < end, f"not shown within {within} s: {words}"
        time.sleep(door.glance_s)
    return ask


def starts(peers: Sequence[Peer], rounds: int) -> dict[str, Figures]:
    """Spawn to the first list of tools, in an empty home and where it ran before; spawn to the first ask
    shown in an empty home."""
    taken = {peer.name: {name: list[float]() for name in STARTS} for peer in peers}
    for number in range(rounds + 1):
        for peer in peers:
            found = _one_start(peer)
            # Nobody's files are warm at first: that round counts for none.
            for name, took in zip(STARTS, found, strict=True) if number else ():
                taken[peer.name][name].append(took)
    return {
        name: {key: value for what in STARTS for key, value in _figures(what, of[what]).items()}
        for name, of in taken.items()
    }


STARTS = ("first_start", "start", "first_shown")


def _one_start(peer: Peer) -> tuple[float, float, float]:
    with room() as place:
        first = _listed(peer, place)
        # What it starts in the background comes to rest.
        time.sleep(2)
        again = _listed(peer, place)
    with room() as place:
        return first, again, _first_shown(peer, place)


def _first_shown(peer: Peer, place: Room) -> float:
    begun = time.perf_counter()
    client = _greeted(peer, place)
    client.start("tools/call", peer.question("Is it the first?"))
    seen(peer.door(place), "Is it the first?")
    took = time.perf_counter() - begun
    client.close()
    return took


def rounds_of_asking(peers: Sequence[Peer], rounds: int) -> dict[str, Figures]:
    """Each peer's agent asks in turn; its human sees it, thinks for a moment, and answers."""
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
    time.sleep(random.uniform(*PONDERS_S))
    begun = time.perf_counter()
    door.answers(ask, "Yes")
    heard = words_of(client.result(call))
    back = time.perf_counter() - begun
    assert "Yes" in heard, heard
    return shown, back


def _figures(name: str, seconds: list[float]) -> Figures:
    return {
        f"{name}_ms_median": round(statistics.median(seconds) * 1000, 1),
        f"{name}_ms_worst": round(max(seconds) * 1000, 1),
    }
