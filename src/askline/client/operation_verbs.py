"""The verbs of operations: executions of declared commands. See `verbs`."""

from collections.abc import Mapping
from os import urandom
from typing import Any
from urllib.parse import quote

from askline.client.calling import Calling, Many, Nothing, One, Raw, Text
from askline.client.calls import PATIENCE_S, Call, get, of_ask, of_operation, post


class OperationVerbs(Calling[One, Many, Nothing, Text, Raw]):
    def operations(
        self,
        *,
        project: str | None = None,
        statuses: str | None = None,
        limit: int | None = None,
        before: str | None = None,
    ) -> One:
        """One page, newest first; its `next` goes on as `before`. Of what they wrote it says nothing."""
        query = {"project": project, "status": statuses, "limit": limit, "before": before}
        return self._one(get("/operations", **query))

    def begin_operation(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        project: Mapping[str, Any],
        agent: Mapping[str, Any] | None = None,
        receipt: str | None = None,
        present: bool | None = None,
    ) -> One:
        """Run a declared tool of the project (`path`, `name`), as its policy lets."""
        said = {"tool": tool, "arguments": dict(arguments), "project": dict(project)}
        call = Call(
            method="POST",
            path="/operations",
            said={**said, "agent": agent, "receipt": receipt or urandom(16).hex()},
            headers=self._as_person(present),
        )
        return self._one(call)

    def operation(self, operation_id: str) -> One:
        """With the beginning and the end of what it wrote."""
        return self._one(get(of_operation(operation_id)))

    def operation_output(
        self,
        operation_id: str,
        *,
        offset: int | None = None,
        limit: int | None = None,
        tail: int | None = None,
        grep: str | None = None,
        wait: float = 0.0,
    ) -> One:
        """A page from this byte on, the last lines, or those with these words.

        `wait` is for who follows: so many seconds where nothing lies there yet. When `status` is one of
        an end and `eof` is true, nothing comes any more.
        """
        call = Call(
            method="GET",
            path=of_operation(operation_id, "output"),
            query={
                "offset": offset,
                "limit": limit,
                "tail": tail,
                "grep": grep,
                "wait": wait or None,
            },
            patience=wait + PATIENCE_S,
        )
        return self._one(call)

    def standing_offers(self, ask_id: str) -> One:
        """What may stand beside the yes to this approval, narrowest first."""
        return self._one(get(of_ask(ask_id, "standing")))

    def approvals(self, *, project: str | None = None) -> One:
        """Standing approvals that hold now, of the project of this path or of all."""
        return self._one(get("/approvals", project=project))

    def revoke_approval(self, approval_id: str, *, present: bool | None = None) -> Nothing:
        path = f"/approvals/{quote(approval_id, safe='')}/revoke"
        return self._nothing(Call(method="POST", path=path, headers=self._as_person(present)))

    def cancel_operation(self, operation_id: str, *, reason: str | None = None) -> One:
        """End it with every process of it; one that has ended stays as it is."""
        return self._one(post(of_operation(operation_id, "cancel"), reason=reason))
