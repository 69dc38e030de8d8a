"""The log holds facts, and never what was asked or answered."""

import errno
import json
import logging
from collections.abc import Generator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from askline.config import logs

OURS = logging.getLogger("askline.tests")
OTHERS = logging.getLogger("elsewhere")


class FullDisk(StringIO):
    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def log(tmp_path: Path) -> Generator[Path]:
    before = logging.getLogger().level
    file = tmp_path / "service.log"
    handler = logs.start(str(file), "info")
    yield file
    logs.stop(handler)
    logging.getLogger().setLevel(before)
    logging.getLogger("askline").setLevel(logging.NOTSET)


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_a_line_is_json_with_its_facts(log: Path) -> None:
    OURS.info("asked", extra={"facts": {"ask": "k7m2qd"}})
    OURS.debug("too much")
    OURS.info("plain", extra={"facts": "no mapping"})

    asked, plain = lines(log)
    assert (asked["message"], asked["level"], asked["logger"]) == ("asked", "info", "askline.tests")
    assert asked["facts"] == {"ask": "k7m2qd"}
    assert asked["at"].endswith("Z")
    assert "facts" not in plain


def test_a_container_gets_the_same_lines(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().level
    handler = logs.start_on_stderr("info")
    OURS.info("asked", extra={"facts": {"ask": "k7m2qd"}})
    logs.stop(handler)
    logging.getLogger().setLevel(before)
    logging.getLogger("askline").setLevel(logging.NOTSET)

    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["facts"] == {"ask": "k7m2qd"}


def test_an_exception_is_logged_without_its_words(log: Path) -> None:
    try:
        raise ValueError("the human's answer")  # noqa: TRY301 - it is the exception that is logged
    except ValueError:
        OURS.exception("it broke")

    (line,) = lines(log)
    assert line["error"] == "ValueError"
    assert line["trace"][-1].endswith("test_an_exception_is_logged_without_its_words")
    assert "answer" not in log.read_text()


def test_of_other_code_only_who_spoke_and_where_is_kept(log: Path) -> None:
    OTHERS.info("nothing")
    OTHERS.warning("could not parse %s", "the human's answer")

    (line,) = lines(log)
    assert line["logger"] == "elsewhere"
    assert line["place"].startswith("test_config_logs:")
    assert "answer" not in log.read_text()


def test_a_log_that_cannot_be_written_ends_nothing_and_says_nothing_elsewhere(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handler = next(
        each for each in logging.getLogger().handlers if isinstance(each, logs.PrivateFile)
    )
    with monkeypatch.context() as full:
        full.setattr(handler, "stream", FullDisk())
        OURS.info("lost")

    OURS.info("kept")

    assert [line["message"] for line in lines(log)] == ["kept"]
    assert capsys.readouterr().err == ""


def test_the_file_is_the_owners_alone_and_rotates(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = next(
        each for each in logging.getLogger().handlers if isinstance(each, logs.PrivateFile)
    )
    monkeypatch.setattr(handler, "maxBytes", 200)

    for _ in range(10):
        OURS.info("x" * 100)

    assert sorted(path.name for path in log.parent.iterdir()) == [
        "service.log",
        "service.log.1",
        "service.log.2",
        "service.log.3",
    ]
    assert log.stat().st_mode & 0o777 == 0o600
