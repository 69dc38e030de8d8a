"""The routes of who keeps order: how long things take, whether trails hold, what goes, what comes in.

Each works in steps that fit one request; whoever wants all goes on where the reply says.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from askline.asks import paces
from askline.asks.desk import Desk
from askline.asks.fields import Fields, refuse, spelled, stop_at
from askline.asks.model import Ask
from askline.asks.pruning import Rule, Step
from askline.asks.spelling import Json, time_text
from askline.asks.state import State
from askline.asks.trail import Flaw
from askline.core.clock import Clock
from askline.core.errors import FieldProblem, NotAllowed, NotFound
from askline.core.ids import AskId, parse_id
from askline.core.people import Actor, Right
from askline.doors.http.looking import AT_MOST, Who
from askline.doors.http.reading import Query, Reply, body_of
from askline.memory.digest import read_since
from askline.memory.importing import SOURCES
from askline.memory.memory import Memory

PAGE = 500
USUAL_DAYS = 30
MOST_DAYS = 366
MOST_RECORDS = 1_000


class Housekeeping:
    def __init__(self, desk: Desk, memory: Memory, who: Who, clock: Clock) -> None:
        self._desk = desk
        self._memory = memory
        self._who = who
        self._clock = clock

    async def stats(self, request: Request) -> Response:
        actor = self._who(request)
        now = self._clock.now()
        since = read_since(Query(request, "since").text("since"))
        since = since or _midnight(now) - timedelta(days=USUAL_DAYS - 1)
        if not now - timedelta(days=MOST_DAYS) <= since <= now:
            expected = f"a day of the last {MOST_DAYS}"
            refuse([FieldProblem("since", expected, time_text(since) or "")])
        found = await self._desk.reading.paces(actor, since)
        return Reply(paces.stats(found, since=since, now=now))

    async def audit(self, request: Request) -> Response:
        """Of one ask, or of a page of them, newest first: whose trail does not hold, and where."""
        actor = self._keeper(request, "look at trails")
        query = Query(request, "ask limit before")
        if (said := query.text("ask")) is not None:
            return Reply(await self._audited(actor, said))
        limit = query.number("limit", default=PAGE, most=AT_MOST)
        before = _whole_id(query.text("before"), "before")
        asks, broken = await self._desk.auditing.page(actor, limit=limit, before=before)
        more = str(asks[-1].id) if len(asks) == limit else None
        flaws = [_flaw(ask, flaw) for ask, flaw in broken]
        return Reply({"checked": len(asks), "flaws": flaws, "pruned": [], "next": more})

    async def _audited(self, actor: Actor, said: str) -> Json:
        try:
            ask = await self._desk.reading.find(actor, said)
        except NotFound:
            pruned = await self._desk.reading.pruned(actor, said)
            if pruned is None:
                raise
            stays: Json = {
                "ask_id": str(pruned.ask_id),
                "events": pruned.events,
                "head": pruned.head,
                "at": time_text(pruned.at),
            }
            return {"checked": 0, "flaws": [], "pruned": [stays], "next": None}
        flaw = await self._desk.auditing.flaw(actor, ask)
        flaws = [_flaw(ask, flaw)] if flaw else []
        return {"checked": 1, "flaws": flaws, "pruned": [], "next": None}

    async def prune(self, request: Request) -> Response:
        actor = self._keeper(request, "prune")
        problems: list[FieldProblem] = []
        fields = Fields(
            await body_of(request), problems, known="before states dry_run journal after"
        )
        before = read_since(fields.text("before", needed="a day or a time"), "before")
        states = _states(fields.items("states") or [])
        dry, journal = fields.flag("dry_run", default=False), fields.flag("journal", default=False)
        after = _whole_id(fields.text("after"), "after")
        stop_at(problems)
        rule = Rule(before=cast("datetime", before), **states)
        step = await self._desk.pruning.step(actor, rule, dry=dry, after=after)
        entries = 0 if dry else await self._memory.forget(step.asks, journal=journal)
        return Reply(_pruned(step, entries))

    async def take_over(self, request: Request) -> Response:
        """Records of another program, as its files hold them."""
        actor = self._keeper(request, "import")
        source, records = _read_records(await body_of(request))
        done = await self._memory.importing.take(actor, source, records)
        refused = [{"name": name, "problem": problem} for name, problem in done.refused]
        return Reply({"imported": done.new, "known": done.known, "refused": refused})

    def _keeper(self, request: Request, deed: str) -> Actor:
        actor = self._who(request)
        if not actor.may(Right.OPERATE):
            raise NotAllowed(f"{actor.name} may not {deed}.", hint="Only who keeps order here may.")
        return actor


def _read_records(said: dict[str, Any]) -> tuple[str, list[Mapping[str, Any]]]:
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known="source records")
    source = fields.text("source")
    if source not in SOURCES:
        fields.wrong("source", f"one of {', '.join(SOURCES)}", spelled(source))
    records = fields.items("records")
    if records is None or len(records) > MOST_RECORDS:
        fields.wrong("records", f"a list of at most {MOST_RECORDS}", spelled(records))
    for number, each in enumerate(records or ()):
        if not isinstance(each, dict):
            fields.wrong(f"records[{number}]", "an object", spelled(each))
    stop_at(problems)
    return source or "", records or []


def _flaw(ask: Ask, flaw: Flaw) -> Json:
    return {"ask_id": str(ask.id), "number": flaw.number, "problem": flaw.problem}


def _pruned(step: Step, entries: int) -> Json:
    return {
        "asks": len(step.asks),
        "files": step.files,
        "entries": entries,
        "next": str(step.after) if step.after else None,
    }


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _whole_id(said: str | None, name: str) -> AskId | None:
    """Also of an ask that is gone meanwhile."""
    if said is None:
        return None
    found = parse_id(said)
    if isinstance(found, str):
        refuse([FieldProblem(name, "the whole id of an ask", repr(said[:80]))])
    return found


def _states(said: list[Any]) -> Mapping[str, Any]:
    if not said:
        return {}
    if not {str(each) for each in said} <= set(State):
        refuse([FieldProblem("states", f"some of {', '.join(State)}", repr(said)[:80])])
    return {"states": frozenset(State(each) for each in said)}
