"""The verbs on the page of the Python client are all there are; its programs run with all blocks."""

from inspect import getmembers, isfunction

from askline import Client
from tests.docs.test_reference import rows


def test_every_verb_is_documented_and_no_other() -> None:
    documented = [verb for row in rows("reference/python.md") for verb in row[0].split(", ")]
    verbs = {name for name, _ in getmembers(Client, isfunction) if not name.startswith("_")}

    assert sorted(documented) == sorted(f"`{verb}`" for verb in verbs)
