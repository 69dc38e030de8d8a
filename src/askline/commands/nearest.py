"""The known word that somebody probably meant, who may come from another format."""

from collections.abc import Iterable
from typing import Final

from askline.core import nearest as words

MEANT: Final = {
    "bool": "boolean",
    "flag": "boolean",
    "str": "string",
    "text": "string",
    "int": "integer",
    "float": "number",
    "list": "array",
    "dict": "object",
    "map": "object",
    "prompt": "ask",
    "approve": "ask",
    "forbidden": "deny",
    "none": "off",
    "preferred": "reduced",
}
"""What people write who know another language, and what they mean."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    offered = [*known]
    meant = MEANT.get(word.lower())
    return meant if meant in offered else words.nearest(word, offered)
