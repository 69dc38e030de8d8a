"""The words of a notice: who waits where, and only if allowed what for.

A notice ends up on lock screens and with third parties, so it names agent, project and title; a
sensitive ask gives not even its title. Every text was cleaned when it was asked.
"""

from collections.abc import Sequence

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.rules import Rules
from askline.asks.model import Ask, AskKind

LISTED = 5
LONGEST = 200
BEFORE = {
    Reason.ENDING: "Time is nearly over",
    Reason.REMINDED: "Still waiting",
    Reason.ESCALATED: "Nobody has answered yet",
    Reason.PASSED_ON: "Passed on to you",
}


def notice_of(
    reason: Reason,
    asks: Sequence[Ask],
    rules: Rules,
    *,
    url: str | None,
    actions: tuple[Action, ...] = (),
) -> Notice:
    title = _title(reason, asks)
    body = "\n".join(_line(ask, rules, alone=len(asks) == 1) for ask in asks[:LISTED])
    more = len(asks) - LISTED
    return Notice(
        reason=reason,
        title=title,
        body=f"{body}\nand {more} more" if more > 0 else body,
        asks=tuple(ask.id for ask in asks),
        url=url,
        actions=actions,
    )


def _title(reason: Reason, asks: Sequence[Ask]) -> str:
    if len(asks) > 1:
        waiting = f"{len(asks)} agents wait for you"
        return f"{waiting}, and time is nearly over" if reason is Reason.ENDING else waiting
    (ask,) = asks
    if reason in BEFORE:
        return f"{BEFORE[reason]}: {_who(ask)}"
    if ask.matter.kind is AskKind.APPROVAL:
        return f"{_who(ask)} wants to run a command"
    return f"{_who(ask)} asks"


def _line(ask: Ask, rules: Rules, *, alone: bool) -> str:
    said = _said(ask, rules)
    return said if alone else f"{_who(ask)}: {said}"


def _said(ask: Ask, rules: Rules) -> str:
    if ask.matter.sensitive:
        return "A question waits in your inbox."
    first = ask.questions[0].text
    if rules.show_questions:
        said = f"{ask.matter.title}: {first}" if ask.matter.title else first
    else:
        said = ask.matter.title or "A question waits in your inbox."
    return shortened(said, LONGEST)


def shortened(said: str, most: int) -> str:
    return said if len(said) <= most else f"{said[: most - 1]}…"


def _who(ask: Ask) -> str:
    return f"{ask.agent.label or ask.agent.name} in {ask.project.name}"
