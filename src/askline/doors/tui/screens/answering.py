"""The keys and clicks that answer: jots, steps, text, sending, rejecting, asking back.

What a pick does is said in `drafting`, what can be sent in `deeds`, when a key may settle in `guard`.
"""

from collections.abc import Callable, Sequence
from functools import partial

from textual import on

from askline.core.speaking import mark, t
from askline.doors.tui import drafting
from askline.doors.tui.command import Command
from askline.doors.tui.model import Ask, Question
from askline.doors.tui.screens.writing import WritingScreen
from askline.doors.tui.session import Zone
from askline.doors.tui.views.approval import fits, framed_steps
from askline.doors.tui.views.heading import tab_at
from askline.doors.tui.views.page import AGAIN, OPTION, SEND, STEP, own_words
from askline.doors.tui.widgets.sheet import Sheet

ENDED = mark("This has ended: what you wrote is not sent. Esc leads back, and shows it.")
WIDTH = 66
"""Of what a dialog says."""


class AnsweringScreen(WritingScreen):
    def action_enter(self) -> None:
        """Open; choose and go on; send."""
        session, question = self.session, self.question
        if session.zone is Zone.LIST:
            self.open()
        elif question is None:
            self.action_send()
        elif question.kind == "text":
            self.write()
        else:
            self._choose(question)

    def open(self) -> None:
        """The keys go to the page from here on; every door is told that somebody looks."""
        session, ask = self.session, self.session.current
        if ask is None:
            return
        session.zone = Zone.PAGE
        if ask.pending:
            self.deeds.seen(ask)
        # Where an earlier answer is offered the keys stay with the page: one of them takes it.
        if (question := self.question) and question.kind == "text" and not ask.recalled:
            session.zone = Zone.TEXT
        self.paint(follow=True)

    def action_pick(self) -> None:
        if self.session.zone is Zone.PAGE and self.question is not None:
            self.pick(self.session.cursor)

    def action_digit(self, digit: int) -> None:
        session, question = self.session, self.question
        if session.zone is Zone.LIST:
            self.open()
            if not self.wide:
                return
        if question is not None:
            self.pick(digit - 1)
        elif session.answerable:
            self.go(digit - 1)

    def action_other(self) -> None:
        if (question := self.question) is not None and question.allow_other:
            self.begin()
            self.session.cursor = len(question.options)
            if not self.session.draft.jot(question).other:
                self.pick(self.session.cursor)
            self.write()

    def action_step(self, by: int) -> None:
        if self.session.zone is Zone.LIST:
            if by > 0:
                self.open()
        elif self.session.answerable:
            self.go(self.session.draft.step + by)

    def action_recommended(self) -> None:
        if (question := self.question) is None:
            return
        self.begin()
        before = self.session.draft.jot(question)
        jot = drafting.recommended_here(question, before)
        if jot == before and not any(option.recommended for option in question.options):
            self.say(t("Nothing is recommended here."), warn=True)
        self.keep_jot(question, jot)
        self.session.settle_cursor()
        self.paint(follow=True)

    def action_all_recommended(self) -> None:
        session, ask = self.session, self.session.current
        if ask is None or not session.answerable:
            return
        if not drafting.any_recommended(ask):
            self.say(t("Nothing is recommended here."), warn=True)
            return
        self.begin()
        self.keep(drafting.recommended_everywhere(ask, session.draft))
        session.settle_cursor()
        self.paint(follow=True)

    def action_again(self) -> None:
        """What was answered before, as it is shown, at once."""
        session, ask = self.session, self.session.current
        if ask is None or not ask.pending or ask.recalled is None:
            self.say(t("You have not answered this before."), warn=True)
        elif session.zone is Zone.LIST and not self.wide:
            self.open()
        elif self.allowed():
            self.begin()
            self.deeds.again(ask, ask.recalled)
            self.paint()

    def action_send(self) -> None:
        """To the review; from there, or from the only question, to the agent."""
        session, ask = self.session, self.session.current
        if session.zone is Zone.TEXT and not session.answerable:
            self.say(t(ENDED), warn=True)
        if ask is None or not session.answerable or session.zone is Zone.LIST:
            return
        last = drafting.last_step(ask)
        if session.draft.step != last:
            self.go(last)
        elif lacking := drafting.lacking(ask, session.draft):
            missing = drafting.lack(
                ask.questions[lacking[0]], session.draft.jot(ask.questions[lacking[0]])
            )
            self.go(lacking[0])
            self.say(t("Not sent: question {0} {1}.", lacking[0] + 1, missing), warn=True)
        elif self.allowed():
            self._sent(ask)

    def _sent(self, ask: Ask) -> None:
        if drafting.lets_run(ask, self.session.draft):
            self.let_run(ask, partial(self.deeds.send, ask))
        else:
            self.deeds.send(ask)
            self.paint()

    def let_run(self, ask: Ask, send: Callable[[], None]) -> None:
        """What is dangerous takes more than a key, and so does what nobody can see at once."""
        steps = self.session.operations.steps_of(ask)
        room = self.right.content_size.height - self.sheet("head").size.height
        if any(step.dangerous for step in steps) or not fits(steps, self.room, room):
            self._mean(steps, send)
        else:
            send()
            self.paint()

    def _mean(self, steps: Sequence[Command], send: Callable[[], None]) -> None:
        from askline.doors.tui.screens.meaning import Meaning  # noqa: PLC0415 - loads a field

        def done(meant: bool | None) -> None:
            self.dialog = ""
            if meant:
                send()
            self.paint()

        self.dialog = "mean"
        self.note_change()
        dialog = Meaning(
            self.brush, framed_steps(steps, WIDTH), steps[0].name, allowed=self.allowed
        )
        self.program.push_screen(dialog, done)

    def allowed(self) -> bool:
        """Whether a key may settle something now."""
        if self.session.guard.lets(self.moment()):
            return True
        self.say(t("Not sent: this came into view just now. Press again."), warn=True)
        return False

    def go(self, step: int) -> None:
        """To another question, or to the review."""
        session = self.session
        session.keep(session.draft.at(step, self.in_view))
        question = self.question
        session.zone = Zone.TEXT if question is not None and question.kind == "text" else Zone.PAGE
        session.settle_cursor()
        self.sheet("page").scroll_to(y=0, animate=False)
        self.paint(follow=True)

    def pick(self, row: int) -> None:
        session, question = self.session, self.question
        if question is None or row >= question.rows:
            return
        session.cursor = row
        jot = drafting.picked(question, session.draft.jot(question), row)
        self.keep_jot(question, jot)
        if own_words(question, row) and jot.other:
            self.write()
        else:
            self.paint(follow=True)

    @on(Sheet.Clicked, "#page")
    def page_clicked(self, event: Sheet.Clicked) -> None:
        target = event.line.target
        if target == AGAIN:
            self.action_again()
            return
        self.begin()
        if target.startswith(OPTION):
            self.pick(int(target.removeprefix(OPTION)))
        elif target.startswith(STEP):
            self.go(int(target.removeprefix(STEP)))
        elif target == SEND:
            self.action_send()
        else:
            self.paint()

    @on(Sheet.Clicked, "#tabs")
    def tab_clicked(self, event: Sheet.Clicked) -> None:
        if event.line.parts:
            self.go(tab_at(event.line, event.column))

    def begin(self) -> None:
        """What is done to the ask in view is done to an open one."""
        if self.session.zone is Zone.LIST:
            self.open()

    def _choose(self, question: Question) -> None:
        """Enter on an option: pick it, or go on where it is picked already.

        In an ask of one question going on is sending, so that takes a second Enter.
        """
        session = self.session
        jot, row = session.draft.jot(question), session.cursor
        if not question.many and not drafting.is_picked(question, jot, row):
            self.pick(row)
            if drafting.last_step(self.in_view) and session.zone is Zone.PAGE:
                self.go(session.draft.step + 1)
            return
        missing = drafting.lack(question, jot)
        if missing is not None:
            how = f" {t('Pick with Space.')}" if question.many else ""
            self.say(t("This question {0}.{1}", missing, how), warn=True)
        elif drafting.last_step(self.in_view):
            self.go(session.draft.step + 1)
        else:
            self.action_send()

    @property
    def in_view(self) -> Ask:
        ask = self.session.current
        assert ask is not None  # noqa: S101 - only where one is in view
        return ask
