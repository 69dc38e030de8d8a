"""What `askline setup` registered with a program that cannot be run here: started as it stands, and asked.

We speak MCP in that program's place. This shows that the entry works, and nothing about the program.
"""

import json
import os
import shlex
from pathlib import Path
from typing import Any, cast

from askline.setup.documents import found
from askline.setup.formats import DOCUMENTS, Format
from tests.clients.conversation import Json
from tests.clients.play import QUESTION
from tests.clients.start.shell import Shell
from tests.journeys.agents import NOVEMBER, Agent, Home

FORMATS = {".json": Format.JSON, ".toml": Format.TOML, ".yaml": Format.YAML}
PRINTED = "printed"


def entry_in(where: str, keys: str, home: Path, printed: str) -> Json:
    """What a file says under these keys, or what was printed last if it is to be pasted."""
    if where == PRINTED:
        return _under(json.loads(printed[printed.index("{") : printed.rindex("}") + 1]), keys)
    file = Path(where.replace("~", str(home), 1))
    return _under(DOCUMENTS[FORMATS[file.suffix]].load(file.read_text()), keys)


def _under(document: Any, keys: str) -> Json:
    entry = found(document, tuple(keys.split(".")))
    assert isinstance(entry, dict), f"nothing is registered at {keys}"
    return cast("Json", entry)


def ask_through(entry: Json, env: dict[str, str], project: Path, shell: Shell) -> None:
    """Its tool is called, a person answers on the command line, and the call returns the answer."""
    program = str(entry.get("command") or entry["cmd"])
    assert entry["args"] == ["mcp"], entry
    assert Path(program).is_absolute()
    assert os.access(program, os.X_OK)
    own = {**env, **entry.get("env", {}), **entry.get("envs", {})}
    agent = Agent(Home(own, project), NOVEMBER, command=[program])
    try:
        listed = agent.call("tools/list")["tools"]
        assert "ask_user" in [tool["name"] for tool in listed]
        ask = {"name": "ask_user", "arguments": {"questions": [QUESTION]}}
        asked = agent.start("tools/call", ask)
        _answer(shell)
        assert agent.answer_to(asked) == "SQLite"
    finally:
        agent.close()


def _answer(shell: Shell) -> None:
    """As soon as it is in the list."""
    waiting, said = list[Json](), ""
    for _ in range(100):
        code, said = shell.run("askline list --json", None)
        # A service that is still starting on a busy machine is asked again, as a reader would.
        if code == 0 and (waiting := json.loads(said)):
            break
    assert waiting, said
    [ask] = waiting
    code, said = shell.run(shlex.join(["askline", "answer", ask["id"], "SQLite"]), None)
    assert code == 0, said
