"""The schema for editors says the same as the loader."""

from typing import Any

import pytest
from jsonschema import Draft7Validator

from askline.config import files
from askline.config.keys import KEYS
from askline.config.schema import json_schema

Validator: Any = Draft7Validator

CASES: list[dict[str, Any]] = [
    {},
    {"profile": "auq", "language": "auto", "approvals": {"ask": ["git_*"], "deny": []}},
    {"approvals": {"default": "ask"}},
    {"approvals": {"deny": "git"}},
    {"wait": {"cap_s": "1h 30m", "clients": {"claude-code": {"cap_s": 110}}}},
    {"wait": {"cap_s": "auto"}, "service": {"idle_exit": "never"}, "web": {"port": 0}},
    {"tools": {"paths": ["a"]}, "memory": {"journal": "redacted"}},
    {"wait": {"cap_s": "soon"}},
    {"wait": {"cap_s": -1}},
    {"wait": {"clients": {"x": {"first": "form"}}}},
    {"web": {"port": 65536}},
    {"web": {"enabled": "yes"}},
    {"tools": {"paths": "a"}},
    {"alerts": {"quiet": "22:00-07:00", "push": ["ntfy://a/b"], "muted": ["shop"]}},
    {"alerts": {"webhook": "https://x.example/a", "link_base": "none", "quiet": "none"}},
    {"alerts": {"quiet": "night"}},
    {"alerts": {"push": ["nowhere"]}},
    {"alerts": {"webhook": "nowhere"}},
    {"alerts": {"phone": 1}},
    {"approvals": 5},
    {"promptmanager": {"enabled": False, "timeout": 5}},
    {"promptmanager": {"enabled": "no"}},
    {"unknown": 1},
]


@pytest.mark.parametrize("table", CASES)
def test_schema_and_loader_agree(table: dict[str, Any]) -> None:
    errors = [*Validator(json_schema()).iter_errors(table)]

    assert bool(errors) is bool(files.settled(table).problems)


def test_the_schema_is_one_and_describes_every_key() -> None:
    schema = json_schema()
    Validator.check_schema(schema)

    text = str(schema)
    for key in KEYS:
        assert repr(key.about)[1:-1] in text
    assert schema["properties"]["service"]["properties"]["idle_exit"]["default"] == 1800
