"""Declarations from their texts: what loads is offered, what does not is explained.

A bad file never takes the good ones down. The order is that of the texts, so that every list of
tools is the same list. Where the texts come from is for the outside to say.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from askline.commands.declared import Command
from askline.commands.explaining import MOST, explained, problem_at
from askline.commands.positions import START, Places
from askline.commands.problems import Problem, refusal, spelled
from askline.commands.reading import JSON, format_of
from askline.commands.sense import Nonsense, nonsense_in, wrong_name
from askline.commands.sequences import broken_steps, circular
from askline.commands.tools import Tool, tools_of


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its name, as people are told it, and its text."""

    name: str
    text: str
    trouble: str = ""
    """Why there is no text, if it cannot be read."""

    @property
    def kind(self) -> str:
        return format_of(self.name) or JSON


@dataclass(frozen=True, slots=True)
class Declaration:
    """A file that parses, with what it declares."""

    source: Source
    command: Command
    tools: tuple[Tool, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    declarations: tuple[Declaration, ...]
    problems: tuple[Problem, ...]

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(tool for each in self.declarations for tool in each.tools)

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(each for each in self.problems if not each.warning)


def load(sources: Iterable[Source]) -> Loaded:
    declarations: list[Declaration] = []
    problems: list[Problem] = []
    for source in sources:
        if source.trouble:
            problems.append(_unread(source))
            continue
        command, wrong = explained(source.name, source.text, source.kind)
        if command:
            declaration, wrong = _sensible(source, command)
            declarations += [declaration] if declaration else []
        problems += wrong
    good, wrong = _agreeing(declarations)
    return Loaded(tuple(good), (*problems, *wrong))


def strictly(loaded: Loaded) -> Loaded:
    """Raises: DeclarationInvalid, if anything is wrong with any file."""
    if loaded.errors:
        raise refusal(loaded.errors)
    return loaded


def _sensible(source: Source, command: Command) -> tuple[Declaration | None, list[Problem]]:
    wrong = [_placed(source, each) for each in islice(nonsense_in(command), MOST)]
    if any(not each.warning for each in wrong):
        return None, wrong
    tools = tools_of(command)
    wrong += [_placed(source, each) for tool in tools for each in wrong_name(tool)]
    sound = all(each.warning for each in wrong)
    return (Declaration(source, command, tools) if sound else None), wrong


def _agreeing(found: list[Declaration]) -> tuple[list[Declaration], list[Problem]]:
    """Those that agree with each other: what leans on a file that falls, falls with it."""
    problems: list[Problem] = []
    good = found
    while True:
        wrong = _disagreements(good)
        problems += [problem for some in wrong for problem in some]
        if not any(wrong):
            return good, problems
        good = [each for each, some in zip(good, wrong, strict=True) if not some]


def _disagreements(found: list[Declaration]) -> list[list[Problem]]:
    """What is wrong with each of them beside the others."""
    known = {tool.name: tool for each in found for tool in each.tools}
    circles = circular(known)
    taken: dict[str, str] = {}
    return [[*_disagreeing(each, known, circles, taken)] for each in found]


def _disagreeing(
    one: Declaration, known: Mapping[str, Tool], circles: Container[str], taken: dict[str, str]
) -> Iterator[Problem]:
    for tool in one.tools:
        if tool.name in taken:
            yield _placed(one.source, _taken(tool, taken[tool.name]))
        taken.setdefault(tool.name, one.source.name)
        for each in broken_steps(tool, known, circles):
            yield _placed(one.source, each)


def _unread(source: Source) -> Problem:
    return problem_at(
        source.name,
        "",
        START,
        kind="unreadable",
        field=spelled(()),
        message=source.trouble,
        expected="a file that can be read",
        actual=source.trouble,
        fix="mend it, or take it away",
    )


def _taken(tool: Tool, by: str) -> Nonsense:
    return Nonsense(
        (*tool.path, "name"),
        "repeated_tool",
        f"there is a tool {tool.name!r} already, in {by}",
        "a name of its own",
        repr(tool.name),
        "rename the command or the subcommand, or disable one of the two",
    )


def _placed(source: Source, found: Nonsense) -> Problem:
    return problem_at(
        source.name,
        source.text,
        _places(source).value(found.path),
        kind=found.kind,
        field=spelled(found.path),
        message=found.message,
        expected=found.expected,
        actual=found.actual,
        fix=found.fix,
        warning=found.warning,
    )


@lru_cache(8)
def _places(source: Source) -> Places:
    """Composing a text is slow, and one that has a problem has often more."""
    return Places(source.text, source.kind)
