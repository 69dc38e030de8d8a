"""What stands above an ask's page and above everything: who asks, how long it waits, the steps. Pure."""

from datetime import datetime

from askline.core.speaking import many, t
from askline.doors.tui.drafting import Draft, answered, last_step
from askline.doors.tui.lines import (
    ACCENT,
    AGENT,
    BORDER,
    DANGER,
    GOOD,
    HERE,
    MUTED,
    PLAIN,
    STRONG,
    TITLE,
    WARN,
    Line,
    Part,
    cut,
    line,
    spread,
    width_of,
    wrapped,
)
from askline.doors.tui.model import Ask
from askline.doors.tui.order import MYSELF, Only, Sieve, ending_soon
from askline.doors.tui.routed import Me
from askline.doors.tui.times import BAR, ago, bar, left, left_s
from askline.doors.tui.views.routed import in_heading
from askline.doors.tui.views.wording import OFFLINE

CLOSE_S, NEAR_S = 60, 180
BRAND: list[Part] = [("◆ askline", ACCENT), ("  ", PLAIN)]


def top(
    asks: list[Ask],
    now: datetime,
    width: int,
    *,
    history: bool,
    offline: bool,
    sieve: Sieve,
    more: bool = False,
    running: int = 0,
) -> Line:
    """`more`: not all that is waiting has been told yet; `running`: operations that have not ended."""
    tabs = {
        t("Inbox"): not history,
        t("History"): history,
        t("Operations {0}", running) if running else t("Operations"): False,
    }
    agents = len({ask.agent for ask in asks})
    soon = sum(ending_soon(ask, now) for ask in asks)
    waiting = f"{len(asks)}+" if more else str(len(asks))
    right: list[Part] = [
        (waiting, STRONG),
        (f" {t('waiting')} · {many(agents, '{0} agent', '{0} agents')}", MUTED),
    ]
    if soon:
        right.append((f"  {t('{0} ending soon', soon)}", DANGER))
    if offline:
        right = [(t(OFFLINE), WARN)]
    all_tabs = [part for name, here in tabs.items() for part in _tab(name, here=here)]
    here = [part for name, here in tabs.items() if here for part in _tab(name, here=here)]
    sides = [[*all_tabs, *_sieved(sieve)], [*here, *_sieved(sieve)]]
    fitting = (side for side in sides if width_of([*BRAND, *side, *right]) < width)
    return Line(spread([*BRAND, *next(fitting, ())], right, width))


def head(ask: Ask, now: datetime, width: int, me: Me = MYSELF) -> list[Line]:
    about: list[Part] = [(ask.agent, AGENT), (f" {t('in')} ", MUTED), (ask.project, PLAIN)]
    asked = ago(ask.asked_at, now)
    since = t("asked now") if asked == "now" else t("asked {0} ago", asked)
    timer = _timer(ask, now)
    rest: list[Part] = [(f" · {since} · ", MUTED), *timer]
    if width_of([*about, *rest]) > width:
        rest = [(" · ", MUTED), *timer[-1:]]
    name = cut(ask.agent, max(8, width - width_of([*about[1:], *rest])))
    made = [line((cut(ask.title, width), TITLE)), line((name, AGENT), *about[1:], *rest)]
    routed = in_heading(ask, me, now)
    return [*made, Line(wrapped(routed, width)[0])] if routed else made


def tabs(ask: Ask, draft: Draft, width: int) -> list[Line]:
    """A tab for each question and the review; nothing for an ask of one question."""
    if not last_step(ask):
        return []
    names = [question.header or t("Question {0}", n) for n, question in enumerate(ask.questions, 1)]
    if sum(width_of([(name, PLAIN)]) + 5 for name in names) + 8 > width:
        names = [name if n == draft.step else str(n + 1) for n, name in enumerate(names)]
    parts: list[Part] = []
    for step, (question, name) in enumerate(zip(ask.questions, names, strict=True)):
        done = answered(question, draft.jot(question))
        sign = "✓" if done else "•" if question.required else "◦"
        role = HERE if step == draft.step else GOOD if done else MUTED
        parts += [(f" {sign} {cut(name, 20)} ", role), (" ", PLAIN)]
    parts.append((f" {t('Review')} ", HERE if draft.step == len(names) else MUTED))
    return [Line(tuple(parts), "tabs")]


def tab_at(tabs: Line, column: int) -> int:
    """Which step lies at this column."""
    end = 0
    for number, part in enumerate(tabs.parts):
        end += width_of([part])
        if column < end:
            return number // 2
    return len(tabs.parts) // 2


def _timer(ask: Ask, now: datetime) -> list[Part]:
    remaining = left_s(ask, now)
    if remaining is None or not ask.pending:
        return [(t("no time limit") if ask.pending else t(ask.state.replace("_", " ")), MUTED)]
    full = bar(ask, now)
    role = DANGER if remaining < CLOSE_S else WARN if remaining < NEAR_S else ACCENT
    return [
        ("━" * full, role),
        ("━" * (BAR - full), BORDER),
        (" ", PLAIN),
        (t("{0} left", left(remaining)), role),
    ]


def _tab(name: str, *, here: bool) -> list[Part]:
    return [(name, STRONG if here else MUTED), ("  ", PLAIN)]


def _sieved(sieve: Sieve) -> list[Part]:
    if sieve.open:
        return []
    said = [t(sieve.only.value)] if sieve.only is not Only.ALL else []
    said += [sieve.project] if sieve.project else []
    said += [f"“{sieve.words}”"] if sieve.words else []
    return [(t("only {0}", ", ".join(said)), WARN)]
