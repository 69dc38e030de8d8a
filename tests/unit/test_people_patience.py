"""Guesses are counted where they fail, by what is guessed at and from where, for ten minutes."""

from datetime import timedelta

import pytest
from starlette.requests import Request

from askline.config.hub import load_hub
from askline.core.errors import InvalidArguments, NotAllowed, RateLimited
from askline.doors.http.hub_addresses import Addresses
from askline.people import patience as room
from askline.people.patience import WITHIN, Patience, Tried, by_address, by_login
from tests.builders import StoppedClock

TWICE = ("ada", 2)


def fail(patience: Patience, *tried: Tried, error: type[Exception] = NotAllowed) -> None:
    refusal = error("no", hint="no")  # pyright: ignore[reportCallIssue]
    with pytest.raises(error), patience.guessing(*tried):
        raise refusal


def test_so_many_failures_and_no_more_until_they_are_old() -> None:
    clock = StoppedClock()
    patience = Patience(clock)
    for _ in range(2):
        fail(patience, TWICE)
    with pytest.raises(RateLimited):
        patience.guessing(("eve", 2), TWICE).__enter__()

    clock.time += WITHIN
    with patience.guessing(TWICE):
        pass


def test_what_succeeds_or_is_only_misspelled_does_not_count() -> None:
    patience = Patience(StoppedClock())
    for _ in range(3):
        with patience.guessing(TWICE):
            pass
        fail(patience, TWICE, error=InvalidArguments)
    fail(patience, TWICE)


def test_tries_under_way_count_so_that_many_at_once_are_not_free() -> None:
    patience = Patience(StoppedClock())
    once, twice = patience.guessing(TWICE), patience.guessing(TWICE)
    with once, twice, pytest.raises(RateLimited):
        patience.guessing(TWICE).__enter__()


def test_a_clock_set_back_locks_nobody_out() -> None:
    clock = StoppedClock()
    patience = Patience(clock)
    for _ in range(2):
        fail(patience, TWICE)
    clock.time -= timedelta(hours=1)
    with patience.guessing(TWICE):
        pass


def test_only_so_many_names_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "AT_MOST", 2)
    patience = Patience(StoppedClock())
    fail(patience, ("ada", 1))
    with patience.guessing(("bo", 1), ("cy", 1), ("di", 1)):
        pass
    with patience.guessing(("ada", 1)):
        pass


@pytest.mark.parametrize("said", ["ada", "ADA", " ada\t", "a\u200bda", "\ufeffAda", "ada\x00"])
def test_one_login_is_one_however_it_is_written(said: str) -> None:
    assert by_login("acme", said) == by_login("acme", "Ada")


def test_what_could_be_no_tenant_takes_no_room() -> None:
    assert by_login("x" * 1_000_000, "ada") == by_login("No Tenant", "ada")
    assert by_login("acme", "ada") != by_login("bolt", "ada")


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("192.0.2.1:5", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("[::ffff:192.0.2.1]:7", "192.0.2.1"),
        ("[2001:db8::1]:7", "2001:db8::"),
        ("[2001:db8::1]", "2001:db8::"),
        ("x" * 200, "x" * 300),
    ],
)
def test_one_address_is_one_whatever_port_or_family_stands_with_it(said: str, address: str) -> None:
    assert by_address(said) == by_address(address)


def test_one_network_is_one_address() -> None:
    assert by_address("2001:db8::1") == by_address("2001:db8::ffff")
    assert by_address("2001:db8:0:1::1") != by_address("2001:db8::1")
    assert by_address("192.0.2.1") != by_address("192.0.2.2")
    assert by_address("") != by_address("unix")


@pytest.mark.parametrize(
    ("proxies", "said", "address"),
    [
        (0, "10.0.0.9", "192.0.2.1"),
        (1, "10.0.0.9, 198.51.100.7", "198.51.100.7"),
        (2, "10.0.0.9, 198.51.100.7", "10.0.0.9"),
        (3, "10.0.0.9, 198.51.100.7", "192.0.2.1"),
        (1, "", "192.0.2.1"),
    ],
    ids=["none", "one", "two", "fewer than told", "nothing said"],
)
def test_only_what_the_known_proxies_add_is_believed(proxies: int, said: str, address: str) -> None:
    headers = [(b"x-forwarded-for", said.encode())] if said else []
    scope = {"type": "http", "headers": headers, "client": ("192.0.2.1", 5)}
    assert Addresses(proxies)(Request(scope)) == address
    assert Addresses()(Request({**scope, "client": None})) == ""


def test_a_hub_is_told_how_many_proxies_stand_before_it() -> None:
    told = {"ASKLINE_HUB_DATABASE": "postgresql://x", "ASKLINE_HUB_URL": "https://ask.example"}

    assert load_hub(told).proxies == 0
    assert load_hub({**told, "ASKLINE_HUB_PROXIES": "2"}).proxies == 2
    for wrong in ("-1", "many", "²"):
        with pytest.raises(InvalidArguments) as refused:
            load_hub({**told, "ASKLINE_HUB_PROXIES": wrong})
        assert [each.field for each in refused.value.fields] == ["ASKLINE_HUB_PROXIES"]
