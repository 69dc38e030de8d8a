"""On what the figures were measured, as far as a reader needs it."""

import os
import platform
from pathlib import Path


def machine() -> dict[str, str | int]:
    return {
        "cores": os.cpu_count() or 0,
        "cpu": _field(Path("/proc/cpuinfo"), "model name", ":"),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": _field(Path("/etc/os-release"), "PRETTY_NAME", "=").strip('"'),
        "kernel": platform.release().split("-")[0],
        "python": platform.python_version(),
    }


def _field(path: Path, name: str, sign: str) -> str:
    lines = path.read_text().splitlines() if path.exists() else []
    found = (line.split(sign, 1)[1].strip() for line in lines if line.startswith(name))
    return next(found, "not said")
