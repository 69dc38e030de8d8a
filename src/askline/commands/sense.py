"""What no single field can tell: whether a file makes sense in itself.

Names after flattening, patterns that compile, defaults that fit, examples of rules that hold. Whether
sequences lead anywhere is for `sequences`.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from askline.commands.arguments import misfits
from askline.commands.declared import Approval, Command, Option, Rule, Subcommand
from askline.commands.patterns import trouble
from askline.commands.policy import broken_examples
from askline.commands.problems import Kind, Path, described
from askline.commands.tools import Tool

OWN: Final = frozenset(
    {
        *("ask_user", "ask_await", "question_ask", "question_summary", "ask_user_questions"),
        *("get_answered_questions", "interactive_feedback"),
        *("operation_status", "operation_await", "operation_cancel", "operation_output"),
    }
)
"""Tools of Askline's own, which no command may shadow."""

LONGEST_NAME: Final = 64
LONG_NAME: Final = 50
"""Past this, some clients that put the server's name before it cannot list the tool."""


@dataclass(frozen=True, slots=True)
class Nonsense:
    path: Path
    kind: Kind
    message: str
    expected: str
    actual: str
    fix: str = ""
    warning: bool = False


def nonsense_in(command: Command) -> Iterator[Nonsense]:
    """Of one file alone."""
    yield from _of_command(command)
    yield from _of_approval(command.approval, ())
    yield from _of_subcommands(command.subcommand, ())


def _of_command(command: Command) -> Iterator[Nonsense]:
    try:
        shlex.split(command.command)
    except ValueError as error:
        yield Nonsense(
            ("command",),
            "wrong_command",
            f"the words of the command cannot be told apart: {error}",
            "words, in quotes where they hold spaces",
            described(command.command),
            "close the quotation",
        )
    yield from _not_used(command)


def _not_used(command: Command) -> Iterator[Nonsense]:
    ignored = {
        "input_schema": command.input_schema,
        "livelog": command.livelog,
        "monitor_level": command.monitor_level,
        "monitor_stream": command.monitor_stream,
    }
    for name in (name for name, value in ignored.items() if value is not None):
        yield Nonsense(
            (name,),
            "not_used",
            f'"{name}" is read and not used',
            "nothing here",
            f'"{name}"',
            "remove it, unless another program reads this file",
            warning=True,
        )


def wrong_name(tool: Tool) -> Iterator[Nonsense]:
    path = (*tool.path, "name")
    if tool.name in OWN:
        yield Nonsense(
            path, "reserved", f"{tool.name!r} is a tool of Askline's own", "another name", tool.name
        )
    if len(tool.name) > LONG_NAME:
        yield Nonsense(
            path,
            "long_name",
            f"the tool's name {tool.name!r} is long",
            f"at most {LONG_NAME} characters, which every client lists",
            f"{len(tool.name)}",
            "shorten the name; `words` says what is run",
            warning=len(tool.name) <= LONGEST_NAME,
        )


def _of_subcommands(found: tuple[Subcommand, ...], above: Path) -> Iterator[Nonsense]:
    for index, each in enumerate(found):
        path = (*above, "subcommand", index)
        yield from _of_approval(each.approval, path)
        yield from _of_options(each, path)
        yield from _of_subcommands(each.subcommand, path)


def _of_options(subcommand: Subcommand, above: Path) -> Iterator[Nonsense]:
    names: set[str] = set()
    optional = ""
    for kind in ("options", "positional_args"):
        found = cast("tuple[Option, ...]", getattr(subcommand, kind))
        for index, option in enumerate(found):
            path = (*above, kind, index)
            if option.name in names:
                yield Nonsense(
                    (*path, "name"),
                    "repeated_name",
                    f"{option.name!r} is declared twice",
                    "each argument once",
                    repr(option.name),
                    "rename one of the two",
                )
            names.add(option.name)
            yield from _of_option(option, path)
            if kind == "positional_args":
                if option.required and optional:
                    yield _misplaced(option.name, optional, path)
                optional = optional or ("" if option.required else option.name)


def _misplaced(name: str, optional: str, path: Path) -> Nonsense:
    return Nonsense(
        path,
        "wrong_order",
        f"{name!r} is required and stands behind {optional!r}, which is not",
        "required positional values first",
        "an optional one before it",
        f"make {optional!r} required, or move {name!r} before it",
    )


def _of_option(option: Option, path: Path) -> Iterator[Nonsense]:
    patterns: dict[Path, str | None] = {("pattern",): option.pattern}
    if option.items:
        patterns["items", "pattern"] = option.items.pattern
    for where, pattern in patterns.items():
        yield from _of_pattern(pattern, (*path, *where))
    lone = option.model_copy(update={"pattern": None, "enum": (), "items": None})
    for index, each in enumerate(option.enum):
        for wrong in misfits(lone, each):
            yield _unfit(wrong.expected, each, (*path, "enum", index))
    if option.default is not None and not any(_of_pattern(p, path) for p in patterns.values() if p):
        for wrong in misfits(option, option.default):
            yield _unfit(wrong.expected, option.default, (*path, "default"))


def _unfit(expected: str, value: Any, path: Path) -> Nonsense:
    message = f"expected {expected}, got {described(value)}"
    return Nonsense(path, "unfit", message, expected, described(value), f"write {expected}")


def _of_pattern(pattern: Any, path: Path) -> Iterator[Nonsense]:
    if wrong := trouble(str(pattern or "")):
        yield Nonsense(
            path,
            "wrong_pattern",
            f"the pattern cannot be used: {wrong}",
            "a regular expression without look-around and references back",
            described(pattern),
            "escape what is meant literally with a backslash",
        )


def _of_approval(approval: Approval | None, above: Path) -> Iterator[Nonsense]:
    rules = approval.rules if approval else ()
    sound: dict[int, Rule] = {}
    for index, rule in enumerate(rules):
        path = (*above, "approval", "rules", index)
        wrong = [
            each for name, test in rule.when.args.items() for each in _of_test(name, test, path)
        ]
        yield from wrong
        if not wrong:
            sound[index] = rule
    for index, rule in sound.items():
        for broken in broken_examples((rule,)):
            fits = "the rule fits its own example"
            does_not = "the rule does not fit its own example"
            yield Nonsense(
                (*above, "approval", "rules", index, "examples", broken.kind, broken.example),
                "broken_example",
                fits if broken.kind == "no_match" else does_not,
                f"an example for {broken.kind!r}",
                "one that shows the opposite",
                "correct the rule, or the example",
            )


def _of_test(name: str, test: Any, above: Path) -> Iterator[Nonsense]:
    if not isinstance(test, dict):
        return
    path = (*above, "when", "args", name)
    found = cast("dict[str, Any]", test)
    if set(found) not in ({"matches"}, {"given"}):
        yield Nonsense(
            path,
            "wrong_test",
            "an argument is tested in another way",
            'a value, {"matches": pattern} or {"given": true}',
            described(test),
            'write {"matches": "…"}',
        )
    else:
        yield from _of_pattern(found.get("matches"), path)
