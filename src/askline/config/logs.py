"""The service's log: one JSON object per line, in a file that rotates.

What an agent asked and what a human answered never gets here. Our own code logs facts (ids, states,
counts) as `extra={"facts": {…}}`. The text of an exception may quote an answer, and so may a line
of a library that passes messages on: of the first only its kind and place are written, of the
second only who spoke and where.
"""

import json
import logging
import os
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import PurePath
from typing import Any

BYTES = 5_000_000
KEPT = 3
OURS = "askline"
SPELLED = json.JSONEncoder(ensure_ascii=False, default=str)


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        if record.name == OURS or record.name.startswith(f"{OURS}."):
            line["message"] = record.getMessage()
            line.update(_facts(record))
        else:
            line["place"] = f"{record.module}:{record.lineno}"
        if record.exc_info and record.exc_info[1]:
            line["error"] = type(record.exc_info[1]).__qualname__
            line["trace"] = _trace(record.exc_info[1])
        return SPELLED.encode(line)


class PrivateFile(RotatingFileHandler):
    """A rotating file that only its owner reads."""

    def _open(self) -> Any:
        stream = super()._open()
        os.fchmod(stream.fileno(), 0o600)
        return stream

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the standard's name
        """A line that cannot be written is lost, and nothing else is: a disk may be full.

        The usual complaint on stderr would quote the record, and end up in the same file.
        """


def start(path: str, level: str) -> logging.Handler:
    """Log to `path` from now on; give the handler to `stop` at the end."""
    handler = PrivateFile(
        path, maxBytes=BYTES, backupCount=KEPT, encoding="utf-8", errors="backslashreplace"
    )
    return _started(handler, level)


def start_on_stderr(level: str) -> logging.Handler:
    """The same lines where whoever runs the process collects them, as with a container."""
    return _started(logging.StreamHandler(), level)


def stop(handler: logging.Handler) -> None:
    logging.getLogger().removeHandler(handler)
    handler.close()


def _started(handler: logging.Handler, level: str) -> logging.Handler:
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(OURS).setLevel(level.upper())
    return handler


def _facts(record: logging.LogRecord) -> Mapping[str, Any]:
    facts = getattr(record, "facts", None)
    return {"facts": facts} if isinstance(facts, Mapping) else {}


def _trace(error: BaseException) -> list[str]:
    return [
        f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
