"""The screen of operations: every key of it. How it is painted is `watching`'s."""

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from askline.core.speaking import t
from askline.doors.tui.keys import OPERATION_KEYS
from askline.doors.tui.model import Ask, Shape, read_ask
from askline.doors.tui.operation import Operation
from askline.doors.tui.screens.watching import WatchingScreen
from askline.doors.tui.views import operations as views
from askline.doors.tui.widgets.rows import Rows

FAR = 1_000_000
DIALOG = 92


class OperationsScreen(WatchingScreen):
    """Gives back the ask to go to, if there is one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("pageup", "move(-8)"),
        Binding("pagedown", "move(8)"),
        Binding("home", f"move(-{FAR})"),
        Binding("end", "end"),
        Binding("enter,right,l", "open"),
        Binding("o", "earlier"),
        Binding("p", "later"),
        Binding("i", "everything"),
        Binding("x", "cancel"),
        Binding("g", "approval"),
        Binding("escape,left,h", "back"),
        Binding("O,q", "leave"),
        Binding("question_mark", "help"),
    ]

    _left = False

    def action_move(self, by: int) -> None:
        if self.state.opened:
            self.output.scroll_relative(y=by, animate=False)
        else:
            self.state.move(by)
            self.output.follows = True
        self.paint()

    def action_end(self) -> None:
        """In the list its end; in the output what was written last, from where it is followed."""
        state, operation = self.state, self.state.current
        if not state.opened:
            self.action_move(FAR)
        elif operation is not None and operation.started_at:
            self.output.follows = True
            self.running.newest(operation)
            self.paint()

    def action_open(self) -> None:
        self.state.opened = self.state.current is not None
        self.paint()

    def action_earlier(self) -> None:
        if (operation := self.state.current) is not None:
            self.running.earlier(operation)

    def action_later(self) -> None:
        if (operation := self.state.current) is not None:
            self.running.later(operation)

    def action_everything(self) -> None:
        from askline.doors.tui.screens.reading import Reading  # noqa: PLC0415 - when it is wanted

        if (operation := self.state.current) is not None:
            width = min(self.size.width - 10, DIALOG)
            head = views.head(operation, self.clock.now(), width)
            lines = [*head, views.BLANK, *views.about(operation, width)]
            self.program.push_screen(Reading(self.brush, lines))

    def action_cancel(self) -> None:
        operation = self.state.current
        if operation is None or operation.ended:
            self.say(t("There is nothing to cancel here."), warn=True)
            return
        self._ask_why(operation)

    def action_approval(self) -> None:
        operation = self.state.current
        if operation is None or operation.approval is None:
            self.say(t("Nobody was asked to approve this."), warn=True)
            return
        self.running.approval(operation.approval, self._go)

    def _go(self, ask: Shape) -> None:
        self._leave(read_ask(ask))

    def action_back(self) -> None:
        if self.state.opened:
            self.state.opened = False
            self.paint()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        self._leave(None)

    def _leave(self, ask: Ask | None) -> None:
        """Once, and from here: an approval may come while somebody leaves or reads something else."""
        if self.is_active and not self._left:
            self._left = True
            self.dismiss(ask)

    def action_help(self) -> None:
        from askline.doors.tui.screens.reading import Reading, help_lines  # noqa: PLC0415

        lines = help_lines(self.size.width - 10, OPERATION_KEYS)
        self.program.push_screen(Reading(self.brush, lines))

    @on(Rows.Picked)
    def row_clicked(self, event: Rows.Picked) -> None:
        self.state.opened = event.ask_id == self.state.current_id
        self.state.select(event.ask_id)
        self.output.follows = True
        self.paint()

    def _ask_why(self, operation: Operation) -> None:
        from askline.doors.tui.screens.dialog import Words  # noqa: PLC0415 - loads a text field

        def done(words: str | None) -> None:
            self.dialog = ""
            if words is not None:
                self.running.cancel(operation, words)
            self.paint()

        self.dialog = "cancel"
        self.paint()
        about = t(
            "{0}: every process of it is ended, and {1} is told.", operation.tool, operation.agent
        )
        dialog = Words(
            self.brush,
            t("Cancel this operation?"),
            about,
            t("cancel it"),
            placeholder=t("A reason helps the agent (optional)"),
            allowed=lambda: self.state.guard.lets(self.moment()),
            danger=True,
        )
        self.program.push_screen(dialog, done)
