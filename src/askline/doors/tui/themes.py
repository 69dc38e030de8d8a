"""Colours: what each role looks like, by theme. No state is told by colour alone.

`terminal` takes the sixteen colours that the person chose for their terminal, on its own ground; it
is also what NO_COLOR gets, where only bold, dim and reverse are left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from askline.doors.tui.lines import ROLES

Palette = dict[str, Style]

NAMES: Final = ("dark", "light", "contrast", "terminal")


@dataclass(frozen=True, slots=True)
class Colours:
    ground: str
    text: str
    lit: str
    muted: str
    accent: str
    agent: str
    good: str
    warn: str
    danger: str
    border: str
    dark: bool = True


COLOURS: Final = {
    "dark": Colours(
        *("#0f131b", "#dfe3ec", "#1b2230", "#98a2b6", "#8ab4ff", "#b79bff"),
        *("#6fd6a0", "#f2c063", "#ff8a8a", "#2f394d"),
    ),
    "light": Colours(
        *("#fbfbfd", "#1b2130", "#e6ebf5", "#555f73", "#1d4fd7", "#6d28d9"),
        *("#0b7a44", "#8a5200", "#b3261e", "#c3ccdd"),
        dark=False,
    ),
    "contrast": Colours(
        *("#000000", "#ffffff", "#1f1f5c", "#e0e0e0", "#7fdbff", "#ffb3ff"),
        *("#5cff9d", "#ffe14d", "#ff9c9c", "#9a9a9a"),
    ),
    "terminal": Colours(
        *("default", "default", "default", "default", "blue", "magenta"),
        *("green", "yellow", "red", "bright_black"),
    ),
}


def next_name(name: str) -> str:
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)]


def chosen(setting: str, environ: Mapping[str, str]) -> str:
    """The theme to begin with: the setting's, or what the terminal says about its ground."""
    if "NO_COLOR" in environ:
        return "terminal"
    if setting != "auto":
        return setting
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if ground in ("7", "15") else "dark"


def palette(name: str, *, lit: bool = False) -> Palette:
    """Each role's style on the ground, or on the cursor's."""
    colours = COLOURS[name]
    ground = Style(bgcolor=colours.lit if lit else colours.ground)
    plain = name == "terminal"
    made = {role: ground + Style(color=colours.text) for role in ROLES}
    made |= {
        "title": ground + Style(color=colours.text, bold=True),
        "strong": ground + Style(color=colours.text, bold=True),
        "emphasis": ground + Style(color=colours.text, italic=True),
        "muted": ground + Style(color=colours.muted, dim=plain or None),
        "accent": ground + Style(color=colours.accent, bold=True),
        "key": ground + Style(color=colours.accent, bold=True),
        "agent": ground + Style(color=colours.agent),
        "good": ground + Style(color=colours.good),
        "picked": ground + Style(color=colours.good, bold=True),
        "warn": ground + Style(color=colours.warn),
        "danger": ground + Style(color=colours.danger, bold=True),
        "border": ground + Style(color=colours.border),
    }
    if plain:
        turned = Style(reverse=True, bold=True)
        made |= {"here": turned, "button": turned, "code": ground + Style(color="cyan")}
    else:
        made |= {
            "here": Style(color=colours.ground, bgcolor=colours.text, bold=True),
            "button": Style(color=colours.ground, bgcolor=colours.good, bold=True),
            "code": Style(color=colours.warn, bgcolor=colours.lit),
        }
    return made


def textual_theme(name: str) -> Theme:
    """The same colours for the parts that the toolkit draws: text fields and scroll bars."""
    colours = COLOURS[name]
    ansi = name == "terminal"

    def named(colour: str) -> str:
        return f"ansi_{colour}" if ansi else colour

    return Theme(
        name=f"askline-{name}",
        primary=named(colours.accent),
        secondary=named(colours.agent),
        accent=named(colours.accent),
        foreground=named(colours.text),
        background=named(colours.ground),
        surface=named(colours.ground),
        panel=named(colours.lit),
        success=named(colours.good),
        warning=named(colours.warn),
        error=named(colours.danger),
        dark=colours.dark,
        ansi=ansi,
        variables={
            **(BUILTIN_THEMES["ansi-dark"].variables if ansi else {}),
            "border": named(colours.border),
            "scrollbar": named(colours.border),
            "scrollbar-background": named(colours.ground),
        },
    )
