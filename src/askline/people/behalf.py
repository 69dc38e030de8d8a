"""What a token lets its program do: ask, and answer as the program it is. Never as a person."""

from dataclasses import dataclass, replace

from askline.core.people import Actor, ActorKind, Agent, Door, Right


@dataclass(frozen=True, slots=True)
class TokenBehalf:
    actor: Actor
    """Who the token says it is."""

    @property
    def principal(self) -> str:
        return f"{self.actor.tenant}/{self.actor.id}"

    @property
    def project(self) -> str | None:
        return self.actor.project

    @property
    def answers(self) -> bool:
        return self.actor.may(Right.ANSWER)

    def agent(self, agent: Agent) -> Actor:
        """Who asks sees what it asked, and no inbox."""
        rights = self.actor.rights & {Right.ASK}
        asking = replace(self.actor, kind=ActorKind.AGENT, name=agent.name, rights=rights)
        return replace(asking, addresses=frozenset[str]())

    def person(self, door: Door, *, present: bool = True) -> Actor:
        """Whoever sits there has not signed in here."""
        del present
        return self._answering(door)

    def client(self, agent: Agent, door: Door) -> Actor:
        del agent
        return self._answering(door)

    def _answering(self, door: Door) -> Actor:
        rights = self.actor.rights & {Right.ANSWER}
        return replace(self.actor, kind=ActorKind.CLIENT, door=door, rights=rights)
