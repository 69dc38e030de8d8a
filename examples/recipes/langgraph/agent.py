# /// script
# requires-python = ">=3.11"
# dependencies = ["langgraph>=1.2", "langgraph-checkpoint-sqlite>=3.1"]
# [tool.uv]
# exclude-newer = "1 week"
# ///
"""A graph that is interrupted for its human. Its checkpoint keeps the question, Askline the answer."""

import json
import subprocess
import sys
from typing import Any, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict, total=False):
    task: str
    report: str


def migrate(state: State) -> State:
    outcome = interrupt({"question": f"{state['task']} where?", "options": ["staging", "live"]})
    if not outcome["answered"]:
        return {"report": f"Nothing done: {outcome['state']}."}
    [answer] = outcome["answers"]
    return {"report": f"Done: {' '.join(answer['values']) or answer['customText']}."}


def ask(key: str, question: dict[str, Any]) -> dict[str, Any]:
    """Waits until somebody decides. The same key leads to the same ask, also after its answer."""
    words = ["askline", "ask", "--json", "--key", key, "--questions", json.dumps([question])]
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=False).stdout)


def main(thread: str, task: str) -> str:
    with SqliteSaver.from_conn_string("checkpoints.sqlite") as saver:
        graph = StateGraph(State).add_node(migrate).add_edge(START, "migrate").compile(saver)
        config = {"configurable": {"thread_id": thread}}
        begun = graph.get_state(config).next  # where a killed process left off
        result = graph.invoke(None if begun else {"task": task}, config)
        while waiting := result.get("__interrupt__"):
            outcomes = {each.id: ask(f"{thread}/{each.id}", each.value) for each in waiting}
            result = graph.invoke(Command(resume=outcomes), config)
    return result["report"]


if __name__ == "__main__":
    print(main(sys.argv[1], "Migrate the orders"))
