"""What clients of MCP read to learn how they get in (RFC 9728): a token of the hub, or of its issuer."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.spelling import Json
from askline.core.people import Right
from askline.doors.http.reading import Reply
from askline.doors.http.routing import only

WELL_KNOWN = "/.well-known/oauth-protected-resource"


def metadata_route(url: str, path: str, issuers: Sequence[str] = ()) -> Route:
    """`issuers` are those whose access tokens are taken, besides the hub's own keys."""
    shape: Json = {
        "resource": f"{url}{path}",
        "resource_name": "Askline",
        "bearer_methods_supported": ["header"],
        "scopes_supported": [Right.ASK],
        **({"authorization_servers": [*issuers]} if issuers else {}),
    }

    async def metadata(_request: Request) -> Response:
        return Reply(shape)

    return only(["GET"], f"{WELL_KNOWN}{path}", metadata)
