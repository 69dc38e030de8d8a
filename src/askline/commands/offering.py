"""What a project offers its agents: what it declares, as far as the user trusts it and it is there.

Files are read again only when their stamp says that something became another; so every listing may
ask. Whether a program is there is tried in the background, once; a listing waits for that only a moment,
and what is not known yet is offered.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import anyio
from anyio import to_thread

from askline.commands import trust
from askline.commands.availability import Availability
from askline.commands.house_rules import under
from askline.commands.loading import load
from askline.commands.offer import Offer
from askline.commands.planning import Plan, plan_of
from askline.commands.ports import Files, Projects, TrustBook
from askline.commands.problems import Problem
from askline.commands.tools import Tool
from askline.commands.watching import Ear, Ears
from askline.core.errors import NotFound, NotTrusted

MOST_PROJECTS: Final = 64
LOOK_AGAIN_S: Final = 2.0
"""How soon a changed file is noticed, while anybody wants to know."""

NOTHING: Final = Offer(project="", tools=())


@dataclass(frozen=True, slots=True)
class Declared:
    """What a project's files say, under one stamp."""

    project: str
    known: Mapping[str, Tool]
    problems: tuple[Problem, ...]
    refusal: NotTrusted | None


class Offering:
    def __init__(
        self,
        projects: Projects,
        book: TrustBook,
        files: Files,
        availability: Availability,
    ) -> None:
        self._projects = projects
        self._book = book
        self._files = files
        self._availability = availability
        self._declared = lru_cache(MOST_PROJECTS)(self._read)
        self._known: dict[str, Offer] = {}
        self._changed = Ears[str]()

    async def offer(self, directory: str | None) -> Offer:
        """Cheap enough for every listing: files are read again only where they changed."""
        if directory is None:
            return NOTHING
        found = await self._look(directory)
        if found.refusal is not None:
            said = f"{found.refusal.message} {found.refusal.hint}"
            offer = Offer(project=found.project, tools=(), problems=found.problems, untrusted=said)
        else:
            missing = await self._availability.missing(found.project, found.known.values())
            offer = Offer(
                project=found.project,
                tools=tuple(each for each in found.known.values() if each.name not in missing),
                problems=found.problems,
                unavailable=missing or None,
            )
        self._remember(directory, offer)
        return offer

    async def plan(self, directory: str | None, name: str, given: Mapping[str, Any]) -> Plan:
        """What will run, by what is declared and trusted now.

        Raises: NotFound, NotTrusted, InvalidArguments.
        """
        found = await self._look(directory) if directory else None
        if found is None or (name not in found.known and found.refusal is None):
            raise NotFound(
                f"There is no tool {name}.", hint="List the tools again: they may have changed."
            )
        if found.refusal is not None:
            raise found.refusal
        tool = found.known[name]
        if missing := await self._availability.missing(found.project, [tool]):
            raise NotFound(f"The program of {name} is not there.", hint=missing[name])
        return await to_thread.run_sync(self._planned, tool, given, found)

    @asynccontextmanager
    async def changed(self) -> AsyncGenerator[AsyncIterator[str]]:
        """Projects whose offer became another one: trust was given, a file changed."""
        async with self._changed.listen() as ear:
            yield _each(ear)

    async def watch(self) -> None:
        """Forever: look again at what was offered, for as long as somebody listens."""
        seen: dict[str, str] = {}
        while True:
            await anyio.sleep(LOOK_AGAIN_S)
            if not self._changed:
                continue
            now = await to_thread.run_sync(self._stamps, [*self._known])
            for directory, stamp in now.items():
                if seen.get(directory) != stamp or _may_come_and_go(self._known.get(directory)):
                    await self.offer(directory)
            seen = now

    def _remember(self, directory: str, offer: Offer) -> None:
        before = self._known.pop(directory, None)
        self._known[directory] = offer
        if len(self._known) > MOST_PROJECTS:
            del self._known[next(iter(self._known))]
        if before is not None and before != offer:
            self._changed.tell(offer.project)

    async def _look(self, directory: str) -> Declared:
        return await to_thread.run_sync(self._looked, directory)

    def _stamps(self, directories: Sequence[str]) -> dict[str, str]:
        return {each: self._projects.stamp(self._projects.root(each)) for each in directories}

    def _looked(self, directory: str) -> Declared:
        project = self._projects.root(directory)
        return self._declared(project, self._projects.stamp(project))

    def _read(self, project: str, _stamp: str) -> Declared:
        sources = self._projects.read(project)
        loaded = load(sources)
        refusal = None
        try:
            trust.required(self._book.read(project), sources)
        except NotTrusted as error:
            refusal = error
        rules = self._projects.rules(project)
        known = {tool.name: under(rules, tool) for tool in loaded.tools}
        return Declared(project, known, loaded.problems, refusal)

    def _planned(self, tool: Tool, given: Mapping[str, Any], found: Declared) -> Plan:
        return plan_of(tool, given, known=found.known, project=found.project, real=self._files.real)


def _may_come_and_go(offer: Offer | None) -> bool:
    """Whether programs of it are looked for, whatever its files say."""
    return bool(offer and (offer.unavailable or any(tool.availability for tool in offer.tools)))


async def _each(ear: Ear[str]) -> AsyncIterator[str]:
    while True:
        for each in await ear.heard():
            yield each
