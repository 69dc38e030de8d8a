"""What is known of a project's own tools without a service: what the last one left, while it holds.

A project may declare commands, and then its list of tools is not everybody's. The service leaves one for
it, with the stamps of all that decides on it: the declarations, the trust in them, the settings. While
those are unchanged the list holds. In every other case the client hears it from the service itself.
"""
# ruff: noqa: PTH110, PTH112, PTH118, PTH120, PTH123, PTH208

import os

from askline.core.locations import checksum
from askline.core.projects import stamp
from askline.line.choosing import names

COMMANDING = ("ahma", "askline")
"""The profiles that list commands."""

KEY = b"paths"
"""How settings name more places with declarations."""

BETWEEN = "\n\n"


def nearest(project: str) -> str:
    """The directory with declarations, here or above in the same repository; empty for none."""
    place = project
    while True:
        found = os.path.join(place, ".askline", "tools")
        if os.path.isdir(found):
            return found
        above = os.path.dirname(place)
        if above == place or os.path.exists(os.path.join(place, ".git")):
            return ""
        place = above


def declares(project: str, settings: "tuple[str, ...]") -> bool:
    """Whether commands may be declared for it."""
    return bool(nearest(project)) or names(settings, KEY)


def stamps(places: "list[str]") -> str:
    """All that decides, as it is now: files, and directories with what is in them."""
    paths = [path for place in places for path in (place, *_entries(place))]
    return "\n".join(f"{path}\t{stamp(path)}" for path in paths)


def head(project: str, places: "list[str]") -> str:
    """What stands before a list that was left, while it holds."""
    return BETWEEN.join(("\n".join((project, nearest(project))), "\n".join(places), stamps(places)))


def place_of(state: str, version: str, profile: str, project: str) -> str:
    """Where the list for this project lies."""
    return os.path.join(state, "snapshots", version, f"{checksum(project)}-{profile}.tools")


def kept(state: str, version: str, profile: str, project: str) -> str | None:
    """What was left for this project; None if nothing was, or it does not hold any more."""
    try:
        with open(place_of(state, version, profile, project), "rb") as file:
            left = os.fsdecode(file.read())
    except (OSError, ValueError):
        return None
    _, _, behind = left.partition(BETWEEN)
    places = behind.partition(BETWEEN)[0].split("\n")
    now = head(project, places) + BETWEEN
    return left[len(now) :] if left.startswith(now) else None


def _entries(place: str) -> "list[str]":
    try:
        return sorted(os.path.join(place, name) for name in os.listdir(place))
    except OSError:
        return []
