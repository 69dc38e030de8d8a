"""Each threat of the threat model has what stands in its way, and tests that are there."""

import re

import pytest

from tests.docs.test_reference import DOCS, ROOT, rows

TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)


@pytest.mark.parametrize("page", ["concepts/threats.md", "concepts/threats-local.md"])
def test_every_threat_has_a_countermeasure_and_a_test_that_exists(page: str) -> None:
    files = (ROOT / "tests").rglob("test_*.py")
    known = {name for file in files for name in TEST.findall(file.read_text())}
    threats = rows(page)

    assert len(threats) > 20
    for threat, against, named in threats:
        tests = [name.strip("` ") for name in named.split(",")]
        assert (threat, bool(against), set(tests) - known) == (threat, True, set())


def test_the_page_is_reached_from_the_one_of_the_people() -> None:
    assert "(threats.md)" in (DOCS / "concepts/people.md").read_text()
