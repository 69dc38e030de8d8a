"""The bell over NATS: what it says, whom it trusts, and how it heals."""

import logging
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from nats.aio.client import Client

from askline.asks.ports import Hint, News, Ring
from askline.stores import hints
from askline.stores.nats import bell as bells
from askline.stores.nats.address import NatsAddress, nats_address
from askline.stores.nats.bell import NatsBell, open_nats_bell
from askline.stores.nats.wire import AWAY, subscribed
from tests.builders import NOON, minted
from tests.contract.test_bell import heard
from tests.contract.test_postgres import until
from tests.nats import NatsServer, own_nats

NOWHERE = nats_address(["nats://anna:secret-word@127.0.0.1:1"], name="tests")


def a_hint(tenant: str = "local") -> Hint:
    return Hint(News.SETTLED, minted.ask_id(NOON), tenant)


async def missed(rings: AsyncIterator[Ring]) -> None:
    with anyio.fail_after(20):
        while not (await anext(rings)).missed:
            pass


async def said_aloud(server: NatsServer, subject: str, *words: bytes) -> None:
    """By somebody who is none of us."""
    stranger = Client()
    await stranger.connect(server.url)
    for word in words:
        await stranger.publish(subject, word)
    await stranger.flush()
    await stranger.close()


async def carried(bell: NatsBell) -> bool:
    return not bell._waiting


async def deaf_twice(caplog: pytest.LogCaptureFixture) -> bool:
    return caplog.text.count("the bell is deaf") >= 2


async def rung(here: NatsBell, stop: anyio.Event) -> None:
    while not stop.is_set():
        here.ring(a_hint())
        await anyio.sleep(0.001)


async def test_a_nats_that_is_killed_under_load_costs_a_miss_and_no_more() -> None:
    with own_nats() as server:
        async with (
            open_nats_bell(server.address()) as here,
            open_nats_bell(server.address()) as there,
            there.listen() as rings,
            anyio.create_task_group() as tasks,
        ):
            stop = anyio.Event()
            tasks.start_soon(rung, here, stop)
            for _ in range(2):
                await heard(rings, 50)
                server.kill()
                await missed(rings)  # it is gone
                server.start()
                await missed(rings)  # it is back

            await heard(rings, 50)
            stop.set()


async def test_what_was_rung_while_nats_was_away_is_carried_when_it_is_back() -> None:
    with own_nats() as server:
        async with (
            open_nats_bell(server.address()) as here,
            open_nats_bell(server.address()) as there,
            there.listen() as rings,
            here.listen() as own,
        ):
            server.kill()
            await missed(own)
            await missed(rings)
            here.ring(a_hint())
            server.start()

            # Who was deaf itself when it was carried is told to read everything.
            await missed(rings)
            await until(lambda: carried(here))


async def test_what_a_cut_connection_did_not_take_waits_for_the_next(nats: NatsServer) -> None:
    bell = NatsBell(nats.address())
    async with subscribed(nats.address(), lambda _: None, lambda _: None) as wire:
        pass
    bell.ring(first := a_hint())
    bell.ring(second := a_hint())

    with anyio.fail_after(20):
        await bell._carry(wire)

    assert wire.lost.is_set()
    assert bell._waiting == [first, second]


async def test_who_rang_more_than_can_wait_has_others_read_everything(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bells, "MOST_WAITING", 3)
    async with (
        open_nats_bell(nats.address()) as here,
        open_nats_bell(nats.address()) as there,
        there.listen() as rings,
    ):
        for _ in range(4):
            here.ring(a_hint())

        await missed(rings)


async def test_who_reads_too_slowly_is_told_that_it_missed_something(nats: NatsServer) -> None:
    slow = NatsBell(nats.address("slow"), most_unread=1)
    async with anyio.create_task_group() as tasks:
        await tasks.start(slow.run)
        async with slow.listen() as rings:
            await said_aloud(nats, "askline.slow.bell", *[b'["me","zz"]'] * 50)
            await missed(rings)
        tasks.cancel_scope.cancel()


