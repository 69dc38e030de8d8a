"""`askline mcp --in-process`: line and service in the one process that the client started.

It works on the same file as a service, which may run beside it: what is asked here can be answered
there. Where nothing can be written the asks live as long as the process, and it says so. There is no
API here and no repeat after a crash: both are the service's.
"""

import json
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import anyio

from askline.config.logs import Lines
from askline.config.per_project import ProjectSettings, warn
from askline.config.settings import Settings, load
from askline.core.background import background, steady
from askline.core.clock import SystemClock
from askline.core.errors import AsklineError, StoreUnavailable
from askline.core.locations import Locations, make_private
from askline.core.projects import settings_file
from askline.doors.http.drawing import with_nodes
from askline.doors.mcp.callers import Hello, read_hello
from askline.doors.mcp.seal import Seal
from askline.doors.mcp.server import serve_line, server_with
from askline.doors.mcp.tools import text
from askline.doors.mcp.visits import Means
from askline.line.main import hello_form, value_of
from askline.service.card_page import card_page
from askline.service.commanding import commanding_over
from askline.service.deciding import connection_settings
from askline.service.holders import Processes, a_name
from askline.service.parts import desk_over, mcp_settings, memory_over, seal_of
from askline.service.recalled import recall_over
from askline.service.stdio import Stdio
from askline.stores.forgetting import open_ephemeral
from askline.stores.keeping import Keeping
from askline.stores.sqlite.opening import open_sqlite

FORGETFUL = (
    "askline: {error}\n"
    "askline: NOTHING IS KEPT. Asks live in this process only: they end with it, and no inbox shows"
    " them.\n"
)
WRONG = 2


def run(words: list[str]) -> int:
    """Serve standard input and output until the client closes them."""
    try:
        locations = Locations.from_environment()
        hello = hello_of(value_of(words, "--profile"), apps="--apps" in words)
        settings = load(os.environ, hello.caller.project, locations=locations)
    except (OSError, AsklineError) as error:
        sys.stderr.write(f"askline: {error}\n")
        return WRONG
    log_to_stderr()
    warn(settings_file(hello.caller.project or "/"), settings.problems)
    hello = hello.under(connection_settings(settings))
    # Ends without waiting for a thread that may still be reading what will never come.
    os._exit(anyio.run(serve, locations, settings, hello, Stdio.taken()) or 0)


def log_to_stderr() -> None:
    """Only what is wrong, and without what anybody said: many clients keep this."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def hello_of(profile: str | None, *, apps: bool = False) -> Hello:
    """What a line of this process would say of itself."""
    form = hello_form(os.environ, apps=apps)
    return read_hello(form % (json.dumps(profile), a_name(), 0, 1, ""))


async def serve(locations: Locations, settings: Settings, hello: Hello, stdio: Stdio) -> None:
    clock = SystemClock()
    async with opened(locations, hello.caller.holder) as (keeping, seal):
        desk = desk_over(keeping, settings, clock, locations)
        settings_of = ProjectSettings(os.environ, locations, settings).of
        memory, scribe = memory_over(desk, keeping, clock, settings_of)
        recall = recall_over(desk, keeping, clock)
        commanding = commanding_over(
            desk,
            keeping,
            clock,
            locations,
            settings_of,
            processes=Processes(Path(locations.state)),
            owner=hello.caller.holder,
        )
        means = Means(
            desk=desk,
            clock=clock,
            memory=memory,
            settings=mcp_settings(settings),
            shown=with_nodes,
            card=card_page,
            notice=None if keeping.lasting else text("not_kept"),
            seal=seal,
            workshop=commanding.workshop,
        )
        server = server_with(means, hello.caller.profile)
        serving = anyio.CancelScope()
        async with background(
            *(steady(desk.run), steady(scribe.run), steady(recall.run), commanding.run),
            partial(until_told, serving),
        ):
            # The line ends before the desk does, which carries what its calls must leave.
            with serving:
                await serve_line(
                    server,
                    stdio,
                    hello,
                    settings=mcp_settings(settings),
                    written_is_delivered=True,
                )


async def until_told(serving: anyio.CancelScope) -> None:
    """End in good order when told to: the asks of this agent are let go."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            serving.cancel()


@asynccontextmanager
async def opened(locations: Locations, holder: str) -> AsyncGenerator[tuple[Keeping, Seal]]:
    """Where asks are kept, and the seal on what clients bring back; it ends with the process where nothing is kept."""
    async with AsyncExitStack() as stack:
        seal = Seal()
        try:
            make_private(locations.state)
            stack.enter_context(Processes(Path(locations.state)).present(holder))
            seal = seal_of(locations)
            keeping = await stack.enter_async_context(open_sqlite(Path(locations.database)))
        except (OSError, StoreUnavailable) as error:
            sys.stderr.write(FORGETFUL.format(error=error))
            keeping = open_ephemeral()
        yield keeping, seal
