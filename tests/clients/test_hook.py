"""A client's own prompt in its terminal, decided in the inbox by a person who is elsewhere."""

import json
from dataclasses import dataclass

import pytest

from askline.client.local import Client as Api
from askline.core.locations import Locations
from tests.clients.conversation import Call, Conversation, Json, Move, Words
from tests.clients.installing import installed
from tests.clients.known import CLAUDE, CODEX, OPENCODE
from tests.clients.model import scripted_model
from tests.clients.play import PROMPT, START_S
from tests.clients.scene import Scene, a_scene, running
from tests.clients.script import Script
from tests.clients.terminal import Terminal, a_terminal
from tests.journeys.agents import ASKLINE, Home
from tests.promises import promise

pytestmark = [pytest.mark.clients, pytest.mark.timeout(300)]


@dataclass(frozen=True)
class OneCommand(Script):
    """A model that wants to run one command of its client's own."""

    tool: str = "Bash"

    def move(self, conversation: Conversation) -> Move:
        if not any(tool.name == self.tool for tool in conversation.tools):
            return Words("ok")
        for _, result in conversation.exchanges():
            return Words(f"It said: {result.text}")
        return Call(self.tool, self.arguments)


READY = "\N{HEAVY RIGHT-POINTING ANGLE QUOTATION MARK ORNAMENT}"

TOUCH = OneCommand({"command": "touch made-by-agent", "description": "Make a file"})

ESCALATED = OneCommand(
    {
        "cmd": "touch made-by-agent",
        "sandbox_permissions": "require_escalated",
        "justification": "Make a file",
    },
    tool="exec_command",
)

LOWERCASE = OneCommand(TOUCH.arguments, tool="bash")


def asking(scene: Scene) -> list[str]:
    """Claude Code in the mode in which it asks before it runs anything."""
    return [*CLAUDE.command(scene), "--permission-mode", "default"]


def asked(scene: Scene, terminal: Terminal) -> tuple[Api, Json]:
    terminal.types(PROMPT)
    terminal.shows(PROMPT)
    terminal.presses("Enter")
    [ask] = scene.human.pending(1, within=START_S)
    return person(scene), ask


def person(scene: Scene) -> Api:
    """At a terminal of their own, as the inbox there says of itself."""
    return Api(Locations.from_environment(scene.env).api_socket, door="tui", present=True)


@pytest.mark.nightly
@promise("person")
def test_claude_code_runs_what_the_person_allowed_in_the_inbox() -> None:
    with scripted_model(TOUCH) as model, a_scene(model.url) as scene:
        CLAUDE.configure(scene)
        assert scene.human.run("setup", "claude-code", "--hook", "--yes").returncode == 0
        with a_terminal(scene, asking(scene), CLAUDE.env(scene)) as terminal:
            terminal.shows(READY, within=START_S)
            api, ask = asked(scene, terminal)
            assert ask["title"] == "Claude Code: Bash"
            assert "touch made-by-agent" in ask["context"]
            assert scene.human.run("answer", ask["id"], "yes").returncode == 8
            api.answer(ask["id"], {"allow": {"values": ["yes"]}})
            terminal.shows(r"It said", within=START_S)

        assert (scene.project / "made-by-agent").exists()


@pytest.mark.nightly
@promise("person")
def test_claude_code_tells_its_model_why_the_person_refused() -> None:
    with scripted_model(TOUCH) as model, a_scene(model.url) as scene:
        CLAUDE.configure(scene)
        assert scene.human.run("setup", "claude-code", "--hook", "--yes").returncode == 0
        with a_terminal(scene, asking(scene), CLAUDE.env(scene)) as terminal:
            terminal.shows(READY, within=START_S)
            api, ask = asked(scene, terminal)
            api.reject(ask["id"], reason="not on a Friday")
            terminal.shows(r"not on a Friday", within=START_S)

        assert not (scene.project / "made-by-agent").exists()


@pytest.mark.nightly
@promise("truth")
def test_what_was_decided_in_the_terminal_leaves_the_inbox() -> None:
    with scripted_model(TOUCH) as model, a_scene(model.url) as scene:
        CLAUDE.configure(scene)
        assert scene.human.run("setup", "claude-code", "--hook", "--yes").returncode == 0
        with a_terminal(scene, asking(scene), CLAUDE.env(scene)) as terminal:
            terminal.shows(READY, within=START_S)
            api, ask = asked(scene, terminal)
            terminal.shows(r"1\. Yes", within=START_S)
            terminal.presses("Enter")
            terminal.shows(r"It said", within=START_S)

            assert api.outcome(ask["id"], 20)["state"] == "cancelled"


