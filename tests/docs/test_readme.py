"""The README leads to what exists, and quotes what was recorded."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_every_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"(?<!!)\[[^]]+\]\(([^)#]+)", README)

    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_the_figures_are_those_of_the_page_about_performance() -> None:
    section = README.split("## What it measures")[1].split("\n## ")[0]
    rows = [line.removesuffix(" |") for line in section.splitlines() if line.startswith("| ")][1:]
    page = (ROOT / "docs/reference/performance.md").read_text()

    assert rows
    assert [row for row in rows if row not in page] == []


def test_the_readme_can_be_read_in_one_go() -> None:
    assert len(README.splitlines()) <= 120
