"""Sequences: do their steps lead to declared tools, with arguments that fit, and to an end?

A step may be a sequence of its own, from any file; in a circle they may not stand.
"""

from collections.abc import Container, Iterator, Mapping

from askline.commands.arguments import fitted
from askline.commands.declared import Step
from askline.commands.nearest import nearest
from askline.commands.problems import Path
from askline.commands.sense import Nonsense
from askline.commands.tools import DEFAULT, Tool
from askline.core.errors import InvalidArguments


def broken_steps(
    tool: Tool, known: Mapping[str, Tool], circles: Container[str]
) -> Iterator[Nonsense]:
    """Steps that lead nowhere, or not with these arguments, or in a circle."""
    for index, step in enumerate(tool.sequence):
        path = (*tool.path, "sequence", index)
        name = named(step)
        if name not in known:
            meant = nearest(name, [*known])
            fix = f"did you mean {meant!r}?" if meant else "declare it, or remove the step"
            yield Nonsense(
                path, "unknown_tool", f"no tool {name!r}", "a declared tool", repr(name), fix
            )
        elif tool.name in circles and name in circles:
            yield Nonsense(
                path,
                "circle",
                f"{name!r} leads in a circle",
                "a sequence that ends",
                "a circle",
                "remove the step",
            )
        else:
            yield from _of_arguments(step, known[name], path)


def named(step: Step) -> str:
    return step.tool if step.subcommand == DEFAULT else f"{step.tool}_{step.subcommand}"


def circular(known: Mapping[str, Tool]) -> set[str]:
    """Tools that stand in a circle, or lead into one: whatever is left when ends are taken away."""
    leading = {name: {named(step) for step in tool.sequence} for name, tool in known.items()}
    left = {name for name, steps in leading.items() if steps}
    while ends := {name for name in left if not leading[name] & left}:
        left -= ends
    return left


def _of_arguments(step: Step, tool: Tool, path: Path) -> Iterator[Nonsense]:
    try:
        fitted(tool, step.args)
    except InvalidArguments as wrong:
        for field in wrong.fields:
            name = field.field.partition("[")[0]
            yield Nonsense(
                (*path, "args", name),
                "wrong_argument",
                f"{tool.name} does not take this: {field.field}",
                field.expected,
                field.actual,
                field.hint or "correct the argument",
            )
