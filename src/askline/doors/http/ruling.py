"""The routes of rules: what one has, make one from an answer of one's own, revoke one."""

from datetime import UTC, datetime, time

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.desk import Desk
from askline.asks.fields import Fields, refuse, spelled, stop_at
from askline.asks.spelling import read_time
from askline.core.clock import Clock
from askline.core.errors import FieldProblem
from askline.doors.http.looking import Who
from askline.doors.http.reading import Query, Reply, body_of
from askline.memory import ruling
from askline.memory.rules import Rule, Scope, rule_shape

A_DAY = "a day or a time such as 2027-01-31 or 2027-01-31T12:00:00Z"
DAY = len("2027-01-31")


class Ruling:
    def __init__(self, desk: Desk, rules: ruling.Ruling, who: Who, clock: Clock) -> None:
        self._desk = desk
        self._rules = rules
        self._who = who
        self._clock = clock

    async def rules(self, request: Request) -> Response:
        """All of the actor's own, newest first."""
        Query(request, "")
        found = await self._rules.rules(self._who(request))
        now = self._clock.now()
        return Reply([rule_shape(rule, now) for rule in found])

    async def make(self, request: Request) -> Response:
        actor = self._who(request)
        problems: list[FieldProblem] = []
        fields = Fields(await body_of(request), problems, known="ask scope until")
        named = fields.text("ask", needed="the id of an ask that you answered") or ""
        scope = fields.text("scope") or Scope.OPTIONS
        if scope not in set(Scope):
            fields.wrong("scope", f"one of {', '.join(Scope)}", spelled(scope))
        until = fields.text("until")
        stop_at(problems)
        ask = await self._desk.reading.find(actor, named)
        made = await self._rules.make(actor, ask.id, Scope(scope), read_until(until))
        return self._told(made, 201)

    async def revoke(self, request: Request) -> Response:
        actor = self._who(request)
        await body_of(request)
        return self._told(await self._rules.revoke(actor, request.path_params["id"]))

    def _told(self, rule: Rule, status: int = 200) -> Response:
        return Reply(rule_shape(rule, self._clock.now()), status)


def read_until(said: str | None) -> datetime | None:
    """A day counts to its end; what names no zone is UTC.

    Raises: InvalidArguments.
    """
    if said is None:
        return None
    try:
        moment = read_time(said.strip())
        if len(said.strip()) == DAY:
            moment = datetime.combine(moment, time.max)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        refuse([FieldProblem("until", A_DAY, spelled(said))])
