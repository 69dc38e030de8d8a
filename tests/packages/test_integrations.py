"""What other houses' programs read of us is what the one source makes, and those who know the formats agree."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts.integrations import facts, made, packed

ROOT = Path(__file__).parents[2]
PLACEHOLDER = re.compile(r"PLACEHOLDER-[A-Z][A-Z0-9-]*[A-Z0-9]")


def test_what_is_kept_is_what_the_source_makes() -> None:
    kept = {name: (ROOT / name).read_text(encoding="utf-8") for name in made(facts())}

    assert kept == made(facts()), "run `just integrations` and commit what it wrote"


def test_every_placeholder_is_listed_with_its_files() -> None:
    listed = tomllib.loads((ROOT / "integrations/placeholders.toml").read_text(encoding="utf-8"))
    told = {name: sorted(entry["files"]) for name, entry in listed.items()}

    found: dict[str, list[str]] = {}
    for name in ["README.md", *made(facts())]:
        for word in set(PLACEHOLDER.findall((ROOT / name).read_text(encoding="utf-8"))):
            found.setdefault(word, []).append(name)

    assert {word: sorted(names) for word, names in found.items()} == told


def test_a_release_has_no_placeholder_left(tmp_path: Path) -> None:
    sdist = tmp_path / "askline.tar.gz"
    sdist.write_bytes(b"")

    files = made(facts(owner="somebody", sdist=sdist))

    assert not any(PLACEHOLDER.search(text) for text in files.values())
    assert "io.github.somebody/askline" in files["integrations/registry/server.json"]


def test_the_readme_proves_the_name_in_the_registry() -> None:
    name = json.loads(made(facts())["integrations/registry/server.json"])["name"]

    # The registry looks for this in what the package index shows of the project.
    assert f"<!-- mcp-name: {name} -->" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_claude_desktop_opens_is_the_same_whenever_it_is_packed(tmp_path: Path) -> None:
    files = made(facts())

    packed(files, tmp_path / "one.mcpb")
    packed(files, tmp_path / "two.mcpb")

    assert (tmp_path / "one.mcpb").read_bytes() == (tmp_path / "two.mcpb").read_bytes()


@pytest.mark.parametrize(
    ("part", "kinds"),
    [
        ("", ["agentskills", "marketplace", "mcp-registry"]),
        ("integrations/plugin", ["agentskills", "codex-plugin", "single-plugin"]),
        ("integrations/agent-plugin", ["agent-plugin", "agentskills"]),
    ],
)
def test_a_linter_of_the_formats_finds_nothing(part: str, kinds: list[str], tmp_path: Path) -> None:
    for name, text in made(facts()).items():
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    command = [sys.executable, "-m", "skillsaw", "lint", "--strict", str(tmp_path / part)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Repo type: {', '.join(kinds)}" in done.stdout
