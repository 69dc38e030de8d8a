"""The keys that keep an ask from waiting in vain: take it in hand, pass it on, put it off.

Where there is one person nobody else can have an ask: only putting it off is for them. The guard
stands before each of these as before what settles.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from askline.core.people import LOCAL_PERSON
from askline.core.snoozing import Snoozing, next_clock
from askline.core.speaking import mark, t
from askline.doors.tui.dealing import Addressee, Dealing
from askline.doors.tui.model import Ask
from askline.doors.tui.routed import Me, clock, snoozed_until
from askline.doors.tui.screens.letting import LettingScreen

if TYPE_CHECKING:
    from askline.doors.tui.screens.picking import Row, Rows

ALONE = mark("There is nobody else here who could have it.")
NOT_PENDING = mark("This waits for nobody any more.")


class DealingScreen(LettingScreen):
    _asked_who = False

    @property
    def dealing(self) -> Dealing:
        return Dealing(self.session, self.deeds.hand, self.clock, self.changed)

    def know(self, asks: Iterable[Ask]) -> None:
        """Who sits here, once there is somebody else."""
        others = any(
            ask.routing is not None or any(who != LOCAL_PERSON for who, _ in ask.snoozes)
            for ask in asks
        )
        if others and not self._asked_who:
            self._asked_who = True
            self.dealing.know(self._known)

    def _known(self, me: Me) -> None:
        self.session.me = me
        self.session.arrange(self.clock.now())
        self.changed("")

    def action_hand(self) -> None:
        """Take it in hand, or let it go."""
        if (ask := self._of_several()) is None or not self.allowed():
            return
        claim = ask.routing.claim if ask.routing else None
        if claim is not None and claim.id == self.session.me.id:
            self.dealing.release(ask)
        else:
            self.dealing.claim(ask)

    def action_pass_on(self) -> None:
        if (ask := self._of_several()) is not None:
            self.dealing.addressees(partial(self._whom, ask))

    def action_snooze(self) -> None:
        if (ask := self._one_that_waits()) is None:
            return
        now = self.clock.now()
        put_off = snoozed_until(ask.snoozes, self.session.me, now) is not None

        def chosen(until: object) -> None:
            self.dealing.snooze(ask, cast("datetime | None", until))

        rows = partial(_times, now.astimezone(), put_off=put_off)
        self._pick(
            "snooze", t("Leave me in peace until"), t("or a time, such as 14:00"), rows, chosen
        )

    def _whom(self, ask: Ask, found: list[Addressee]) -> None:
        """They came a moment later: it may have been settled or left meanwhile."""
        now = self.session.current
        if now is None or now.id != ask.id or not now.pending or not self.is_active:
            return

        def chosen(to: object) -> None:
            self.dealing.pass_on(ask, cast("Addressee", to))

        self._pick("pass", t("Pass it on to"), t("a name"), partial(_people, found), chosen)

    def _pick(
        self, dialog: str, title: str, about: str, rows: "Rows", then: Callable[[object], None]
    ) -> None:
        from askline.doors.tui.screens.picking import Picking  # noqa: PLC0415 - loads a field

        def done(row: "Row | None") -> None:
            self.dialog = ""
            if row is not None:
                then(row.value)
            self.paint()

        self.dialog = dialog
        self.note_change()
        self.program.push_screen(
            Picking(self.brush, title, about, rows, allowed=self.allowed), done
        )

    def _one_that_waits(self) -> Ask | None:
        ask = self.session.current
        if ask is None or not ask.pending or ask.id in self.session.sending:
            self.say(t(NOT_PENDING), warn=True)
            return None
        return ask

    def _of_several(self) -> Ask | None:
        ask = self._one_that_waits()
        if ask is not None and ask.routing is None:
            self.say(t(ALONE), warn=True)
            return None
        return ask


def _times(now: datetime, words: str, *, put_off: bool) -> "list[Row]":
    from askline.doors.tui.screens.picking import Row, matching  # noqa: PLC0415

    if (at := next_clock(words, now)) is not None:
        return [Row(at, clock(at, now))]
    rows = [Row(each.until(now), t(str(each))) for each in Snoozing]
    return matching([*rows, *([Row(None, t("no longer"))] if put_off else ())], words)


def _people(found: list[Addressee], words: str) -> "list[Row]":
    from askline.doors.tui.screens.picking import Row, matching  # noqa: PLC0415

    return matching([Row(each, each.shown) for each in found], words)
