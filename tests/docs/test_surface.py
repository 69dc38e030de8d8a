"""What else can be named from outside is documented: variables, profiles, tools, statuses."""

import json
import re
from pathlib import Path

import pytest

from askline.commands.operation import Status
from askline.config.hub import VARIABLES
from askline.doors.mcp.profiles import PROFILES
from tests.docs.pages import DOCS, PAGES, ROOT
from tests.docs.test_reference import rows

VARIABLE = re.compile(r"\bASKLINE_[A-Z_]*[A-Z]\b")
OURS = {"ASKLINE_TEST_CLIENTS", "ASKLINE_TEST_POSTGRES", "ASKLINE_FAULT_S"}
"""What tests and benches are told by; no reader of the product meets them."""

SNAPSHOTS = ROOT / "tests/toolsnaps"
OWN_TOOLS = sorted(SNAPSHOTS.glob("*.json"))


def variables_of_the_code() -> set[str]:
    sources = [*(ROOT / "src").rglob("*.py")]
    named = {each for file in sources for each in VARIABLE.findall(file.read_text())}
    return named | {each.spelled for each in VARIABLES}


def test_every_variable_is_documented_and_no_other() -> None:
    documented = {each for page in PAGES for each in VARIABLE.findall(page.read_text())}

    assert documented - OURS == variables_of_the_code()


def test_every_profile_is_documented_with_its_tools() -> None:
    told = {row[0].strip("`"): row[1] for row in rows("reference/profiles.md") if row[-1] != row[1]}

    assert {*PROFILES} <= {*told}
    for name in set(PROFILES) - {"askline"}:
        tools = {file.stem for file in (SNAPSHOTS / name).glob("*.json")}
        assert {*re.findall(r"`(\w+)`", told[name])} == tools


@pytest.mark.parametrize("tool", OWN_TOOLS, ids=lambda file: file.stem)
def test_every_field_of_a_tool_is_documented(tool: Path) -> None:
    snapshot = json.loads(tool.read_text())
    page = (DOCS / "reference/tools.md").read_text()

    assert f"`{snapshot['name']}`" in page
    for field in snapshot["inputSchema"]["properties"]:
        assert re.search(rf"[`\"]{field}[`\"]", page), field


def test_every_status_of_an_operation_is_documented_and_no_other() -> None:
    told = [row[0].strip("`") for row in rows("concepts/operations.md")]

    assert sorted(told) == sorted(Status)
