"""The edges of a replica's life."""

import socket

import uvicorn
from starlette.applications import Starlette

from askline.service.hub.running import hang_up, listening


async def test_a_server_that_never_began_has_nobody_to_hang_up_on() -> None:
    server = uvicorn.Server(uvicorn.Config(Starlette(), log_config=None))
    await hang_up(server)

    assert not server.started


def test_a_replica_listens_where_it_is_told_to() -> None:
    with listening(("127.0.0.1", 0)) as four, listening(("::1", 0)) as six:
        assert (four.family, six.family) == (socket.AF_INET, socket.AF_INET6)
