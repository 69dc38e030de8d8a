"""Pages that need no script, in the language that the browser asks for.

Pages with a script choose theirs there, where somebody may have said another.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import files
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse

from askline.core.speaking import accepted, language, speaking, t

VARY = {"Vary": "Accept-Language"}
COMMAND = "<code>askline web</code>"


@cache
def text_of(name: str) -> str:
    return files("askline.doors.http").joinpath("shell", name).read_text(encoding="utf-8")


def understood(request: Request) -> AbstractContextManager[None]:
    """Everything within is said as this browser wants it."""
    return speaking(accepted(request.headers.get("accept-language", "")))


def drawn(
    name: str, status: int = 200, headers: Mapping[str, str] | None = None, **gaps: str
) -> HTMLResponse:
    """The page in the language spoken now. What fills its gaps is HTML already."""
    text = Template(text_of(name)).substitute(gaps, language=language())
    return HTMLResponse(text, status, headers={**(headers or {}), **VARY})


def sign_in(request: Request, status: int) -> HTMLResponse:
    """How to come in on one's own machine."""
    with understood(request):
        return drawn(
            "sign-in.html",
            status,
            heading=t("Sign in"),
            run=t("Run {0} in a terminal on this machine.", COMMAND),
            opens=t(
                "It opens this page signed in. An address that it prints works once, within a minute."
            ),
        )


def again(request: Request) -> HTMLResponse:
    """Asks for the same address once more, by itself."""
    with understood(request):
        return drawn("again.html", opening=t("Opening…"))
