"""Stands between a client and the line, hands every byte on and writes down what passed, and when.

Run as `tap.py RECORD COMMAND…` in the place of the command. Starts fast and keeps out of the way, as
some clients do not wait long for a server. Of the environment it keeps no value: keys are among them.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

CHUNK = 65536


class Record:
    def __init__(self, path: str) -> None:
        self._file: IO[str] = Path(path).open("a", buffering=1, encoding="utf-8")  # noqa: SIM115 - open to the end
        self._parts: dict[str, bytes] = {}

    def note(self, **facts: object) -> None:
        # Monotonic, which is one and the same for all processes of the machine.
        self._file.write(json.dumps({"at": time.monotonic(), "pid": os.getpid(), **facts}) + "\n")

    def heard(self, speaker: str, chunk: bytes) -> None:
        *lines, self._parts[speaker] = (self._parts.get(speaker, b"") + chunk).split(b"\n")
        for line in filter(None, lines):
            self.note(speaker=speaker, message=json.loads(line))


def main(path: str, *command: str) -> int:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    record = Record(path)
    record.note(event="start", cwd=str(Path.cwd()), parent=os.getppid(), names=sorted(os.environ))
    line = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert line.stdin
    assert line.stdout
    ways = {0: ("client", line.stdin.fileno()), line.stdout.fileno(): ("line", 1)}
    while line.stdout.fileno() in ways:
        for source in select.select(ways, (), ())[0]:
            speaker, target = ways[source]
            if chunk := os.read(source, CHUNK):
                os.write(target, chunk)
                record.heard(speaker, chunk)
                continue
            del ways[source]
            record.note(event=f"{speaker} closed")
            if speaker == "client":
                line.stdin.close()
    return line.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
