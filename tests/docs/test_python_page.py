"""The page of the Python client: its programs run as they stand, and its verbs are all there are."""

import re
from inspect import getmembers, isfunction

import pytest

from askline import Client
from tests.docs.test_reference import DOCS, rows
from tests.doors.cli_service import a_home, an_api

PAGE = (DOCS / "reference/python.md").read_text()


@pytest.mark.parametrize("program", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_a_program_of_the_page_runs_as_it_stands(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_home() as home, an_api(home):
        monkeypatch.setenv("ASKLINE_HOME", home.environ["ASKLINE_HOME"])

        exec(compile(program, "python.md", "exec"), {"__name__": "page"})  # noqa: S102 - our own page


def test_every_verb_is_documented_and_no_other() -> None:
    documented = [verb for row in rows("reference/python.md") for verb in row[0].split(", ")]
    verbs = {name for name, _ in getmembers(Client, isfunction) if not name.startswith("_")}

    assert sorted(documented) == sorted(f"`{verb}`" for verb in verbs)
