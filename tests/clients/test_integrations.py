"""Real clients take in what `integrations/` holds, with their own commands, and find the line by it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.integrations import facts, made, packed
from tests.clients.installing import installed
from tests.clients.known import CLAUDE, CODEX, GEMINI, Client
from tests.clients.scene import Scene, a_scene

pytestmark = [pytest.mark.clients, pytest.mark.nightly, pytest.mark.timeout(600)]

NOBODY = "http://127.0.0.1:9"


def put(scene: Scene) -> Path:
    """A checkout with nothing in it but what clients read."""
    root = scene.root / "checkout"
    for name, text in made(facts()).items():
        scene.write(root / name, text)
    return root


def said(scene: Scene, program: str, *words: str, client: Client | None = None) -> str:
    path = f"{Path(sys.executable).parent}:{installed('node').parent}:{scene.env['PATH']}"
    env = {**scene.env, **(client.env(scene) if client else {}), "PATH": path}
    done = subprocess.run(
        [str(installed(program)), *words],
        env=env,
        cwd=scene.project,
        input="y\n" * 9,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_claude_code_installs_the_plugin_and_speaks_to_the_line() -> None:
    with a_scene(NOBODY) as scene:
        root = put(scene)
        for part in (root, root / "integrations/plugin"):
            passed = said(scene, "claude", "plugin", "validate", "--strict", str(part))
            assert "Validation passed" in passed

        said(scene, "claude", "plugin", "marketplace", "add", str(root), client=CLAUDE)
        said(scene, "claude", "plugin", "install", "askline@askline", client=CLAUDE)

        listed = said(scene, "claude", "mcp", "list", client=CLAUDE)
        assert "plugin:askline:askline: askline mcp - ✔ Connected" in listed


def test_codex_installs_the_same_plugin_with_its_own_limits() -> None:
    with a_scene(NOBODY) as scene:
        said(scene, "codex", "plugin", "marketplace", "add", str(put(scene)), client=CODEX)
        said(scene, "codex", "plugin", "add", "askline@askline", client=CODEX)

        found = said(scene, "codex", "mcp", "get", "askline", "--json", client=CODEX)
        entry = json.loads(found[found.index("{") : found.rindex("}") + 1])
        assert entry["transport"]["args"] == ["mcp"]
        # In the plugin's own directory every ask would seem to come from there.
        assert entry["transport"]["cwd"] is None
        assert entry["tool_timeout_sec"] == 86_400


def test_gemini_installs_the_extension_and_speaks_to_the_line() -> None:
    with a_scene(NOBODY) as scene:
        plugin = put(scene) / "integrations/plugin"
        said(scene, "gemini", "extensions", "validate", str(plugin), client=GEMINI)
        said(scene, "gemini", "extensions", "install", str(plugin), client=GEMINI)
        trusting = {"security": {"folderTrust": {"enabled": False}}}
        scene.write(scene.home / ".gemini" / "settings.json", json.dumps(trusting))

        listed = said(scene, "gemini", "mcp", "list", client=GEMINI)
        assert "askline (from askline): askline mcp (stdio) - Connected" in listed


def test_the_makers_of_mcpb_accept_ours_packed_and_unpacked() -> None:
    with a_scene(NOBODY) as scene:
        root = put(scene)
        archive = root / "askline.mcpb"
        packed(made(facts()), archive)

        manifest = root / "integrations/mcpb/manifest.json"
        assert "passes" in said(scene, "mcpb", "validate", str(manifest))
        said(scene, "mcpb", "unpack", str(archive), str(root / "unpacked"))

        assert (root / "unpacked/server.py").read_text() == (
            root / "integrations/mcpb/server.py"
        ).read_text()
