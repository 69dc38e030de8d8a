"""What passed between a client and the line, read from a tap's record: declared, called, held, ended."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.clients.conversation import Json

CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
REVISION = "io.modelcontextprotocol/protocolVersion"


@dataclass(frozen=True)
class ToolCall:
    tool: str
    progress: bool
    """Whether the client wants to hear about progress."""
    seconds: float
    ended: str
    """A state of the ask, `refused` for an error, or `given up` where the client did not wait."""
    beats: int
    """How often it heard that the call is alive."""


@dataclass(frozen=True)
class Wire:
    entries: tuple[Json, ...]

    def offers(self) -> list[str]:
        """The revisions the client tried, in their order."""
        hellos = (_revision(message) for message in self._requests("initialize", "server/discover"))
        return list(dict.fromkeys(hellos))

    def agreed(self) -> str:
        """The revision that was spoken after the handshake."""
        results = [self._answer(entry) for entry in self._entries_of("initialize")]
        agreed = [each["result"]["protocolVersion"] for each in results if each]
        return agreed[-1] if agreed else self.offers()[-1]

    def hello(self) -> Json:
        """The last word of the client about itself: `clientInfo` and `capabilities`."""
        *_, message = self._requests("initialize", "server/discover")
        params = message["params"]
        meta = params.get("_meta", {})
        return {
            "clientInfo": params.get("clientInfo") or meta.get(CLIENT_INFO),
            "capabilities": params.get("capabilities", meta.get(CAPABILITIES, {})),
        }

    def calls(self) -> list[ToolCall]:
        return [self._call(entry) for entry in self._entries_of("tools/call")]

    def forms(self) -> list[Json]:
        """The forms that were sent to the client."""
        said = [entry for entry in self.entries if entry.get("speaker") == "line"]
        return [
            entry["message"]
            for entry in said
            if entry["message"].get("method") == "elicitation/create"
        ]

    def _call(self, entry: Json) -> ToolCall:
        request = entry["message"]
        token = request["params"].get("_meta", {}).get("progressToken")
        last = self._end(entry)
        return ToolCall(
            tool=request["params"]["name"],
            progress=token is not None,
            seconds=(last or entry)["at"] - entry["at"],
            ended=_ending(last),
            beats=sum(_beat(each, token) for each in self._of_process(entry)),
        )

    def _end(self, entry: Json) -> Json | None:
        """What ended a request: its answer, or the client's word that it waits no longer."""
        asked = entry["message"]["id"]
        for each in self._of_process(entry):
            message = each.get("message", {})
            answer = each.get("speaker") == "line" and "method" not in message
            cancel = message.get("method") == "notifications/cancelled"
            named = message.get("id") if answer else message.get("params", {}).get("requestId")
            if each["at"] >= entry["at"] and (answer or cancel) and named == asked:
                return each
        return None

    def _answer(self, entry: Json) -> Json | None:
        end = self._end(entry)
        return end["message"] if end and "result" in end["message"] else None

    def _of_process(self, entry: Json) -> list[Json]:
        return [each for each in self.entries if each["pid"] == entry["pid"]]

    def _entries_of(self, *methods: str) -> Iterator[Json]:
        for entry in self.entries:
            if entry.get("speaker") == "client" and entry["message"].get("method") in methods:
                yield entry

    def _requests(self, *methods: str) -> Iterator[Json]:
        return (entry["message"] for entry in self._entries_of(*methods))


def read_wire(path: Path) -> Wire:
    # What is being written has no end of line yet.
    *lines, _ = path.read_text(encoding="utf-8").split("\n")
    return Wire(tuple(json.loads(line) for line in lines))


def _revision(message: Json) -> str:
    params = message["params"]
    return params.get("protocolVersion") or params["_meta"][REVISION]


def _ending(entry: Json | None) -> str:
    match entry:
        case {"message": {"result": {"structuredContent": {"state": str(state)}}}}:
            return state
        case {"message": {"result": {"structuredContent": {"asks": [*asks]}}}}:
            return ", ".join(ask["state"] for ask in asks)
        case {"message": {"method": _}}:
            return "given up"
        case None:
            return "open"
        case _:
            return "refused"


def _beat(entry: Json, token: object) -> bool:
    message = entry.get("message", {})
    progress = message.get("method") == "notifications/progress"
    return progress and message["params"]["progressToken"] == token
