"""A tenant of a hub that runs elsewhere: founded in its database, as `askline hub found` and `hub token` do."""

from dataclasses import dataclass, field
from uuid import uuid4

import httpx

from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Door, Right
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.recording import Acts
from askline.people.tokens import NewToken, Tokens
from askline.stores.postgres.opening import open_register
from tests.hub import PASSWORD, QUICK


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    name: str
    tokens: list[str] = field(repr=False)

    def program(self, number: int = 0) -> dict[str, str]:
        """What an agent's program shows."""
        return {"Authorization": f"Bearer {self.tokens[number]}"}

    async def sign_in(self, browser: httpx.AsyncClient) -> None:
        said = {"tenant": self.name, "login": "ada", "password": PASSWORD}
        reply = await browser.post("/sign-in", json=said)
        assert reply.status_code == 303, reply.text


async def a_team(dsn: str, tokens: int = 1) -> Team:
    """Ada's, who holds every role and gave her agents so many tokens."""
    name, clock, mint = f"t-{uuid4().hex[:12]}", SystemClock(), RandomMint()
    async with open_register(dsn) as register:
        people, keys = register.people, register.keys
        joining, entering = (
            Joining(people, keys, QUICK, clock, mint),
            Entering(people, keys, QUICK, clock),
        )
        secret, _ = await entering.begin(await joining.found(name, name, "ada", PASSWORD))
        ada = await entering.by_session(secret.reveal(), Door.WEB)
        making = Tokens(people, keys, clock, mint, Acts(people, register.acts, clock))
        made = [
            await making.make(ada, NewToken(name=f"agent {each}", scopes=frozenset({Right.ASK})))
            for each in range(tokens)
        ]
    return Team(name=name, tokens=[each.reveal() for each, _ in made])
