"""What a new service is told again, and what the client never sees twice."""

import json
from typing import Any

import pytest

from askline.line.flight import Flight
from askline.line.messages import Message
from tests.invariants import invariant


def line(**content: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **content}).encode() + b"\n"


def send(flight: Flight, **content: Any) -> bytes:
    text = line(**content)
    flight.sent(Message(text), text)
    return text


def answer(flight: Flight, **content: Any) -> bool:
    return flight.came(Message(line(**content))) is not None


def test_an_open_request_is_told_again_under_its_number() -> None:
    flight = Flight()
    send(flight, id=1, method="tools/list")
    asked = send(flight, id=2, method="tools/call")
    assert answer(flight, id=1, result={})

    assert flight.told_again() == ([2], asked)


@invariant("I11")
def test_the_handshake_is_told_first_and_its_answer_swallowed() -> None:
    flight = Flight()
    hello = send(flight, id=0, method="initialize")
    assert answer(flight, id=0, result={})
    ready = send(flight, method="notifications/initialized")
    asked = send(flight, id=1, method="tools/call")

    assert flight.told_again() == ([1, 2], hello + ready + asked)
    assert not answer(flight, id=0, result={})
    assert answer(flight, id=1, result={})


def test_a_handshake_answered_early_is_forwarded_and_its_answer_swallowed() -> None:
    flight = Flight()
    text = line(id=0, method="initialize")

    flight.sent(Message(text), text, answered=True)

    assert not answer(flight, id=0, result={})
    assert flight.told_again() == ([1], text)


def test_a_refused_handshake_is_not_told_again() -> None:
    flight = Flight()
    send(flight, id=0, method="initialize")

    assert answer(flight, id=0, error={"code": -32602})

    assert flight.told_again() == ([], b"")


@invariant("I11")
def test_subscriptions_last_over_a_restart() -> None:
    flight = Flight()
    subscribed = send(flight, id=1, method="resources/subscribe")
    assert answer(flight, id=1, result={})

    assert flight.told_again() == ([1], subscribed)
    assert not answer(flight, id=1, result={})


@invariant("I6")
def test_a_cancelled_request_is_never_told_again() -> None:
    flight = Flight()
    send(flight, id=7, method="tools/call")

    send(flight, method="notifications/cancelled", params={"requestId": 7})

    assert flight.told_again() == ([], b"")
    assert not answer(flight, id=7, result={})


@invariant("I6")
def test_a_second_answer_and_a_strangers_are_swallowed() -> None:
    flight = Flight()
    send(flight, id=1, method="tools/call")

    assert answer(flight, id=1, result={})
    assert not answer(flight, id=1, result={})
    assert not answer(flight, id=99, result={})


@invariant("I1")
def test_an_id_used_again_after_a_replayed_handshake_gets_its_own_answer() -> None:
    flight = Flight()
    send(flight, id=1, method="initialize")
    assert answer(flight, id=1, result={})
    send(flight, id=1, method="tools/call")
    flight.told_again()

    assert not answer(flight, id=1, result={"protocolVersion": "2025-06-18"})
    assert answer(flight, id=1, result={"content": []})


def test_the_clients_answer_to_a_form_is_told_again_while_a_call_is_open() -> None:
    flight = Flight()
    asked = send(flight, id=1, method="tools/call")
    filled = send(flight, id="form:1", result={"action": "accept"})

    assert flight.told_again() == ([1], asked + filled)
    assert answer(flight, id=1, result={})
    assert flight.told_again() == ([], b"")


def test_an_answer_to_a_form_that_nobody_waits_for_is_forgotten() -> None:
    flight = Flight()
    send(flight, id="form:1", result={"action": "accept"})
    send(flight, method="notifications/roots/list_changed")

    assert flight.told_again() == ([], b"")


def test_giving_up_names_every_open_call_once() -> None:
    flight = Flight()
    send(flight, id=1, method="tools/call")
    send(flight, id="two", method="tools/list")

    assert [call.key[1] for call in flight.give_up()] == [1, "two"]
    assert flight.give_up() == []


def test_no_two_lines_share_a_connection() -> None:
    assert Flight().connection != Flight().connection


def test_the_report_of_a_delivery_repeats_what_was_carried_and_is_told_again_first() -> None:
    flight = Flight()
    asked = send(flight, id=1, method="tools/call")
    flight.carries(7, b"this/0 that/2")

    assert flight.delivered(7) == b"!delivered 7 this/0 that/2\n"
    assert flight.delivered(8) == b"!delivered 8\n"
    assert flight.told_again() == ([1], b"!delivered 7 this/0 that/2\n" + asked)


def test_of_many_deliveries_the_last_are_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askline.line.flight.KEPT", 2)
    flight = Flight()
    for number in (1, 2, 3):
        flight.carries(number, b"x/0")
        flight.delivered(number)

    assert flight.told_again() == ([], b"!delivered 2 x/0\n!delivered 3 x/0\n")


def test_of_answers_that_never_come_no_more_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askline.line.flight.KEPT", 1)
    flight = Flight()
    flight.carries(1, b"swallowed/0")
    flight.carries(2, b"x/0")

    assert [flight.delivered(1), flight.delivered(2)] == [
        b"!delivered 1\n",
        b"!delivered 2 x/0\n",
    ]
