"""What will run, as a value: shown for approval, bound by its hash, handed to the runner.

The hash covers everything that decides what happens: words, directory, files, variables, sandbox and
limits. It is computed from the value alone, so whoever is about to run it can compute it again.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from askline.asks.model import CommandShown
from askline.asks.spelling import text_of
from askline.commands.argv import FileArgument, line_of
from askline.commands.declared import Sandbox
from askline.commands.tools import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    timeout_s: int
    output_bytes: int


@dataclass(frozen=True, kw_only=True)
class Run:
    tool: str
    argv: tuple[str, ...]
    project: str
    cwd: str
    files: tuple[FileArgument, ...]
    """Values that travel in files: the runner makes them and puts their paths into `argv`."""
    env: tuple[tuple[str, str], ...]
    """Declared variables with their values,"""
    pass_env: tuple[str, ...]
    """and the names of those that come from the user's own environment."""
    sandbox: Sandbox
    limits: Limits

    @cached_property
    def sha256(self) -> str:
        bound: dict[str, Any] = {
            "argv": self.argv,
            "project": self.project,
            "cwd": self.cwd,
            "files": [asdict(each) for each in self.files],
            "env": self.env,
            "pass_env": self.pass_env,
            "sandbox": self.sandbox.model_dump(mode="json"),
            "limits": asdict(self.limits),
        }
        return sha256(text_of(bound).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def shown(self) -> CommandShown:
        """For the human. Of variables only names: values may be secrets."""
        names = sorted({*(name for name, _ in self.env), *self.pass_env})
        within = {each.index: f"{{file: {each.text}}}" for each in self.files}
        return CommandShown(
            # What travels in a file is part of what is approved, so it is shown in its place.
            argv=tuple(within.get(index, word) for index, word in enumerate(self.argv)),
            cwd=self.cwd,
            env=tuple(names),
            sandbox=spelled_out(self.sandbox),
            sha256=self.sha256,
        )


def run_of(
    tool: Tool, given: Mapping[str, Any], *, project: str, real: Callable[[str], str]
) -> Run:
    """Raises: InvalidArguments."""
    line = line_of(tool, given, project=project, real=real)
    return Run(
        tool=tool.name,
        argv=line.argv,
        project=project,
        cwd=line.cwd,
        files=line.files,
        env=tool.env,
        pass_env=tool.pass_env,
        sandbox=tool.sandbox,
        limits=Limits(timeout_s=tool.timeout_s, output_bytes=tool.output_bytes),
    )


def spelled_out(sandbox: Sandbox) -> str:
    """A sandbox in one line, with everything that widens it."""
    parts = [
        sandbox.mode,
        "project read-only" if sandbox.project == "read" else "project writable",
        *(["repositories writable"] if sandbox.repository == "write" else []),
        "network" if sandbox.network else "no network",
        *(["sockets of this machine"] if sandbox.unix_sockets else []),
        *(f"reads {place}" for place in sandbox.read),
        *(f"writes {place}" for place in sandbox.write),
    ]
    return ", ".join(parts)
