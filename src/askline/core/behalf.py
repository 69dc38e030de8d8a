"""On whose behalf a program comes: who asks through it, and who answers where it is.

A door knows this for certain or not at all: the local one from the socket it was reached by, a hub's from
a token. What an agent says of itself is not among it.
"""

from dataclasses import dataclass
from typing import Protocol

from askline.core.people import (
    LOCAL_PERSON,
    LOCAL_TENANT,
    Actor,
    Agent,
    Door,
    local_agent,
    local_client,
    local_person,
)


class Behalf(Protocol):
    @property
    def principal(self) -> str:
        """Like no other's, over all tenants."""
        ...

    @property
    def project(self) -> str | None:
        """The one project that it may ask for, where it is bound to one."""
        ...

    @property
    def answers(self) -> bool:
        """Whether what is filled in where the program runs can settle an ask."""
        ...

    def agent(self, agent: Agent) -> Actor:
        """The program as the one who asks."""
        ...

    def person(self, door: Door, *, present: bool = True) -> Actor:
        """Who fills in what the program shows."""
        ...

    def client(self, agent: Agent, door: Door) -> Actor:
        """The program, answering by itself."""
        ...


@dataclass(frozen=True, slots=True)
class LocalBehalf:
    """The one person of a local installation."""

    @property
    def principal(self) -> str:
        return f"{LOCAL_TENANT}/{LOCAL_PERSON}"

    @property
    def project(self) -> str | None:
        return None

    @property
    def answers(self) -> bool:
        return True

    def agent(self, agent: Agent) -> Actor:
        return local_agent(agent)

    def person(self, door: Door, *, present: bool = True) -> Actor:
        return local_person(door, present=present)

    def client(self, agent: Agent, door: Door) -> Actor:
        return local_client(agent, door)


LOCAL = LocalBehalf()
