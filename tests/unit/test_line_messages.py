"""What the line understands of a message: its kind, and nothing it could get wrong."""

import builtins
import importlib
from collections.abc import Mapping, Sequence

import pytest

from askline.line import messages
from askline.line.messages import (
    BROKEN,
    COMPLAINT,
    NOTIFICATION,
    REQUEST,
    RESPONSE,
    UNKNOWN,
    Message,
    key_of,
)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        pytest.param(b'{"id":1,"method":"ping"}', REQUEST, id="request"),
        pytest.param(b'{"id":0,"method":"ping"}', REQUEST, id="request with id zero"),
        pytest.param(b'{"method":"notifications/initialized"}', NOTIFICATION, id="notification"),
        pytest.param(b'{"id":"a","result":{}}', RESPONSE, id="result"),
        pytest.param(b'{"id":"a","error":{"code":1}}', RESPONSE, id="error"),
        pytest.param(b"{}", UNKNOWN, id="empty object"),
        pytest.param(b"[1]", UNKNOWN, id="list"),
        pytest.param(b"12", UNKNOWN, id="number"),
        pytest.param(b'{"id":null,"error":{"code":1}}', COMPLAINT, id="an error about nothing"),
        pytest.param(b"{broken", BROKEN, id="broken"),
        pytest.param(b"", BROKEN, id="nothing"),
        pytest.param(b"\xff\xfe", BROKEN, id="not UTF-8"),
        pytest.param(b"[" * 100_000, BROKEN, id="too deep"),
    ],
)
def test_the_kind_of_a_line(line: bytes, kind: str) -> None:
    assert Message(line).kind == kind


def test_ids_of_different_types_are_different() -> None:
    assert key_of(1) != key_of("1")


def test_parameters_that_are_no_object_are_none() -> None:
    assert Message(b'{"id":1,"method":"x","params":[1]}').params == {}
    assert Message(b'{"id":1,"method":"x","params":{"a":1}}').params == {"a": 1}


def test_an_interpreter_without_the_c_scanner_reads_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = builtins.__import__

    def without(
        name: str,
        within: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        names: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        if name == "_json" and "make_scanner" in names:
            raise ImportError(name)
        return real(name, within, local, names, level)

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "__import__", without)
        importlib.reload(messages)

    assert messages.Message(b'{"id":1,"method":"ping"}').method == "ping"
    importlib.reload(messages)
