"""The place to write on the page: a text field that appears where a question wants words.

The field belongs to one question, and what is typed goes there and nowhere else, whichever question
comes into view meanwhile. What is picked or typed is kept as a draft with the service soon after.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported
from textual.timer import Timer

from askline.core.clock import Clock
from askline.core.speaking import mark, t
from askline.doors.tui import drafting
from askline.doors.tui.deeds import Deeds
from askline.doors.tui.drafting import Draft, Jot
from askline.doors.tui.editor import edited
from askline.doors.tui.model import Question
from askline.doors.tui.screens.panes import Moment, Panes
from askline.doors.tui.session import Session, Zone
from askline.doors.tui.widgets.paint import Brush

if TYPE_CHECKING:
    from textual.widgets import TextArea

    from askline.doors.tui.widgets.field import Field

SAVE_S = 0.5
OWN_WORDS = mark("Your own answer")


class WritingScreen(Panes):
    def __init__(
        self,
        session: Session,
        deeds: Deeds,
        *,
        clock: Clock,
        moment: Moment,
        brush: Brush,
        environ: Mapping[str, str],
    ) -> None:
        super().__init__(session, clock, moment, brush)
        self.deeds = deeds
        self._environ = environ
        self._field: Field | None = None
        self._field_is_for: tuple[str | None, str] | None = None
        """Ask and question."""
        self.begun: dict[tuple[str, str], str] = {}
        """The words of dialogs that were left, by ask and verb."""
        self._saving: Timer | None = None

    @property
    def question(self) -> Question | None:
        """The one in view, if it can be answered."""
        ask, session = self.session.current, self.session
        return drafting.question_at(ask, session.draft) if ask and session.answerable else None

    def show_field(self) -> None:
        question, session = self.question, self.session
        wanted = question is not None and session.zone is not Zone.LIST and self._wants(question)
        if self._writes_on:
            # It ended under somebody's words: they stay where they are, and no letter becomes a key.
            wanted = True
        elif question is None or not wanted:
            if self._field is not None:
                self._field.display = False
        else:
            self._turn_field(question)
        if session.zone is Zone.TEXT and not wanted:
            session.zone = Zone.PAGE
        self.set_focus(self._field if session.zone is Zone.TEXT else None)

    def write(self) -> None:
        """The keys go to the text from here on."""
        self.session.zone = Zone.TEXT
        self.paint()

    def on_text_area_changed(self, event: "TextArea.Changed") -> None:
        """Takes what the field holds now, if it is still the one of the question in view."""
        question = self._written
        if question is None:
            return
        jot, text = self.session.draft.jot(question), event.text_area.text
        if jot.text != text:
            self.keep_jot(question, replace(jot, text=text))
            self.paint()

    @property
    def _written(self) -> Question | None:
        """The question that the field belongs to, where it is the one in view."""
        ask, session = self.session.current, self.session
        question = drafting.question_at(ask, session.draft) if ask else None
        about = (session.current_id, question.id) if question else None
        return question if about is not None and self._field_is_for == about else None

    @property
    def _writes_on(self) -> bool:
        session = self.session
        return session.zone is Zone.TEXT and not session.answerable and self._written is not None

    def action_editor(self) -> None:
        """Write in the person's own editor, with all they have there."""
        question = self.question
        if question is None or not (question.kind == "text" or question.allow_other):
            return
        jot = self.session.draft.jot(question)
        try:
            with self.program.suspend():
                text = edited(jot.text, self._environ)
        except SuspendNotSupported:
            text = None
        if text is None:
            self.say(t("Your editor could not be opened; set EDITOR to its name."), warn=True)
            return
        other = question.kind != "text"
        picks = jot.picks if question.many or not other else ()
        self.keep_jot(question, replace(jot, text=text, other=other, picks=picks))
        self._field_is_for = None
        self.write()

    def keep_jot(self, question: Question, jot: Jot) -> None:
        self.keep(self.session.draft.jotted(question, jot))

    def keep(self, draft: Draft, ask_id: str | None = None) -> None:
        """Of the ask in view, unless it is said of which."""
        self.deeds.draft(draft, ask_id)
        if self._saving is None:
            self._saving = self.set_timer(SAVE_S, self._save)

    def _save(self) -> None:
        self._saving = None
        self.deeds.save()

    def _wants(self, question: Question) -> bool:
        return question.kind == "text" or self.session.draft.jot(question).other

    def _turn_field(self, question: Question) -> None:
        from askline.doors.tui.widgets.field import Field  # noqa: PLC0415 - it takes long to load

        if self._field is None:
            self._field = Field(id="field")
            self.right.mount(self._field)
        placeholder = question.placeholder if question.kind == "text" else t(OWN_WORDS)
        about = (self.session.current_id, question.id)
        if self._field_is_for != about:
            self._field_is_for = about
            self._field.turn(self.session.draft.jot(question).text, placeholder)
        self._field.display = True
