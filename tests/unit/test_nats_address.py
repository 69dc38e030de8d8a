"""Addresses of a NATS: what they mean, what is refused, and that they show no secret."""

import pytest

from askline.core.errors import StoreUnavailable
from askline.stores.nats.address import nats_address


def test_what_one_signs_in_with_is_taken_out_of_the_url_and_not_shown() -> None:
    address = nats_address(["nats://anna:p%40ss@one:4222", "nats://two"], name="acme")

    assert address.servers == ("nats://one:4222", "nats://two")
    assert (address.user, address.password, address.token) == ("anna", "p@ss", None)
    assert "anna" not in repr(address)
    assert "p@ss" not in repr(address)


def test_a_user_without_a_password_is_a_token() -> None:
    address = nats_address(["tls://t0ken@one"], name="acme")

    assert (address.user, address.token) == (None, "t0ken")


def test_nobody_signs_in_where_the_url_names_nobody() -> None:
    address = nats_address(["nats://one"], name="acme")

    assert (address.user, address.token) == (None, None)
    assert address.subject == "askline.acme.bell"


@pytest.mark.parametrize("name", ["", "a.b", "*", ">", "a b", "x" * 65, "ä"])
def test_a_name_that_could_reach_another_bell_is_refused(name: str) -> None:
    with pytest.raises(StoreUnavailable, match="name of the bell"):
        nats_address(["nats://one"], name=name)


@pytest.mark.parametrize(
    "url", ["", "one:4222", "http://one", "nats://", "nats://u:secret@one:port", "nats://[one"]
)
def test_an_address_that_cannot_be_read_is_refused_without_quoting_it(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be read") as refusal:
        nats_address([url], name="acme")

    assert "secret" not in refusal.value.message


def test_an_address_names_at_least_one_server() -> None:
    with pytest.raises(StoreUnavailable, match="No NATS server"):
        nats_address([], name="acme")
