"""Fixtures for pytest. Imported by every run that has Askline installed, so it imports nothing itself."""

from collections.abc import Generator

import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from askline.testing.house import House
    from askline.testing.human import FakeHuman

HOUSE = "askline_house"


@pytest.fixture
def fake_human() -> "FakeHuman":
    """A human without a script; write one, or let your own fixture of this name return another."""
    from askline.testing.human import FakeHuman  # noqa: PLC0415 - paid by the tests that use it

    return FakeHuman()


@pytest.fixture
def askline_house(fake_human: "FakeHuman") -> Generator["House"]:
    """A house in this process whose human is `fake_human`; the script is verified with the test."""
    from askline.testing.house import House  # noqa: PLC0415 - paid by the tests that use it

    with House(fake_human) as house:
        yield house


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """What the script found fails the test itself, and not its teardown."""
    house: House | None = getattr(item, "funcargs", {}).get(HOUSE)
    try:
        result = yield
    except BaseException as error:
        if house is not None:
            house.human.explain(error)
        raise
    if house is not None:
        house.verify()
    return result
