"""What becomes of an ask when something goes wrong: recorded as it is seen, judged by nobody.

The same six mishaps for every peer. "Asked again" is what agents do after a broken call: the same
question once more.
"""

import os
import re
import signal
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from bench.peers.auq import Auq
from bench.peers.client import Client, Json, NoResult, words_of
from bench.peers.peer import Door, Peer, Told
from bench.peers.room import Room, room
from bench.peers.work import seen

CUT_AFTER_S = 3.0
"""A client's limit is a minute or more; what a server does when it is cut does not depend on that."""

LOOK_S = 20.0
"""A busy machine may take its time; what does not come within this is said not to come."""


@dataclass(frozen=True)
class Fate:
    """`still_shown`: after the mishap. `answer_taken`: by the door. `same_call`, `asked_again`: what
    the agent has of the answer, in the call that was open and in the one that repeats it."""

    still_shown: bool
    answer_taken: bool
    door_said: str
    same_call: str
    asked_again: str


def fates(peer: Peer) -> dict[str, Any]:
    # Its users have a command to answer by; what it says is part of what becomes of an answer.
    by_hand: Peer = replace(peer, by_command=True) if isinstance(peer, Auq) else peer
    return {
        "cut": asdict(_cut(by_hand)),
        "killed": asdict(_killed(by_hand, whole=False)),
        "all_killed": asdict(_killed(by_hand, whole=True)),
        "by_id": _by_id(by_hand),
        "race": _race(by_hand),
        "silence": _silence(peer),
    }


def _cut(peer: Peer) -> Fate:
    """The client gives up, the human answers, the agent asks again."""
    with room() as place:
        client = _greeted(peer, place)
        call = client.start("tools/call", peer.question("Shall we?"))
        seen(peer.door(place), "Shall we?")
        same = _heard(client, call, CUT_AFTER_S)
        client.give_up(call)
        time.sleep(0.5)
        return _afterwards(peer, place, client, same)


def _killed(peer: Peer, *, whole: bool) -> Fate:
    """SIGKILL to who holds the ask, or to all of it; a client that lost its server starts another."""
    with room() as place:
        client = _greeted(peer, place)
        call = client.start("tools/call", peer.question("Shall we?"))
        seen(peer.door(place), "Shall we?")
        if whole:
            place.kill()
        else:
            os.kill(peer.holder(place, client), signal.SIGKILL)
        time.sleep(0.5)
        if client.process.poll() is not None:
            client, call = _greeted(peer, place), None
        return _afterwards(peer, place, client, "lost with its server", call)


def _afterwards(
    peer: Peer, place: Room, client: Client, same: str, open_call: int | None = None
) -> Fate:
    door = peer.door(place)
    ask = _still(door)
    told = Told(accepted=False, words="nothing to answer")
    if ask:
        door.opens(ask)
        told = door.answers(ask, "Yes")
    if open_call is not None:
        same = _heard(client, open_call, LOOK_S)
    again = "not needed"
    if same != "the answer":
        repeated = client.start("tools/call", peer.question("Shall we?"))
        again = _heard(client, repeated, LOOK_S)
        if again == "nothing" and _still(door):
            again = "the human is asked a second time"
    client.close()
    return Fate(ask is not None, told.accepted, told.words, same, again)


def _by_id(peer: Peer) -> Json:
    """Asked without waiting, where that can be; then all is killed, and the answer is fetched by name."""
    asked = peer.unhurried("Shall we?")
    if asked is None:
        return {"possible": False, "heard": ""}
    with room() as place:
        client = _greeted(peer, place)
        said = words_of(client.result(client.start("tools/call", asked)))
        seen(peer.door(place), "Shall we?")
        place.kill()
        client, door = _greeted(peer, place), peer.door(place)
        if ask := _still(door):
            door.opens(ask)
            door.answers(ask, "Yes")
        heard = _heard(client, client.start("tools/call", peer.collecting(said)), LOOK_S)
        client.close()
    return {"possible": True, "heard": heard}


def _race(peer: Peer) -> Json:
    """Two people send different answers at the same moment."""
    with room() as place:
        client = _greeted(peer, place)
        call = client.start("tools/call", peer.question("Shall we?"))
        doors = [peer.door(place), peer.door(place)]
        ask = seen(doors[0], "Shall we?")
        for door in doors:
            door.opens(ask)
        told = _at_once(doors, ask)
        heard = words_of(client.result(call))
        client.close()
    return {
        "told_sent": sum(each.accepted for each in told.values()),
        "doors_said": {text: each.words for text, each in told.items()},
        "agent_heard": [text for text in told if re.search(rf"\b{text}\b", heard)],
    }


def _at_once(doors: list[Door], ask: str) -> dict[str, Told]:
    told, start = dict[str, Told](), threading.Barrier(2)

    def send(door: Door, text: str) -> None:
        start.wait(10)
        told[text] = door.answers(ask, text)

    threads = [
        threading.Thread(target=send, args=pair) for pair in zip(doors, ("Yes", "No"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return dict(sorted(told.items()))


def _silence(peer: Peer) -> Json:
    """Nobody answers; the shortest limit that it takes is set."""
    with room() as place:
        client = _greeted(peer, place, shortest=True)
        begun = time.perf_counter()
        call = client.start("tools/call", peer.question("Shall we?", shortest=True))
        try:
            message = client.result(call, within=peer.shortest_s * 3)
            heard, error = words_of(message), bool(message.get("result", {}).get("isError"))
        except NoResult:
            heard, error = "", False
        took = round(time.perf_counter() - begun)
        client.close()
    return {"set_s": peer.shortest_s, "after_s": took, "agent_heard": heard, "is_error": error}


def _greeted(peer: Peer, place: Room, *, shortest: bool = False) -> Client:
    client = peer.start(place, shortest=shortest)
    client.greet()
    return client


def _still(door: Door) -> str | None:
    with suppress(AssertionError):
        return seen(door, "Shall we?", LOOK_S)
    return None


def _heard(client: Client, call: int, within: float) -> str:
    try:
        words = words_of(client.result(call, within))
    except NoResult:
        return "nothing"
    return "the answer" if "Yes" in words else words[:200]
