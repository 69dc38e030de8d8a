"""Whom an ask is put to, where its asker does not say: whoever runs the desk knows.

Locally that is the one person there is; a hub looks at whose token it is, which teams have the project,
what its rules say and who is away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from askline.asks.model import Matter
from askline.asks.routes import Route, Standing
from askline.core.errors import NotAllowed
from askline.core.people import LOCAL_PERSON, Actor, Project


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressed:
    recipients: tuple[str, ...]
    route: Route | None = None
    word: Standing | None = None
    """What is said to it at once, where everybody whom it could be put to is away."""


@dataclass(frozen=True, slots=True)
class Addressee:
    address: str
    name: str
    several: bool = False
    """Whether it is a team, and no single person."""


class Addressing(Protocol):
    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        """Raises: NoHumanChannel, where nobody would ever see it."""
        ...

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        """Whom somebody means by a person's login or id, or by `team:` and a name.

        Raises: NotFound, NotAllowed.
        """
        ...


class Approvers(Protocol):
    """People come, go, and lose what they might."""

    async def approving(self, tenant: str, people: Sequence[str]) -> Mapping[str, frozenset[str]]:
        """Of these people, by id, whose approvals each may settle now; nothing of who left."""
        ...


class ToTheOnePerson:
    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        del actor, project, matter
        return Addressed(recipients=(LOCAL_PERSON,))

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        del actor, said
        raise NotAllowed(
            "There is nobody else here.",
            hint="Passing on is for a hub, where several people answer.",
        )
