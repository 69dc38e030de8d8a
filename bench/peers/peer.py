"""What the bench needs to know of a peer: how it is started, how it is asked, where its human looks."""

from dataclasses import dataclass
from typing import Protocol

from bench.peers.client import Client, Json
from bench.peers.room import Room


@dataclass(frozen=True)
class Told:
    """What a door said to who answered."""

    accepted: bool
    words: str


class Door(Protocol):
    """Where a human sees an ask and answers it, as that peer shows it."""

    glance_s: float
    """How often the bench looks there: more seldom where each look costs the peer something."""

    def sees(self, words: str) -> str | None:
        """How the door calls the waiting ask with these words, if it shows one."""
        ...

    def opens(self, ask: str) -> None:
        """The human looks at it: what a page or a screen does before an answer can be sent."""
        ...

    def answers(self, ask: str, text: str) -> Told: ...


class Peer(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def door_is(self) -> str:
        """In words: where the bench looks and answers."""
        ...

    @property
    def limit_is(self) -> str:
        """In words: what was set about how long a call may wait, and what it is when nothing is set."""
        ...

    @property
    def shortest_s(self) -> int:
        """The shortest time after which an ask may be told to end by itself."""
        ...

    def start(self, room: Room, number: int = 0, *, shortest: bool = False) -> Client: ...
    def door(self, room: Room, number: int = 0) -> Door: ...
    def question(self, words: str, *, shortest: bool = False) -> Json:
        """The params of the call."""
        ...

    def unhurried(self, words: str) -> Json | None:
        """The params of a call that asks and does not wait; None: it has no such call."""
        ...

    def collecting(self, said: str) -> Json:
        """The params of the call that brings the answer later, from what the unhurried one said."""
        ...

    def holder(self, room: Room, client: Client) -> int:
        """The process that holds the ask."""
        ...
