"""Declared commands on the command line: `tools list|check|schema`."""

from typing import Any
from urllib.parse import quote

from askline.commands.loading import Loaded, load
from askline.commands.problems import Problem, shape, told
from askline.commands.schema import annotations, description, file_schema, input_schema
from askline.commands.tools import Tool
from askline.commands.trust import Standing
from askline.core.speaking import many, mark, t
from askline.core.text import clean
from askline.core.version import VERSION
from askline.doors.cli import problems
from askline.doors.cli.declared import Declared, named
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write, write_json

NOTHING = mark("No commands are declared here; `askline tools init` writes a first file.")

NEXT = {
    Standing.NEW: mark(
        "Not trusted yet: agents are not offered these. Read and trust them with `askline tools trust`."
    ),
    Standing.CHANGED: mark(
        "Changed since you trusted them: agents are not offered these. `askline tools trust` shows what changed."
    ),
}


def list_tools(words: list[str], here: Here) -> int:
    said = parser("tools list").parse_args(words)
    declared = Declared.at(here)
    tools = declared.loaded.tools
    if said.json:
        write_json(
            {
                "project": declared.project,
                "trust": declared.standing,
                "tools": [_shape(tool) for tool in tools],
                "problems": [shape(each) for each in declared.loaded.problems],
            }
        )
        return problems.DONE
    width = max((len(tool.name) for tool in tools), default=0)
    write(_line(tool, width) for tool in tools)
    if not declared.sources:
        write([t(NOTHING)])
    if declared.standing in NEXT:
        problems.say(t(NEXT[declared.standing]))
    if declared.loaded.errors:
        problems.say(t("{0}: `askline tools check` says which.", _counted(declared.loaded)))
    return problems.DONE


def check(words: list[str], here: Here) -> int:
    options = parser("tools check")
    options.add_argument("file", nargs="*", help=t("these, in place of the project's own"))
    options.add_argument("--sarif", action="store_true", help=t("for code scanning"))
    options.add_argument("--strict", action="store_true", help=t("warnings count too"))
    said = options.parse_intermixed_args(words)
    sources = named(said.file) if said.file else Declared.at(here).sources
    loaded = load(sources)
    if said.sarif:
        write_json(_sarif(loaded.problems))
    elif said.json:
        write_json([shape(each) for each in loaded.problems])
    else:
        write(line for each in loaded.problems for line in told(each))
        write([_counted(loaded) if sources else t(NOTHING)])
    wrong = loaded.problems if said.strict else loaded.errors
    return problems.USAGE if wrong else problems.DONE


def schema(words: list[str], here: Here) -> int:
    del here
    parser("tools schema", reads=False).parse_args(words)
    write_json(file_schema())
    return problems.DONE


def _counted(loaded: Loaded) -> str:
    warnings = len(loaded.problems) - len(loaded.errors)
    return t(
        "{0} good files with {1} tools, {2} errors, {3} warnings",
        len(loaded.declarations),
        len(loaded.tools),
        len(loaded.errors),
        warnings,
    )


def _line(tool: Tool, width: int) -> str:
    how = t("waits") if tool.synchronous else t("in the background")
    asks = "" if tool.policy.default == "allow" else f", {tool.policy.default}"
    count = len(tool.policy.rules)
    rules = ", " + many(count, "{0} rule", "{0} rules") if count else ""
    return f"{tool.name:{width}}  {clean(tool.description, multiline=False)} ({how}{asks}{rules})"


def _shape(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": description(tool),
        "inputSchema": input_schema(tool),
        "annotations": annotations(tool),
        "synchronous": tool.synchronous,
        "approval": tool.policy.default,
    }


def _sarif(found: tuple[Problem, ...]) -> dict[str, Any]:
    rules = [{"id": kind} for kind in sorted({each.kind for each in found})]
    driver = {"name": "askline tools check", "version": VERSION, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_finding(each) for each in found]}],
    }


def _finding(each: Problem) -> dict[str, Any]:
    region = {"startLine": each.line, "startColumn": each.column}
    place = {"artifactLocation": {"uri": quote(each.file)}, "region": region}
    said = t(
        "{0}. {1}: expected {2}, got {3}. {4}",
        each.message,
        each.field,
        each.expected,
        each.actual,
        each.fix,
    )
    return {
        "ruleId": each.kind,
        "level": "warning" if each.warning else "error",
        "message": {"text": said.rstrip()},
        "locations": [{"physicalLocation": place}],
    }
