"""Answers a client's first questions while a cold service starts.

Clients do not wait: one runs its first turn without our tools after a second, another drops the
server for good. What they ask first is always the same for one version and profile, so the service
leaves it here as text, and the line hands it out as it is. A project that declares commands has its own,
see `declaring`. Never used once the service speaks.
"""
# ruff: noqa: PTH118, PTH120, PTH123, PTH208

import os

from askline.line.messages import Message, members

REVISION = "io.modelcontextprotocol/protocolVersion"
CLIENT = "io.modelcontextprotocol/clientInfo"


class Snapshot:
    def __init__(self, text: str, *, apps: bool = False) -> None:
        """`apps`: whether the line was told that its client may show the card."""
        self._apps = apps
        self._elicits = False
        self._results: dict[str, str] = {}
        for line in text.splitlines():
            name, _, result = line.partition("\t")
            self._results[name] = result

    def without_lists(self) -> "Snapshot":
        """For a project whose tools only the service knows."""
        lists = ("tools ", "apps ")
        results = self._results.items()
        self._results = {name: each for name, each in results if not name.startswith(lists)}
        return self

    def answer(self, message: Message) -> str | None:
        """The result (or error) member of the response, as JSON text; None if it is not known."""
        if message.method == "initialize":
            # What a client can do may decide what it is shown.
            self._elicits = "elicitation" in members(message.params.get("capabilities"))
            revision = message.params.get("protocolVersion")
            return self._member(f"initialize {revision}") or self._member("initialize")
        meta = members(message.params.get("_meta"))
        if message.method == "server/discover":
            name = members(meta.get(CLIENT)).get("name")
            return self._member(f"discover {name}") or self._member("discover")
        if message.method == "tools/list":
            return self._list("modern") if REVISION in meta else self._own_list()
        return None

    def _own_list(self) -> str | None:
        own = self._list("eliciting") if self._elicits else None
        return own or self._list("handshake")

    def _list(self, name: str) -> str | None:
        own = self._member(f"apps {name}") if self._apps else None
        return own or self._member(f"tools {name}")

    def _member(self, name: str) -> str | None:
        return self._results.get(name)


def shipped() -> list[str]:
    """The profiles that there are, as far as the installation knows."""
    names = os.listdir(os.path.join(os.path.dirname(__file__), "snapshots"))
    return sorted(name[: -len(".txt")] for name in names if name.endswith(".txt"))


def load(state: str, version: str, profile: str | None, *, apps: bool = False) -> Snapshot:
    """What the last service of this version left, else what came with the installation.

    Nothing, where nobody knows which profile it will be.
    """
    for path in (
        os.path.join(state, "snapshots", version, f"{profile}.txt"),
        os.path.join(os.path.dirname(__file__), "snapshots", f"{profile}.txt"),
    ):
        try:
            with open(path, encoding="utf-8") as file:
                return Snapshot(file.read(), apps=apps)
        except OSError:
            continue
    return Snapshot("")