@promise("person")
def test_claude_code_without_a_terminal_asks_through_its_permission_prompt_tool() -> None:
    with scripted_model(TOUCH) as model, a_scene(model.url) as scene:
        CLAUDE.configure(scene)
        program, *arguments = [*ASKLINE, "mcp", "--profile", "permission"]
        server = {"permission": {"command": program, "args": arguments}}
        words = [
            *("--permission-mode", "default"),
            *("--permission-prompt-tool", "mcp__permission__approve"),
            *("--mcp-config", json.dumps({"mcpServers": server})),
        ]
        command = [*CLAUDE.command(scene), *words, "-p", PROMPT]
        with running(scene, command, CLAUDE.env(scene)) as process:
            [ask] = scene.human.pending(1, within=START_S)
            assert "touch made-by-agent" in ask["context"]
            person(scene).answer(ask["id"], {"allow": {"values": ["yes"]}})
            process.wait(START_S)

        assert (scene.project / "made-by-agent").exists()


@pytest.mark.nightly
@promise("person")
def test_codex_runs_what_the_person_allowed_in_the_inbox() -> None:
    with scripted_model(ESCALATED) as model, a_scene(model.url) as scene:
        CODEX.configure(scene)
        settings = scene.home / ".codex" / "config.toml"
        settings.write_text('approval_policy = "on-request"\n' + settings.read_text())
        assert scene.human.run("setup", "codex", "--hook", "--yes").returncode == 0
        # A person would have looked at the hook with `/hooks` before.
        command = [*CODEX.command(scene), "--dangerously-bypass-hook-trust"]
        with a_terminal(scene, command, CODEX.env(scene)) as terminal:
            terminal.shows(r"Ask Codex to do anything", within=START_S)
            api, ask = asked(scene, terminal)
            assert ask["title"] == "Codex: Bash"
            api.answer(ask["id"], {"allow": {"values": ["yes"]}})
            terminal.shows(r"It said", within=START_S)

        assert (scene.project / "made-by-agent").exists()


def opencode(scene: Scene) -> None:
    """It asks before it runs a command, and its plugin is set up."""
    OPENCODE.configure(scene)
    file = scene.home / ".config" / "opencode" / "opencode.json"
    settings = {**json.loads(file.read_text()), "permission": {"bash": "ask"}}
    file.write_text(json.dumps(settings))
    path = f"{installed('opencode').parent}:{scene.env['PATH']}"
    human = Home({**scene.env, "PATH": path}, scene.project)
    done = human.run("setup", "opencode", "--hook", "--yes", within=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.nightly
@promise("person")
def test_opencode_runs_what_the_person_allowed_in_the_inbox() -> None:
    with scripted_model(LOWERCASE) as model, a_scene(model.url) as scene:
        opencode(scene)
        with a_terminal(scene, OPENCODE.command(scene), OPENCODE.env(scene)) as terminal:
            terminal.shows(r"Ask anything", within=START_S)
            terminal.shows(r"MCP", within=START_S)
            api, ask = asked(scene, terminal)
            assert ask["title"] == "OpenCode: bash"
            assert "touch made-by-agent" in ask["context"]
            api.answer(ask["id"], {"allow": {"values": ["yes"]}})
            terminal.shows(r"It said", within=START_S)

        assert (scene.project / "made-by-agent").exists()


@pytest.mark.nightly
@promise("truth")
def test_what_was_decided_in_opencodes_own_dialog_leaves_the_inbox() -> None:
    with scripted_model(LOWERCASE) as model, a_scene(model.url) as scene:
        opencode(scene)
        with a_terminal(scene, OPENCODE.command(scene), OPENCODE.env(scene)) as terminal:
            terminal.shows(r"Ask anything", within=START_S)
            terminal.shows(r"MCP", within=START_S)
            api, ask = asked(scene, terminal)
            terminal.shows(r"Allow once", within=START_S)
            terminal.presses("Enter")
            terminal.shows(r"It said", within=START_S)

            assert api.outcome(ask["id"], 20)["state"] == "cancelled"
