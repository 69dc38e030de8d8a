"""Patterns of declarations: matched in linear time, whoever wrote the pattern or the text.

Python's own engine can be made to search for years by a pattern of ten characters, and both come
from others: the pattern with a repository, the text from an agent. The engine here is the one that
pydantic brings; it knows no look-around and no references back.
"""

from functools import lru_cache

from pydantic_core import SchemaError, SchemaValidator, core_schema

MOST = 1_024
"""Patterns that are kept ready."""


def matches(pattern: str, text: str) -> bool:
    """Anywhere in the text, as in JSON Schema."""
    return _engine(pattern).isinstance_python(text)


def trouble(pattern: str) -> str | None:
    """Why it cannot be used."""
    try:
        _engine(pattern)
    except SchemaError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return lines[-1].removeprefix("error: ")
    return None


@lru_cache(MOST)
def _engine(pattern: str) -> SchemaValidator:
    return SchemaValidator(core_schema.str_schema(pattern=pattern))
