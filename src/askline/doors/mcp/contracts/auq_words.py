"""An ask in the words of AUQ, where it is called a session.

Where AUQ has no words for something, there are few of ours: a note, a file, an answer that came
late, an answer that nobody gave in person.
"""

from collections.abc import Sequence

from askline.asks.answers import Amendment, AmendmentKind, Answer
from askline.asks.model import Ask, Question
from askline.asks.state import State
from askline.core.ids import short_id
from askline.doors.mcp.wording import no_person

ID_LENGTH = 8
ANSWERS = "Here are the user's answers:"
REJECTED = "User rejected this question set."
ELABORATE = (
    "[ELABORATE_REQUEST] This means the user may have additional info, context or questions, or"
    " need more details to understand your question. You may exceed the normal length of questions"
    " and options only once exceptionally."
)
AFTERWARDS = {
    AmendmentKind.LATE: "Answered late, after the time-out:",
    AmendmentKind.CORRECTION: "Corrected afterwards, this counts now:",
}


def session_of(ask: Ask) -> str:
    """Its short id, as long as AUQ's. From the other end: the beginning of ours is the time."""
    return short_id(ask.id, ID_LENGTH)


def submitted(ask: Ask) -> str:
    return (
        f"{_head(ask, questions=True, status='pending')}\n\nQuestions submitted successfully.\n"
        f'Use get_answered_questions(session_id="{session_of(ask)}")'
        f" or `askline show {session_of(ask)}` to retrieve answers."
    )


def asked(ask: Ask) -> str:
    """What became of it, to the call that asked and waited."""
    match ask.state:
        case State.PENDING:
            return f"{_head(ask, questions=True, status='pending')}\n\n{_wait_on(ask)}"
        case State.TIMED_OUT:
            said = f"Error in session: Session {ask.id} timed out waiting for user response"
            return "\n\n".join([said, *_afterwards(ask)])
        case State.REJECTED:
            reason = ask.outcome.reason if ask.outcome else None
            why = f'Rejection reason: "{reason}"' if reason else "No reason provided."
            return "\n\n".join([_head(ask, questions=True), REJECTED, why])
        case _:
            return fetched(ask)


def fetched(ask: Ask, *, waited: bool = False) -> str:
    """What became of it, to a call that comes back for it."""
    match ask.state:
        case State.ANSWERED:
            answers = _numbered(ask, ask.outcome.answers if ask.outcome else ())
            parts = [_head(ask, questions=True), ANSWERS, answers]
            return "\n\n".join([*parts, *filter(None, [no_person(ask)]), *_afterwards(ask)])
        case State.ASKED_BACK:
            words = ask.outcome.ask_back if ask.outcome else None
            return f'{_head(ask, questions=True)}\n\n{ELABORATE}\nUser guidance: "{words}"'
        case State.PENDING:
            return f"{_head(ask, status='pending')}\n\n{_wait_on(ask) if waited else NO_ANSWERS}"
        case State.REJECTED:
            reason = ask.outcome.reason if ask.outcome else None
            why = f' Reason: "{reason}"' if reason else ""
            return f"{_head(ask, status='rejected')}\n\n{REJECTED}{why}"
        case _:
            said = f"{_head(ask, status=ask.state)}\n\nSession is no longer active."
            return "\n\n".join([said, *_afterwards(ask)])


NO_ANSWERS = "No answers yet."


def _head(ask: Ask, *, questions: bool = False, status: str | None = None) -> str:
    count = f" | Questions: {len(ask.questions)}" if questions else ""
    return f"[Session: {session_of(ask)}{count}{f' | Status: {status}' if status else ''}]"


def _wait_on(ask: Ask) -> str:
    return (
        f"{NO_ANSWERS} The questions stay open. To wait on, call"
        f' get_answered_questions(session_id="{session_of(ask)}", blocking=true);'
        " do not guess the answers."
    )


def _afterwards(ask: Ask) -> list[str]:
    return [_added(ask, each) for each in ask.amendments]


def _added(ask: Ask, amendment: Amendment) -> str:
    return f"{AFTERWARDS[amendment.kind]}\n\n{_numbered(ask, amendment.answers)}"


def _numbered(ask: Ask, answers: Sequence[Answer]) -> str:
    pairs = zip(ask.questions, answers, strict=True)
    return "\n\n".join(
        "\n".join([f"{number}. {question.text}", *_answer(question, answer)])
        for number, (question, answer) in enumerate(pairs, start=1)
    )


def _answer(question: Question, answer: Answer) -> list[str]:
    descriptions = {option.label: option.description for option in question.options}
    lines = [_picked(label, descriptions[label]) for label in answer.values]
    if answer.custom_text is not None:
        lines.append(f"→ Other: {_quoted(answer.custom_text)}")
    if answer.note is not None:
        lines.append(f"→ Note: {_quoted(answer.note)}")
    return [*lines, *(f"→ File: {_quoted(file.name)}" for file in answer.attachments)]


def _picked(label: str, description: str | None) -> str:
    return f"→ {label} — {description}" if description else f"→ {label}"


def _quoted(text: str) -> str:
    escaped = text.replace("'", "\\'")
    return f"'{escaped}'"
