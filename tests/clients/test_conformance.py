"""The protocol's own conformance suite finds nothing missing in `/mcp` but what we know to be missing."""

from pathlib import Path

import anyio
import pytest
from anyio import to_thread

from tests.clients.everything import everything
from tests.clients.installing import installed

HERE = Path(__file__).parent

pytestmark = [pytest.mark.clients, pytest.mark.timeout(600)]


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
async def test_the_server_does_what_the_revision_requires(revision: str, tmp_path: Path) -> None:
    node = await to_thread.run_sync(installed, "node")
    suite = await to_thread.run_sync(installed, "conformance")
    known = HERE / f"conformance-{revision}.yml"

    async with everything(tmp_path) as url:
        command = [str(node), str(suite), "server", "--url", url, "--requirements", revision]
        options = ["--expected-failures", str(known), "--output-dir", str(tmp_path / "results")]
        with anyio.fail_after(240):
            done = await anyio.run_process([*command, *options], check=False)

    assert done.returncode == 0, done.stdout.decode().partition("=== SUMMARY ===")[2]
