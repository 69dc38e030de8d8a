"""Line and service number the same requests, or an ask repeated after a crash would be asked twice."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.doors.mcp.wire import NoMessage, parsed
from askline.line.messages import REQUEST, Message, key_of

ODDITIES = [
    pytest.param(b'{"id":1,"method":"x"}\r', id="carriage return"),
    pytest.param(b'{"id":1,"method":"x"} {"id":2}', id="something follows"),
    pytest.param(b'{"id":1,"method":"x","params":{"a":"\t"}}', id="a tab in a string"),
    pytest.param(b'{"id":1,"method":"x","params":{"a":"\xff"}}', id="not UTF-8"),
    pytest.param('\u00a0{"id":1,"method":"x"}'.encode(), id="a space that JSON does not know"),
    pytest.param('\ufeff{"id":1,"method":"x"}'.encode(), id="byte order mark"),
    pytest.param(b'{"id":NaN,"method":"x"}', id="no number"),
    pytest.param(b'{"id":' + b"9" * 5000 + b',"method":"x"}', id="a number too long"),
    pytest.param(b'{"id":[1],"method":"x"}', id="an id that is none"),
    pytest.param(b'{"id":1,"id":null,"method":"x"}', id="an id twice"),
    pytest.param(b'{"id":false,"method":5}', id="a method that is none"),
    pytest.param(b'[{"id":1,"method":"x"}]', id="a batch"),
    pytest.param(b"'", id="broken"),
]


def the_service_counts(line: bytes) -> bool:
    try:
        said = parsed(line)
    except NoMessage:
        return False
    return said.get("method") is not None and said.get("id") is not None


@pytest.mark.parametrize("line", ODDITIES)
def test_an_odd_line_counts_for_both_or_for_neither(line: bytes) -> None:
    assert (Message(line).kind == REQUEST) == the_service_counts(line)


@given(st.binary(max_size=40), st.integers(0, 40))
def test_a_damaged_request_counts_for_both_or_for_neither(damage: bytes, at: int) -> None:
    line = json.dumps({"id": "ä", "method": "tools/call", "params": {"x": [1.5, "ü"]}}).encode()
    damaged = line[:at] + damage.replace(b"\n", b"") + line[at:]

    assert (Message(damaged).kind == REQUEST) == the_service_counts(damaged)


def test_whatever_stands_for_an_id_has_a_key_of_its_own() -> None:
    ids: list[object] = [[1], {"a": 1}, None, True, 1.5, 1, "1", "[1]", "True"]

    assert len({key_of(each) for each in ids}) == len(ids)
