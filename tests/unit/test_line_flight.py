"""What a new service is told again, and what the client never sees twice."""

import json
import re
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


def told(flight: Flight) -> tuple[list[int], bytes]:
    """What is told again, without how long ago it was."""
    numbers, lines = flight.told_again()
    return numbers, re.sub(rb"!since \d+\n", b"", lines)


def answer(flight: Flight, **content: Any) -> bool:
    return flight.came(Message(line(**content))) is not None


def test_an_open_request_is_told_again_under_its_number() -> None:
    flight = Flight()
    send(flight, id=1, method="tools/list")
    asked = send(flight, id=2, method="tools/call")
    assert answer(flight, id=1, result={})

    assert told(flight) == ([2], asked)


@invariant("I11")
def test_the_handshake_is_told_first_and_its_answer_swallowed() -> None:
    flight = Flight()
    hello = send(flight, id=0, method="initialize")
    assert answer(flight, id=0, result={})
    ready = send(flight, method="notifications/initialized")
    asked = send(flight, id=1, method="tools/call")

    assert told(flight) == ([1, 2], hello + ready + asked)
    assert not answer(flight, id=0, result={})
    assert answer(flight, id=1, result={})


def test_a_handshake_answered_early_is_forwarded_and_its_answer_swallowed() -> None:
    flight = Flight()
    text = line(id=0, method="initialize")

    flight.sent(Message(text), text, answered=True)

    assert not answer(flight, id=0, result={})
    assert told(flight) == ([1], text)


def test_a_refused_handshake_is_not_told_again() -> None:
    flight = Flight()
    send(flight, id=0, method="initialize")

    assert answer(flight, id=0, error={"code": -32602})

    assert told(flight) == ([], b"")


@invariant("I11")
def test_subscriptions_last_over_a_restart() -> None:
    flight = Flight()
    subscribed = send(flight, id=1, method="resources/subscribe")
    assert answer(flight, id=1, result={})

    assert told(flight) == ([1], subscribed)
    assert not answer(flight, id=1, result={})


@invariant("I6")
def test_a_cancelled_request_is_never_told_again() -> None:
    flight = Flight()
    send(flight, id=7, method="tools/call")

    send(flight, method="notifications/cancelled", params={"requestId": 7})

    assert told(flight) == ([], b"")
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

    assert told(flight) == ([1], asked + filled)
    assert answer(flight, id=1, result={})
    assert told(flight) == ([], b"")


def test_an_answer_to_a_form_that_nobody_waits_for_is_forgotten() -> None:
    flight = Flight()
    send(flight, id="form:1", result={"action": "accept"})
    send(flight, method="notifications/roots/list_changed")

    assert told(flight) == ([], b"")


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
    assert told(flight) == ([1], b"!delivered 7 this/0 that/2\n" + asked)


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


def show(flight: Flight, name: str) -> bool:
    """The service asks the client something."""
    return flight.asks(Message(line(id=name, method="elicitation/create")))


def withdraw(flight: Flight, name: object) -> bool:
    """The service takes back what it asked."""
    note = line(method="notifications/cancelled", params={"requestId": name})
    return flight.asks(Message(note))


class Watch:
    """Instead of the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 100.0
        monkeypatch.setattr("askline.line.flight.monotonic", lambda: self.time)


def test_a_repeated_request_says_how_long_ago_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, flight = Watch(monkeypatch), Flight()
    asked = send(flight, id=1, method="tools/call")

    watch.time += 2.5

    assert flight.told_again() == ([1], b"!since 2500\n" + asked)


def test_an_answer_to_a_form_says_how_long_the_client_had_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch, flight = Watch(monkeypatch), Flight()
    asked = send(flight, id=1, method="tools/call")
    assert show(flight, "askline-1-1")
    watch.time += 1.25
    text = line(id="askline-1-1", result={"action": "accept"})

    filled = flight.sent(Message(text), text)

    assert filled == b"!took 1250\n" + text
    watch.time += 1
    assert flight.told_again()[1] == b"!since 2250\n" + asked + filled


def test_a_form_that_the_client_shows_already_is_not_shown_twice() -> None:
    flight = Flight()
    send(flight, id=1, method="tools/call")

    assert show(flight, "askline-1-1")
    assert not show(flight, "askline-1-1")
    assert withdraw(flight, "askline-1-1")
    assert not withdraw(flight, "askline-1-1")
    assert show(flight, "askline-1-1")


def test_other_notes_of_the_service_pass() -> None:
    flight = Flight()

    assert withdraw(flight, 7), "a subscription that the service ends"
    assert withdraw(flight, "listen-1")
    assert flight.asks(Message(line(method="notifications/progress")))


def test_the_form_of_a_call_that_ended_is_an_orphan_once() -> None:
    flight = Flight()
    send(flight, id=1, method="tools/call")
    send(flight, id=2, method="tools/call")
    for name in ("askline-1-1", "askline-2-1", "ping-1"):
        assert show(flight, name)

    assert flight.orphans() == []
    assert answer(flight, id=1, result={})
    assert flight.orphans() == ["askline-1-1"]
    send(flight, method="notifications/cancelled", params={"requestId": 2})
    assert flight.orphans() == ["askline-2-1"]
    assert flight.orphans() == []
