"""A process that holds asks is known by its name for as long as it lives."""

import subprocess
import sys

import pytest

from askline.service.holders import lives, this_process


def test_this_process_lives_under_a_name_like_no_other() -> None:
    name = this_process()

    assert lives(name)
    assert this_process() != name


def test_a_process_that_has_ended_does_not_live() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(10)

    assert not lives(f"process-{ended.pid}-0123456789abcdef")


@pytest.mark.parametrize(
    "holder", ["", "c0ffee", "process", "process-", "process-x-1", f"process-{'9' * 30}-1"]
)
def test_what_names_no_process_does_not_live(holder: str) -> None:
    assert not lives(holder)
