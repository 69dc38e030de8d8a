"""The words that schemas are written in: JSON Schema, as few of them as will do."""

from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
TIME: Schema = {"type": "string", "format": "date-time"}
COUNT: Schema = {"type": "integer", "minimum": 0}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": [str(value) for value in values]}


def many(of: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": of, **more}


def maybe(schema: Schema) -> Schema:
    """The same, or null: in what we send that there is none, in what we take as good as absent."""
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    enum = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **enum}


def sent(needed: Schema, **also: Schema) -> Schema:
    """An object that we send: all of `needed` is always there, `also` sometimes."""
    return {"type": "object", "properties": {**needed, **also}, "required": [*needed]}


def taken(needed: Schema | None = None, **also: Schema) -> Schema:
    """An object that we take: nothing else may be in it, and what is not needed may be null."""
    needed = needed or {}
    schema: Schema = {
        "type": "object",
        "properties": {**needed, **{name: maybe(each) for name, each in also.items()}},
        "additionalProperties": False,
    }
    return schema | ({"required": [*needed]} if needed else {})
