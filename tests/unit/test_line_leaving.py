"""A client that goes: the line goes with it, at once and with its last words said."""

import socket
import time

import pytest

from askline.line import pump
from tests.unit.line_scene import Scene, note


def test_a_client_that_leaves_ends_the_line_with_its_last_words_said(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()

    scene.say(method="notifications/cancelled", params={"requestId": 1})
    scene.leave()
    scene.join()

    assert service.hear_message()["method"] == "notifications/cancelled"
    assert isinstance(scene.ended_with, SystemExit)


def test_a_client_that_says_no_more_still_hears_what_was_on_its_way(scene: Scene) -> None:
    text = 'initialize\t"result":"' + "x" * 100_000 + '"\n'
    scene.start(scene.pump(text))
    scene.say(id=1, method="initialize")
    scene.say(id=2, method="initialize")
    scene.leave()

    assert [scene.hear()["id"], scene.hear()["id"]] == [1, 2]
    scene.join()
    assert isinstance(scene.ended_with, SystemExit)


def test_a_client_that_does_neither_is_not_waited_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pump, "LAST_WORDS_MS", 10)
    leaving = scene.pump()
    for _ in range(100):
        leaving._say(b"x" * 10_000)
    begin = time.monotonic()

    with pytest.raises(SystemExit):
        leaving._leave()

    assert time.monotonic() - begin < 10


def test_a_client_that_closes_both_ends_ends_the_line(scene: Scene) -> None:
    leaving = scene.pump()
    leaving._say(b"x")
    scene.deaf()

    with pytest.raises(SystemExit):
        leaving._leave()


def test_a_client_that_listens_no_more_ends_the_line(scene: Scene) -> None:
    scene.listen()
    scene.start(scene.pump())
    service = scene.accept()
    service.welcome()
    scene.deaf()

    service.say(note("anybody?"))
    scene.join()

    assert isinstance(scene.ended_with, BrokenPipeError)


def test_last_words_to_a_service_that_is_gone_are_no_reason_to_stay(scene: Scene) -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    leaving = scene.pump()
    leaving._socket, leaving._to_service = ours, b"!delivered 1\n"

    with ours, pytest.raises(SystemExit):
        leaving._leave()
