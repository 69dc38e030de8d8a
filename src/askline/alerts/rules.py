"""When an ask is told of, and when it is not: pure, over what is known now.

An ask that somebody has looked at is told of no more, except that its time is nearly over. What is
new waits a moment, because most asks are answered where they appear. In quiet hours nothing is told;
what is still pending when they end comes then, all at once. What the person put off is not told of
before then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from askline.alerts.model import Reason
from askline.asks.model import Ask
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.ids import AskId
from askline.core.people import LOCAL_PERSON, Door, Project

Told = Mapping[AskId, frozenset[Reason]]
"""What was told of an ask already."""

CLIENTS = frozenset({Door.FORM, Door.MCP, Door.TASK})
"""Doors that agents' clients open for themselves."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """From one time of day to another, over midnight if the second is the earlier."""

    start: time
    end: time

    def holds(self, at: time) -> bool:
        if self.start <= self.end:
            return self.start <= at < self.end
        return at >= self.start or at < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    off: bool = False
    """Whether nobody is told of anything."""
    delay: timedelta = timedelta(seconds=5)
    gap: timedelta = timedelta(seconds=30)
    """Between two notices: what comes meanwhile goes into the next."""
    remind: timedelta = timedelta(seconds=60)
    """So long before the deadline; zero is never."""
    quiet: Quiet | None = None
    muted: frozenset[str] = frozenset()
    """Projects, by name or path."""
    show_questions: bool = False
    """Whether a notice may say what is asked, on lock screens and to third parties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    due: Mapping[Reason, tuple[Ask, ...]]
    next_look: datetime | None
    """When this may have changed without anything happening."""


def plan(
    asks: Iterable[Ask], told: Told, rules: Rules, *, now: datetime, last: datetime | None
) -> Plan:
    """What is due now. `last` is when the last notice went out, `now` has the local time zone."""
    open_asks = () if rules.off else asks
    pending = [ask for ask in open_asks if not ask.state.settled and not muted(ask.project, rules)]
    times = [
        (max(at, wakes_at(ask) or at), reason, ask)
        for ask in pending
        for reason, at in _times(ask, rules, now).items()
        if reason not in told.get(ask.id, ())
    ]
    opening = _opening(rules, now, last)
    if opening > now or not any(at <= now for at, _, _ in times):
        upcoming = [max(at, opening) for at, _, _ in times]
        return Plan(due={}, next_look=min(upcoming, default=None))
    # Who is told of one is told of all that wait, whether or not their moment has come.
    due = {
        Reason.ASKED: tuple(a for _, why, a in times if why is Reason.ASKED and _awake(a, now)),
        Reason.ENDING: tuple(a for at, why, a in times if why is Reason.ENDING and at <= now),
    }
    told_now = {(reason, ask.id) for reason, asks in due.items() for ask in asks}
    later = [at for at, reason, ask in times if (reason, ask.id) not in told_now]
    return Plan(due={r: a for r, a in due.items() if a}, next_look=min(later, default=None))


def wakes_at(ask: Ask) -> datetime | None:
    """Until when the one person of this house put it off."""
    return next((each.until for each in ask.snoozes if each.id == LOCAL_PERSON), None)


def _awake(ask: Ask, now: datetime) -> bool:
    until = wakes_at(ask)
    return until is None or until <= now


def muted(project: Project, rules: Rules) -> bool:
    return bool(rules.muted & {project.name, project.path})


def quiet_hours(text: str) -> Quiet:
    """From a text like `22:00-07:00`. Raises: InvalidArguments."""
    start, dash, end = text.partition("-")
    try:
        begins, ends = time.fromisoformat(start.strip()), time.fromisoformat(end.strip())
    except ValueError:
        begins = ends = None
    if not dash or begins is None or ends is None or begins == ends:
        expected = "two different times like 22:00-07:00"
        raise InvalidArguments(
            f"{text!r} are no quiet hours.",
            hint=f"Set alerts.quiet to {expected}.",
            fields=[FieldProblem("alerts.quiet", expected, repr(text[:40]))],
        )
    return Quiet(begins.replace(tzinfo=None), ends.replace(tzinfo=None))


def looked_at(ask: Ask) -> bool:
    """Whether a person has it before them; that a client was given a form does not say so."""
    return any(seen.door not in CLIENTS for seen in ask.seen)


def _times(ask: Ask, rules: Rules, now: datetime) -> dict[Reason, datetime]:
    """When each reason's moment comes."""
    times: dict[Reason, datetime] = {}
    if ask.deadline and rules.remind and ask.deadline - ask.asked_at > 2 * rules.remind:
        times[Reason.ENDING] = ask.deadline - rules.remind
    # Whoever hears that time is nearly over need not hear that it began.
    if not looked_at(ask) and (Reason.ENDING not in times or times[Reason.ENDING] > now):
        times[Reason.ASKED] = ask.asked_at + rules.delay
    return times


def _opening(rules: Rules, now: datetime, last: datetime | None) -> datetime:
    """From when on a notice may go out."""
    opening = max(now, last + rules.gap) if last else now
    if rules.quiet and rules.quiet.holds(opening.time()):
        ends = opening.replace(
            hour=rules.quiet.end.hour, minute=rules.quiet.end.minute, second=0, microsecond=0
        )
        opening = ends if ends > opening else ends + timedelta(days=1)
    return opening
