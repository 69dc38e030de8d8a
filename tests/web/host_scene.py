"""The example chat as its users meet it: a service, the host's process, and a browser in front of it."""

import os
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.journeys.agents import Home, home

ROOT = Path(__file__).parents[2]
SLOW_MS = 20_000
"""What a busy machine may take until a fresh service has its first answer."""


@dataclass(frozen=True)
class HostScene:
    home: Home
    origin: str

    async def prompt(self, page: Page, text: str) -> None:
        await page.goto(self.origin)
        await page.get_by_label("Prompt").fill(text)
        await page.get_by_role("button", name="Send", exact=True).click()


@contextmanager
def a_host(*words: str, settings: str = "") -> Generator[HostScene]:
    with home() as at, free_port() as port:
        origin = f"http://127.0.0.1:{port}"
        at.root.mkdir(parents=True)
        (at.root / "config.toml").write_text(f'web.embed_origins = ["{origin}"]\n{settings}\n')
        env = {**at.env, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{at.env['PATH']}"}
        command = [sys.executable, "-m", "examples.host_chat", str(at.project), "--port", str(port)]
        with subprocess.Popen(
            [*command, *words], env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as host:
            try:
                assert host.stdout is not None
                assert host.stdout.readline().strip() == origin
                yield HostScene(at, origin)
            finally:
                host.terminate()


@contextmanager
def free_port() -> Generator[int]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    yield port


def the_card(page: Page) -> Locator:
    """The newest card of the chat."""
    return page.locator("#chat > askline-card").last


async def said(page: Page, text: str) -> None:
    await expect(page.locator(".assistant").last).to_have_text(text, timeout=SLOW_MS)


async def done(page: Page) -> None:
    await expect(page.locator(".end")).to_have_text("The agent is done.", timeout=SLOW_MS)
