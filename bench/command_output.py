"""A gigabyte of output: what it costs the service, against collecting it through a pipe."""

import resource
import subprocess
import sys

import anyio
import anyio.to_thread

from askline.runner import output
from askline.runner.model import Confinement
from bench.command_rivals import Workplace, once
from bench.measuring import memory, say


def producer(size: int) -> list[str]:
    line = "a line of the output of a build, as long as such lines are, more or less"
    return ["/bin/sh", "-c", f"yes '{line}' | head -c {size}"]


def processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def main(at: Workplace, size: int) -> None:
    out = str(at.directory / "large")
    async with at.runner() as runner:
        await once(runner, at.run(Confinement.REQUIRED, "/bin/true"))
        before, used = memory(), processor()
        await once(runner, at.run(Confinement.REQUIRED, *producer(size), output=out))
        seen = await anyio.to_thread.run_sync(output.view, out)
        mine, grown = processor() - used, memory() - before
    assert (await anyio.Path(out).stat()).st_size == size
    assert seen.omitted_bytes > size - (32 << 10)
    await anyio.Path(out).unlink()
    theirs = collected(size)
    say("1 GB of output: memory grows", f"{grown / (1 << 20):.1f} MB", "wanted 16")
    say("1 GB of output: processor / communicate()", f"{mine / theirs:.3f}", "wanted 0.2")


def collected(size: int) -> float:
    """In a process of its own, so that its memory is not ours."""
    here = [sys.executable, "-m", "bench.command_output", str(size)]
    return float(subprocess.run(here, capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    began = processor()
    subprocess.run(producer(int(sys.argv[1])), stdout=subprocess.PIPE, check=True)
    print(processor() - began)
