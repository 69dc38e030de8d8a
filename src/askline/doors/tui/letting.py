"""What a person lets stand from an open terminal: what is offered, rules, and revoking.

Translates to calls of the client. The yes that something stands on is an answer like any other, and
sent by `deeds`. Knows no screen.
"""

from collections.abc import Callable

from askline.client.local import Client
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.lasting import Lasting
from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.tui.hand import Hand
from askline.doors.tui.model import Ask
from askline.doors.tui.standing import Held, Offer, read_approval, read_offer, read_rule

Say = Callable[[str], None]


def until_text(lasting: Lasting, clock: Clock) -> str | None:
    """A day ends where the person is."""
    end = lasting.until(clock.now().astimezone())
    return end.isoformat() if end else None


class Letting:
    def __init__(self, hand: Hand, clock: Clock, say: Say) -> None:
        self._hand = hand
        self._clock = clock
        self._say = say

    def offers(self, ask: Ask, then: Callable[[list[Offer]], None]) -> None:
        self._hand.do(
            lambda client: client.standing_offers(ask.id)["offers"],
            lambda offers: then([read_offer(each) for each in offers]),
            self._failed,
        )

    def make_rule(self, ask: Ask, scope: str, lasting: Lasting) -> None:
        until = until_text(lasting, self._clock)
        self._hand.do(
            lambda client: client.make_rule(ask.id, scope=scope, until=until),
            lambda _: self._say(t("The same question is answered this way from now on.")),
            self._failed,
        )

    def held(self, then: Callable[[list[Held]], None]) -> None:
        self._hand.do(_held, then, self._failed)

    def revoke(self, held: Held, then: Callable[[list[Held]], None]) -> None:
        def revoked(client: Client) -> list[Held]:
            if held.rule:
                client.revoke_rule(held.id)
            else:
                client.revoke_approval(held.id)
            return _held(client)

        self._hand.do(revoked, then, self._failed)

    def _failed(self, error: AsklineError) -> None:
        self._say(clean(f"{known(error.message)} {known(error.hint)}", multiline=False))


def _held(client: Client) -> list[Held]:
    """What holds now, approvals first."""
    rules = [each for each in client.rules() if each["state"] == "standing"]
    approvals = client.approvals()["approvals"]
    return [*map(read_approval, approvals), *map(read_rule, rules)]
