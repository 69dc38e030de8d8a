"""Clients that `askline setup` sets up and the tests run: with a model of their own, and nothing of ours yet."""

from dataclasses import dataclass

from askline.setup.documents import ABSENT, found
from askline.setup.formats import DOCUMENTS, Format
from tests.clients.known import CLAUDE, CODEX, COPILOT, GEMINI, OPENCODE, QWEN, Client
from tests.clients.scene import Scene


@dataclass(frozen=True)
class SetUp:
    client: Client
    name: str
    """Among the clients that setup knows."""
    files: tuple[tuple[str, Format, tuple[str, ...]], ...]
    """Where this client was told of our line before, which it must forget first."""
    healthy: str
    """What its own list says of a server that it knows; most have spoken to it."""
    listed: tuple[str, ...] = ("mcp", "list")


SETUPS = (
    SetUp(
        CLAUDE,
        "claude-code",
        (
            (".claude.json", Format.JSON, ("mcpServers",)),
            (".claude/settings.json", Format.JSON, ("permissions",)),
        ),
        "✔ Connected",
    ),
    SetUp(CODEX, "codex", ((".codex/config.toml", Format.TOML, ("mcp_servers",)),), "enabled"),
    SetUp(
        COPILOT, "copilot", ((".copilot/mcp-config.json", Format.JSON, ("mcpServers",)),), "askline"
    ),
    SetUp(
        GEMINI, "gemini", ((".gemini/settings.json", Format.JSON, ("mcpServers",)),), "Connected"
    ),
    SetUp(QWEN, "qwen", ((".qwen/settings.json", Format.JSON, ("mcpServers",)),), "Connected"),
    SetUp(
        OPENCODE,
        "opencode",
        ((".config/opencode/opencode.json", Format.JSON, ("mcp",)),),
        "connected",
    ),
)


def ready(scene: Scene, setup: SetUp) -> dict[str, str]:
    """A client with its model, and nothing of ours; its files as they are then."""
    setup.client.configure(scene)
    left: dict[str, str] = {}
    for name, format_, path in setup.files:
        file, document = scene.home / name, DOCUMENTS[format_]
        text = file.read_text()
        assert found(document.load(text), path) is not ABSENT
        left[name] = document.drop(text, path)
        file.write_text(left[name])
    return left
