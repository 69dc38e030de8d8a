"""A tenant at a hub that others use too, and browsers that come to it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from askline.core.people import Actor
from askline.people.model import Grant
from tests.hub import PASSWORD
from tests.replicas import Json, Standing, trust


@dataclass
class PeopleHouse:
    standing: Standing
    tenant: str
    ada: Actor
    """Its first person, who holds every role."""

    @property
    def url(self) -> str:
        return self.standing.url

    @property
    def cookie(self) -> str:
        return self.standing.replica.cookie.name

    def sign_in(self, login: str = "ada", **more: object) -> Json:
        """What a browser posts to sign in."""
        return {"tenant": self.tenant, "login": login, "password": PASSWORD, **more}

    async def joined(self, login: str, *grants: Grant) -> Actor:
        return await self.standing.joined(self.ada, login, *grants)

    async def invited(self, login: str, *grants: Grant) -> str:
        secret, _ = await self.standing.replica.joining.invite(self.ada, login, grants)
        return secret.reveal()

    @asynccontextmanager
    async def visitor(self) -> AsyncGenerator[httpx.AsyncClient]:
        """A browser that nobody signed in."""
        async with httpx.AsyncClient(
            base_url=self.url,
            headers={"Origin": self.url},
            trust_env=False,
            timeout=20,
            verify=trust(),
        ) as client:
            yield client

    @asynccontextmanager
    async def browser(self, login: str = "ada") -> AsyncGenerator[httpx.AsyncClient]:
        """One that somebody signed in with, at the routes of people."""
        async with self.visitor() as client:
            await client.post("/sign-in", json=self.sign_in(login))
            client.base_url = httpx.URL(f"{self.url}/api/v1/people")
            yield client
