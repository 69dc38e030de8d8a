"""A sheet over the inbox that is only read: all keys, or an ask's trail."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.tui.keys import KEYS, Key, key_name
from askline.doors.tui.lines import (
    DANGER,
    GOOD,
    KEY,
    MUTED,
    PLAIN,
    STRONG,
    TITLE,
    Line,
    cut,
    line,
    wrapped,
)
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet

KEYS_WIDTH = 20
WIDEST = 92


class Reading(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,t,i", "back"),
        Binding("up,k", "scroll(-1)"),
        Binding("down,j,space", "scroll(1)"),
        Binding("pageup", "scroll(-10)"),
        Binding("pagedown", "scroll(10)"),
    ]

    def __init__(self, brush: Brush, lines: list[Line]) -> None:
        super().__init__()
        self._sheet = Sheet(brush, id="reading")
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="wide"):
            yield self._sheet
        self._sheet.show(self._lines)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_scroll(self, by: int) -> None:
        self._sheet.scroll_relative(y=by, animate=False)


def help_lines(width: int, keys: Sequence[Key] = KEYS) -> list[Line]:
    made = [line((t("Keys"), TITLE)), line()]
    names = max(KEYS_WIDTH, *(len(key_name(key.shown)) + 1 for key in keys))
    for key in keys:
        first, *rest = wrapped([(t(key.about), PLAIN)], min(width, WIDEST) - names)
        made.append(line((f"{key_name(key.shown):<{names}}", KEY), *first))
        made += [line((" " * names, PLAIN), *parts) for parts in rest]
    return made


def trail_lines(trail: dict[str, Any]) -> list[Line]:
    """Every audit event, and whether the chain holds."""
    return [
        line((t("What happened to this ask"), TITLE)),
        line(),
        *_events(trail),
        line(),
        _proof(trail),
    ]


def _events(trail: dict[str, Any]) -> Iterator[Line]:
    for event in trail["events"]:
        who = clean(event["actor"]["name"], multiline=False)
        door = f" ({event['door']})" if event["door"] else ""
        yield line(
            (f"{event['at'][:19].replace('T', ' ')}  ", MUTED),
            (f"{t(event['kind'].replace('_', ' ')):<12} ", STRONG),
            (cut(f"{who}{door}", 24), PLAIN),
        )


def _proof(trail: dict[str, Any]) -> Line:
    flaw = trail["flaw"]
    if flaw is None:
        return line((t("✓ The chain of these events holds."), GOOD))
    return line(
        (t("! Event {0} does not hold: {1}", flaw["number"], known(flaw["problem"])), DANGER)
    )
