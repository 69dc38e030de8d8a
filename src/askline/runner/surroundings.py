"""This machine and this user, as far as a sandbox is made around them.

Looked up once. What is decided from it is `sandbox`'s.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from askline.core.locations import Locations

TOOLS_IN_HOME = (
    *(".gitconfig", ".config/git/config", ".config/git/ignore", ".config/git/attributes"),
    *(".cargo/bin", ".cargo/env", ".rustup", ".local/bin", ".local/lib"),
    *(
        ".local/share/uv/python",
        ".local/share/uv/tools",
        ".local/share/pipx",
        ".local/share/mise",
        ".local/share/pnpm",
    ),
    *(".pyenv", ".rbenv", ".asdf", ".nvm", ".volta", ".fnm", ".bun/bin", ".deno/bin", ".sdkman"),
    *(".nix-profile", "go/bin", ".ghcup/bin"),
)
"""Programs and their plain settings. Nothing that is known to hold a secret may be added."""

SECRETS_IN_HOME = (
    *(".ssh", ".gnupg", ".aws", ".kube", ".netrc", ".npmrc", ".pypirc", ".git-credentials"),
    *(
        ".config/git/credentials",
        ".config/gh",
        ".docker/config.json",
        ".local/share/uv/credentials",
    ),
    *(".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".config/gcloud"),
    *(".m2/settings.xml", ".gradle/gradle.properties", ".local/share/keyrings", ".azure"),
)
"""Hidden also where a declaration opens a place around them; named itself, one is opened."""

TOOLS_ELSEWHERE = ("/run/current-system", "/home/linuxbrew/.linuxbrew")
"""Programs of the machine that lie in places which are hidden otherwise."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    home: str
    own: tuple[str, ...]
    """The service's directories: its store and its sockets."""
    interpreter: str
    python: str
    """Where that interpreter's library lies."""
    package: str
    """Our own modules, which the warden is made of."""
    config: str = ""
    path: str = ""
    bubblewrap: str | None = None
    system: str = "Linux"
    scratch: str = ""
    """A directory for temporary files where there is no file system of one's own."""

    @classmethod
    def here(cls, locations: Locations, environ: Mapping[str, str] = os.environ) -> "Surroundings":
        return cls(
            home=os.path.realpath(environ.get("HOME") or Path("~").expanduser()),
            own=(locations.state, locations.runtime),
            config=locations.config,
            interpreter=os.path.realpath(sys.executable),
            python=os.path.realpath(sys.base_prefix),
            package=str(Path(__file__).resolve().parents[1]),
            path=environ.get("PATH", os.defpath),
            bubblewrap=shutil.which("bwrap"),
            system=os.uname().sysname,
            scratch=str(Path(locations.state, "scratch")),
        )
