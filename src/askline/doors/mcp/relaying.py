"""Puts an ask to a host that keeps its own endpoints, and brings the answer back to the desk.

The host's page is one more place where the ask may be answered: the desk has it before the host does,
and the first answer counts, wherever it comes from. A host that is away is tried until the ask's time is
over; one that refuses the stream ends the ask, because nobody there will ever see it. What a host said is
kept though the store is away or the call has ended in that moment.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import PurePath

import anyio
from anyio import to_thread

from askline.asks.model import Ask
from askline.asks.relayed import given_of
from askline.asks.spelling import Json
from askline.core.carrying import until_kept
from askline.core.errors import AlreadySettled, Invalid, Missing, Refused
from askline.core.people import Door, local_person
from askline.core.relay_config import VARIABLE, read_config
from askline.doors.mcp.host_app import HostApp, HostAway, HostRefused
from askline.doors.mcp.visits import Visit

POLL_S = 2.0
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Relay:
    """One ask's way to the host."""

    host: HostApp
    timeout: timedelta

    async def run(self, visit: Visit, ask: Ask) -> None:
        while True:
            try:
                # An earlier call for the same ask may have put it to the host already.
                if ask.id not in (put := visit.means.put_to_hosts):
                    await self.host.put(ask.questions[0])
                    put.add(ask.id)
                elif (said := await self.host.poll()) is not None:
                    # The host has given its answer away: another poll would bring nothing.
                    return await _carried(visit, partial(self._bring, visit, ask, said))
            except HostAway:
                log.debug("a host is away")
            except HostRefused as error:
                return await _carried(visit, partial(self._give_up, visit, ask, f"{error}"))
            await anyio.sleep(POLL_S)

    async def _bring(self, visit: Visit, ask: Ask, said: Json) -> None:
        person = local_person(Door.API, present=False)
        try:
            given = given_of(ask, said)
            await visit.desk.answering.answer(person, ask.id, given, receipt=_receipt(ask))
        except AlreadySettled:
            log.info("ask %s was settled elsewhere before its host's answer", ask.id)
        except (Invalid, Missing, Refused) as error:
            await self._give_up(visit, ask, f"the host's answer does not fit ({error.code})")

    async def _give_up(self, visit: Visit, ask: Ask, why: str) -> None:
        trouble = f"The question could not be put to the user: {why}."
        with suppress(AlreadySettled):
            await visit.desk.asking.cancel(
                visit.actor, ask.id, receipt=_receipt(ask), reason=trouble
            )


async def _carried(visit: Visit, work: Callable[[], Awaitable[None]]) -> None:
    """Done once it can be kept, whatever becomes of the call meanwhile."""
    await visit.desk.carrying.carry(partial(until_kept, work))


def given_up(ask: Ask) -> str | None:
    """Why this ask was not put to its host, if that is how it ended."""
    outcome = ask.outcome
    ended_here = outcome is not None and outcome.receipt == _receipt(ask)
    return outcome.reason if outcome and ended_here else None


def _receipt(ask: Ask) -> str:
    return f"host {ask.id}"


async def relay_of(visit: Visit) -> Relay | None:
    """The relay of a caller whose client was started by such a host.

    Raises: InvalidArguments, where the host's file is wrong.
    """
    path = visit.caller.labels.get(VARIABLE)
    if not path:
        return None
    whole = str(PurePath(visit.caller.cwd or "/", path))
    # A thread, because the file may be on a disk that does not answer.
    config = await to_thread.run_sync(read_config, whole, abandon_on_cancel=True)
    host = visit.means.host_app(config)
    return Relay(host, timedelta(seconds=config.timeout_s))
