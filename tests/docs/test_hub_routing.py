"""The examples of the guide to routing are rules that a hub takes, and its table has every field."""

import json
import re

import pytest

from askline.core.errors import FieldProblem
from askline.people.routing_rules import (
    LONGEST_S,
    MOST_AGREEING,
    MOST_IN_A_STEP,
    MOST_STEPS,
    SOONEST_REMINDER_S,
    TELL_AFTER,
)
from askline.people.rule_reading import KNOWN, read_rule
from tests.docs.test_reference import DOCS, rows

GUIDE = "guides/hub-routing.md"
EXAMPLES = re.findall(r"```json\n(.*?)```", (DOCS / GUIDE).read_text(), re.DOTALL)
RULES = [each for each in map(json.loads, EXAMPLES) if "words" not in each]


@pytest.mark.parametrize("said", RULES)
def test_every_example_is_a_rule(said: dict[str, object]) -> None:
    problems: list[FieldProblem] = []

    read_rule("example", said, problems)

    assert problems == []


def test_there_is_an_example_of_each_use_and_of_being_away() -> None:
    assert (len(RULES), len(EXAMPLES)) == (3, 4)


def test_the_table_has_every_field_with_its_bounds() -> None:
    told = {row[0].strip("`"): " ".join(row) for row in rows(GUIDE)}

    assert set(KNOWN.split()) <= set(told)
    assert f"at most {MOST_STEPS}" in told["steps"]
    assert f"at most {MOST_IN_A_STEP}" in told["steps[].to"]
    assert f"up to {LONGEST_S // 86400} days" in told["steps[].after_s"]
    assert f"from {SOONEST_REMINDER_S} seconds" in told["remind_s"]
    assert f"1 to {MOST_AGREEING}" in told["quorum"]
    assert told["tell_after_s"].endswith(str(TELL_AFTER.seconds))
