"""What a look at an installation finds: each finding says how it is, and what mends it. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from askline.core.speaking import mark, t
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
    yield fine(
        "service", t("It runs as process {0} and answers at {1}.", health.get("pid"), socket)
    )
    theirs = health.get("version")
    if theirs == VERSION:
        yield fine("version", t("Command and service are both {0}.", VERSION))
    else:
        yield bad(
            "version",
            t("The command is {0}, the service {1}.", VERSION, theirs),
            t("`askline service restart`; nothing is lost by it."),
        )
    pending = health.get("counts", {}).get("pending")
    if pending is None:
        yield bad(
            "store",
            t("The asks cannot be read now."),
            t("Is the disk full or the file locked? `askline service logs` says more."),
        )
    else:
        yield fine("store", t("It can be read; {0} pending.", pending))
    yield from _of_journal(health.get("journal", {}).get("in_trouble", ()))


def hub_told(hub: Json) -> str:
    reached = t("which is reached") if hub["reached"] else t("which is out of reach now")
    if hub["joined"]:
        return t("It works for {0}, {1}.", hub["url"], reached)
    return t("It follows what {0} still has, {1}.", hub["url"], reached)


def of_hub(hub: Json | None) -> Iterator[Finding]:
    if hub is None:
        return
    if hub["reached"]:
        yield fine("hub", hub_told(hub))
    else:
        fix = t("What is asked meanwhile is answered here. Look at the network and the token.")
        yield bad("hub", hub_told(hub), fix)


def _of_journal(troubled: Sequence[str]) -> Iterator[Finding]:
    if not troubled:
        yield fine("journal", t("Every answer was written where it belongs."))
    for project in troubled:
        yield bad(
            "journal",
            t("It cannot be written in {0}.", project),
            t(
                "Make .askline there writable, it is tried again by itself; or `askline config set "
                "memory.journal off`. What is missing: `askline memory rebuild`."
            ),
        )


def of_disk(free: int, where: str) -> Finding:
    says = t("{0:,} MB are free at {1}.", free // MEGABYTE, where)
    if free < TOO_LITTLE:
        return bad("disk", says, t("Make room: a full disk takes no new asks."))
    return (
        note("disk", says, t("Make room before it is full."))
        if free < LITTLE
        else fine("disk", says)
    )


def of_sandbox(found: str | None, trouble: str | None = None) -> Finding:
    """`trouble` is what it said when it was tried."""
    if not found:
        fix = t("Install it before you let agents run commands.")
        return note("sandbox", t("bubblewrap is not here."), fix)
    if trouble is not None:
        fix = t(
            "Allow it user namespaces, or declare `reduced` sandboxes; see the docs on the sandbox."
        )
        return note(
            "sandbox", t("{0} makes no sandbox here: {1}.", found, trouble or t("it failed")), fix
        )
    return fine("sandbox", t("{0} makes sandboxes.", found))


def of_declarations(project: str, standing: str, tools: int, errors: int) -> Iterator[Finding]:
    """Nothing, where a project declares nothing."""
    if errors:
        says = t("{0} errors in the declarations of {1}.", errors, project)
        yield note(
            "declarations", says, t("`askline tools check` says which, and what mends them.")
        )
    if standing in ("new", "changed"):
        changed = mark(
            "{0} declared tools of {1} were changed since you trusted them: agents are not offered them."
        )
        new = mark("{0} declared tools of {1} are not trusted: agents are not offered them.")
        says = t(changed if standing == "changed" else new, tools, project)
        yield note("declarations", says, t("Read and trust them with `askline tools trust`."))
    elif standing == "trusted":
        yield fine("declarations", t("{0} declared tools of {1} are trusted.", tools, project))


def of_operations(unended: Sequence[Mapping[str, Any]]) -> Finding:
    waiting = sum(each["status"] == "awaiting_approval" for each in unended)
    if waiting:
        says = t("{0} of {1} unended wait for your approval.", waiting, len(unended))
        return note("operations", says, t("`askline list` shows what they would run."))
    return fine(
        "operations", t("{0} have not ended.", len(unended)) if unended else t("None runs now.")
    )


def of_settings(file: str, *, there: bool) -> Finding:
    says = (
        t("They are in {0}.", file)
        if there
        else t("All are the defaults; your own go into {0}.", file)
    )
    return fine("settings", says)


def of_alerts(told: Mapping[str, Any]) -> Finding:
    """By which channels people are told, and whether the newest of their notices arrived."""
    channels = told["channels"]
    if not channels:
        fix = t(
            "Keep the inbox open, install askline[desktop], or set alerts.push or alerts.webhook."
        )
        return note("alerts", t("There is no channel beside the inbox."), fix)
    newest = {alert["channel"]: alert for alert in reversed(told["alerts"])}
    failed = [name for name in channels if newest.get(name, {}).get("state") == "failed"]
    if failed:
        fix = t("`askline alerts --test {0}`, and `askline alerts` for the reasons.", failed[0])
        return bad("alerts", t("The newest notice by {0} failed.", ", ".join(failed)), fix)
    return fine("alerts", t("You are told by {0}.", ", ".join(channels)))


def of_connected(clients: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """What each client that is connected now said of itself, and how long a call of it waits."""
    for client in clients:
        waits = client["waits_s"]
        limit = t("without a cap") if waits is None else t("at most {0:g} s", waits)
        declares = ", ".join(client["declares"]) or t("nothing")
        yield fine(
            "connected",
            t(
                "{0} {1} in {2}: protocol {3}, declares {4}; one call waits {5}.",
                client["name"],
                client["version"],
                client["project"] or t("no project"),
                client["protocol"],
                declares,
                limit,
            ),
        )
