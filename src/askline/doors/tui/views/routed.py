"""Short words on who has an ask, who must still agree, and where it goes next. Pure."""

from datetime import datetime

from askline.core.speaking import many, mark, t
from askline.doors.tui.lines import ACCENT, GOOD, MUTED, Line, Part, wrapped
from askline.doors.tui.model import Ask
from askline.doors.tui.order import Section
from askline.doors.tui.routed import Me, Routing, clock, snoozed_until

HEADINGS = {Section.OTHERS: mark("Others have it"), Section.SNOOZED: mark("Snoozed")}
OWN_BEHALF = mark("Nobody approves what was asked on their own behalf.")


def facts(ask: Ask, me: Me, now: datetime) -> list[Part]:
    """The most important first."""
    if not ask.pending:
        return []
    said: list[Part] = [(t("the hub decides it"), MUTED)] if ask.handed else []
    if until := snoozed_until(ask.snoozes, me, now):
        said.append((t("snoozed until {0}", clock(until, now)), MUTED))
    return [*said, *(_routed(ask.routing, me, now) if ask.routing else ())]


def _routed(routing: Routing, me: Me, now: datetime) -> list[Part]:
    said: list[Part] = []
    if routing.claim is not None and routing.claim.id == me.id:
        said.append((t("you have it"), GOOD))
    elif routing.claim is not None:
        said.append((t("{0} has it", routing.claim.who), MUTED))
    if routing.quorum > 1:
        said.append((t("{0} of {1} approved", len(routing.agreed), routing.quorum), ACCENT))
    if routing.next_at is not None:
        said.append((t("goes to {0} at {1}", routing.next_to, clock(routing.next_at, now)), MUTED))
    return said


def in_row(ask: Ask, me: Me, now: datetime) -> list[Part]:
    """There is room for one of them."""
    return [(f"  {text}", role) for text, role in facts(ask, me, now)[:1]]


def in_heading(ask: Ask, me: Me, now: datetime) -> list[Part]:
    parts: list[Part] = []
    for part in facts(ask, me, now):
        parts += [(" · ", MUTED), part]
    return parts[1:]


def on_page(ask: Ask, me: Me, width: int) -> list[Line]:
    """Why it came to them, and what their yes is worth."""
    routing = ask.routing
    if routing is None or not ask.pending:
        return []
    said = [t("By the rule {0}.", routing.rule)]
    if routing.quorum > 1:
        said.append(_needed(routing, me))
    if ask.command and not routing.self_approval:
        said.append(t(OWN_BEHALF))
    return [Line(parts) for parts in wrapped([(" ".join(said), MUTED)], width)]


def agreed(ask: Ask) -> str:
    """What is said right after a yes that was not the last one needed."""
    left = ask.routing.lacking if ask.routing else 1
    return many(left, "You agreed. {0} more person must.", "You agreed. {0} more people must.")


def _needed(routing: Routing, me: Me) -> str:
    names = ", ".join(t("you") if each.id == me.id else each.who for each in routing.agreed)
    some = mark("{0} people must approve this; {1} did.")
    return t(some if names else mark("{0} people must approve this."), routing.quorum, names)


def hints(ask: Ask, me: Me) -> list[tuple[str, str]]:
    """Keys that do something with this one."""
    if not ask.pending:
        return []
    if ask.routing is None:
        return [("z", t("snooze"))]
    mine = ask.routing.claim is not None and ask.routing.claim.id == me.id
    return [("g", t("let go") if mine else t("take it")), ("p", t("pass on")), ("z", t("snooze"))]
