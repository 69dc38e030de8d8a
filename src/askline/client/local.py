"""The client of the user's own service, over its unix socket. Synchronous; safe to share by threads.

A settle repeated with the same receipt is the same success. Where none is given a new one is made
for each call, so who wants to repeat a call after ServiceUnreachable gives its own.
"""

from collections.abc import Generator, Mapping
from os import urandom
from time import monotonic
from typing import Any
from urllib.parse import quote

from askline.client.problems import Json
from askline.client.wire import PATIENCE_S, Event, Wire

API = "/api/v1"
SLICE_S = 50.0
"""A longer wait is made of calls so long: a service that is gone is noticed in between."""


class Client:
    def __init__(self, socket_path: str, *, door: str = "api", present: bool = False) -> None:
        """`door` is where the person acts: `cli`, `tui` or `api`.

        `present` says that one sits there, which some asks need; a settle may say it for itself.
        """
        self._wire = Wire(socket_path, {"Askline-Door": door})
        self._present = present

    def asks(
        self, *, all_states: bool = False, project: str | None = None, limit: int | None = None
    ) -> list[Json]:
        """What is pending, soonest deadline first; with `all_states` of every state, newest first."""
        query = {"all": 1 if all_states else None, "project": project, "limit": limit}
        return self._wire.call("GET", f"{API}/asks", query=query)

    def ask(self, ask_id: str) -> Json:
        return self._wire.call("GET", _of(ask_id))

    def create(self, body: Mapping[str, Any]) -> Json:
        """Ask; the body is the input of `ask_user`, with `agent` and `project`."""
        return self._wire.call("POST", f"{API}/asks", dict(body))

    def answer(
        self,
        ask_id: str,
        answers: Mapping[str, Any],
        *,
        note: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> Json:
        return self._settle(ask_id, "answer", receipt, present, answers=dict(answers), note=note)

    def reject(
        self,
        ask_id: str,
        *,
        reason: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> Json:
        return self._settle(ask_id, "reject", receipt, present, reason=reason)

    def ask_back(
        self, ask_id: str, words: str, *, receipt: str | None = None, present: bool | None = None
    ) -> Json:
        return self._settle(ask_id, "ask-back", receipt, present, words=words)

    def cancel(
        self,
        ask_id: str,
        *,
        reason: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> Json:
        return self._settle(ask_id, "cancel", receipt, present, reason=reason)

    def correct(
        self,
        ask_id: str,
        answers: Mapping[str, Any],
        *,
        note: str | None = None,
        reason: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> Json:
        """Another word beside the answer that stands."""
        said = {"answers": dict(answers), "note": note, "reason": reason}
        return self._settle(ask_id, "correct", receipt, present, **said)

    def extend(self, ask_id: str, deadline: str) -> Json:
        """Move the deadline later, to an RFC 3339 time; the ask."""
        return self._wire.call("POST", _of(ask_id, "extend"), {"deadline": deadline})

    def seen(self, ask_id: str) -> Json:
        return self._wire.call("POST", _of(ask_id, "seen"))

    def draft(self, ask_id: str, answers: Mapping[str, Any]) -> None:
        """Keep what is typed so far for every door; none of it removes the draft."""
        self._wire.call("PUT", _of(ask_id, "draft"), {"answers": dict(answers)})

    def drafts(self, ask_id: str) -> list[Json]:
        return self._wire.call("GET", _of(ask_id, "drafts"))

    def outcome(self, ask_id: str, wait: float | None = 0.0, *, take: bool = False) -> Json:
        """The outcome, or what stands after `wait` seconds; None waits until it is settled.

        `take` is for the side that asked: it has the outcome now, and the same ask is a new one
        from here on.
        """
        until = None if wait is None else monotonic() + wait
        while True:
            left = SLICE_S if until is None else max(0.0, min(SLICE_S, until - monotonic()))
            result = self._wire.call(
                "GET", _of(ask_id, "outcome"), query={"wait": left}, patience=left + PATIENCE_S
            )
            if result["state"] != "pending" or left < SLICE_S:
                break
        if take and result["state"] != "pending":
            self.delivered(ask_id, len(result["amendments"]))
        return result

    def delivered(self, ask_id: str, amendments: int = 0) -> Json:
        """The asking side has the outcome, with so many amendments."""
        return self._wire.call("POST", _of(ask_id, "delivered"), {"amendments": amendments})

    def trail(self, ask_id: str) -> Json:
        return self._wire.call("GET", _of(ask_id, "trail"))

    def history(
        self,
        *,
        search: str | None = None,
        project: str | None = None,
        states: str | None = None,
        limit: int | None = None,
        before: str | None = None,
    ) -> Json:
        """One page, newest first; its `next` goes on as `before`."""
        query = {
            "q": search,
            "project": project,
            "state": states,
            "limit": limit,
            "before": before,
        }
        return self._wire.call("GET", f"{API}/history", query=query)

    def memory_summary(
        self,
        project: str,
        *,
        limit: int | None = None,
        search: str | None = None,
        since: str | None = None,
    ) -> Json:
        """What was answered in the project of this path, as YAML with its count."""
        query = {"project": project, "limit": limit, "search": search, "since": since}
        return self._wire.call("GET", f"{API}/memory/summary", query=query)

    def health(self) -> Json:
        return self._wire.call("GET", f"{API}/health")

    def version(self) -> str:
        return self._wire.call("GET", f"{API}/version")["version"]

    def events(self, last_id: str | None = None) -> Generator[Event]:
        """A snapshot, then every change, until the service ends the stream.

        Come back with the last event's id: where it is still known there is no new snapshot.
        Close it to leave.
        """
        return self._wire.events(f"{API}/events", last_id)

    def _settle(
        self, ask_id: str, verb: str, receipt: str | None, present: bool | None, **said: Any
    ) -> Json:
        body = {name: value for name, value in said.items() if value is not None}
        here = self._present if present is None else present
        return self._wire.call(
            "POST",
            _of(ask_id, verb),
            {**body, "receipt": receipt or urandom(16).hex()},
            headers={"Askline-Present": "1" if here else "0"},
        )


def _of(ask_id: str, part: str = "") -> str:
    return f"{API}/asks/{quote(ask_id, safe='')}" + (f"/{part}" if part else "")
