"""The keys that let a person's word stand: an approval for what is like it, a rule, and the list of both.

Nothing here is done by one key: each opens a dialog in which the narrowest is picked.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from askline.core.lasting import Lasting
from askline.core.speaking import mark, t
from askline.doors.tui.letting import Letting, until_text
from askline.doors.tui.lines import MUTED, TITLE, Line, line, wrapped
from askline.doors.tui.model import Ask
from askline.doors.tui.screens.answering import WIDTH
from askline.doors.tui.screens.speaking import SpeakingScreen
from askline.doors.tui.session import Zone
from askline.doors.tui.standing import FAR, Choice, Offer, once, scopes
from askline.doors.tui.views.ended import latest_lines, may_be_ruled

if TYPE_CHECKING:
    from askline.doors.tui.screens.choosing import Chosen

RULING = mark("The very same question, from any agent in this project, gets this answer:")


class LettingScreen(SpeakingScreen):
    @property
    def letting(self) -> Letting:
        return Letting(self.deeds.hand, self.clock, self.changed)

    def action_stand(self) -> None:
        """Approve this and, if they choose so, what is like it."""
        session, ask = self.session, self.session.current
        steps = session.operations.steps_of(ask) if ask is not None and ask.pending else ()
        if ask is None or not steps:
            self.say(t("There is nothing to approve here."), warn=True)
        elif any(step.dangerous for step in steps):
            self.say(t("What is dangerous is approved anew each time."), warn=True)
        elif any(jot.note for jot in map(session.draft.jot, ask.questions)):
            self.say(t("A note cannot stand; take it away first (n), or send it once."), warn=True)
        else:
            narrow = session.zone is Zone.LIST and not self.wide
            self.begin()
            if not narrow:
                self.letting.offers(ask, partial(self._offered, ask))

    def action_rule(self) -> None:
        """Answer this way from now on."""
        ask = self.session.current
        if ask is None or not may_be_ruled(ask):
            self.say(t("A rule is made from an answer that you gave."), warn=True)
            return
        heading = [line((t("Answer this way from now on?"), TITLE))]
        heading += [Line(parts) for parts in wrapped([(t(RULING), MUTED)], WIDTH)]
        heading += [line(), *latest_lines(ask, WIDTH), line()]

        def chosen(row: int, lasting: Lasting) -> None:
            self.letting.make_rule(ask, [*FAR][row], lasting)

        self._choose_from("rule", heading, scopes(), t("make the rule"), chosen)

    def action_standing(self) -> None:
        from askline.doors.tui.screens.standing import Standing  # noqa: PLC0415 - when wanted

        self.lay(Standing(self.brush, self.letting, self.moment))

    def _offered(self, ask: Ask, offers: list[Offer]) -> None:
        """They came a moment later: it may have been settled or left meanwhile."""
        now, sending = self.session.current, self.session.sending
        here = now is not None and now.id == ask.id and now.pending and self.is_active
        if not here or ask.id in sending:
            return
        heading = [line((t("Let it run once, or also what is like it?"), TITLE)), line()]

        def chosen(row: int, lasting: Lasting) -> None:
            standing = None
            if row:
                offer, until = offers[row - 1], until_text(lasting, self.clock)
                standing = {"pattern": offer.pattern, "scope": offer.scope, "until": until}
            self.let_run(ask, partial(self.deeds.approve, ask, standing))

        choices = [once(), *(offer.choice for offer in offers)]
        self._choose_from("stand", heading, choices, t("approve"), chosen)

    def _choose_from(
        self,
        dialog: str,
        heading: list[Line],
        choices: Sequence[Choice],
        verb: str,
        then: Callable[[int, Lasting], None],
    ) -> None:
        from askline.doors.tui.screens.choosing import Choosing  # noqa: PLC0415 - when wanted

        def done(chosen: "Chosen | None") -> None:
            self.dialog = ""
            if chosen is not None:
                then(*chosen)
            self.paint()

        self.dialog = dialog
        self.note_change()
        self.program.push_screen(
            Choosing(self.brush, heading, choices, verb, allowed=self.allowed), done
        )
