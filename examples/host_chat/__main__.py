"""`python -m examples.host_chat WORKSPACE [--port N] [--no-ask-user] [--ask-user-command C]`"""

import argparse
import json
import socket
import subprocess
import sys
from pathlib import Path

import uvicorn

from examples.host_chat.askline import Askline
from examples.host_chat.chat import Host, build
from examples.host_chat.workspace import AskUser


def main() -> None:
    parser = argparse.ArgumentParser(prog="host_chat")
    parser.add_argument("workspace", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--no-ask-user", action="store_true")
    parser.add_argument("--ask-user-command", default="askline")
    said = parser.parse_args()
    ask_user = AskUser(enabled=not said.no_ask_user, command=said.ask_user_command)
    listener = socket.create_server(("127.0.0.1", said.port))
    origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
    host = Host(
        origin=origin,
        workspace=said.workspace.resolve(),
        askline=found() if ask_user.enabled else None,
        ask_user=ask_user,
    )
    sys.stdout.write(f"{origin}\n")
    sys.stdout.flush()
    server = uvicorn.Server(uvicorn.Config(build(host), log_level="warning"))
    server.run(sockets=[listener])


def found() -> Askline:
    """Where Askline runs; it is started if it does not."""
    subprocess.run(["askline", "list"], check=True, capture_output=True)  # noqa: S607 - on the path
    told = subprocess.run(
        ["askline", "service", "status", "--json"],  # noqa: S607 - on the path
        check=True,
        capture_output=True,
        text=True,
    )
    facts = json.loads(told.stdout)
    return Askline(url=facts["url"], secret_file=Path(facts["hosts"]["token_file"]))


if __name__ == "__main__":
    main()
