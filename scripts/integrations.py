"""What other houses' programs take Askline in by, made from one source: `just integrations`.

Name, version and words come from pyproject.toml, the command line and its limits from the same values that
`askline setup` writes, the formula's sources from uv.lock. What nobody knows before the first release stands
there as a placeholder, and `integrations/placeholders.toml` lists them; `--owner` and `--sdist` fill them in
for a release, `--into` says where. It publishes nothing.
"""

import argparse
import hashlib
import json
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from askline.setup.client import DAY_MS, DAY_S, INSTRUCTION, TOOLS
from scripts.formula import formula

ROOT = Path(__file__).parent.parent
OWNER = "PLACEHOLDER-OWNER"
SDIST_SHA256 = "PLACEHOLDER-SDIST-SHA256"
PLUGIN = "integrations/plugin"
NEUTRAL = "integrations/agent-plugin"
"""Apart, because Codex takes the neutral form where it finds both, and then stands in another directory and
gives up after five minutes."""

LINE = ("askline", "mcp")
MCPB = ("manifest.json", "pyproject.toml", "server.py")
ZIP_BEGINS = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can say, so that the same files make the same archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    name: str
    version: str
    description: str
    licence: str
    author: str
    python: str
    keywords: tuple[str, ...]
    owner: str = OWNER
    sdist_sha256: str = SDIST_SHA256

    @property
    def repository(self) -> str:
        return f"https://github.com/{self.owner}/{self.name}"


def facts(*, owner: str = OWNER, sdist: Path | None = None) -> Facts:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest() if sdist else SDIST_SHA256
    return Facts(
        name=project["name"],
        version=project["version"],
        description=project["description"],
        licence=project["license"],
        author=project["authors"][0]["name"],
        python=project["requires-python"],
        keywords=tuple(project["keywords"]),
        owner=owner,
        sdist_sha256=digest,
    )


def made(known: Facts) -> dict[str, str]:
    """Every file by its path in the repository."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    written = {
        ".claude-plugin/marketplace.json": _json(_marketplace(known)),
        f"{PLUGIN}/.claude-plugin/plugin.json": _json(_card(known)),
        f"{PLUGIN}/.mcp.json": _json({"mcpServers": {known.name: _claude_entry()}}),
        f"{PLUGIN}/.codex-plugin/plugin.json": _json(_codex_plugin(known)),
        f"{PLUGIN}/codex.mcp.json": _json({"mcpServers": {known.name: _codex_entry()}}),
        f"{NEUTRAL}/plugin.json": _json(_agent_plugin(known)),
        f"{NEUTRAL}/mcp.json": _json(_agent_servers(known)),
        f"{NEUTRAL}/skills/{known.name}/SKILL.md": _skill(known),
        f"{PLUGIN}/gemini-extension.json": _json(_gemini(known)),
        f"{PLUGIN}/skills/{known.name}/SKILL.md": _skill(known),
        f"{PLUGIN}/README.md": _readme(known),
        "integrations/opencode/package.json": _json(_opencode_package(known)),
        "integrations/opencode/index.js": _opencode_script(known),
        "integrations/mcpb/manifest.json": _json(_mcpb(known)),
        "integrations/mcpb/pyproject.toml": _mcpb_project(known),
        "integrations/mcpb/server.py": _mcpb_server(known),
        "integrations/registry/server.json": _json(_registry(known)),
        "integrations/homebrew/askline.rb": formula(
            lock,
            homepage=known.repository,
            sha256=known.sdist_sha256,
            description=known.description,
            licence=known.licence,
        ),
    }
    return dict(sorted(written.items()))


def packed(files: Mapping[str, str], place: Path) -> None:
    """The `.mcpb` that Claude Desktop opens: its files, each at the same time and in the same order."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in MCPB:
            entry = zipfile.ZipInfo(name, ZIP_BEGINS)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[f"integrations/mcpb/{name}"])


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _entry(**more: Any) -> dict[str, Any]:
    program, *arguments = LINE
    return {"command": program, "args": arguments, **more}


def _claude_entry() -> dict[str, Any]:
    return {"type": "stdio", **_entry(timeout=DAY_MS, alwaysLoad=True)}


def _codex_entry() -> dict[str, Any]:
    return _entry(
        startup_timeout_sec=30,
        tool_timeout_sec=DAY_S,
        default_tools_approval_mode="approve",
        required=True,
        supports_parallel_tool_calls=True,
    )


def _card(known: Facts) -> dict[str, Any]:
    """What nearly every format wants to know first."""
    return {
        "name": known.name,
        "version": known.version,
        "description": known.description,
        "author": {"name": known.author},
        "repository": known.repository,
        "license": known.licence,
        "keywords": [*known.keywords],
    }


def _marketplace(known: Facts) -> dict[str, Any]:
    return {
        "name": known.name,
        "description": known.description,
        "owner": {"name": known.author},
        "plugins": [
            {"name": known.name, "source": f"./{PLUGIN}", "description": known.description}
        ],
    }


