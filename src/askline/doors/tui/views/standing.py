"""What the dialogs about standing words show: rows to choose from, how long, and what stands. Pure.

What is picked and where the cursor is are signs before they are colours.
"""

from collections.abc import Sequence

from askline.core.lasting import Lasting
from askline.core.speaking import mark, t
from askline.doors.tui.lines import (
    ACCENT,
    GOOD,
    HERE,
    KEY,
    MUTED,
    PICKED,
    PLAIN,
    STRONG,
    TITLE,
    Line,
    Part,
    line,
    wrapped,
)
from askline.doors.tui.standing import Choice, Held

DEEP = "     "
NOTHING = mark("Nothing stands: you are asked every time.")


def choice_lines(choices: Sequence[Choice], row: int, width: int) -> list[Line]:
    made: list[Line] = []
    for number, choice in enumerate(choices):
        on = number == row
        rows = wrapped([(choice.text, PICKED if on else PLAIN)], width - len(DEEP))
        lead: list[Part] = [("›" if on else " ", ACCENT), (f"{number + 1} ", MUTED)]
        lead.append(("● " if on else "○ ", GOOD if on else MUTED))
        made.append(Line((*lead, *rows[0]), str(number), on))
        made += [Line(((DEEP, PLAIN), *each), str(number), on) for each in rows[1:]]
    picked = choices[row]
    for text in picked.about:
        made += [line()] if text is picked.about[0] else []
        made += [Line(parts) for parts in wrapped([(text, MUTED)], width)]
    return made


def lasting_line(choice: Choice, lasting: Lasting) -> Line:
    """Until when, where that is asked."""
    if not choice.lasts:
        return line()
    parts: list[Part] = [(f"{t('Until')}  ", MUTED)]
    for each in Lasting:
        here = each is lasting
        parts += [
            (f"[{t(each)}]" if here else f" {t(each)} ", HERE if here else MUTED),
            (" ", PLAIN),
        ]
    return line(*parts, ("  ← →", KEY))


def held_lines(held: Sequence[Held], row: int, width: int) -> list[Line]:
    made = [line((t("What stands"), TITLE)), line()]
    if not held:
        return [*made, line((t(NOTHING), MUTED))]
    for number, each in enumerate(held):
        on = number == row
        kind = t("Rule") if each.rule else t("Approval")
        text = [("› " if on else "  ", ACCENT), (f"{kind}  ", STRONG if on else MUTED)]
        rows = wrapped([*text, (each.text, PICKED if on else PLAIN)], width)
        rows += wrapped([(each.where, MUTED)], width, DEEP)
        made += [Line(parts, str(number), on) for parts in rows]
    return made
