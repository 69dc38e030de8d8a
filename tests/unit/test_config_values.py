"""One value of one setting."""

from datetime import date
from typing import Any

import pytest

from askline.config import values
from askline.config.keys import KEYS, Key, find, sections
from askline.config.values import Wrong

ORIGINS = 'a list of origins like "https://chat.example:8443"'
TWO_ORIGINS = ("https://chat.example", "http://localhost:8")


def key(name: str) -> Key:
    found = find(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (90, 90),
        (0.5, 0.5),
        ("120", 120),
        ("1.5s", 1.5),
        ("250ms", 0.25),
        (" 30M ", 1800),
        ("1h 30m", 5400),
        ("2d", 172800),
        ("never", None),
    ],
)
def test_a_length_of_time_is_read_as_seconds(said: Any, meant: float | None) -> None:
    assert values.read(key("asks.detach_grace"), "asks.detach_grace", said) == meant


@pytest.mark.parametrize("said", [-1, True, "soon", "30x", "m30", "", [], 1e300, "9" * 20, "auto"])
def test_what_is_no_length_of_time_is_refused(said: Any) -> None:
    with pytest.raises(Wrong, match=r'expected seconds or a text like "30m" or "never"'):
        values.read(key("asks.detach_grace"), "asks.detach_grace", said)


@pytest.mark.parametrize(
    ("name", "said", "expected", "actual"),
    [
        ("hub.url", "  ", 'a text or "none"', "the text '  '"),
        ("hub.url", 7, 'a text or "none"', "the number 7"),
        ("mcp.era", "old", '"auto", "handshake", "modern"', "the text 'old'"),
        ("web.enabled", "true", "true or false", "the text 'true'"),
        ("tools.at_once", 0, "a whole number from 1 on", "the number 0"),
        ("web.port", True, "a whole number from 0 to 65535", "true"),
        ("web.port", 65536, "a whole number from 0 to 65535", "the number 65536"),
        ("web.port", False, "a whole number from 0 to 65535", "false"),
        ("tools.paths", {"a": 1}, "a list of paths", "a table"),
        ("tools.paths", [""], "a list of paths", "a list"),
        ("web.embed_origins", ["chat.example"], ORIGINS, "a list"),
        ("web.embed_origins", ["https://chat.example/"], ORIGINS, "a list"),
        ("web.embed_origins", ["*"], ORIGINS, "a list"),
        ("language", date(2026, 11, 14), 'a text or "auto"', "2026-11-14"),
    ],
)
def test_a_wrong_value_says_what_was_expected_and_what_was_found(
    name: str, said: Any, expected: str, actual: str
) -> None:
    with pytest.raises(Wrong) as wrong:
        values.read(key(name), name, said)

    problem = wrong.value.problem
    assert (problem.field, problem.expected, problem.actual) == (name, expected, actual)


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("web.enabled", "off", False),
        ("web.enabled", "TRUE", True),
        ("web.port", "8080", 8080),
        ("web.embed_origins", "https://Chat.example, http://localhost:8", TWO_ORIGINS),
        ("tools.paths", "a, b/c,", ("a", "b/c")),
        ("hub.url", "none", None),
        ("log.level", "debug", "debug"),
    ],
)
def test_what_is_typed_is_read_by_its_key(name: str, typed: str, meant: object) -> None:
    assert values.read_text(key(name), name, typed) == meant


@pytest.mark.parametrize(("name", "typed"), [("web.enabled", "maybe"), ("web.port", "eighty")])
def test_what_is_typed_wrongly_is_refused_by_its_key(name: str, typed: str) -> None:
    with pytest.raises(Wrong):
        values.read_text(key(name), name, typed)


def test_every_default_can_be_written_down_and_read_back() -> None:
    for each in KEYS:
        if each.default is not None or each.unset is not None:
            spelled = values.spelled(each, each.default)
            assert values.read_text(each, each.name, spelled) == each.default


@pytest.mark.parametrize(
    ("name", "said", "meant"),
    [
        ("alerts.quiet", " 22:00 - 07:30 ", "22:00-07:30"),
        ("alerts.quiet", "none", None),
        ("alerts.muted", ["shop", "/home/ada/toy"], ("shop", "/home/ada/toy")),
        ("alerts.push", ["ntfy://a:b@ntfy.sh/t?x=1"], ("ntfy://a:b@ntfy.sh/t?x=1",)),
        ("alerts.webhook", "https://x.example/a?b=c", "https://x.example/a?b=c"),
        ("alerts.link_base", "https://Me.example", "https://me.example"),
    ],
)
def test_what_alerts_take_is_read(name: str, said: Any, meant: Any) -> None:
    assert values.read(key(name), name, said) == meant


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *(("alerts.quiet", said) for said in ("22-7", "24:00-07:00", "07:00-07:00", "night", 7)),
        *(("alerts.push", said) for said in ("ntfy://hush", ["hush"], ["a://b c"], [7])),
        *(("alerts.webhook", said) for said in ("ftp://hush", "http://", "http://a/#b", 7)),
        *(("alerts.link_base", said) for said in ("hush", "https://a/b", 7)),
    ],
)
def test_what_alerts_do_not_take_is_refused(name: str, said: Any) -> None:
    with pytest.raises(Wrong) as wrong:
        values.read(key(name), name, said)

    assert key(name).secret <= (wrong.value.problem.actual == "something else")


def test_a_client_has_its_key() -> None:
    assert key("wait.clients.claude-code.cap_s").name == "wait.clients.<name>.cap_s"
    assert find("wait.clients..cap_s") is None
    assert find("wait.clients.x.first") is None
    assert find("approvals") is None


def test_sections_are_the_tables_that_hold_keys() -> None:
    assert {"wait", "wait.clients", "wait.clients.<name>", "web", "log"} <= {*sections()}
    assert "profile" not in sections()
