"""What each part of the screen shows of a session. Pure."""

from datetime import datetime

from askline.core.speaking import t
from askline.doors.tui.drafting import any_recommended, last_step, question_at
from askline.doors.tui.keys import key_name
from askline.doors.tui.lines import KEY, MUTED, PLAIN, TITLE, Line, Part, line, width_of, wrapped
from askline.doors.tui.model import Ask, Question
from askline.doors.tui.order import Section, section
from askline.doors.tui.session import Session, View, Zone
from askline.doors.tui.views import heading
from askline.doors.tui.views.ended import ended, may_be_ruled, unsent_lines
from askline.doors.tui.views.page import page
from askline.doors.tui.views.routed import hints
from askline.doors.tui.views.rows import row
from askline.doors.tui.views.wording import EMPTY, TAKEN


def top_lines(session: Session, now: datetime, width: int) -> list[Line]:
    asks = [*session.board.asks.values()]
    past = session.view is View.HISTORY
    sieve = session.sieve
    return [
        heading.top(
            asks,
            now,
            width,
            history=past,
            offline=session.offline,
            sieve=sieve,
            more=not session.whole,
            running=session.operations.unended,
        )
    ]


def row_lines(session: Session, ask_id: str, now: datetime, width: int) -> tuple[Line, ...]:
    ask = session.ask(ask_id)
    if ask is None:
        return ()
    here, focus = ask_id == session.current_id, session.zone is Zone.LIST
    return row(
        ask,
        session.drafts.get(ask_id),
        now,
        width,
        here=here,
        focus=focus,
        me=session.me,
        below=_begins_below(session, ask, now),
    )


def _begins_below(session: Session, ask: Ask, now: datetime) -> Section | None:
    """The section whose first row is the next one."""
    shown = session.board.shown
    if session.view is View.HISTORY or ask.id not in shown:
        return None
    after = session.ask(next(iter(shown[shown.index(ask.id) + 1 :]), None))
    if after is None or section(after, session.me, now) is section(ask, session.me, now):
        return None
    return section(after, session.me, now)


def head_lines(session: Session, now: datetime, width: int) -> list[Line]:
    ask = session.current
    return heading.head(ask, now, width, session.me) if ask else []


def tab_lines(session: Session, width: int) -> list[Line]:
    ask = session.current
    return heading.tabs(ask, session.draft, width) if ask and session.answerable else []


def page_lines(session: Session, now: datetime, width: int) -> list[Line]:
    ask = session.current
    if ask is None:
        return _nothing(session, width)
    if not session.answerable:
        made = ended(ask, now, width, mine=ask.id in session.mine)
        # While the field is there, it shows them itself.
        written = session.zone is Zone.TEXT
        return made if written else [*made, *unsent_lines(ask, session.draft, width)]
    if ask.id in session.sending:
        return [line((t("Sending…"), MUTED))]
    return page(
        ask,
        session.draft,
        session.cursor,
        width,
        active=session.zone is not Zone.LIST,
        steps=session.operations.steps_of(ask),
        me=session.me,
    )


def key_line(session: Session, width: int) -> Line:
    """The keys that matter here, as many as fit; how to see all of them always does."""
    last: list[Part] = [("?", KEY), (f" {t('all keys')}", MUTED)]
    parts: list[Part] = []
    for shown, short in _named(session):
        more: list[Part] = [(key_name(shown), KEY), (f" {short}", MUTED), ("   ", PLAIN)]
        if width_of([*parts, *more, *last]) <= width:
            parts += more
    return Line((*parts, *last))


def _filters() -> list[tuple[str, str]]:
    return [("/", t("search")), ("f", t("filter"))]


def _operations() -> tuple[str, str]:
    return ("O", t("operations"))


def _no() -> list[tuple[str, str]]:
    return [("x", t("reject")), ("a", t("ask back"))]


def _named(session: Session) -> list[tuple[str, str]]:
    """Keys and what they do here, the most important first."""
    ask, view = session.current, _other_view(session)
    question = question_at(ask, session.draft) if ask else None
    if ask is None:
        return [("H", view), _operations(), *_filters(), ("q", t("quit"))]
    if session.zone is Zone.LIST:
        past = [("/", t("search")), ("c", t("correct")), *_ruling(ask), ("t", t("trail"))]
        verbs = _waiting(ask, session) if ask.pending else past
        moves = [("Enter", t("open")), ("↑↓", t("move")), ("H", view), _operations()]
        return [*moves, *verbs, ("q", t("quit"))]
    if not session.answerable:
        rest = [("c", t("correct")), *_ruling(ask), ("t", t("trail")), ("[ ]", t("other asks"))]
        return [("Esc", t("back")), *(rest if session.zone is Zone.PAGE else ())]
    if session.zone is Zone.TEXT:
        steps = [("Tab", t("next question"))] if last_step(ask) else []
        return [("Ctrl+S", _sending(ask)), *steps, ("Ctrl+G", t("editor")), ("Esc", t("back"))]
    if question is None:
        return [
            ("Enter", t("send")),
            ("1–9", t("edit")),
            ("←", t("back")),
            *_no(),
            ("Esc", t("inbox")),
        ]
    return [*_for_question(ask, question), *hints(ask, session.me)]


def _waiting(ask: Ask, session: Session) -> list[tuple[str, str]]:
    """What only some asks can have done to them comes before what can be done to all."""
    dealing = hints(ask, session.me)
    rest = [*_filters(), *_no()]
    return [*dealing, *rest] if ask.routing else [*rest, *dealing]


def _for_question(ask: Ask, question: Question) -> list[tuple[str, str]]:
    many = last_step(ask) > 0
    starred = any(option.recommended for option in question.options)
    named = {
        "1–9": t("pick") if question.options and not question.many else "",
        "Space": t("pick") if question.many else "",
        "Enter": t("write") if question.kind == "text" else t("next") if many else t("send"),
        "←→": t("questions") if many else "",
        "Esc": t("inbox"),
        "s": t("let it stand") if ask.command and not ask.command.dangerous else "",
        "r": t("recommended") if starred else "",
        "R": t("all") if any_recommended(ask) and many else "",
        "o": t("other") if question.allow_other else "",
        **dict(_no()),
        "n": t("note"),
    }
    return [(key, short) for key, short in named.items() if short]


def _ruling(ask: Ask) -> list[tuple[str, str]]:
    return [("w", t("from now on"))] if may_be_ruled(ask) else []


def _sending(ask: Ask) -> str:
    return t("review") if last_step(ask) else t("send")


def _other_view(session: Session) -> str:
    return t("inbox") if session.view is View.HISTORY else t("history")


def _nothing(session: Session, width: int) -> list[Line]:
    if session.view is View.HISTORY:
        return [line((t("Looking…") if session.past.loading else t("Nothing here."), MUTED))]
    if not session.sieve.open and session.board.asks:
        return [line((t("Nothing here matches. Press Esc to see everything."), MUTED))]
    title, more = map(t, EMPTY if session.adrift is None else TAKEN)
    return [line((title, TITLE)), *(Line(parts) for parts in wrapped([(more, MUTED)], width))]
