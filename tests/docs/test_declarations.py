"""The page of declarations names every field and every kind of problem, and no other."""

import json
import re
from typing import get_args

import pytest
from pydantic import BaseModel

from askline.commands import declared
from askline.commands.loading import Source, load
from askline.commands.problems import Kind
from askline.commands.schema import file_schema
from tests.docs.test_reference import DOCS, rows

PAGE = (DOCS / "reference/declarations.md").read_text()

OBJECTS: dict[str, type[BaseModel]] = {
    "Command": declared.Command,
    "Subcommand": declared.Subcommand,
    "Option": declared.Option,
    "Items": declared.Items,
    "Approval": declared.Approval,
    "Rule": declared.Rule,
    "When": declared.When,
    "Examples": declared.Examples,
    "Sandbox": declared.Sandbox,
    "Output": declared.Output,
    "Hints": declared.Hints,
    "Sequence": declared.Step,
    "Availability check": declared.Availability,
}


@pytest.mark.parametrize("heading", OBJECTS)
def test_every_field_of_an_object_is_documented_and_no_other(heading: str) -> None:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    fields = OBJECTS[heading].model_fields

    documented = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)

    assert sorted(documented) == sorted(field.alias or name for name, field in fields.items())


def test_every_kind_of_problem_is_documented_and_no_other() -> None:
    documented = {row[0].strip("`") for row in rows("reference/declarations.md") if len(row) == 2}

    assert documented == {*get_args(Kind)}


def test_the_example_of_the_page_loads() -> None:
    example = PAGE.split("```json\n")[1].split("```")[0]

    loaded = load([Source("git.json", example)])

    assert loaded.problems == ()
    assert [tool.name for tool in loaded.tools] == ["git_status", "git_push"]


def test_the_schema_in_the_reference_is_current() -> None:
    # `askline tools schema > docs/reference/declarations.schema.json` makes it so.
    kept = json.loads((DOCS / "reference/declarations.schema.json").read_text())

    assert kept == file_schema()
