"""A terminal on standard input; what is typed there is read by the command."""

import os
import pty
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

Type = Callable[[str], object]


@contextmanager
def a_keyboard(monkeypatch: pytest.MonkeyPatch) -> Generator[Type]:
    hand, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin, os.fdopen(hand, "wb", 0) as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: typing.write(text.encode())
