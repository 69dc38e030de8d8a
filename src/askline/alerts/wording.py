"""The words of a notice: who waits where, and only if allowed what for.

A notice ends up on lock screens and with third parties, so it names agent, project and title; a
sensitive ask gives not even its title. Every text was cleaned when it was asked. The language is that
of whoever is told; what an agent wrote stays as it is.
"""

from collections.abc import Sequence

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.rules import Rules
from askline.asks.model import Ask, AskKind
from askline.core.speaking import mark, t

LISTED = 5
LONGEST = 200
BEFORE = {
    Reason.ENDING: mark("Time is nearly over: {0}"),
    Reason.REMINDED: mark("Still waiting: {0}"),
    Reason.ESCALATED: mark("Nobody has answered yet: {0}"),
    Reason.PASSED_ON: mark("Passed on to you: {0}"),
}
SOMETHING = mark("A question waits in your inbox.")


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
        body=f"{body}\n{t('and {0} more', more)}" if more > 0 else body,
        asks=tuple(ask.id for ask in asks),
        url=url,
        actions=actions,
    )


def _title(reason: Reason, asks: Sequence[Ask]) -> str:
    if len(asks) > 1:
        if reason is Reason.ENDING:
            return t("{0} agents wait for you, and time is nearly over", len(asks))
        return t("{0} agents wait for you", len(asks))
    (ask,) = asks
    if reason in BEFORE:
        return t(BEFORE[reason], _who(ask))
    if ask.matter.kind is AskKind.APPROVAL:
        return t("{0} wants to run a command", _who(ask))
    return t("{0} asks", _who(ask))


def _line(ask: Ask, rules: Rules, *, alone: bool) -> str:
    said = _said(ask, rules)
    return said if alone else f"{_who(ask)}: {said}"


def _said(ask: Ask, rules: Rules) -> str:
    if ask.matter.sensitive:
        return t(SOMETHING)
    first = ask.questions[0].text
    if rules.show_questions:
        said = f"{ask.matter.title}: {first}" if ask.matter.title else first
    else:
        said = ask.matter.title or t(SOMETHING)
    return shortened(said, LONGEST)


def shortened(said: str, most: int) -> str:
    return said if len(said) <= most else f"{said[: most - 1]}…"


def _who(ask: Ask) -> str:
    return t("{0} in {1}", ask.agent.label or ask.agent.name, ask.project.name)
