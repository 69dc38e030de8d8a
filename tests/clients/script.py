"""What the scripted model does: it asks its human once, waits on as it is told, and repeats the result.

It knows the tool by the end of its name, as clients put their own words before it, and takes the ways
around that some clients demand where they do not hand all tools over at once. It follows `next` of a
pending result and nothing else: what it cannot read there, no model could.
"""

import re
from dataclasses import dataclass

from tests.clients.conversation import Call, Conversation, Json, Move, Words

ASK, AWAIT = "ask_user", "ask_await"
SEARCHES = ("ToolSearch", "tool_search")
"""The tools by which clients let a model look for other tools."""
INDIRECT = "tool_call"
"""The tool by which Qwen Code calls those it found."""

IDS = re.compile(r'"ids":\s*(\[[^]]*\])')
NAMES = re.compile(r'"([0-9a-f-]{36})"')


@dataclass(frozen=True)
class Script:
    """One ask, and what it is told afterwards."""

    arguments: Json

    def move(self, conversation: Conversation) -> Move:
        if not conversation.tools:
            return Words("ok")  # a title, a summary: nothing of the task
        results = results_in(conversation)
        if not results:
            return reach(conversation, ASK, self.arguments)
        if waiting := told_to_await(results[-1]):
            return reach(conversation, AWAIT, {"ids": waiting})
        return Words(f"My human said: {results[-1]}")


def results_in(conversation: Conversation) -> list[str]:
    """What came back from our tools."""
    exchanges = conversation.exchanges()
    return [result.text for call, result in exchanges if call.name not in SEARCHES]


def told_to_await(result: str) -> list[str]:
    """The ids that `next` names, read from facts or words, escaped as often as a client likes."""
    plain = result.replace("\\", "")
    if AWAIT not in plain:
        return []
    [*_, named] = IDS.findall(plain)
    return NAMES.findall(named)


def reach(conversation: Conversation, name: str, arguments: Json) -> Move:
    """The call of one of our tools, or the search for it."""
    ours = [tool for tool in conversation.tools if re.search(rf"(^|_|-|\.){name}$", tool.name)]
    if ours:
        # A bare name may be the client's own tool; where ours has a longer one, that is meant.
        tool = max(ours, key=lambda each: len(each.name))
        return Call(tool.name, arguments, tool.namespace)
    names = [tool.name for tool in conversation.tools]
    if INDIRECT in names:
        return Call(INDIRECT, {"name": f"mcp__askline__{name}", "arguments": arguments})
    if "ToolSearch" in names and not _searched(conversation, name):
        return Call("ToolSearch", {"query": f"select:mcp__askline__{name}", "max_results": 5})
    if "tool_search" in names and not _searched(conversation, name):
        return Call("tool_search", {"query": name.replace("_", " "), "limit": 8})
    if _searched(conversation, name):
        return Call(name, arguments, "mcp__askline")
    return Words(f"There is no tool {name} among {', '.join(names)}")


def _searched(conversation: Conversation, name: str) -> bool:
    """Whether a search was made that found the tool: then it can be called, though not listed."""
    return any(
        name in result.text for call, result in conversation.exchanges() if call.name in SEARCHES
    )
