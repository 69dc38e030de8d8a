"""What a look at an installation finds: each finding says how it is, and what mends it. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from askline.core.version import VERSION

Json = dict[str, Any]

MEGABYTE = 1 << 20
LITTLE, TOO_LITTLE = 1024 * MEGABYTE, 100 * MEGABYTE
"""Bytes that are left on the disk."""


class State(StrEnum):
    OK = "ok"
    NOTE = "note"
    """Works, and could be better."""
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    check: str
    state: State
    says: str
    fix: str | None = None

    @property
    def shape(self) -> Json:
        return {
            "check": self.check,
            "state": self.state,
            "says": self.says,
            "fix": self.fix,
        }


def fine(check: str, says: str) -> Finding:
    return Finding(check=check, state=State.OK, says=says)


def note(check: str, says: str, fix: str) -> Finding:
    return Finding(check=check, state=State.NOTE, says=says, fix=fix)


def bad(check: str, says: str, fix: str) -> Finding:
    return Finding(check=check, state=State.BAD, says=says, fix=fix)


def of_service(health: Mapping[str, Any], socket: str) -> Iterator[Finding]:
    yield fine("service", f"It runs as process {health.get('pid')} and answers at {socket}.")
    theirs = health.get("version")
    if theirs == VERSION:
        yield fine("version", f"Command and service are both {VERSION}.")
    else:
        yield bad(
            "version",
            f"The command is {VERSION}, the service {theirs}.",
            "`askline service restart`; nothing is lost by it.",
        )
    pending = health.get("counts", {}).get("pending")
    if pending is None:
        yield bad(
            "store",
            "The asks cannot be read now.",
            "Is the disk full or the file locked? `askline service logs` says more.",
        )
    else:
        yield fine("store", f"It can be read; {pending} pending.")
    yield from _of_journal(health.get("journal", {}).get("in_trouble", ()))


def hub_told(hub: Json) -> str:
    reached = "which is reached" if hub["reached"] else "which is out of reach now"
    if hub["joined"]:
        return f"It works for {hub['url']}, {reached}."
    return f"It follows what {hub['url']} still has, {reached}."


def of_hub(hub: Json | None) -> Iterator[Finding]:
    if hub is None:
        return
    if hub["reached"]:
        yield fine("hub", hub_told(hub))
    else:
        fix = "What is asked meanwhile is answered here. Look at the network and the token."
        yield bad("hub", hub_told(hub), fix)


def _of_journal(troubled: Sequence[str]) -> Iterator[Finding]:
    if not troubled:
        yield fine("journal", "Every answer was written where it belongs.")
    for project in troubled:
        yield bad(
            "journal",
            f"It cannot be written in {project}.",
            "Make .askline there writable, it is tried again by itself; or `askline config set "
            "memory.journal off`. What is missing: `askline memory rebuild`.",
        )


def of_disk(free: int, where: str) -> Finding:
    says = f"{free // MEGABYTE:,} MB are free at {where}."
    if free < TOO_LITTLE:
        return bad("disk", says, "Make room: a full disk takes no new asks.")
    return (
        note("disk", says, "Make room before it is full.") if free < LITTLE else fine("disk", says)
    )


def of_sandbox(found: str | None, trouble: str | None = None) -> Finding:
    """`trouble` is what it said when it was tried."""
    if not found:
        fix = "Install it before you let agents run commands."
        return note("sandbox", "bubblewrap is not here.", fix)
    if trouble is not None:
        fix = (
            "Allow it user namespaces, or declare `reduced` sandboxes; see the docs on the sandbox."
        )
        return note("sandbox", f"{found} makes no sandbox here: {trouble or 'it failed'}.", fix)
    return fine("sandbox", f"{found} makes sandboxes.")


def of_declarations(project: str, standing: str, tools: int, errors: int) -> Iterator[Finding]:
    """Nothing, where a project declares nothing."""
    if errors:
        says = f"{errors} errors in the declarations of {project}."
        yield note("declarations", says, "`askline tools check` says which, and what mends them.")
    if standing in ("new", "changed"):
        were = "were changed since you trusted them" if standing == "changed" else "are not trusted"
        says = f"{tools} declared tools of {project} {were}: agents are not offered them."
        yield note("declarations", says, "Read and trust them with `askline tools trust`.")
    elif standing == "trusted":
        yield fine("declarations", f"{tools} declared tools of {project} are trusted.")


def of_operations(unended: Sequence[Mapping[str, Any]]) -> Finding:
    waiting = sum(each["status"] == "awaiting_approval" for each in unended)
    if waiting:
        says = f"{waiting} of {len(unended)} unended wait for your approval."
        return note("operations", says, "`askline list` shows what they would run.")
    return fine("operations", f"{len(unended)} have not ended." if unended else "None runs now.")


def of_settings(file: str, *, there: bool) -> Finding:
    says = f"They are in {file}." if there else f"All are the defaults; your own go into {file}."
    return fine("settings", says)


def of_alerts(told: Mapping[str, Any]) -> Finding:
    """By which channels people are told, and whether the newest of their notices arrived."""
    channels = told["channels"]
    if not channels:
        fix = "Keep the inbox open, install askline[desktop], or set alerts.push or alerts.webhook."
        return note("alerts", "There is no channel beside the inbox.", fix)
    newest = {alert["channel"]: alert for alert in reversed(told["alerts"])}
    failed = [name for name in channels if newest.get(name, {}).get("state") == "failed"]
    if failed:
        fix = f"`askline alerts --test {failed[0]}`, and `askline alerts` for the reasons."
        return bad("alerts", f"The newest notice by {', '.join(failed)} failed.", fix)
    return fine("alerts", f"You are told by {', '.join(channels)}.")


def of_connected(clients: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """What each client that is connected now said of itself, and how long a call of it waits."""
    for client in clients:
        waits = client["waits_s"]
        limit = "without a cap" if waits is None else f"at most {waits:g} s"
        declares = ", ".join(client["declares"]) or "nothing"
        yield fine(
            "connected",
            f"{client['name']} {client['version']} in {client['project'] or 'no project'}: protocol "
            f"{client['protocol']}, declares {declares}; one call waits {limit}.",
        )
