"""Codes and sessions: what opens, how long, and how many at most."""

from datetime import timedelta
from pathlib import Path

import pytest

from askline.doors.http import codes, sessions
from askline.doors.http.codes import Codes
from askline.doors.http.sessions import Sessions
from askline.service.secret_files import KeptText
from tests.builders import StoppedClock


class Unkept:
    """A disk that takes and gives nothing."""

    def read(self) -> str:
        raise PermissionError

    def write(self, text: str) -> None:
        raise OSError(28, f"No space left for {len(text)} characters")


def test_of_many_codes_the_newest_open() -> None:
    made = Codes(StoppedClock())
    first, *rest = [made.make() for _ in range(codes.MOST + 1)]

    assert not made.take(first)
    assert all(made.take(code) for code in rest)
    assert not any(made.take(code) for code in rest)


def test_codes_that_nobody_used_are_forgotten() -> None:
    clock = StoppedClock()
    made = Codes(clock)
    old = made.make()
    clock.time += codes.LASTS
    new = made.make()

    assert (made.take(old), made.take(new), made.take("")) == (False, True, False)
    assert not made.take("\ud800")


def test_of_too_many_sessions_the_least_used_ends(tmp_path: Path) -> None:
    clock = StoppedClock()
    made = Sessions(clock, KeptText(tmp_path / "sessions"))
    oldest, *rest = [made.begin() for _ in range(sessions.MOST)]
    clock.time += timedelta(hours=2)
    assert made.find(oldest)
    newest = made.begin()

    assert made.find(oldest)
    assert made.find(newest)
    assert [made.find(secret) is None for secret in rest].count(True) == 1


def test_a_use_is_written_down_once_an_hour(tmp_path: Path) -> None:
    clock, kept = StoppedClock(), tmp_path / "sessions"
    made = Sessions(clock, KeptText(kept))
    secret = made.begin()
    before = kept.read_text()
    clock.time += timedelta(minutes=30)
    made.find(secret)
    soon = kept.read_text()
    clock.time += timedelta(minutes=31)
    made.find(secret)

    assert soon == before
    assert kept.read_text() != before


@pytest.mark.parametrize("text", ["no JSON", "[1]", '{"a": 7}', '{"a": "yesterday"}', "7"])
def test_a_spoilt_file_means_to_sign_in_anew(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    kept = tmp_path / "sessions"
    kept.write_text(text)

    made = Sessions(StoppedClock(), KeptText(kept))

    assert "sign in anew" in caplog.text
    assert made.find(made.begin())


def test_where_nothing_can_be_kept_a_session_lasts_as_long_as_the_service(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = Sessions(StoppedClock(), Unkept())
    secret = made.begin()

    assert made.find(secret)
    assert secret not in caplog.text
    assert "after a restart" in caplog.text


def test_ending_what_is_not_there_ends_nothing(tmp_path: Path) -> None:
    made = Sessions(StoppedClock(), KeptText(tmp_path / "sessions"))
    secret = made.begin()

    made.end("another")

    assert made.find(secret)
