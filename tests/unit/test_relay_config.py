"""The file of a host that keeps its own endpoints: what is taken, what is refused, what is not repeated."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from askline.core.errors import InvalidArguments
from askline.core.relay_config import RelayConfig, read_config

GOOD: dict[str, Any] = {
    "apiUrl": "http://localhost:8080",
    "streamToken": "a1b2c3d4-e5f6-7890-abcd-ef1234567890",
    "userId": 1,
    "projectId": 5,
    "csrfToken": "abc123",
    "timeout": 60,
}


def written(folder: Path, content: Any, mode: int = 0o600) -> str:
    file = folder / "config.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    file.chmod(mode)
    return str(file)


def refusal(path: str) -> InvalidArguments:
    with pytest.raises(InvalidArguments) as refused:
        read_config(path)
    return refused.value


def test_the_hosts_file_is_read_whole(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, GOOD)) == RelayConfig(
        addresses=("127.0.0.1", "::1"),
        port=8080,
        host="localhost:8080",
        base="",
        stream_token=GOOD["streamToken"],
        user_id=1,
        project_id=5,
        csrf_token=GOOD["csrfToken"],
        timeout_s=60,
    )


def test_time_and_csrf_token_may_be_left_out(tmp_path: Path) -> None:
    short = {name: GOOD[name] for name in ("streamToken", "userId", "projectId")}
    config = read_config(written(tmp_path, {**short, "apiUrl": "http://[::1]/app/"}))

    assert (config.timeout_s, config.csrf_token) == (300, "")
    assert (config.addresses, config.port, config.base) == (("::1",), 80, "/app")


@pytest.mark.parametrize(
    "url",
    [
        "https://localhost:8080",
        "http://example.com",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        "http://127.0.0.2",
        "http://0.0.0.0:80",
        "http://192.168.0.1",
        "http://user@localhost",
        "http://localhost:99999",
        "http://localhost:0x",
        "http://localhost/?a=b",
        "http://[::1",
        "localhost:8080",
        "",
        None,
        3,
    ],
)
def test_questions_leave_this_machine_on_no_account(tmp_path: Path, url: Any) -> None:
    error = refusal(written(tmp_path, {**GOOD, "apiUrl": url}))

    assert [field.field for field in error.fields] == ["apiUrl"]
    assert "127.0.0.1" in error.message


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("streamToken", "secret-no-uuid"),
        ("streamToken", 7),
        ("userId", "1"),
        ("userId", True),
        ("projectId", -1),
        ("csrfToken", "a\nb"),
        ("csrfToken", 5),
        ("timeout", 0),
        ("timeout", "300"),
        ("timeout", 90_000),
    ],
)
def test_every_field_is_checked_and_no_value_repeated(
    tmp_path: Path, name: str, value: Any
) -> None:
    error = refusal(written(tmp_path, {**GOOD, name: value}))

    assert [field.field for field in error.fields] == [name]
    assert "secret" not in f"{error.message} {error.fields}"


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o604])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    assert "must be yours, with mode 0600" in refusal(written(tmp_path, GOOD, mode)).message


@pytest.mark.parametrize("content", ["", "[", "[]", "3", "x" * 64_001])
def test_what_is_no_such_file_is_refused(tmp_path: Path, content: str) -> None:
    refusal(written(tmp_path, content))


def test_a_place_where_nothing_is_and_a_pipe_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)

    assert "No such file" in refusal(str(tmp_path / "nowhere")).message
    assert "is no file" in refusal(str(tmp_path / "pipe")).message
    assert "no path" in refusal("a\0b").message
