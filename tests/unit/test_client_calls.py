"""What the clients send: one call for each verb, to the place that was named."""

import json
from pathlib import Path

import pytest

from askline.client.calls import Call
from askline.client.places import headers_of, place_of
from askline.client.verbs import Verbs
from askline.core.errors import InvalidArguments

Seen = tuple[str, str, object]


class Noted(Verbs[Seen, Seen, Seen, Seen, Seen]):
    """Notes what would be sent."""

    _present = False

    def _one(self, call: Call) -> Seen:
        body = call.body
        return call.method, call.target, body and json.loads(body)

    _many = _nothing = _raw = _one

    def _text(self, call: Call, name: str) -> Seen:
        del name
        return self._one(call)


noted = Noted()
NOTHING: dict[str, object] = {}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (noted.claim("k7f3qz"), ("POST", "/api/v1/asks/k7f3qz/claim", NOTHING)),
        (noted.release("k7f3qz"), ("POST", "/api/v1/asks/k7f3qz/release", NOTHING)),
        (noted.pass_on("k7f3qz", "ana"), ("POST", "/api/v1/asks/k7f3qz/pass", {"to": "ana"})),
        (noted.snooze("k7f3qz", None), ("POST", "/api/v1/asks/k7f3qz/snooze", {"until": None})),
        (noted.addressees(), ("GET", "/api/v1/people/addressees", None)),
        (noted.me(), ("GET", "/api/v1/people/me", None)),
        (noted.inbox(), ("GET", "/api/v1/asks", None)),
        (noted.inbox(nodes=True, limit=3), ("GET", "/api/v1/asks?limit=3&nodes=1", None)),
        (noted.asks(all_states=True), ("GET", "/api/v1/asks?all=1", None)),
        (noted.ask(question="Well?"), ("POST", "/api/v1/asks", {"question": "Well?"})),
        (noted.read("a/b"), ("GET", "/api/v1/asks/a%2Fb", None)),
        (noted.seen("k7"), ("POST", "/api/v1/asks/k7/seen", NOTHING)),
        (noted.draft("k7", {}), ("PUT", "/api/v1/asks/k7/draft", {"answers": NOTHING})),
        (noted.history(search="a b"), ("GET", "/api/v1/history?q=a+b", None)),
        (noted.attachment("ab", ask_id="k7"), ("GET", "/api/v1/attachments/ab?ask=k7", None)),
        (noted.memory_summary("/a"), ("GET", "/api/v1/memory/summary?project=%2Fa", None)),
        (
            noted.memory_entries("/a", limit=3),
            ("GET", "/api/v1/memory/entries?project=%2Fa&limit=3", None),
        ),
        (
            noted.memory_export("/a"),
            ("GET", "/api/v1/memory/export?format=markdown&project=%2Fa", None),
        ),
        (noted.memory_rebuild("/a"), ("POST", "/api/v1/memory/rebuild", {"project": "/a"})),
        (noted.alerts(limit=3), ("GET", "/api/v1/alerts?limit=3", None)),
        (noted.test_alert("push"), ("POST", "/api/v1/alerts/test", {"channel": "push"})),
        (noted.login(), ("POST", "/api/v1/login", {"path": "/"})),
        (noted.sign_out(), ("POST", "/api/v1/sign-out", NOTHING)),
        (
            noted.reject("k7", reason="No.", receipt="r1"),
            ("POST", "/api/v1/asks/k7/reject", {"reason": "No.", "receipt": "r1"}),
        ),
    ],
)
def test_each_verb_is_one_call(sent: Seen, expected: Seen) -> None:
    assert sent == expected


def test_a_file_is_sent_as_it_is_and_says_that_it_is_one() -> None:
    calls: list[Call] = []

    class Kept(Noted):
        def _one(self, call: Call) -> Seen:
            calls.append(call)
            return "", "", None

    Kept().attach("a b.png", "image/png", b"\x89PNG")

    [call] = calls
    assert (call.target, call.body) == ("/api/v1/attachments?name=a+b.png", b"\x89PNG")
    assert call.all_headers == {"Content-Type": "image/png", "Askline-Upload": "1"}


def test_without_an_address_it_is_the_users_own_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKLINE_HOME", str(tmp_path))

    place = place_of(None)

    assert place.address.endswith("api.sock")
    assert headers_of(place, "cli", None, None) == {"Host": "localhost", "Askline-Door": "cli"}


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
        ("http://localhost", "localhost:80"),
        ("http://[::1]:81", "[::1]:81"),
    ],
)
def test_over_tcp_it_shows_a_token_or_a_cookie_from_our_own_pages(address: str, host: str) -> None:
    headers = headers_of(place_of(address), "api", "secret", "askline=c")

    assert headers == {
        "Host": host,
        "Askline-Door": "api",
        "Authorization": "Bearer secret",
        "Cookie": "askline=c",
        "Origin": f"http://{host}",
    }


@pytest.mark.parametrize("address", ["https://", "http://", "ftp://x"])
def test_an_address_of_no_service_is_refused(address: str) -> None:
    with pytest.raises(InvalidArguments, match="no address of a service"):
        place_of(address)
