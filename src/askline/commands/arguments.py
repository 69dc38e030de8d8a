"""Do these arguments fit this tool? Every misfit at once, by name.

The same rules stand in the tool's input schema; an agent's client may check them or not.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from askline.commands.declared import Items, Option
from askline.commands.nearest import nearest
from askline.commands.patterns import matches
from askline.commands.problems import described
from askline.commands.tools import Tool
from askline.core.errors import FieldProblem, InvalidArguments

KINDS: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "string": ("a string", lambda value: isinstance(value, str)),
    "integer": ("a whole number", lambda v: isinstance(v, int) and not isinstance(v, bool)),
    "number": ("a number", lambda v: isinstance(v, int | float) and not isinstance(v, bool)),
    "array": ("an array", lambda value: isinstance(value, list)),
    "object": ("an object", lambda value: isinstance(value, dict)),
}


def fitted(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments in the order of their declaration, with defaults for what was left out.

    Raises: InvalidArguments, with a field for each misfit.
    """
    known = {each.name: each for each in tool.arguments}
    problems = [_unknown(name, [*known]) for name in given if name not in known]
    values = {name: _or_default(given.get(name), option) for name, option in known.items()}
    for name, option in known.items():
        problems += _misfits(name, option, values[name])
    if problems:
        said = "; ".join(f"{p.field}: expected {p.expected}, got {p.actual}" for p in problems)
        hint = next((p.hint for p in problems if p.hint), "Correct the named arguments.")
        raise InvalidArguments(f"{tool.name}: {said}.", hint=hint, fields=problems)
    return {name: value for name, value in values.items() if value is not None}


def misfits(option: Option, value: Any) -> Iterator[FieldProblem]:
    """What is wrong with one value, wherever it comes from."""
    expected, fits = KINDS[option.type]
    if not fits(value):
        yield FieldProblem(option.name, expected, described(value))
    elif option.type == "array":
        yield from _of_array(option, cast("list[Any]", value))
    else:
        yield from _of_one(option.name, option, value)


def _misfits(name: str, option: Option, value: Any) -> Iterator[FieldProblem]:
    if value is not None:
        yield from misfits(option, value)
    elif option.required:
        expected = option.description or KINDS[option.type][0]
        yield FieldProblem(name, expected, "nothing", f"Give {name!r}.")


def _or_default(value: Any, option: Option) -> Any:
    """Null is how some clients spell what they leave out."""
    return option.default if value is None else value


def _unknown(name: str, known: list[str]) -> FieldProblem:
    meant = nearest(name, known)
    hint = f"Did you mean {meant!r}?" if meant else "Leave it out."
    takes = f"one of {', '.join(known)}" if known else "no arguments"
    return FieldProblem(name, takes, "an unknown argument", hint)


def _of_array(option: Option, values: list[Any]) -> Iterator[FieldProblem]:
    if option.min_items is not None and len(values) < option.min_items:
        yield FieldProblem(option.name, f"at least {option.min_items} items", f"{len(values)}")
    if option.max_items is not None and len(values) > option.max_items:
        yield FieldProblem(option.name, f"at most {option.max_items} items", f"{len(values)}")
    items = option.items or Items(type="string")
    expected, fits = KINDS[items.type]
    for index, value in enumerate(values):
        name = f"{option.name}[{index}]"
        if not fits(value):
            yield FieldProblem(name, expected, described(value))
        else:
            yield from _of_one(name, items, value)


def _of_one(name: str, rule: Option | Items, value: Any) -> Iterator[FieldProblem]:
    if rule.enum and value not in rule.enum:
        offered = ", ".join(map(str, rule.enum))
        meant = nearest(str(value), [str(each) for each in rule.enum])
        hint = f"Did you mean {meant!r}?" if meant else ""
        yield FieldProblem(name, f"one of {offered}", described(value), hint)
    if isinstance(value, str):
        if rule.pattern is not None and not matches(rule.pattern, value):
            yield FieldProblem(name, f"a match of {rule.pattern}", described(value))
        if "\x00" in value or not _encodable(value):
            yield FieldProblem(name, "text that can be an argument", "a NUL or half a character")
    if isinstance(rule, Option):
        yield from _of_bounds(name, rule, value)


def _of_bounds(name: str, rule: Option, value: Any) -> Iterator[FieldProblem]:
    if isinstance(value, str):
        if rule.min_length is not None and len(value) < rule.min_length:
            yield FieldProblem(name, f"at least {rule.min_length} characters", f"{len(value)}")
        if rule.max_length is not None and len(value) > rule.max_length:
            yield FieldProblem(name, f"at most {rule.max_length} characters", f"{len(value)}")
    elif isinstance(value, int | float):
        if rule.minimum is not None and value < rule.minimum:
            yield FieldProblem(name, f"at least {rule.minimum:g}", f"{value:g}")
        if rule.maximum is not None and value > rule.maximum:
            yield FieldProblem(name, f"at most {rule.maximum:g}", f"{value:g}")
        if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - NaN
            yield FieldProblem(name, "a finite number", f"{value}")


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
