"""The settings of alerts: what is told, when, and by which channels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Alerts:
    enabled: bool
    delay: float
    gap: float
    remind: float
    """0: never."""
    quiet: str | None
    muted: tuple[str, ...]
    show: str
    desktop: bool
    push: tuple[str, ...] = field(repr=False)
    webhook: str | None = field(repr=False)
    webhook_secret_file: str | None
    link_base: str | None


def alerts_of(flat: Mapping[str, Any]) -> Alerts:
    before = "alerts."
    said = {name: value for name, value in flat.items() if name.startswith(before)}
    return Alerts(**{name.removeprefix(before): value for name, value in said.items()})
