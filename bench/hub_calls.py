"""(b) Agents that wait in a tool call over MCP, at one replica: what each adds to its memory."""

import anyio

from bench.hub_house import Somebody, replicas
from bench.hub_wire import Wire, request
from bench.measuring import say
from tests.postgres import Cluster

REVISION = "2026-07-28"
HEADERS = (
    f"MCP-Protocol-Version: {REVISION}\r\nMcp-Method: tools/call\r\nMcp-Name: ask_user\r\n"
    "Accept: application/json, text/event-stream\r\n"
)
AT_ONCE = 50
PATIENCE_S = 600.0


def asked(number: int) -> dict[str, object]:
    question = {"id": "db", "question": f"Which for part {number}?", "options": ["Yes", "No"]}
    meta = {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
        "threadId": f"c{number}",
    }
    params = {"name": "ask_user", "arguments": {"questions": [question]}, "_meta": meta}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


async def main(cluster: Cluster, people: list[Somebody], *, calls: int) -> None:
    with replicas(cluster.dsn, 1) as [replica]:
        probe, wires = await Wire.to(replica.place), list[Wire]()

        async def waiting() -> int:
            health = await probe.call("GET /api/v1/health", people[0].program)
            return health["counts"]["waiting"]

        async def until(count: int) -> None:
            with anyio.fail_after(PATIENCE_S):
                while await waiting() < count:  # noqa: ASYNC110 - another's count
                    await anyio.sleep(0.1)

        await until(0)
        empty = 0
        for number in range(calls + AT_ONCE):
            who = people[number % len(people)]
            wires.append(await Wire.to(replica.place))
            wires[-1].send(request("POST /mcp", who.program + HEADERS, asked(number)))
            if number + 1 == AT_ONCE:  # what is loaded with the first of them is not theirs
                await until(AT_ONCE)
                empty = replica.resident()
            elif (number + 1) % AT_ONCE == 0:
                await until(number + 1)
        each = (replica.resident() - empty) / calls
        say(f"(b) {calls:,} calls over MCP wait", f"{each / 1024:.1f} kB each in the replica")
        for wire in (probe, *wires):
            wire.close()