def _codex_plugin(known: Facts) -> dict[str, Any]:
    shown = {
        "displayName": "Askline",
        "shortDescription": known.description,
        "category": "Productivity",
    }
    parts = {"skills": "./skills/", "mcpServers": "./codex.mcp.json", "interface": shown}
    return {**_card(known), **parts}


def _agent_plugin(known: Facts) -> dict[str, Any]:
    schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"
    return {"$schema": schema, **_card(known)}


def _agent_servers(known: Facts) -> dict[str, Any]:
    schema = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"
    return {"$schema": schema, "mcpServers": {known.name: {"type": "stdio", **_entry()}}}


def _gemini(known: Facts) -> dict[str, Any]:
    # An extension may not say that it is trusted: Gemini CLI asks its user once.
    return {
        "name": known.name,
        "version": known.version,
        "description": known.description,
        "mcpServers": {known.name: _entry(timeout=DAY_MS)},
    }


def _skill(known: Facts) -> str:
    return f"""\
---
name: {known.name}
description: Asks the human through Askline and waits for the answer. Use when a decision is the human's to make, when a wrong choice would be costly or hard to undo, or when a result of askline is pending.
license: {known.licence}
compatibility: Needs the program askline on the path and its MCP server in the client.
---

# Ask your human

{INSTRUCTION}

- Offer options where there are some, the one you would take first, and say in its description what follows from it.
- Put what belongs together into one ask with several questions.
- Before you ask, `question_summary` tells what was decided in this project already.
- A rejected ask is an answer: read the reason, and choose another way.
- Silence is no consent. If an ask timed out, leave what it was about undone and say so.
"""


def _readme(known: Facts) -> str:
    return f"""\
# Askline for agents' clients

{known.description} This folder is a plugin for Claude Code and for Codex, and an extension for Gemini CLI. It needs the program `{known.name}` on the path.

Made by `just integrations`; do not edit it here.
"""


def _opencode_package(known: Facts) -> dict[str, Any]:
    return {
        "name": f"opencode-{known.name}",
        "version": known.version,
        "description": known.description,
        "license": known.licence,
        "repository": {"type": "git", "url": f"git+{known.repository}.git"},
        "keywords": [*known.keywords],
        "type": "module",
        "main": "index.js",
        "exports": {".": "./index.js"},
        "files": ["index.js"],
    }


def _opencode_script(known: Facts) -> str:
    entry = {"type": "local", "command": [*LINE], "enabled": True, "timeout": DAY_MS}
    return f"""\
// Registers Askline's line with OpenCode 1, unless the user's own file has it already.
// OpenCode 2 runs no plugin of the first kind: `askline setup opencode` writes its file instead.
const LINE = {json.dumps(entry)}

export const Askline = async () => ({{
  config: async (config) => {{
    config.mcp = {{ {known.name}: LINE, ...config.mcp }}
  }},
}})
"""


def _mcpb(known: Facts) -> dict[str, Any]:
    run = {"command": "uv", "args": ["run", "--directory", "${__dirname}", "server.py"]}
    return {
        "manifest_version": "0.4",
        "name": known.name,
        "display_name": "Askline",
        "version": known.version,
        "description": known.description,
        "author": {"name": known.author},
        "repository": {"type": "git", "url": known.repository},
        "server": {"type": "uv", "entry_point": "server.py", "mcp_config": run},
        "tools": [{"name": tool} for tool in TOOLS],
        "keywords": [*known.keywords],
        "license": known.licence,
        "compatibility": {
            "platforms": ["darwin", "linux"],
            "runtimes": {"python": known.python},
        },
    }


def _mcpb_project(known: Facts) -> str:
    return f"""\
[project]
name = "{known.name}-mcpb"
version = "{known.version}"
requires-python = "{known.python}"
dependencies = ["{known.name}=={known.version}"]

[tool.uv]
package = false
"""


def _mcpb_server(known: Facts) -> str:
    program, *arguments = LINE
    return f'''\
"""The line, as Claude Desktop starts it."""

import sys

from {known.name}.__main__ import main

if __name__ == "__main__":
    sys.argv[:] = {json.dumps([program, *arguments])}
    main()
'''


def _registry(known: Facts) -> dict[str, Any]:
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": f"io.github.{known.owner}/{known.name}",
        "title": "Askline",
        "description": known.description,
        "version": known.version,
        "repository": {"url": known.repository, "source": "github"},
        "packages": [
            {
                "registryType": "pypi",
                "identifier": known.name,
                "version": known.version,
                "runtimeHint": "uvx",
                "packageArguments": [{"type": "positional", "value": word} for word in LINE[1:]],
                "transport": {"type": "stdio"},
            }
        ],
    }


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--owner", default=OWNER)
    said.add_argument("--sdist", type=Path)
    said.add_argument("--into", type=Path, default=ROOT)
    wish = said.parse_args()
    known = facts(owner=wish.owner, sdist=wish.sdist)
    files = made(known)
    for name, text in files.items():
        place = wish.into / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    if wish.into != ROOT:
        packed(files, wish.into / f"{known.name}-{known.version}.mcpb")


if __name__ == "__main__":
    main()
