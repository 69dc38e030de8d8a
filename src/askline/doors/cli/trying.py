"""`tools try`: shows exactly what a call of a declared tool would run, and runs it as the person here.

The plan is made from the same files by the same rules as for an agent, and the service plans anew: what
is shown here binds nobody. What runs goes the agents' way, through policy, approval and sandbox.
"""

import os
import sys
from argparse import Namespace
from pathlib import PurePath
from typing import Any
from uuid import uuid4

from askline.asks.shapes import command_shape
from askline.commands.nearest import nearest
from askline.commands.planning import Plan, plan_of
from askline.commands.tools import Tool
from askline.commands.trust import required
from askline.core.clock import SystemClock
from askline.core.errors import NotFound, PersonRequired
from askline.core.speaking import mark, t
from askline.core.text import as_typed
from askline.doors.cli import problems, reporting, showing
from askline.doors.cli.arguments import arguments
from askline.doors.cli.declared import Declared
from askline.doors.cli.following import follow, write_out
from askline.doors.cli.here import Here
from askline.doors.cli.tools import NEXT
from askline.doors.cli.words import is_yes, object_in, parser, typed, write, write_json

Shape = dict[str, Any]

SIGNALLED = 128
"""What shells add to the number of a signal."""

BY_STATUS = {
    "cancelled": problems.WITHDRAWN,
    "timed_out": problems.TIMED_OUT,
    "failed_to_start": problems.OUT_OF_REACH,
    "interrupted": problems.OUT_OF_REACH,
}


def attempt(words: list[str], here: Here) -> int:
    """Raises: NotFound, NotTrusted, InvalidArguments, CommandRefused, PersonRequired."""
    said = _said(words)
    declared = Declared.at(here)
    tool = _tool(said.tool, declared)
    given = object_in(said.args, "--args") if said.args else arguments(tool, said.arg)
    plan = plan_of(
        tool,
        given,
        known={each.name: each for each in declared.loaded.tools},
        project=declared.project,
        real=os.path.realpath,
    )
    if said.dry_run:
        return _shown(said, plan, declared)
    required(declared.trusted, declared.sources)
    if plan.decision.verdict == "ask" and not here.present:
        raise PersonRequired(
            t("{0} needs a person's approval here.", tool.name),
            hint=t("Run it at a terminal yourself, or let the agent call it: then you are asked."),
        )
    if not said.json:
        write([*_lines(plan), ""])
    return _run(said, here, _begun(said, here, declared, given))


def _said(words: list[str]) -> Namespace:
    options = parser("tools try")
    options.add_argument("tool", help=t("its name, as `askline tools list` shows it"))
    options.add_argument(
        "--arg", action="append", default=[], type=typed, help=t("one argument, NAME=VALUE")
    )
    options.add_argument("--args", help=t("all arguments, as JSON"))
    options.add_argument("--dry-run", action="store_true", help=t("show it and run nothing"))
    said = options.parse_intermixed_args(words)
    if said.arg and said.args:
        options.error(t("argument --args: not beside --arg"))
    return said


def _tool(name: str, declared: Declared) -> Tool:
    tools = {tool.name: tool for tool in declared.loaded.tools}
    if name in tools:
        return tools[name]
    meant = nearest(name, tools)
    hint = (
        t("Did you mean {0!r}?", meant)
        if meant
        else t("`askline tools list` shows those there are.")
    )
    raise NotFound(t("No tool {0!r} is declared in {1}.", name, declared.project), hint=hint)


def _shown(said: Namespace, plan: Plan, declared: Declared) -> int:
    if said.json:
        write_json(_shape(plan, declared))
    else:
        write(_lines(plan))
        if declared.standing in NEXT:
            problems.say(NEXT[declared.standing])
    return problems.DONE


def _shape(plan: Plan, declared: Declared) -> Shape:
    return {
        "tool": plan.tool.name,
        "trust": declared.standing,
        "verdict": plan.decision.verdict,
        "why": plan.decision.why,
        "dangerous": plan.decision.dangerous,
        "sha256": plan.sha256,
        "commands": [command_shape(step.run.shown) for step in plan.steps],
    }


BY_VERDICT = {
    "allow": mark("By its policy it may run"),
    "ask": mark("By its policy it needs approval"),
    "deny": mark("By its policy it is denied"),
}


def _lines(plan: Plan) -> list[str]:
    why = f": {showing.one_line(plan.decision.why)}" if plan.decision.why else ""
    verdict = t(BY_VERDICT[plan.decision.verdict])
    dangerous = t(", and is DANGEROUS") if plan.decision.dangerous else ""
    return [
        *reporting.planned([command_shape(step.run.shown) for step in plan.steps]),
        f"{verdict}{dangerous}{why}.",
    ]


def _begun(said: Namespace, here: Here, declared: Declared, given: Shape) -> Shape:
    path, receipt = declared.project, uuid4().hex
    project = {"path": path, "name": PurePath(path).name or path}
    return here.through(
        lambda client: client.begin_operation(
            said.tool, given, project=project, agent={"name": "askline tools try"}, receipt=receipt
        )
    )


def _run(said: Namespace, here: Here, begun: Shape) -> int:
    operation_id = begun["operation_id"]
    try:
        if begun["status"] == "awaiting_approval":
            _approved(here, begun)
        follow(here, operation_id, to=_nowhere if said.json else write_out)
    except (KeyboardInterrupt, EOFError):
        here.through(lambda client: client.cancel_operation(operation_id, reason="interrupted"))
        raise KeyboardInterrupt from None
    ended: Shape = here.through(lambda client: client.operation(operation_id))
    if said.json:
        write_json(ended)
    else:
        problems.say(t("Operation {0}: {1}", ended["short_id"], reporting.stands(ended)))
    return exit_code(ended)


def _approved(here: Here, operation: Shape) -> None:
    """The person who runs it decides at once; another door may be faster."""
    ask: Shape = here.through(lambda client: client.read(operation["approval"]))
    receipt = uuid4().hex
    if ask["state"] != "pending":
        return
    if _agreed(ask, operation["tool"]):
        yes = {ask["questions"][0]["id"]: {"values": ["yes"]}}
        here.through(lambda client: client.answer(ask["id"], yes, receipt=receipt))
    else:
        here.through(lambda client: client.reject(ask["id"], receipt=receipt))


def _agreed(ask: Shape, tool: str) -> bool:
    """What is dangerous takes more than a key."""
    for line in showing.headed(ask, SystemClock().now()):
        problems.say(line)
    dangerous = ask["command"]["dangerous"]
    how = t("Type {0} to run it:", tool) if dangerous else f"{t('Run it?')} {t('[y/N]')}"
    sys.stderr.write(f"{how} ")
    sys.stderr.flush()
    said = as_typed(sys.stdin.readline()).strip()
    return said.lower() == tool.lower() if dangerous else is_yes(said)


def _nowhere(_: str) -> None:
    """JSON carries the beginning and the end of it."""


def exit_code(operation: Shape) -> int:
    """The command's own where it ran to its end; ours where it did not."""
    if operation["status"] != "completed":
        return problems.REJECTED if operation["refused"] else BY_STATUS[operation["status"]]
    if operation["signal"] is not None:
        return SIGNALLED + operation["signal"]
    return operation["exit_code"]
