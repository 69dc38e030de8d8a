"""A service that fails, hangs, was stopped or is old: what the line does about it."""

from pathlib import Path

import pytest

from askline.core import starting
from askline.core.version import VERSION
from askline.line import pump
from tests.unit.line_scene import Scene, Starts


def test_where_no_service_starts_every_call_learns_it_and_the_next_one_tries_again(
    scene: Scene, starts: Starts
) -> None:
    scene.start(scene.pump(give_up_s=0.0))
    scene.say(id="a", method="tools/call")

    error = scene.hear()

    assert error["id"] == "a"
    assert error["error"]["code"] == -32000
    assert scene.locations.log in error["error"]["message"]
    assert starts
    scene.listen()
    scene.say(id="b", method="tools/call")
    service = scene.accept()
    hello = service.welcome()
    assert (hello["replay"], hello["next"]) == ([2], 3)
    assert service.hear_message()["id"] == "b"


def test_a_service_stopped_on_purpose_stays_so_until_the_client_asks(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    first = scene.accept()
    first.welcome()
    scene.say(id=1, method="tools/call")
    first.hear()
    Path(scene.locations.stopped).touch()
    first.hang_up()
    scene.say(method="notifications/roots/list_changed")
    with pytest.raises(TimeoutError):
        scene.accept(within_s=0.2)

    scene.say(id=2, method="tools/list")

    second = scene.accept()
    assert second.welcome()["replay"] == [1, 2]
    assert [second.hear_message()["id"] for _ in range(2)] == [1, 2]


def test_a_silent_service_is_pinged_and_left_when_it_does_not_answer(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pump, "PING_EVERY_S", 0.05)
    monkeypatch.setattr(pump, "HUNG_S", 0.3)
    scene.listen()
    scene.start(scene.pump())
    hung = scene.accept()
    hung.welcome()
    assert hung.hear() == "!ping"
    hung.say(b"!pong\n")
    assert hung.hear() == "!ping"

    assert scene.accept().welcome()["again"] == 1


def test_a_service_that_never_welcomes_is_left(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pump, "PING_EVERY_S", 0.05)
    monkeypatch.setattr(starting, "BOOT_S", 0.1)
    scene.listen()
    scene.start(scene.pump())
    scene.accept().hear_hello()

    assert scene.accept().welcome()["again"] == 1


def test_a_service_that_fails_at_once_is_tried_again_with_pauses(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(pump, "sleep", pauses.append)
    scene.listen()
    scene.start(scene.pump())
    for _ in range(4):
        scene.accept().hang_up()

    assert scene.accept().welcome()["again"] == 4
    assert pauses == [0.2, 0.4, 0.8]


def test_an_older_service_is_asked_to_make_room_and_loses_no_call(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    scene.say(id=1, method="tools/call")
    older = scene.accept()
    older.welcome(version="0.0.9")

    asked = scene.accept()
    assert asked.hear() == f"!retire {VERSION}"
    asked.hang_up()

    assert Path(scene.locations.launcher).read_text().startswith(f"{VERSION}\0")
    older.hang_up()
    newer = scene.accept()
    assert newer.welcome()["replay"] == [1]
    assert newer.hear_message()["id"] == 1


def test_a_refused_line_tells_its_client_what_to_do_and_does_not_try_on(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    scene.say(id=1, method="tools/call")
    service = scene.accept()
    service.hear_hello()

    service.say(b'!refused {"version": "99.0", "message": "Restart the client."}\n')

    assert scene.hear()["error"] == {"code": -32000, "message": "askline: Restart the client."}
    with pytest.raises(TimeoutError):
        scene.accept(within_s=0.2)
    scene.say(id=2, method="tools/call")
    assert scene.accept().welcome()["replay"] == [2]


def test_an_older_service_that_refuses_the_line_is_asked_to_make_room(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    scene.say(id=1, method="tools/call")
    older = scene.accept()
    older.hear_hello()

    older.say(b'!refused {"version": "0.0.9", "message": "No."}\n')

    asked = scene.accept()
    assert asked.hear() == f"!retire {VERSION}"
    asked.hang_up()
    older.hang_up()
    assert scene.accept().welcome()["replay"] == [1]
