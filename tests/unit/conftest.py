"""A line and a service that tests can play, without processes."""

from collections.abc import Generator

import pytest

from askline.core import starting
from tests.unit.line_scene import Scene, Starts, a_scene


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> Starts:
    """No service is started; how often one was wanted."""
    wanted = Starts()
    monkeypatch.setattr(starting, "_spawn", wanted.want)
    return wanted


@pytest.fixture
def scene(starts: Starts) -> Generator[Scene]:
    assert starts == []
    with a_scene() as scene:
        yield scene
