import pytest

from askline.stores import recent
from askline.stores.recent import Recent
from tests.builders import NOON, an_opening, answered, minted


def test_an_ask_is_at_hand_as_it_was_seen_last() -> None:
    asks = Recent()
    change = answered(an_opening().after)

    asks.keep(change.before)

    assert asks.at_hand(change.after.id) is change.before
    assert asks.keep(change.after) is asks.at_hand(change.after.id)
    assert asks.at_hand(minted.ask_id(NOON)) is None


def test_the_oldest_makes_room_for_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "AT_MOST", 2)
    asks, kept = Recent(), [an_opening().after for _ in range(3)]

    for ask in kept:
        asks.keep(ask)

    assert [asks.at_hand(ask.id) for ask in kept] == [None, *kept[1:]]
