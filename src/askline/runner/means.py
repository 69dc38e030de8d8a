"""By which means a sandbox is made here: tried out, not guessed.

Bubblewrap may be missing, or installed where the system forbids what it needs; a kernel may lack
Landlock. So a warden is started once, and has to say that it is ready; it fails closed. macOS
has no means here yet: a seatbelt policy that was never tried on one would be text, not a sandbox.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from askline.core.errors import SandboxUnavailable
from askline.runner import confining
from askline.runner.model import Confinement, Sandbox
from askline.runner.sandbox import bubblewrap, landlock
from askline.runner.surroundings import Surroundings


class Means(StrEnum):
    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    NONE = "none"


BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from askline.runner import warden; warden.main(*sys.argv[2:])"


@dataclass(frozen=True, slots=True)
class Launch:
    """How one kind of warden is started; a descriptor's number completes it."""

    means: Means
    before: tuple[str, ...]
    interpreter: tuple[str, ...]
    package: str
    wanted: str

    def argv(self, descriptor: int) -> list[str]:
        above = str(Path(self.package).parent)
        return [*self.before, *self.interpreter, "-c", BOOT, above, str(descriptor), self.wanted]


def candidates(sandbox: Sandbox, around: Surroundings) -> list[Means]:
    """What may be tried for this sandbox, best first.

    Raises:
        SandboxUnavailable: nothing may be.
    """
    if sandbox.confinement is Confinement.OFF:
        return [Means.NONE]
    found = [Means.BUBBLEWRAP] if around.bubblewrap and around.system == "Linux" else []
    if sandbox.confinement is Confinement.REDUCED and around.system == "Linux":
        found += [Means.LANDLOCK] if confining.landlock_version() > 0 else []
    if not found:
        raise unavailable(around, "")
    return found


def launch(means: Means, sandbox: Sandbox, around: Surroundings) -> Launch:
    """Raises:
    SandboxUnavailable: the project cannot be told from what has to be protected.
    """
    before, rules = (), None
    if means is Means.BUBBLEWRAP:
        before = tuple(bubblewrap(sandbox, around))
    elif means is Means.LANDLOCK:
        rules = landlock(sandbox, around)
    wanted = {
        "keep": means is not Means.BUBBLEWRAP,
        "landlock": rules,
        "network": sandbox.network,
        "filter": means is not Means.NONE,
        "unix_sockets": sandbox.unix_sockets,
    }
    interpreter = (around.interpreter, "-I", "-S")
    return Launch(means, before, interpreter, around.package, json.dumps(wanted))


def scratch(means: Means, around: Surroundings) -> str:
    """Where temporary files go."""
    return "/tmp" if means is Means.BUBBLEWRAP else around.scratch  # noqa: S108 - the sandbox's own


def standing(sandbox: Sandbox) -> tuple[tuple[int, int] | None, ...]:
    """Which files the protected places are now.

    A mount holds a file, not a name: once somebody outside replaces the file, the sandboxes that
    stand show the new one unprotected, and what runs next needs another.
    """
    return tuple(_identity(Path(sandbox.project, each)) for each in sandbox.protected)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def unavailable(around: Surroundings, said: str) -> SandboxUnavailable:
    if around.system != "Linux":
        hint = "Commands that need a sandbox run on Linux for now. The command did not run."
    elif not around.bubblewrap:
        hint = "Install bubblewrap (`apt install bubblewrap`), then try again. The command did not run."
    else:
        hint = (
            "Bubblewrap is installed but may not make user namespaces here; allow them for it,"
            " or let the declaration accept a reduced sandbox. The command did not run."
        )
    return SandboxUnavailable(
        "The sandbox this command needs cannot be set up here" + (f": {said}" if said else "."),
        hint=hint,
    )
