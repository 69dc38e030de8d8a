"""The verbs of what people do with an ask before it is settled, and of who there is. See `verbs`."""

from askline.client.calling import Calling, Many, Nothing, One, Raw, Text
from askline.client.calls import Call, get, of_ask


class DealingVerbs(Calling[One, Many, Nothing, Text, Raw]):
    def claim(self, ask_id: str, *, present: bool | None = None) -> One:
        """Take it in hand; the ask. Like every verb here, once and again is the same."""
        return self._deal(ask_id, "claim", {}, present)

    def release(self, ask_id: str, *, present: bool | None = None) -> One:
        """Have it in hand no longer."""
        return self._deal(ask_id, "release", {}, present)

    def pass_on(self, ask_id: str, to: str, *, present: bool | None = None) -> One:
        """To a login, a person's id, or `team:` and a name; see `addressees`."""
        return self._deal(ask_id, "pass", {"to": to}, present)

    def snooze(self, ask_id: str, until: str | None, *, present: bool | None = None) -> One:
        """Be left in peace with it until an RFC 3339 time; None: no longer."""
        return self._deal(ask_id, "snooze", {"until": until}, present)

    def addressees(self) -> One:
        """At a hub: whom an ask may be passed on to."""
        return self._one(get("/people/addressees"))

    def me(self) -> One:
        """At a hub: who you are, with the addresses that you answer for."""
        return self._one(get("/people/me"))

    def _deal(
        self, ask_id: str, verb: str, said: dict[str, str | None], present: bool | None
    ) -> One:
        call = Call(
            method="POST",
            path=of_ask(ask_id, verb),
            said=said,
            headers=self._as_person(present),
        )
        return self._one(call)
