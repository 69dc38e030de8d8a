"""How the MCP door behaves, as somebody else read it from the configuration. No files here.

Some of it is the same for everybody, some of it belongs to one connection and the project behind it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_PROFILE = "askline"


@dataclass(frozen=True, slots=True, kw_only=True)
class McpSettings:
    era: str = "auto"
    """Which era of the protocol lines are served in: auto, handshake, modern."""
    cap_s: float | None = None
    """How long one call waits. None: what the client bears. 0: no cap."""
    clients: Mapping[str, float] = field(default_factory=dict[str, float])
    """The same for single clients, by the beginning of their name."""
    first: str = "form"
    """Where an ask is put first: form (the client's own), inbox."""
    registration: str = "auto"
    """Who is shown `question_ask`: auto, always, elicitation-only."""
    auq_timeout_s: float | None = None
    """How long an ask of the profile `auq` waits for its answer; None or 0 is forever."""
    inline_s: float = 5.0
    """How long the call of a command in the background waits for its end, before it returns an
    operation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionSettings:
    """What holds for one connection as long as it lasts: decided when it begins."""

    profile: str = DEFAULT_PROFILE
    journal: str = "auto"
    """Whether what is settled is written to the project's journal: auto, on, off, redacted."""
    promptmanager: bool = True
    """Whether the profile `promptmanager` has its tool here."""
    promptmanager_timeout_s: float = 300.0
    """How long its questions wait; 0 is forever."""
    tool_paths: tuple[str, ...] = ()
    """More directories with declared commands, as the settings spell them."""
