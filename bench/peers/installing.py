"""Peers are installed where the bench runs and thrown away after it; none is in our lock file.

What a registry does not have is built from its source, and the record says so. `--keep DIR` keeps the
environments for the next run.
"""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.peers.auq import Auq
from bench.peers.feedback import Feedback

AUQ_SOURCE = "https://github.com/paulp-o/ask-user-questions-mcp"
AUQ_VERSION = "3.4.0"
FEEDBACK_VERSION = "2.8.5"
NEEDED_TO_BUILD = ("@tsconfig/", "@types/", "typescript")


@dataclass(frozen=True)
class Failed(Exception):
    what: str
    why: str


def run(command: list[str], folder: Path) -> str:
    # What this process runs in is not what it installs into.
    place = {
        name: value for name, value in os.environ.items() if not name.startswith("VIRTUAL_ENV")
    }
    done = subprocess.run(
        command, cwd=folder, env=place, capture_output=True, text=True, timeout=900, check=False
    )
    if done.returncode:
        said = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        error = next((line for line in said if "404" in line), said[-1] if said else "no word")
        raise Failed(" ".join(command[:3]), error.strip())
    return done.stdout


def python_package(named: str, within: Path, *beside: str) -> Path:
    """The folder of its programs; `beside` is what it needs and does not say that it needs."""
    place = within / named.partition("=")[0]
    if not place.exists():
        run(["uv", "venv", "-q", str(place)], within)
        # As pip does: else the first start would pay for what no later one pays for.
        install = ["uv", "pip", "install", "-q", "--compile-bytecode"]
        run([*install, "--python", str(place / "bin/python"), named, *beside], within)
    return place / "bin"


def version_of(bin_folder: Path, package: str) -> str:
    asks = f"import importlib.metadata as m; print(m.version({package!r}))"
    return run([str(bin_folder / "python"), "-c", asks], bin_folder).strip()


def feedback(within: Path) -> Feedback:
    programs = python_package(f"mcp-feedback-enhanced=={FEEDBACK_VERSION}", within)
    return Feedback(programs / "mcp-feedback-enhanced", FEEDBACK_VERSION)


def auq(within: Path, source: str) -> tuple[list[Auq], str]:
    """On every runtime that is here, and how it came."""
    try:
        script, how = _from_npm(within), "npm"
    except Failed:
        script = _from_source(within, source)
        how = (
            f"built from its source at v{AUQ_VERSION}, because the registry at hand had no package"
        )
    made = [Auq(_bun(within), "bun", script, AUQ_VERSION)]
    if node := shutil.which("node"):
        made.append(Auq(node, "node", script, AUQ_VERSION))
    return made, how


def _from_npm(within: Path) -> Path:
    place = within / "auq-npm"
    place.mkdir(exist_ok=True)
    package = f"auq-mcp-server@{AUQ_VERSION}"
    run(["npm", "install", "--no-audit", "--no-fund", package], place)
    return place / "node_modules/auq-mcp-server/dist/bin/auq.js"


def _from_source(within: Path, source: str) -> Path:
    place = within / "auq-source"
    script = place / "dist/bin/auq.js"
    if not script.exists():
        tag = f"v{AUQ_VERSION}"
        run(["git", "clone", "-q", "--depth", "1", "--branch", tag, source, str(place)], within)
        _only_what_runs(place / "package.json")
        run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"], place)
        # It compiles its tests too, whose tools are not here: what counts is what comes out.
        subprocess.run(["npx", "tsc"], cwd=place, capture_output=True, timeout=900, check=False)  # noqa: S607  found on the PATH, as its own script does
    if not script.exists():
        raise Failed("npx tsc", "no program came out of it")
    return script


def _only_what_runs(path: Path) -> None:
    """Without its plugin for another program and what tests and publishes it."""
    package = json.loads(path.read_text())
    package.pop("workspaces", None)
    package["scripts"] = {}
    package["devDependencies"] = {
        name: wanted
        for name, wanted in package["devDependencies"].items()
        if name.startswith(NEEDED_TO_BUILD) and name != "typescript-eslint"
    }
    path.write_text(json.dumps(package))


def _bun(within: Path) -> str:
    if found := shutil.which("bun"):
        return found
    place = within / "bun"
    place.mkdir(exist_ok=True)
    if not (place / "node_modules/.bin/bun").exists():
        run(["npm", "install", "--no-audit", "--no-fund", "bun"], place)
    return str((place / "node_modules/.bin/bun").resolve())
