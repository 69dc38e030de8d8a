"""The pages of the test kit: the guide's programs run as they stand, and the reference names all there is."""

import re
from collections.abc import Callable, Iterator
from inspect import isclass
from typing import Any

import pytest

import askline.testing
from askline.testing import FakeHuman, House
from tests.docs.test_reference import DOCS, rows

GUIDE = (DOCS / "guides/testing.md").read_text()
FIXTURES = ("fake_human", "askline_house")


def programs() -> Iterator[Any]:
    for program in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL):
        names: dict[str, Any] = {"__name__": "page"}
        exec(compile(program, "testing.md", "exec"), names)  # noqa: S102 - our own page
        for name, test in names.items():
            if name.startswith("test_"):
                yield pytest.param(test, id=name)


def public_names() -> Iterator[str]:
    yield from FIXTURES
    for name in askline.testing.__all__:
        yield name
        thing: object = getattr(askline.testing, name)
        if isclass(thing):
            yield from (f"{name}.{verb}" for verb in verbs_of(thing))


def verbs_of(kind: type) -> Iterator[str]:
    for verb, what in vars(kind).items():
        verb_or_property = callable(what) or isinstance(what, property | classmethod)
        if verb_or_property and not verb.startswith("_"):
            yield verb


@pytest.mark.parametrize("test", [*programs()])
def test_a_test_of_the_guide_passes_as_it_stands(
    test: Callable[[House, FakeHuman], None], askline_house: House, fake_human: FakeHuman
) -> None:
    test(askline_house, fake_human)


def test_every_name_is_in_the_reference_and_no_other() -> None:
    documented = [name for row in rows("reference/testing.md") for name in row[0].split(", ")]

    assert sorted(documented) == sorted(f"`{name}`" for name in public_names())
