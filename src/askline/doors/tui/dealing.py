"""What a person does with an ask from an open terminal before they settle it: take it in hand, let it go,
pass it on, put it off; and who they are, where there are several.

Translates to calls of the client and takes what comes back into the session. Knows no screen.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from askline.client.local import Client
from askline.core.clock import Clock
from askline.core.errors import AlreadySettled, AsklineError
from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.tui.hand import Hand
from askline.doors.tui.model import Ask, read_ask
from askline.doors.tui.routed import Me, clock, read_me
from askline.doors.tui.session import Session

Shape = dict[str, Any]
Say = Callable[[str], None]


class Addressee(NamedTuple):
    address: str
    """Exactly as offered; never drawn."""
    shown: str


class Dealing:
    def __init__(self, session: Session, hand: Hand, clock: Clock, say: Say) -> None:
        self._session = session
        self._hand = hand
        self._clock = clock
        self._say = say

    def claim(self, ask: Ask) -> None:
        self._do(ask, lambda client: client.claim(ask.id), t("You have it in hand."))

    def release(self, ask: Ask) -> None:
        self._do(ask, lambda client: client.release(ask.id), t("Let go."))

    def pass_on(self, ask: Ask, to: Addressee) -> None:
        self._do(
            ask, lambda client: client.pass_on(ask.id, to.address), t("Passed on to {0}.", to.shown)
        )

    def snooze(self, ask: Ask, until: datetime | None) -> None:
        text = until.isoformat() if until else None
        at = (
            t("Snoozed until {0}.", clock(until, self._clock.now()))
            if until
            else t("No longer snoozed.")
        )
        self._do(ask, lambda client: client.snooze(ask.id, text), at)

    def addressees(self, then: Callable[[list[Addressee]], None]) -> None:
        self._hand.do(
            lambda client: client.addressees()["addressees"],
            lambda found: then([_addressee(each) for each in found]),
            self._failed,
        )

    def know(self, then: Callable[[Me], None]) -> None:
        """Who sits here; where nobody can say, it is the one person there is."""
        self._hand.do(
            lambda client: client.me(), lambda shape: then(read_me(shape)), lambda _: then(Me())
        )

    def _do(self, ask: Ask, call: Callable[[Client], Shape], word: str) -> None:
        def done(shape: Shape) -> None:
            self._session.told(read_ask(shape), self._clock.now(), own=True)
            self._say(word)

        def failed(error: AsklineError) -> None:
            self._failed(error)
            if isinstance(error, AlreadySettled):
                self._hand.do(lambda client: client.read(ask.id), self._took, self._failed)

        self._hand.do(call, done, failed)

    def _took(self, shape: Shape) -> None:
        self._session.told(read_ask(shape), self._clock.now())
        self._say("")

    def _failed(self, error: AsklineError) -> None:
        self._say(clean(f"{known(error.message)} {known(error.hint)}", multiline=False))


def _addressee(shape: Shape) -> Addressee:
    name = clean(shape["name"], multiline=False)
    return Addressee(shape["address"], t("team {0}", name) if shape["kind"] == "team" else name)
