"""The settings as a JSON Schema, so that an editor completes and checks `config.toml`.

Draft 7, because that is what TOML plugins of editors understand.
"""

from typing import Any

from askline.config.keys import ANY_NAME, KEYS, LISTS, Key, Kind

DIALECT = "http://json-schema.org/draft-07/schema#"

DURATION = r"^\s*(\d+(\.\d+)?|(\d+(\.\d+)?\s*(ms|s|m|h|d)\s*)+)\s*$"

SECONDS: tuple[dict[str, Any], ...] = (
    {"type": "number", "minimum": 0},
    {"type": "string", "pattern": DURATION},
)
PATTERNS = {
    Kind.ADDRESS: "^https?://[^/]",
    Kind.ORIGIN: "^https?://[^/]+$",
    Kind.HOURS: r"^\s*\d\d:\d\d\s*-\s*\d\d:\d\d\s*$",
}
SHAPES: dict[Kind, dict[str, Any]] = {
    Kind.TEXT: {"type": "string", "minLength": 1},
    Kind.FLAG: {"type": "boolean"},
    Kind.PORT: {"type": "integer", "minimum": 0, "maximum": 65535},
    Kind.COUNT: {"type": "integer", "minimum": 1},
    Kind.PATHS: {"type": "array", "items": {"type": "string", "minLength": 1}},
    Kind.ORIGINS: {"type": "array", "items": {"type": "string", "pattern": "^https?://[^/]+$"}},
    Kind.NAMES: {"type": "array", "items": {"type": "string", "minLength": 1}},
    Kind.TEXTS: {"type": "array", "items": {"type": "string", "minLength": 1}},
    Kind.ADDRESSES: {"type": "array", "items": {"type": "string", "pattern": "^[^:]+://."}},
}


def json_schema() -> dict[str, Any]:
    root = _table()
    for key in KEYS:
        *sections, last = key.name.split(".")
        inner = root
        for section in sections:
            inner = _section(inner, section)
        inner["properties"][last] = _value(key)
    return {"$schema": DIALECT, "title": "Settings of Askline", **root}


def _table() -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": {}}


def _section(table: dict[str, Any], name: str) -> dict[str, Any]:
    if name == ANY_NAME:
        table["additionalProperties"] = table["additionalProperties"] or _table()
        return table["additionalProperties"]
    return table["properties"].setdefault(name, _table())


def _value(key: Key) -> dict[str, Any]:
    shape = {"description": key.about, **_shape(key)}
    if key.default is not None:
        shape["default"] = list(key.default) if key.kind in LISTS else key.default
    return shape


def _shape(key: Key) -> dict[str, Any]:
    if key.kind is Kind.CHOICE:
        return {"enum": list(key.choices)}
    if key.kind is Kind.SECONDS:
        unset = [{"const": key.unset}] if key.unset else []
        return {"anyOf": [*SECONDS, *unset]}
    if key.kind in PATTERNS:
        unset = [{"const": key.unset}] if key.unset else []
        return {"anyOf": [{"type": "string", "pattern": PATTERNS[key.kind]}, *unset]}
    return dict(SHAPES[key.kind])
