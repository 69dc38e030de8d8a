"""A hostile site on this machine, and a browser that believes its name."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.async_api import Browser, async_playwright

from tests.web.conftest import CHROMIUM, QUIET

EVERY_EXAMPLE_IS_HERE = "--host-resolver-rules=MAP *.example 127.0.0.1"


class _Page(BaseHTTPRequestHandler):
    """An empty page without any policy: what is tried on it, the test says."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Nice page</title><body>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's own name
        del format, args


@contextmanager
def a_site() -> Generator[int]:
    """Its port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join(5)


@asynccontextmanager
async def a_browser() -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        arguments = [*QUIET, EVERY_EXAMPLE_IS_HERE]
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        await browser.close()