async def test_a_bell_whose_nats_is_away_opens_and_rings_at_home(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with anyio.fail_after(20):
        async with open_nats_bell(NOWHERE) as bell, bell.listen() as rings:
            bell.ring(hint := a_hint())

            assert await heard(rings, 1) == [hint]
            await until(lambda: deaf_twice(caplog))
            assert bell.deaf
    assert "secret-word" not in caplog.text


async def test_installations_on_one_nats_do_not_hear_each_other(nats: NatsServer) -> None:
    async with (
        open_nats_bell(nats.address("theirs")) as theirs,
        open_nats_bell(nats.address("ours")) as ours,
        open_nats_bell(nats.address("ours")) as too,
        too.listen() as rings,
    ):
        theirs.ring(a_hint("theirs"))
        ours.ring(hint := a_hint("ours"))

        with anyio.fail_after(20):
            ring = await anext(rings)

    assert ring.missed or ring.hints == (hint,)


async def test_an_own_ring_is_not_heard_again_from_nats(nats: NatsServer) -> None:
    async with (
        open_nats_bell(nats.address()) as here,
        open_nats_bell(nats.address()) as there,
        here.listen() as near,
        there.listen() as far,
    ):
        here.ring(own := a_hint())
        assert await heard(far, 1) == [own]
        there.ring(answer := a_hint())

        assert await heard(near, 2) == [own, answer]


async def test_a_thousand_long_rings_reach_another_process_in_order(nats: NatsServer) -> None:
    sent = [a_hint("a-tenant-with-a-name-of-some-length-\u00e4\U0001f389") for _ in range(1000)]
    async with (
        open_nats_bell(nats.address()) as here,
        open_nats_bell(nats.address()) as there,
        there.listen() as rings,
    ):
        for hint in sent:
            here.ring(hint)

        assert await heard(rings, 1000) == sent


async def test_what_was_rung_just_before_the_end_still_goes_out(nats: NatsServer) -> None:
    async with open_nats_bell(nats.address()) as there, there.listen() as rings:
        async with open_nats_bell(nats.address()) as here:
            here.ring(first := a_hint())
            here.ring(last := a_hint())

        assert await heard(rings, 2) == [first, last]


async def test_what_strangers_say_is_passed_over(nats: NatsServer) -> None:
    garbage = (
        b"",
        b"?",
        b"\xff",
        b"[]",
        b"5",
        b'["me",5]',
        b'["me","zz"]',
        b'{"a":1}',
        b"[" * 7000,
    )
    large = b'["me","' + b"x" * hints.LARGEST + b'"]'
    async with (
        open_nats_bell(nats.address()) as here,
        open_nats_bell(nats.address()) as there,
        there.listen() as rings,
    ):
        await said_aloud(nats, "askline.tests.bell", *garbage, large)
        here.ring(hint := a_hint())

        with anyio.fail_after(20):
            assert await anext(rings) == Ring((hint,))


async def test_a_failure_of_the_user_of_a_bell_is_raised_as_it_is(nats: NatsServer) -> None:
    with pytest.raises(ZeroDivisionError):
        async with open_nats_bell(nats.address()):
            raise ZeroDivisionError


async def reached(address: NatsAddress) -> bool:
    """Whether there is a bell to be had at this address, and it rings."""
    told: list[bytes] = []
    try:
        async with (
            open_nats_bell(address) as here,
            subscribed(address, told.append, lambda _: None),
        ):
            here.ring(a_hint())
            with anyio.fail_after(20):
                await until(lambda: anything_in(told))
    except AWAY:
        return False
    return True


async def anything_in(told: list[bytes]) -> bool:
    return bool(told)


@pytest.mark.parametrize(
    ("options", "right", "wrong"),
    [
        (("--user", "anna", "--pass", "p@ss/word"), "anna:p%40ss%2Fword", "anna:other-word"),
        (("--auth", "a-token"), "a-token", "other-token"),
    ],
    ids=["password", "token"],
)
async def test_one_signs_in_with_what_the_address_says_and_it_is_never_logged(
    options: tuple[str, ...], right: str, wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    with own_nats(*options) as server, caplog.at_level(logging.DEBUG):
        at = f"@127.0.0.1:{server.port}"

        assert await reached(nats_address([f"nats://{right}{at}"], name="tests"))
        assert not await reached(nats_address([f"nats://{wrong}{at}"], name="tests"))

    assert "the bell is deaf" in caplog.text
    assert wrong.rpartition(":")[2] not in caplog.text


def a_certificate(directory: Path) -> tuple[str, str]:
    key, cert = str(directory / "key.pem"), str(directory / "cert.pem")
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=nats"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert]
    subprocess.run([*made.split(), *names], check=True, capture_output=True)
    return key, cert


async def test_tls_is_used_with_the_given_authority_and_never_given_up(
    nats: NatsServer, tmp_path: Path
) -> None:
    key, cert = a_certificate(tmp_path)
    trusting = ssl.create_default_context(cafile=cert)
    with own_nats("--tls", "--tlscert", cert, "--tlskey", key) as server:
        url = f"tls://127.0.0.1:{server.port}"

        assert await reached(nats_address([url], name="tests", tls=trusting))
        assert not await reached(nats_address([url], name="tests"))
    in_the_clear = f"127.0.0.1:{nats.port}"
    assert not await reached(nats_address([f"tls://{in_the_clear}"], name="tests"))
    assert not await reached(nats_address([f"nats://{in_the_clear}"], name="tests", tls=trusting))
