"""Reads what is deployed as those read it who run it: units, the image's file, compose. What a test runs is
what stands there, and not a copy of it."""

import os
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.deploy.charts import read_yaml

DEPLOY = Path("deploy")
UNITS = DEPLOY / "systemd"
PROGRAMS = Path(sys.executable).parent
SECRETS = "/run/secrets/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One process: what is run, and what it is told."""

    command: list[str]
    env: dict[str, str] = field(default_factory=dict[str, str])

    def told(self, **more: str) -> dict[str, str]:
        """Its environment on this machine, where our programs come first."""
        path = f"{PROGRAMS}:{os.environ['PATH']}"
        clean = {name: said for name, said in os.environ.items() if "ASKLINE_HUB" not in name}
        return {**clean, **self.env, **more, "PATH": path}


def unit_lines(name: str, section: str = "Service") -> list[tuple[str, str]]:
    text = (UNITS / name).read_text()
    [body] = re.findall(rf"^\[{section}\]\n(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    said = [line.split("=", 1) for line in body.splitlines() if line and line[0] not in "#;"]
    return [(key, value) for key, value in said]


def unit(name: str, *, instance: str = "", credentials: Path, state: str = "") -> Part:
    """A service as systemd would start it, but for its user and its walls."""
    known = {"%i": instance, "%d": str(credentials), "%S": state, "%%": "%"}
    lines = [
        (key, re.sub("%.", lambda found: known[found[0]], value)) for key, value in unit_lines(name)
    ]
    [start] = [value for key, value in lines if key == "ExecStart"]
    env = dict(value.split("=", 1) for key, value in lines if key == "Environment")
    return Part(command=placed(shlex.split(start)), env=env)


def placed(command: list[str]) -> list[str]:
    """With our programs where they are here."""
    ours = {"askline": PROGRAMS / "askline", "askline-backup": DEPLOY / "backup/askline-backup"}
    return [str(ours[Path(command[0]).name]), *command[1:]]


class Image:
    """The last stage of the Containerfile."""

    def __init__(self) -> None:
        joined = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
        lines = [line for line in joined.splitlines() if line and line[0] != "#"]
        self.said = [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]
        stages = [at for at, (word, _) in enumerate(self.said) if word == "FROM"]
        self.last = dict(self.said[stages[-1] :])

    def env(self) -> dict[str, str]:
        told = dict(each.split("=", 1) for each in shlex.split(self.last["ENV"]))
        del told["PATH"]
        return told

    def words(self, name: str) -> list[str]:
        """Of an instruction in its exec form."""
        return read_yaml(self.last[name][self.last[name].index("[") :])

    def runs(self, command: list[str] | None = None, env: Mapping[str, str] | None = None) -> Part:
        words = [*self.words("ENTRYPOINT"), *(command or self.words("CMD"))]
        return Part(command=words, env={**self.env(), **(env or {})})


def compose() -> dict[str, Any]:
    return read_yaml((DEPLOY / "compose.yaml").read_text())


def composed(service: str, secrets: Path, **variables: str) -> Part:
    """A service of our image, with its secrets in this directory."""
    said = compose()["services"][service]
    env = {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: variables[found[1]], value).replace(
            SECRETS, f"{secrets}/"
        )
        for name, value in said["environment"].items()
    }
    return Image().runs(said.get("command"), env)
