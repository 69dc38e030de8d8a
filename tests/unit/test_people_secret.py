"""Secrets: recognisable, whole or nothing, and never printed."""

import logging

import pytest

from askline.core.people import Right
from askline.people.secret import Kind, hash_if_whole, new_secret, refused
from askline.people.tokens import NewToken
from askline.stores.ephemeral_people import open_ephemeral_register
from tests.hub import Hub


@pytest.mark.parametrize("kind", [*Kind])
def test_a_secret_says_its_kind_and_is_found_by_its_hash(kind: Kind) -> None:
    secret = new_secret(kind)

    assert secret.reveal().startswith(f"askl_{kind}_")
    assert len(secret.reveal()) == 9 + 43 + 6
    assert hash_if_whole(secret.reveal(), kind) == secret.sha256
    assert new_secret(kind).reveal() != secret.reveal()


def test_a_secret_of_another_kind_or_with_a_wrong_letter_is_none() -> None:
    text = new_secret(Kind.TOKEN).reveal()
    for place in (9, 30, len(text) - 1):
        other = "a" if text[place] != "a" else "b"
        assert hash_if_whole(text[:place] + other + text[place + 1 :], Kind.TOKEN) is None

    assert hash_if_whole(text, Kind.SESSION) is None
    for no_secret in ("", "askl_tok_", text[:-1], text + "\n", text.replace("askl", "ask")):
        assert hash_if_whole(no_secret, Kind.TOKEN) is None


async def test_neither_printing_nor_logging_shows_it(caplog: pytest.LogCaptureFixture) -> None:
    hub = Hub(open_ephemeral_register())
    wanted = NewToken(name="mine", scopes=frozenset({Right.ASK}))
    secret, token = await hub.tokens.make(await hub.founder(), wanted)

    logging.getLogger("test").warning("%s %r %s %s", secret, secret, token, refused())

    hidden = secret.reveal()[len(secret.shown) :]
    assert secret.shown in caplog.text
    assert hidden not in caplog.text
    assert secret.sha256 not in caplog.text
    assert token.shown == secret.shown
