"""A tenant's trails where the hub's database is: taken along to standard output, or verified.

For who operates the hub and may read its database anyway; an export leaves an act all the same.
"""

import sys

import anyio

from askline.asks.reviewing import Review, Reviewing, Stretch
from askline.asks.spelling import text_of
from askline.config.hub import HubSettings
from askline.core.clock import SystemClock
from askline.core.people import Actor
from askline.memory.digest import read_since
from askline.people.acts import ActKind
from askline.people.granting import unknown
from askline.people.recording import Acts, Held, verified
from askline.service.hub.retaining import keeper_of
from askline.service.hub.ties import open_ties
from askline.stores.postgres.opening import open_register

EVERY_ASK = sys.maxsize


def audit(settings: HubSettings, words: list[str]) -> int:
    """1 where a trail or the acts do not hold. Raises: AsklineError."""
    action, tenant, since = words
    which = Stretch(tenant=tenant, since=read_since(since or None))
    return anyio.run(_audit, settings.database, action, which)


async def _audit(dsn: str, action: str, which: Stretch) -> int:
    keeper = keeper_of(which.tenant)
    async with open_register(dsn) as register, open_ties(dsn) as ties:
        if await register.people.roster(which.tenant, []) is None:
            raise unknown("tenant", which.tenant)
        reviewing = Reviewing(ties.trails)
        if action == "export":
            await Acts(register.people, register.acts, SystemClock()).note(
                keeper, ActKind.EXPORTED, "trails", "where the database is"
            )
            return await _export(reviewing, keeper, which)
        found = await reviewing.verify(keeper, which, most=EVERY_ASK)
        held = await verified(register.acts, which.tenant)
    sys.stdout.write(_words(found, held))
    return 1 if found.broken or held.flaw else 0


async def _export(reviewing: Reviewing, keeper: Actor, which: Stretch) -> int:
    async for each in await reviewing.export(keeper, which):
        sys.stdout.write(f"{text_of(each)}\n")
    return 0


def _words(found: Review, held: Held) -> str:
    lines = [
        f"{found.asks} asks with {found.events} events looked at, {found.pruned} pruned before.",
        f"{held.checked} acts looked at; the last is {held.head.hash or 'none'}.",
        *(f"ask {ask_id}: {flaw.problem}" for ask_id, flaw in found.flaws),
    ]
    if held.flaw:
        lines.append(f"acts: {held.flaw.problem}")
    lines.append(f"{found.broken} trails do not hold." if found.broken else "Every trail holds.")
    return "".join(f"{line}\n" for line in lines)
