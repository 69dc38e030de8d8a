"""Where a request comes from, behind so many proxies as the hub was told of.

Each proxy adds the address that called it to `X-Forwarded-For`; what stands further left was said by the
caller and is believed of nobody.
"""

from contextlib import AbstractContextManager

from starlette.requests import Request

from askline.people.patience import Patience, Tried, by_address

FORWARDED = "x-forwarded-for"


class Addresses:
    def __init__(self, proxies: int = 0) -> None:
        self._proxies = proxies

    def __call__(self, request: Request) -> str:
        peer = request.client.host if request.client else ""
        said = ",".join(request.headers.getlist(FORWARDED)).split(",")
        hops = [each.strip() for each in said if each.strip()]
        return hops[-self._proxies] if 0 < self._proxies <= len(hops) else peer


class Guesses:
    """Tries to get in, counted by where they come from and by what is guessed at."""

    def __init__(self, patience: Patience, addresses: Addresses) -> None:
        self._patience = patience
        self._addresses = addresses

    def counted(self, request: Request, *tried: Tried) -> AbstractContextManager[None]:
        """Raises: RateLimited."""
        return self._patience.guessing(*tried, by_address(self._addresses(request)))
