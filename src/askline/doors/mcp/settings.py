"""How the MCP door behaves, as somebody else read it from the configuration. No files here."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
