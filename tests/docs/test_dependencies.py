"""The page of dependencies names what an installation brings, no more and no less."""

import re
import tomllib
from pathlib import Path

import pytest

from scripts.closing import brought

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/dependencies.md").read_text(encoding="utf-8")
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
[OWN] = [package for package in LOCK["package"] if package["name"] == "askline"]
EXTRAS = sorted(OWN["optional-dependencies"])


def told(heading: str) -> set[str]:
    section = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return set(re.findall(r"^\| ([a-z0-9-]+) \| (?:none|[\d.]+) \|", section, re.MULTILINE))


def test_the_core_is_told_package_by_package() -> None:
    assert told("Core") == brought(LOCK, OWN["dependencies"])


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_told_by_what_it_brings_beyond_the_core(extra: str) -> None:
    core = brought(LOCK, OWN["dependencies"])

    assert told(f"Extra `{extra}`") == brought(LOCK, OWN["optional-dependencies"][extra]) - core
