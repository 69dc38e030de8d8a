"""The page on accessibility claims nothing without a test of that name."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_claim_names_a_test_that_is_there() -> None:
    page = (ROOT / "docs/reference/accessibility.md").read_text(encoding="utf-8")
    claims = [line for line in page.splitlines() if line.startswith("| ") and "test" in line]
    named = [NAMED.search(line) for line in claims[1:] if not line.startswith("| what")]

    lost = [
        each
        for each in named
        if each is None or f"def {each[2]}(" not in (ROOT / each[1]).read_text(encoding="utf-8")
    ]

    assert named
    assert lost == []
