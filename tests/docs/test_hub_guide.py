"""The guide of the hub tells what the code does."""

from askline.config.hub import BEFORE, VARIABLES
from askline.service.hub.health import ALIVE, READY
from tests.docs.test_reference import DOCS, rows


def test_every_variable_of_a_hub_is_documented_and_no_other() -> None:
    documented = [row for row in rows("guides/hub.md") if BEFORE in row[0]]

    assert documented == [
        [f"`{each.spelled}`", f"`{each.default}`" if each.default else "none", each.about]
        for each in VARIABLES
    ]


def test_every_probe_is_documented() -> None:
    page = (DOCS / "guides/hub.md").read_text()

    assert f"`{ALIVE}`" in page
    assert f"`{READY}`" in page
