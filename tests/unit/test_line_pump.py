"""What goes between client and service: all of it, whole, once, and nothing else."""

import select
import socket
import threading
from collections.abc import Callable

import pytest

from askline.core.version import VERSION
from askline.line import pump
from askline.line.flight import Flight
from tests.broken_lines import BROKEN
from tests.invariants import control, invariant
from tests.promises import promise
from tests.unit.line_scene import Json, Peer, Scene, Starts, line, note

SNAPSHOT = 'initialize\t"result":{"early":true}\ntools handshake\t"result":{"tools":[]}\n'


def test_a_hello_names_the_line_and_leaves_out_nothing_of_its_facts(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())

    hello = scene.accept().welcome()

    assert hello["version"] == VERSION
    assert hello["labels"] == {"TERM_PROGRAM": "100 %"}
    assert (hello["again"], hello["next"], hello["replay"]) == (0, 1, [])
    assert len(hello["connection"]) == 24


def lost_while_a_call_waits(scene: Scene, flight: Flight) -> Json:
    """The service goes away between a handshake and the answer to a call; the second one's hello."""
    scene.listen()
    line_of = scene.pump()
    line_of._flight = flight
    scene.start(line_of)
    first = scene.accept()
    name = first.welcome()["connection"]
    scene.say(id=0, method="initialize")
    first.hear()
    first.say(line(id=0, result={}))
    scene.hear()
    scene.say(method="notifications/initialized")
    scene.say(id=1, method="tools/call")
    assert [first.hear_message()["method"] for _ in range(2)] == [
        "notifications/initialized",
        "tools/call",
    ]
    first.hang_up()

    second = scene.accept()
    hello = second.welcome()
    told = [second.hear_message()["method"] for _ in range(3)]
    assert hello["connection"] == name
    assert told == ["initialize", "notifications/initialized", "tools/call"]
    second.say(line(id=0, result={}), line(id=1, result={"answer": 42}))
    assert scene.hear() == {"jsonrpc": "2.0", "id": 1, "result": {"answer": 42}}
    return hello


@invariant("I1")
def test_a_waiting_call_is_told_the_next_service_and_answered_once(scene: Scene) -> None:
    hello = lost_while_a_call_waits(scene, Flight())

    assert (hello["again"], hello["next"], hello["replay"]) == (1, 3, [1, 2])


