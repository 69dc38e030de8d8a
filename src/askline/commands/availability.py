"""Is the program of a tool there? Tried by the run that its declaration names, once.

What was found missing is tried again after a while, for the user may have installed it. Where it cannot
be tried, the tool counts as there: its call will say what is wrong.
"""

import shlex
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from posixpath import join, normpath
from typing import Final

import anyio

from askline.commands import declared
from askline.commands.argv import leads_inside
from askline.commands.hands import Hands
from askline.commands.ports import Files, How, Runs
from askline.commands.run import Limits, Run
from askline.commands.tools import Tool
from askline.core.clock import Clock, lately
from askline.core.errors import AsklineError

WITHIN_S: Final = 20
MOMENT_S: Final = 2.0
AGAIN_AFTER: Final = timedelta(minutes=5)
OUTPUT_BYTES: Final = 1 << 20

NOT_TRIED: Final = (False, datetime.min.replace(tzinfo=UTC))
THERE: Final = (True, datetime.min.replace(tzinfo=UTC))


class Availability:
    def __init__(self, runs: Runs, files: Files, clock: Clock, hands: Hands) -> None:
        self._runs = runs
        self._files = files
        self._clock = clock
        self._hands = hands
        self._there: dict[str, tuple[bool, datetime]] = {}
        self._trying: dict[str, anyio.Event] = {}

    async def missing(self, project: str, tools: Iterable[Tool]) -> dict[str, str]:
        """The tools that are known not to be there, with what to do about it."""
        checks = [
            (tool, check, run)
            for tool in tools
            if (check := tool.availability)
            and (run := trial(tool, check, project, self._files.real))
        ]
        for _, check, run in checks:
            self._begin(run, check)
        with anyio.move_on_after(MOMENT_S):
            for *_, run in checks:
                if run.sha256 not in self._there:
                    await self._trying[run.sha256].wait()
        return {
            tool.name: tool.install_instructions or f"Install {run.argv[0]}, then list again."
            for tool, _, run in checks
            if not self._there.get(run.sha256, THERE)[0]
        }

    def _begin(self, run: Run, check: declared.Availability) -> None:
        """An old "no" counts while it is tried again."""
        key = run.sha256
        there, at = self._there.get(key, NOT_TRIED)
        known = there or lately(at, self._clock.now(), AGAIN_AFTER)
        if not known and key not in self._trying:
            self._trying[key] = anyio.Event()
            self._hands.take(self._try, run, check)

    async def _try(self, run: Run, check: declared.Availability) -> None:
        key, there = run.sha256, True
        try:
            ended = await self._runs.probe(run)
            good = check.success_exit_codes or (0,)
            there = ended.how is How.EXITED and ended.exit_code in good
        except AsklineError:
            pass  # it cannot be tried: whoever calls the tool is told why
        finally:
            self._there[key] = there, self._clock.now()
            self._trying.pop(key).set()


def trial(
    tool: Tool, check: declared.Availability, project: str, real: Callable[[str], str]
) -> Run | None:
    """The short run that tells; none where it would run outside the project."""
    cwd = real(normpath(join(project, check.working_directory or tool.cwd)))
    if not leads_inside(cwd, project, real):
        return None
    words = tuple(shlex.split(check.command)) if check.command else tool.words[:1]
    between = () if check.command or check.skip_subcommand_args else tool.words[1:]
    return Run(
        tool=tool.name,
        argv=(*words, *between, *check.args),
        project=project,
        cwd=cwd,
        files=(),
        env=tool.env,
        pass_env=(),
        sandbox=tool.sandbox,
        limits=Limits(timeout_s=WITHIN_S, output_bytes=OUTPUT_BYTES),
    )
