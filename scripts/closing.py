"""What a package of uv.lock brings along: the closure of its dependencies, with the extras they ask for."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Entry = Mapping[str, Any]


def brought(
    lock: Entry, wanted: Iterable[Entry], here: Callable[[str], bool] = lambda _: True
) -> set[str]:
    """The names of these and of all below them; `here` says whether a condition of the lock holds."""
    packages = {package["name"]: package for package in lock["package"]}
    seen: set[tuple[str, str]] = set()
    left = [*wanted]
    while left:
        entry = left.pop()
        if "marker" in entry and not here(entry["marker"]):
            continue
        for extra in ("", *entry.get("extra", ())):
            if (entry["name"], extra) not in seen:
                seen.add((entry["name"], extra))
                left.extend(_needs(packages[entry["name"]], extra))
    return {name for name, _ in seen}


def _needs(package: Entry, extra: str) -> list[Entry]:
    if extra:
        return package.get("optional-dependencies", {}).get(extra, [])
    return package.get("dependencies", [])
