"""What a settings file of any format can be asked and told, and how it says that it does not fit."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Protocol, cast

Path = tuple[str, ...]
"""The names that lead to a value, from the outside in."""


class Nothing(Enum):
    ABSENT = "absent"


ABSENT = Nothing.ABSENT


class DoesNotFit(Exception):
    """A file is not what its client writes, so nobody here changes it."""

    def __init__(self, path: Path, expected: str, detail: str = "") -> None:
        where = ".".join(path) or "the file"
        super().__init__(f"{where}: expected {expected}" + (f" ({detail})" if detail else ""))


class Document(Protocol):
    """A format: text in, text out. Whatever is not changed stays as it was written."""

    def load(self, text: str) -> Any:
        """What the text says, as Python has it. Raises: DoesNotFit."""
        ...

    def put(self, text: str, path: Path, value: Any) -> str:
        """Set a value, and make the tables around it where they are missing.

        Raises: DoesNotFit, where something else stands in the place of such a table.
        """
        ...

    def drop(self, text: str, path: Path) -> str:
        """Take a value away that is there."""
        ...

    def append(self, text: str, path: Path, value: Any) -> str:
        """Put one more into a list that is there."""
        ...

    def remove(self, text: str, path: Path, index: int) -> str:
        """Take one out of a list that is there."""
        ...


def found(document: Any, path: Path) -> Any:
    """The value at a path, or ABSENT.

    Raises: DoesNotFit, where something on the way is no table.
    """
    for depth, name in enumerate(path):
        if not isinstance(document, Mapping):
            raise DoesNotFit(path[:depth], "a table")
        document = cast("Mapping[str, Any]", document).get(name, ABSENT)
        if document is ABSENT:
            return ABSENT
    return document