@control("forgets")
@control("repeats")
@control("does not greet")
@control("renames")
@pytest.mark.parametrize("flight", BROKEN)
def test_a_line_that_is_broken_would_be_caught(
    scene: Scene, flight: Callable[[], Flight], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.unit.line_scene.PATIENCE_S", 0.5)

    with pytest.raises((AssertionError, TimeoutError)):
        lost_while_a_call_waits(scene, flight())


def test_the_profile_that_was_decided_on_is_kept_over_a_restart(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    first = scene.accept()
    told = first.hear_hello()["profile"]
    first.say(b'!welcome {"wire":1,"profile":"auq"}\n', note("welcome was before this"))
    scene.hear()
    first.hang_up()

    assert (told, scene.accept().welcome()["profile"]) == (None, "auq")


@invariant("I3")
def test_half_a_line_of_a_dead_service_is_dropped(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    first = scene.accept()
    first.welcome()
    first.say(note("whole"), b'{"jsonrpc":"2.0","method":"no')
    assert scene.hear()["params"] == {"data": "whole"}
    first.hang_up()

    second = scene.accept()
    second.welcome()
    second.say(note("next"))

    assert scene.hear()["params"] == {"data": "next"}


def test_first_questions_are_answered_while_the_service_starts(
    scene: Scene, starts: Starts
) -> None:
    scene.start(scene.pump(SNAPSHOT))
    scene.say(id="a", method="initialize")
    scene.say(method="notifications/initialized")
    scene.say(id=7, method="tools/list")
    assert scene.hear() == {"jsonrpc": "2.0", "id": "a", "result": {"early": True}}
    assert scene.hear() == {"jsonrpc": "2.0", "id": 7, "result": {"tools": []}}
    assert starts == [scene.locations.socket]

    scene.listen()
    service = scene.accept()
    hello = service.welcome()

    assert (hello["replay"], hello["next"]) == ([1], 2)
    assert service.hear_message()["method"] == "initialize"
    assert service.hear_message()["method"] == "notifications/initialized"
    service.say(line(id="a", result={"late": True}), note("after"))
    assert scene.hear()["params"] == {"data": "after"}


def test_a_service_that_speaks_is_asked_itself(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump(SNAPSHOT))
    service = scene.accept()
    service.welcome()
    service.say(note("welcome was before this"))
    scene.hear()

    scene.say(id=1, method="tools/list")

    assert service.hear_message()["method"] == "tools/list"


def test_delivery_is_told_after_the_whole_answer_and_before_the_next_request(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()
    scene.say(id=1, method="tools/call")
    service.hear()
    service.say(line(id=1, result={"text": "x" * 200_000}))

    scene.say(id=2, method="ping")
    assert service.hear_message()["id"] == 2, "said to be delivered while the client has a part"

    assert len(scene.hear()["result"]["text"]) == 200_000
    scene.say(id=3, method="tools/call")
    assert service.hear() == "!delivered 1"
    assert service.hear_message()["id"] == 3


@promise("ask-once")
def test_a_service_that_died_before_the_report_is_not_the_last_to_hear_it(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    first = scene.accept()
    first.welcome()
    scene.say(id=1, method="tools/call")
    first.hear()
    first.say(b"!carries 1 ask/0\n!carries rubbish\n", line(id=1, result={"text": "x" * 200_000}))
    first.hang_up()
    second = scene.accept()
    second.welcome()

    scene.hear()
    scene.say(id=2, method="tools/call")

    assert second.hear() == "!delivered 1 ask/0"
    assert second.hear_message()["id"] == 2
    second.hang_up()
    third = scene.accept()
    assert third.welcome()["replay"] == [2]
    assert third.hear() == "!delivered 1 ask/0"
    assert third.hear_message()["id"] == 2


@pytest.mark.parametrize("method", ["tools/call", "tasks/get", "tasks/cancel"])
def test_an_answer_that_may_carry_an_outcome_is_reported_as_delivered(
    scene: Scene, method: str
) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()
    scene.say(id=1, method=method)
    service.hear()
    service.say(line(id=1, result={}))
    scene.hear()

    assert service.hear() == "!delivered 1"


def test_no_other_answer_is_reported_as_delivered(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()
    scene.say(id=1, method="tools/list")
    service.hear()
    service.say(line(id=1, result={}))
    scene.hear()

    scene.say(id=2, method="ping")

    assert service.hear_message()["id"] == 2


@invariant("I3")
def test_rubbish_of_the_service_never_reaches_the_client(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.hear_hello()
    service.say(b"!welcome rubbish\n", b"Traceback (most recent call last):\n", b"{}\n", b"\n")
    service.say(b"[1]\n", b"!nobody knows this\n", line(id=99, result={}), line(id=[1], result={}))

    service.say(note("sound"))

    assert scene.hear()["params"] == {"data": "sound"}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"hello?\n", -32700),
        (b"!delivered 1\n", -32700),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600),
        (b"{}\n", -32600),
    ],
)
def test_what_is_no_message_is_answered_at_once_and_kept_from_the_service(
    scene: Scene, said: bytes, code: int
) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()

    scene.say_raw(b"\n  \n" + said)
    scene.say(id=1, method="ping")

    assert service.hear_message()["id"] == 1
    refused = scene.hear()
    assert (refused["id"], refused["error"]["code"]) == (None, code)


def test_what_is_longer_than_a_message_may_be_is_refused_to_who_asked(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pump, "LONGEST_LINE", 100)
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()

    scene.say(method="notifications/message", params={"data": "x" * 100})
    scene.say(id=7, result={"text": "x" * 100})
    scene.say(id=7, method="tools/call", params={"text": "x" * 100})
    scene.say(id=8, method="ping")

    assert service.hear_message()["id"] == 8
    refused = scene.hear()
    assert (refused["id"], refused["error"]["code"]) == (7, -32600)


def test_a_service_may_say_that_it_understood_nothing(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()

    service.say(line(id=None, error={"code": -32600, "message": "What?"}))

    assert scene.hear()["error"]["message"] == "What?"


@invariant("I3")
def test_two_megabytes_pass_whole_both_ways(scene: Scene) -> None:
    text = "ä" * 1_000_000
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()

    scene.say(id=1, method="tools/call", params={"text": text})
    assert service.hear_message()["params"]["text"] == text

    service.say(line(id=1, result={"text": text}))
    assert scene.hear()["result"]["text"] == text


def test_a_client_that_does_not_read_holds_up_only_itself(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()
    notes = [note(f"{number:0999}") for number in range(600)]
    saying = threading.Thread(target=service.say, args=notes, daemon=True)
    saying.start()
    saying.join(0.1)
    assert saying.is_alive(), "all of it was taken, to be kept in the line's memory"

    assert [int(scene.hear()["params"]["data"]) for _ in range(600)] == [*range(600)]


def test_a_socket_that_is_not_ready_after_all_is_polled_again(scene: Scene) -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    waiting = scene.pump()
    waiting._socket = ours

    with ours, theirs:
        waiting._serve_socket(select.POLLIN)

        assert waiting._socket is ours


def test_an_id_that_is_none_is_answered_with_null(scene: Scene) -> None:
    scene.start(scene.pump(SNAPSHOT))

    scene.say(id={"no": "id"}, method="tools/list")

    assert scene.hear()["id"] is None


def ends_by_an_answer(scene: Scene, service: Peer) -> None:
    del scene
    service.say(line(id=1, result={"content": []}))


def ends_by_a_cancel(scene: Scene, service: Peer) -> None:
    service.hang_up()
    scene.say(method="notifications/cancelled", params={"requestId": 1})


@pytest.mark.parametrize("ends", [ends_by_an_answer, ends_by_a_cancel])
def test_a_form_left_open_by_its_call_is_withdrawn(
    scene: Scene, ends: Callable[[Scene, Peer], None]
) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()
    scene.say(id=1, method="tools/call")
    service.hear()
    service.say(line(id="askline-1-1", method="elicitation/create"))
    assert scene.hear()["id"] == "askline-1-1"

    ends(scene, service)

    heard = scene.hear()
    assert heard["method"] == "notifications/cancelled"
    assert heard["params"] == {"requestId": "askline-1-1"}


def test_a_form_is_shown_once_and_its_answer_reaches_the_service_that_asks_now(
    scene: Scene,
) -> None:
    scene.listen()
    scene.start(scene.pump())
    first = scene.accept()
    first.welcome()
    scene.say(id=1, method="tools/call")
    first.hear()
    form = line(id="askline-1-1", method="elicitation/create")
    first.say(form)
    scene.hear()
    first.hang_up()
    second = scene.accept()
    second.welcome()
    second.hear()

    second.say(form, note("after the form"))
    assert scene.hear()["method"] == "notifications/message"
    scene.say(id="askline-1-1", result={"action": "decline"})

    assert second.hear().startswith("!took ")
    assert second.hear_message()["result"] == {"action": "decline"}
