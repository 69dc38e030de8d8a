"""The dialogs that ask the person for words: to reject, to ask back, to note.

Each is about the ask that was in view when it opened, whatever comes into view behind it.
"""

from collections.abc import Callable
from dataclasses import replace

from askline.core.speaking import t
from askline.doors.tui.drafting import Draft
from askline.doors.tui.model import Ask, Question
from askline.doors.tui.screens.answering import AnsweringScreen


class SpeakingScreen(AnsweringScreen):
    def action_reject(self) -> None:
        if (ask := self._pending()) is not None:
            self._ask_for(
                ask,
                t("reject"),
                t("Reject this?"),
                t("“{0}”: {1} is told that you declined, and why.", ask.title, ask.agent),
                placeholder=t("A reason helps the agent (optional)"),
                then=lambda words: self.deeds.reject(ask, words),
                danger=True,
            )

    def action_ask_back(self) -> None:
        if (ask := self._pending()) is not None:
            self._ask_for(
                ask,
                t("ask back"),
                t("Ask the agent"),
                t(
                    "“{0}”: {1} gets your question instead of an answer, and may ask again.",
                    ask.title,
                    ask.agent,
                ),
                placeholder=t("Your question to the agent"),
                then=lambda words: self.deeds.ask_back(ask, words),
                empty=False,
            )

    def action_note(self) -> None:
        question = self.question
        if question is None:
            return
        ask, jot = self.in_view, self.session.draft.jot(question)

        self._ask_for(
            ask,
            t("keep"),
            t("A note beside your answer"),
            t("The agent gets it together with the answer."),
            placeholder=t("Anything the answer itself does not say"),
            then=lambda words: self._noted(ask, question, words.strip()),
            text=jot.note,
        )

    def _noted(self, ask: Ask, question: Question, note: str) -> None:
        """To the ask it was written for, whichever is in view by now."""
        draft = self.session.drafts.get(ask.id, Draft())
        self.keep(draft.jotted(question, replace(draft.jot(question), note=note)), ask.id)
        now = self.session.ask(ask.id)
        if (now is None or not now.pending) and self.session.amending != ask.id:
            self.say(t("“{0}” has ended: your note is not sent.", ask.title), warn=True)

    def _pending(self) -> Ask | None:
        ask = self.session.current
        return ask if ask is not None and ask.pending else None

    def _ask_for(
        self,
        ask: Ask,
        verb: str,
        title: str,
        about: str,
        *,
        placeholder: str,
        then: Callable[[str], None],
        danger: bool = False,
        empty: bool = True,
        text: str = "",
    ) -> None:
        from askline.doors.tui.screens.dialog import Words  # noqa: PLC0415 - loads a text field

        about_it = (ask.id, verb)

        def typed(words: str) -> None:
            self.begun[about_it] = words if words != text else ""

        def done(words: str | None) -> None:
            self.dialog = ""
            if words is not None:
                self.begun.pop(about_it, None)
                then(words)
            self.paint()

        self.dialog = verb
        self.note_change()
        dialog = Words(
            self.brush,
            title,
            about,
            verb,
            placeholder=placeholder,
            allowed=self.allowed,
            danger=danger,
            empty=empty,
            text=self.begun.get(about_it) or text,
            typed=typed,
        )
        self.program.push_screen(dialog, done)
