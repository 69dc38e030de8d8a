"""The clients we know: how each is told of its model and of our line, and how it is started.

Each is configured as little as possible, as a newcomer would: the line's command and arguments, and
leave to call it. What is more would hide what the client does by default.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from tests.clients.conversation import Json
from tests.clients.installing import installed
from tests.clients.scene import Scene

KEY = "dummy"


@dataclass(frozen=True, kw_only=True)
class Client:
    name: str
    title: str
    shown: str
    """The name that people see in their inbox."""
    env: Callable[[Scene], dict[str, str]]
    configure: Callable[[Scene], None]
    words: Callable[[Scene], tuple[str, ...]] = lambda _: ()
    """What stands behind the program's name with and without a terminal."""
    headless: tuple[str, ...] = ("-p",)
    """What goes before a prompt that is not typed."""
    conversation: bool = False
    """Whether it says which of its conversations asks."""
    needs_terminal: bool = False
    """Whether it hides our tool from its model where there is no terminal."""

    def command(self, scene: Scene) -> list[str]:
        """As in a terminal, where the prompt is typed."""
        return [str(installed(self.name)), *self.words(scene)]

    def prompted(self, scene: Scene, prompt: str) -> list[str]:
        return [*self.command(scene), *self.headless, prompt]


def entry(scene: Scene, **more: object) -> Json:
    """Our line as most clients spell it."""
    command, *arguments = scene.line
    return {"askline": {"command": command, "args": arguments, **more}}


def _claude(scene: Scene) -> None:
    known = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    state: Json = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [KEY], "rejected": []},
        "projects": {str(scene.project): known},
        "mcpServers": entry(scene, type="stdio"),
    }
    allowed = {"permissions": {"allow": ["mcp__askline"]}}
    scene.write(scene.home / ".claude.json", json.dumps(state))
    scene.write(scene.home / ".claude" / "settings.json", json.dumps(allowed))


CLAUDE = Client(
    name="claude",
    title="Claude Code",
    shown="claude-code",
    conversation=True,
    configure=_claude,
    env=lambda scene: {
        "ANTHROPIC_BASE_URL": scene.model,
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "IS_SANDBOX": "1",
    },
)


def _codex(scene: Scene) -> None:
    command, *arguments = scene.line
    settings = f"""
model = "gpt-5.1-codex"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "{scene.model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."{scene.project}"]
trust_level = "trusted"
[mcp_servers.askline]
command = {json.dumps(command)}
args = {json.dumps(arguments)}
"""
    scene.write(scene.home / ".codex" / "config.toml", settings)


CODEX = Client(
    name="codex",
    title="Codex",
    shown="codex-mcp-client",
    conversation=True,
    configure=_codex,
    headless=("exec",),
    env=lambda _: {"SCRIPTED_KEY": KEY, "RUST_LOG": "error"},
)


def _copilot(scene: Scene) -> None:
    servers = {"mcpServers": entry(scene, type="local", tools=["*"])}
    trusted = {"trusted_folders": [str(scene.project)], "banner": "never"}
    scene.write(scene.home / ".copilot" / "mcp-config.json", json.dumps(servers))
    scene.write(scene.home / ".copilot" / "config.json", json.dumps(trusted))


COPILOT = Client(
    name="copilot",
    title="Copilot CLI",
    shown="copilot-cli",
    conversation=True,
    configure=_copilot,
    words=lambda _: ("--allow-tool=askline",),
    env=lambda scene: {
        "COPILOT_OFFLINE": "true",
        "COPILOT_PROVIDER_BASE_URL": f"{scene.model}/v1",
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_WIRE_API": "completions",
        "COPILOT_PROVIDER_API_KEY": KEY,
        "COPILOT_MODEL": "gpt-4.1",
        "COPILOT_AUTO_UPDATE": "false",
    },
)


def _settings(scene: Scene, directory: str, auth: str) -> None:
    """Gemini CLI and Qwen Code, which comes from it, spell theirs alike."""
    settings = {
        "general": {"disableAutoUpdate": True, "enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "security": {"auth": {"selectedType": auth}, "folderTrust": {"enabled": False}},
        "mcpServers": entry(scene, trust=True),
    }
    scene.write(scene.home / directory / "settings.json", json.dumps(settings))


GEMINI = Client(
    name="gemini",
    title="Gemini CLI",
    shown="gemini-cli-mcp-client",
    configure=lambda scene: _settings(scene, ".gemini", "gemini-api-key"),
    words=lambda _: ("-m", "gemini-2.5-flash"),
    # Without a terminal it leaves out its own `ask_user`, and with it every tool of that name.
    headless=("-i",),
    needs_terminal=True,
    env=lambda scene: {
        "GEMINI_API_KEY": KEY,
        "GOOGLE_GEMINI_BASE_URL": scene.model,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    },
)

QWEN = Client(
    name="qwen",
    title="Qwen Code",
    shown="qwen-cli-mcp-client-askline",
    conversation=True,
    configure=lambda scene: _settings(scene, ".qwen", "openai"),
    words=lambda _: ("--auth-type", "openai"),
    env=lambda scene: {
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": f"{scene.model}/v1",
        "OPENAI_MODEL": "qwen3-coder-plus",
    },
)


def _opencode(scene: Scene) -> None:
    model = {"name": "scripted", "tool_call": True, "limit": {"context": 200000, "output": 8000}}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "scripted",
        "options": {"baseURL": f"{scene.model}/v1", "apiKey": KEY},
        "models": {"scripted": model},
    }
    settings = {
        "autoupdate": False,
        "share": "disabled",
        "model": "scripted/scripted",
        "small_model": "scripted/scripted",
        "provider": {"scripted": provider},
        "mcp": {"askline": {"type": "local", "command": scene.line, "enabled": True}},
    }
    path = scene.home / ".config" / "opencode" / "opencode.json"
    scene.write(path, json.dumps(settings))


OPENCODE = Client(
    name="opencode",
    title="OpenCode",
    shown="opencode",
    configure=_opencode,
    headless=("run",),
    env=lambda _: {
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
    },
)


def _continue(scene: Scene) -> None:
    model = {
        "name": "scripted",
        "provider": "openai",
        "model": "gpt-4o",
        "apiBase": f"{scene.model}/v1",
        "apiKey": KEY,
        "roles": ["chat"],
        "capabilities": ["tool_use"],
    }
    server = {"name": "askline", **entry(scene)["askline"]}
    settings = {"name": "scripted", "version": "0.0.1", "schema": "v1"}
    # JSON is YAML too.
    whole = json.dumps({**settings, "models": [model], "mcpServers": [server]})
    scene.write(scene.home / ".continue" / "config.yaml", whole)


CONTINUE = Client(
    name="continue",
    title="Continue",
    shown="continue-cli-client",
    configure=_continue,
    words=lambda scene: ("--config", str(scene.home / ".continue" / "config.yaml"), "--auto"),
    env=lambda _: {"CONTINUE_TELEMETRY_ENABLED": "0", "CONTINUE_CLI_AUTO_UPDATED": "true"},
)

CLIENTS = (CLAUDE, CODEX, COPILOT, GEMINI, QWEN, OPENCODE, CONTINUE)
