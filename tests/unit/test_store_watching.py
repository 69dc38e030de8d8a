"""What a store tells whoever watches it: how batches went, and how long rings were on their way."""

import pytest

from askline.core.errors import StoreUnavailable
from askline.stores.watching import UNWATCHED, Echo, Unwatched, timed


class Noted(Unwatched):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.batches: list[tuple[str, int]] = []
        self.failures: list[str] = []
        self.rings: list[float] = []

    def flushed(self, what: str, items: int, seconds: float) -> None:
        assert seconds >= 0
        self.batches.append((what, items))

    def failed(self, what: str) -> None:
        self.failures.append(what)

    def rung(self, seconds: float) -> None:
        self.rings.append(seconds)


@pytest.fixture
def noted() -> Noted:
    return Noted()


async def doubled(batch: list[int]) -> list[int]:
    return [2 * each for each in batch]


async def away(_batch: list[int]) -> list[int]:
    raise StoreUnavailable("It is away.", hint="Wait.")


async def test_a_batch_is_told_with_its_size(noted: Noted) -> None:
    assert await timed(noted, "add", doubled)([1, 2]) == [2, 4]
    assert noted.batches == [("add", 2)]


async def test_a_batch_for_which_the_store_was_away_is_told_as_that(noted: Noted) -> None:
    with pytest.raises(StoreUnavailable):
        await timed(noted, "add", away)([1])

    assert (noted.batches, noted.failures) == ([], ["add"])


async def test_a_store_that_nobody_watches_does_the_same() -> None:
    with pytest.raises(StoreUnavailable):
        await timed(UNWATCHED, "add", away)([1])

    assert await timed(UNWATCHED, "add", doubled)([1]) == [2]


def test_a_ring_is_on_its_way_until_its_text_comes_back(noted: Noted) -> None:
    echo = Echo(noted)
    echo.rung()
    echo.rung()
    echo.sent(["one", "two"])
    echo.sent(["three"])
    echo.heard("three")
    assert noted.rings == []

    echo.heard("one")
    echo.heard("one")
    assert len(noted.rings) == 1


def test_a_ring_that_was_sent_in_vain_counts_from_when_it_was_rung(noted: Noted) -> None:
    echo = Echo(noted)
    echo.rung()
    echo.sent(["one"])
    echo.unsent()
    echo.sent(["one and two"])
    echo.heard("one")
    assert noted.rings == []

    echo.heard("one and two")
    assert len(noted.rings) == 1


def test_a_ring_that_was_lost_is_not_waited_for(noted: Noted) -> None:
    echo = Echo(noted)
    echo.rung()
    echo.sent(["one"])
    echo.lost()
    echo.heard("one")
    echo.sent(["two"])
    echo.heard("two")
    echo.arrived()

    assert noted.rings == []
