"""Every verb of the API, spelled once: what it takes, and the call it makes.

Who makes the calls decides what comes back, a reply or something to await, see `calling`. Sends nothing
itself. Operations are in `operation_verbs`, what people do with an ask before they settle it in
`dealing_verbs`.
"""

from collections.abc import Mapping
from os import urandom
from typing import Any, TypedDict, Unpack
from urllib.parse import quote

from askline.client.calling import Many, Nothing, One, Raw, Text
from askline.client.calls import Call, get, of_ask, post
from askline.client.dealing_verbs import DealingVerbs
from askline.client.operation_verbs import OperationVerbs


class Entries(TypedDict, total=False):
    """Which entries of a project's memory."""

    limit: int | None
    search: str | None
    since: str | None


class Verbs(
    OperationVerbs[One, Many, Nothing, Text, Raw], DealingVerbs[One, Many, Nothing, Text, Raw]
):
    def inbox(
        self, *, project: str | None = None, limit: int | None = None, nodes: bool = False
    ) -> Many:
        """What is pending, soonest deadline first."""
        return self.asks(project=project, limit=limit, nodes=nodes)

    def asks(
        self,
        *,
        all_states: bool = False,
        project: str | None = None,
        limit: int | None = None,
        nodes: bool = False,
    ) -> Many:
        """The inbox; with `all_states` asks of every state, newest first."""
        query = {"all": all_states or None, "project": project, "limit": limit, "nodes": nodes}
        return self._many(get("/asks", **query))

    def ask(self, **said: Any) -> One:
        """Ask, in the words of the tool `ask_user`: `question` and `options`, or `questions`."""
        return self.create(said)

    def create(self, body: Mapping[str, Any]) -> One:
        """The same from one object, with `agent` and `project` in it."""
        return self._one(post("/asks", **body))

    def read(self, ask_id: str, *, nodes: bool = False) -> One:
        return self._one(get(of_ask(ask_id), nodes=nodes))

    def answer(
        self,
        ask_id: str,
        answers: Mapping[str, Any],
        *,
        again: bool = False,
        note: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
        standing: Mapping[str, Any] | None = None,
    ) -> One:
        """`again` sends what the ask offers as `recalled`; the answers beside it must be just that.
        `standing` (`pattern`, `scope`, `until`) lets an approval stand, see `standing_offers`."""
        said = {
            "answers": dict(answers),
            "note": note,
            "standing": standing,
            **({"again": True} if again else {}),
        }
        return self._settle(ask_id, "answer", receipt, present, **said)

    def reject(
        self,
        ask_id: str,
        *,
        reason: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> One:
        return self._settle(ask_id, "reject", receipt, present, reason=reason)

    def ask_back(
        self, ask_id: str, words: str, *, receipt: str | None = None, present: bool | None = None
    ) -> One:
        return self._settle(ask_id, "ask-back", receipt, present, words=words)

    def cancel(
        self,
        ask_id: str,
        *,
        reason: str | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> One:
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
    ) -> One:
        """Another word beside the answer that stands."""
        said = {"answers": dict(answers), "note": note, "reason": reason}
        return self._settle(ask_id, "correct", receipt, present, **said)

    def extend(self, ask_id: str, deadline: str) -> One:
        """Move the deadline later, to an RFC 3339 time; the ask."""
        return self._one(post(of_ask(ask_id, "extend"), deadline=deadline))

    def seen(self, ask_id: str) -> One:
        return self._one(post(of_ask(ask_id, "seen")))

    def draft(self, ask_id: str, answers: Mapping[str, Any]) -> Nothing:
        """Keep what is typed so far for every door; none of it removes the draft."""
        said = {"answers": dict(answers)}
        return self._nothing(Call(method="PUT", path=of_ask(ask_id, "draft"), said=said))

    def drafts(self, ask_id: str) -> Many:
        return self._many(get(of_ask(ask_id, "drafts")))

    def attach(self, name: str, media_type: str, content: bytes) -> One:
        """Put a file down; what comes back is named in an answer's `attachments`."""
        headers = {"Content-Type": media_type, "Askline-Upload": "1"}
        call = Call(
            method="POST",
            path="/attachments",
            query={"name": name},
            content=content,
            headers=headers,
        )
        return self._one(call)

    def attachment(self, sha256: str, *, ask_id: str | None = None) -> Raw:
        """The bytes of a file that an answer or a draft names; `ask_id` says of which ask."""
        return self._raw(get(f"/attachments/{quote(sha256, safe='')}", ask=ask_id))

    def delivered(self, ask_id: str, amendments: int = 0) -> One:
        """The asking side has the outcome, with so many amendments."""
        return self._one(post(of_ask(ask_id, "delivered"), amendments=amendments))

    def trail(self, ask_id: str) -> One:
        return self._one(get(of_ask(ask_id, "trail")))

    def history(
        self,
        *,
        search: str | None = None,
        project: str | None = None,
        agent: str | None = None,
        since: str | None = None,
        until: str | None = None,
        states: str | None = None,
        limit: int | None = None,
        before: str | None = None,
        nodes: bool = False,
    ) -> One:
        """One page, newest first; its `next` goes on as `before`."""
        query = {"q": search, "project": project, "agent": agent, "since": since, "until": until}
        more = {"state": states, "limit": limit, "before": before, "nodes": nodes}
        return self._one(get("/history", **query, **more))

    def stats(self, *, since: str | None = None) -> One:
        """How long people take and agents wait; counts, no words."""
        return self._one(get("/stats", since=since))

    def audit(self, *, ask: str | None = None, before: str | None = None) -> One:
        """Whose trail does not hold; one page, or one ask."""
        return self._one(get("/audit", ask=ask, before=before))

    def prune(self, before: str, **rule: Any) -> One:
        """One step of letting old asks go; its `next` goes on as `after`."""
        return self._one(post("/prune", before=before, **rule))

    def take_over(self, source: str, records: list[Any]) -> One:
        """Import what was settled in another program, as its files hold it."""
        return self._one(post("/memory/import", source=source, records=records))

    def memory_summary(self, project: str, **which: Unpack[Entries]) -> One:
        """What was answered in the project of this path, as YAML with its count."""
        return self._one(get("/memory/summary", project=project, **which))

    def memory_entries(self, project: str, **which: Unpack[Entries]) -> One:
        """The same as entries with all of their fields, oldest first, and how many there are."""
        return self._one(get("/memory/entries", project=project, **which))

    def memory_export(self, project: str, form: str = "markdown", **which: Unpack[Entries]) -> One:
        """The same as one text: markdown, adr, json or yaml."""
        return self._one(get("/memory/export", format=form, project=project, **which))

    def memory_rebuild(self, project: str) -> One:
        """Write what is missing in the project's journal; how many files were made, and stood."""
        return self._one(post("/memory/rebuild", project=project))

    def rules(self) -> Many:
        """The rules that you made, the newest first."""
        return self._many(get("/memory/rules"))

    def make_rule(
        self,
        ask_id: str,
        *,
        scope: str | None = None,
        until: str | None = None,
        present: bool | None = None,
    ) -> One:
        """Answer this the same way from now on; a person is needed."""
        said = {"ask": ask_id, "scope": scope, "until": until}
        call = Call(
            method="POST",
            path="/memory/rules",
            said={name: value for name, value in said.items() if value is not None},
            headers=self._as_person(present),
        )
        return self._one(call)

    def revoke_rule(self, rule_id: str) -> One:
        return self._one(post(f"/memory/rules/{quote(rule_id, safe='')}/revoke"))

    def alerts(self, *, limit: int | None = None) -> One:
        """What was told outside the inbox, the newest first, and the channels there are."""
        return self._one(get("/alerts", limit=limit))

    def test_alert(self, channel: str) -> One:
        """Tell something harmless by this channel; whether it went out, or why not."""
        return self._one(post("/alerts/test", channel=channel))

    def health(self) -> One:
        return self._one(get("/health"))

    def version(self) -> Text:
        return self._text(get("/version"), "version")

    def login(self, path: str = "/") -> Text:
        """An address that signs in the browser that opens it first, within a minute."""
        return self._text(post("/login", path=path), "url")

    def sign_out(self) -> Nothing:
        """End every browser's session."""
        return self._nothing(post("/sign-out"))

    def _settle(
        self, ask_id: str, verb: str, receipt: str | None, present: bool | None, **said: Any
    ) -> One:
        body = {name: value for name, value in said.items() if value is not None}
        call = Call(
            method="POST",
            path=of_ask(ask_id, verb),
            said={**body, "receipt": receipt or urandom(16).hex()},
            headers=self._as_person(present),
        )
        return self._one(call)
