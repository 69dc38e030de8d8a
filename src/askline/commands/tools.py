"""The tools that a command becomes: one for each innermost subcommand, with all that it inherits.

Names are `command_subcommand`; a subcommand called `default` gives its tool the command's own name.
What a subcommand leaves open its parents say, the nearest first.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from askline.commands.declared import (
    Availability,
    Command,
    Declared,
    Hints,
    Option,
    Rule,
    Sandbox,
    Step,
    Subcommand,
    Verdict,
)

TIMEOUT_S: Final = 600
OUTPUT_BYTES: Final = 64 * 1024 * 1024
DEFAULT: Final = "default"
"""The subcommand that is the command itself."""

WORKING_DIRECTORY: Final = "working_directory"
"""An argument of this name says where to run, and is handed to no program."""

SHELLS: Final = frozenset({"sh", "/bin/sh"})
"""Where a command is nothing but a shell, its subcommands are the programs. No shell is started."""

Path = tuple[str | int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    default: Verdict
    dangerous: bool
    rules: tuple[Rule, ...]
    """The subcommand's own first, then those of its parents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    command: str
    subcommand: str
    """The names of the subcommands on the way, joined as in the tool's name."""
    description: str
    words: tuple[str, ...]
    """Program and fixed words, before any argument."""
    options: tuple[Option, ...]
    positionals: tuple[Option, ...]
    positionals_first: bool
    separator: str
    synchronous: bool
    timeout_s: int
    output_bytes: int
    policy: Policy
    sandbox: Sandbox
    env: tuple[tuple[str, str], ...]
    pass_env: tuple[str, ...]
    cwd: str
    sequence: tuple[Step, ...]
    step_delay_ms: int
    availability: Availability | None
    install_instructions: str | None
    hints: Hints
    path: Path = field(default=(), compare=False)
    """Where in its file it is declared."""

    @property
    def arguments(self) -> tuple[Option, ...]:
        return (*self.options, *self.positionals)


def tools_of(command: Command) -> tuple[Tool, ...]:
    """In the order of the file; nothing of what is not enabled."""
    if not command.enabled or command.tool_type == "livelog":
        return ()
    if not command.subcommand:
        itself = Subcommand(name=DEFAULT, description=command.description)
        return (_tool(command, (), itself, ()),)
    return tuple(_leaves(command, (), command.subcommand, ()))


def _leaves(
    command: Command, above: tuple[Subcommand, ...], found: tuple[Subcommand, ...], path: Path
) -> Iterator[Tool]:
    for index, each in enumerate(found):
        here = (*path, "subcommand", index)
        if not each.enabled:
            continue
        if each.subcommand:
            yield from _leaves(command, (*above, each), each.subcommand, here)
        else:
            yield _tool(command, above, each, here)


def _tool(command: Command, above: tuple[Subcommand, ...], leaf: Subcommand, path: Path) -> Tool:
    nearest: tuple[Declared, ...] = (leaf, *reversed(above), command)
    way = (*above, leaf)
    names = [each.name for each in way if each.name != DEFAULT]
    output = _first(each.output for each in nearest)
    return Tool(
        name="_".join([command.name, *names]),
        command=command.name,
        subcommand="_".join(names) or DEFAULT,
        description=leaf.description,
        words=(*_program(command), *(word for each in way for word in _words(each))),
        options=leaf.options,
        positionals=leaf.positional_args,
        positionals_first=bool(leaf.positional_args_first),
        separator=leaf.separator,
        synchronous=_first(map(_synchronous, nearest)) or False,
        timeout_s=_first(each.timeout_seconds for each in nearest) or TIMEOUT_S,
        output_bytes=(output and output.cap_bytes) or OUTPUT_BYTES,
        policy=_policy(nearest),
        sandbox=_first(each.sandbox for each in nearest) or Sandbox(),
        env=tuple(
            sorted({k: v for each in reversed(nearest) for k, v in each.env.items()}.items())
        ),
        pass_env=tuple(sorted({name for each in nearest for name in each.pass_env})),
        cwd=_first(each.cwd for each in nearest) or ".",
        sequence=leaf.sequence or (() if above or command.subcommand else command.sequence),
        step_delay_ms=_first(each.step_delay_ms for each in nearest) or 0,
        availability=_first(each.availability_check for each in nearest),
        install_instructions=_first(each.install_instructions for each in nearest),
        hints=command.hints,
        path=path,
    )


def _program(command: Command) -> tuple[str, ...]:
    """Quotes keep a path with spaces together; nothing else of a shell is understood."""
    if command.command in SHELLS and command.subcommand:
        return ()
    return tuple(shlex.split(command.command))


def _words(subcommand: Subcommand) -> tuple[str, ...]:
    if subcommand.words is not None:
        return subcommand.words
    return () if subcommand.name == DEFAULT else (subcommand.name,)


def _synchronous(declared: Declared) -> bool | None:
    return declared.force_synchronous if declared.synchronous is None else declared.synchronous


def _policy(nearest: tuple[Declared, ...]) -> Policy:
    said = [each.approval for each in nearest if each.approval]
    decided = next((each for each in said if each.default), None)
    return Policy(
        default=(decided and decided.default) or "allow",
        dangerous=decided.dangerous if decided else False,
        rules=tuple(rule for each in said for rule in each.rules),
    )


def _first(values: "Iterator[T | None] | map[T | None]") -> T | None:
    return next((value for value in values if value is not None), None)
