"""Files as clients and their users write them, one for each client and scope that setup changes."""

from askline.setup.client import Scope

CLAUDE_STATE = """{
  "numStartups": 12,
  "projects": {
    "/work/shop": {
      "allowedTools": [],
      "hasTrustDialogAccepted": true,
      "mcpServers": {}
    }
  },
  "mcpServers": {
    "github": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": {"GITHUB_TOKEN": "secret"}
    }
  },
  "userID": "0"
}"""

CLAUDE_SETTINGS = """{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": {
    "allow": ["Bash(npm test:*)"],
    "deny": []
  },
  "hooks": {
    "PermissionRequest": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "say hello"}]}
    ]
  }
}
"""

CODEX = """# my settings
model = "gpt-5.1-codex"
approval_policy = "on-request"   # ask me

[mcp_servers.docs]
command = "docs"
args = [
  "serve", # all of them
]

# what I trust
[projects."/work/shop"]
trust_level = "trusted"
"""

COMMENTED = """// written by hand
{
  /* servers */
  "%s": {
    "other": { "command": "other", "args": [], },
  },
  "theme": "dark", // at night
}
"""

PLAIN = """{
    "%s": {
        "other": {
            "command": "other"
        }
    }
}
"""

OPENCODE = """{
  "$schema": "https://opencode.ai/config.json",
  // models
  "model": "local/one",
  "mcp": { "other": { "type": "local", "command": ["other"], "enabled": false } },
}
"""

GEMINI = '{\n  "security": {"auth": {"selectedType": "gemini-api-key"}},\n  "ui": {"theme": "GitHub"}\n}\n'

GOOSE = """GOOSE_PROVIDER: anthropic # mine
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
# the rest
GOOSE_MODE: auto
"""

SERVERS = "mcpServers"

SAMPLES: dict[tuple[str, Scope], dict[str, str]] = {
    ("claude-code", Scope.USER): {
        ".claude.json": CLAUDE_STATE,
        ".claude/settings.json": CLAUDE_SETTINGS,
        ".claude/CLAUDE.md": "# Mine\n\n- Use tabs.",
    },
    ("claude-code", Scope.PROJECT): {
        "shop/.mcp.json": PLAIN % SERVERS,
        "shop/.claude/settings.json": CLAUDE_SETTINGS,
        "shop/.claude/settings.local.json": '{"enabledMcpjsonServers": ["docs"]}',
        "shop/CLAUDE.md": "See @AGENTS.md\n",
    },
    ("claude-code", Scope.LOCAL): {
        ".claude.json": CLAUDE_STATE,
        "shop/.claude/settings.local.json": "{}\n",
    },
    ("claude-desktop", Scope.USER): {
        ".config/Claude/claude_desktop_config.json": PLAIN % SERVERS,
    },
    ("codex", Scope.USER): {
        ".codex/config.toml": CODEX,
        ".codex/hooks.json": '{"hooks": {}}',
        ".codex/AGENTS.md": "Be brief.\n",
    },
    ("codex", Scope.PROJECT): {"shop/.codex/config.toml": "", "shop/AGENTS.md": "\n\n"},
    ("cursor", Scope.USER): {".cursor/mcp.json": PLAIN % SERVERS},
    ("cursor", Scope.PROJECT): {"shop/.cursor/mcp.json": '{"mcpServers":{}}'},
    ("vscode", Scope.USER): {".config/Code/User/mcp.json": COMMENTED % "servers"},
    ("vscode", Scope.PROJECT): {
        "shop/.vscode/mcp.json": (COMMENTED % "servers").replace("\n", "\r\n"),
        "shop/.github/copilot-instructions.md": "Hello.\n",
    },
    ("opencode", Scope.USER): {".config/opencode/opencode.jsonc": OPENCODE},
    ("opencode", Scope.PROJECT): {"shop/opencode.json": "{}"},
    ("gemini", Scope.USER): {".gemini/settings.json": GEMINI, ".gemini/GEMINI.md": "x"},
    ("gemini", Scope.PROJECT): {"shop/.gemini/settings.json": PLAIN % SERVERS},
    ("qwen", Scope.USER): {".qwen/settings.json": GEMINI},
    ("qwen", Scope.PROJECT): {"shop/.qwen/settings.json": COMMENTED % SERVERS},
    ("copilot", Scope.USER): {".copilot/mcp-config.json": PLAIN % SERVERS},
    ("copilot", Scope.PROJECT): {"shop/.github/mcp.json": "\n"},
    ("goose", Scope.USER): {".config/goose/config.yaml": GOOSE},
    ("zed", Scope.USER): {".config/zed/settings.json": COMMENTED % "context_servers"},
    ("windsurf", Scope.USER): {".codeium/windsurf/mcp_config.json": '\ufeff{"mcpServers": {}}\n'},
    ("cline", Scope.USER): {
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": (
            PLAIN % SERVERS
        )
    },
}
