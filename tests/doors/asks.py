"""What an agent asks in these tests, and how a test finds it."""

import anyio
from anyio.lowlevel import checkpoint

from askline.asks.desk import Desk
from askline.asks.model import Ask
from tests.builders import ADA
from tests.doors.lines import Json

ASK: Json = {
    "questions": [{"id": "db", "question": "Which database?", "options": ["PostgreSQL", "SQLite"]}]
}


async def the_ask(desk: Desk) -> Ask:
    """The one in the inbox, once it is there; it comes by way of a thread."""
    await anyio.wait_all_tasks_blocked()
    while not (asks := await desk.reading.inbox(ADA)):
        await checkpoint()
    [ask] = asks
    return ask
