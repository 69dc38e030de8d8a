"""Reads JSON objects that strangers wrote, field by field; notes what does not fit and goes on.

A null is as good as absent. Only form is judged here (text, number, list, known names): what a
value means is said by `intake` and `checking`. Nothing is mended: a door that wants to be lenient
mends before it reads.
"""

from collections.abc import Mapping
from typing import Any, NoReturn, cast

from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.nearest import did_you_mean

SHOWN = 80
"""Characters of a wrong value that a problem repeats."""


class Fields:
    """One object; its problems go to a list that it shares with the objects around it."""

    def __init__(
        self, said: Mapping[str, Any], problems: list[FieldProblem], at: str = "", known: str = ""
    ) -> None:
        """`known` are all names it may have, with blanks between; others are problems."""
        self._said = {name: value for name, value in said.items() if value is not None}
        self._problems = problems
        self._at = f"{at}." if at else ""
        names = known.split()
        for name in self._said:
            if name not in names:
                self.wrong(name, f"one of {', '.join(names)}", "unknown", did_you_mean(name, names))

    def __contains__(self, name: str) -> bool:
        return name in self._said

    def path(self, name: str) -> str:
        """The field as a problem names it."""
        return f"{self._at}{name[:SHOWN]}"

    def wrong(self, name: str, expected: str, actual: str, hint: str = "") -> None:
        self._problems.append(FieldProblem(self.path(name), expected, actual, hint))

    def text(self, name: str, *, needed: str = "") -> str | None:
        """`needed` says what is expected where it may not be absent or blank."""
        value = self._said.get(name)
        if value is not None and not isinstance(value, str):
            self.wrong(name, "a text", spelled(value))
            return None
        if needed and not (value or "").strip():
            self.wrong(name, needed, "nothing" if value is None else spelled(value))
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        value = self._said.get(name, default)
        if not isinstance(value, bool):
            self.wrong(name, "true or false", spelled(value))
            return default
        return value

    def number(self, name: str, *, least: int = 0, most: int | None = None) -> int | None:
        value = self._said.get(name)
        if value is None:
            return None
        whole = _whole(value)
        if whole is None or whole < least or (most is not None and whole > most):
            upper = "" if most is None else f" to {most}"
            self.wrong(name, f"a whole number from {least}{upper}", spelled(value))
        return whole

    def items(self, name: str) -> list[Any] | None:
        value = self._said.get(name)
        if value is not None and not isinstance(value, list):
            self.wrong(name, "a list", spelled(value))
            return None
        return cast("list[Any] | None", value)

    def entries(self, name: str) -> dict[str, Any]:
        """An object whose names are free; an empty one where it is absent or no object."""
        value = self._said.get(name, {})
        if not isinstance(value, dict):
            self.wrong(name, "an object", spelled(value))
            return {}
        return cast("dict[str, Any]", value)

    def part(self, name: str, *, known: str) -> "Fields":
        """An object inside this one, with names of its own."""
        return Fields(self.entries(name), self._problems, self.path(name), known)

    def inside(self, name: str, value: object, *, known: str) -> "Fields":
        """The same for one item of a list, which must be an object."""
        if not isinstance(value, dict):
            self.wrong(name, "an object", spelled(value))
            value = {}
        return Fields(cast("dict[str, Any]", value), self._problems, self.path(name), known)


def stop_at(problems: list[FieldProblem], hint: str = "") -> None:
    """Go on where there are none.

    Raises: InvalidArguments, with every problem named.
    """
    if problems:
        refuse(problems, hint)


def refuse(problems: list[FieldProblem], hint: str = "") -> NoReturn:
    first = problems[0]
    raise InvalidArguments(
        f"{first.field}: expected {first.expected}, got {first.actual}.",
        hint=first.hint or hint or "Mend the named fields and try again.",
        fields=problems,
    )


def spelled(value: object) -> str:
    """A value as a problem shows it: short, and in words of JSON."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return repr(value[:SHOWN])
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "a number" if _endless(value) else str(value)


def _whole(value: object) -> int | None:
    """JSON has one kind of number: 3.0 is as whole as 3; true is none."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _endless(value: object) -> bool:
    """Python refuses to spell numbers of thousands of digits."""
    return isinstance(value, int) and value.bit_length() > SHOWN
