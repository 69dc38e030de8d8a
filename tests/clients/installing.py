"""Other houses' programs, installed from npm at pinned versions and kept outside the repository.

Each has a directory of its own, named by its version and moved into place whole: a half-done
installation is never found, and two runs at once do no harm. `python -m tests.clients.installing`
with names installs these, without names all of them. Where npm cannot, this fails with npm's words.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

PINS = Path(__file__).with_name("packages.toml")
WITHIN_S = 300.0


@dataclass(frozen=True)
class Package:
    name: str
    package: str
    version: str
    program: str

    @property
    def directory(self) -> Path:
        return cache() / f"{self.name}-{self.version}"

    @property
    def path(self) -> Path:
        return self.directory / "node_modules" / ".bin" / self.program


def packages() -> dict[str, Package]:
    pins = tomllib.loads(PINS.read_text(encoding="utf-8"))
    return {name: Package(name=name, **pin) for name, pin in pins.items()}


def cache() -> Path:
    said = os.environ.get("ASKLINE_TEST_CLIENTS")
    return Path(said) if said else Path.home() / ".cache" / "askline-test-clients"


def installed(name: str) -> Path:
    """The program, which is fetched first if it is not there yet."""
    package = packages()[name]
    if not package.path.exists():
        _install(package)
    return package.path


def _install(package: Package) -> None:
    cache().mkdir(parents=True, exist_ok=True)
    building = tempfile.mkdtemp(prefix=f".{package.name}-", dir=cache())
    try:
        _npm(package, building)
        _move(Path(building), package.directory)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    assert package.path.exists(), f"{package.package} has no program {package.program}"


def _npm(package: Package, prefix: str) -> None:
    spec = f"{package.package}@{package.version}"
    command = ["npm", "install", "--prefix", prefix, "--no-audit", "--no-fund", spec]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_S, check=False)
    assert done.returncode == 0, f"npm cannot install {spec}:\n{done.stderr}"


def _move(building: Path, directory: Path) -> None:
    try:
        building.rename(directory)
    except OSError:
        # Another run was faster, and its copy is as good.
        assert directory.is_dir()


if __name__ == "__main__":
    for name in sys.argv[1:] or packages():
        began = time.monotonic()
        where = installed(name)
        sys.stdout.write(f"{name}: {time.monotonic() - began:.1f} s, {where}\n")
        sys.stdout.flush()
