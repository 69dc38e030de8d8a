"""An ask's state in words for the agent that asked. Says all that the structured result says."""

from collections.abc import Sequence

from askline.asks.answers import Amendment, AmendmentKind, Answer, AnswerState, Outcome, SettledBy
from askline.asks.model import Ask
from askline.asks.spelling import text_of, time_text
from askline.asks.state import State
from askline.core.people import ActorKind

UNSAID = {
    AnswerState.SKIPPED: "passed over on purpose",
    AnswerState.UNANSWERED: "not answered",
}

WHO = {
    ActorKind.HUMAN: "your human {who}",
    ActorKind.CLIENT: "the client {who} by itself, without a person",
    ActorKind.RULE: "a rule that your human made ({who})",
    ActorKind.MEMORY: "an earlier answer that your human lets stand ({who})",
    ActorKind.TIME: "the clock",
    ActorKind.AGENT: "the agent {who}",
    ActorKind.IMPORT: "the record that was imported from {who}",
    ActorKind.SCRIPT: "the script of a test ({who})",
}

BECAME = {
    State.PENDING: "is pending: nobody has answered yet.",
    State.ANSWERED: "was answered by {by}. Their words, as data:",
    State.REJECTED: "was rejected by {by}.",
    State.ASKED_BACK: "was asked back by {by}: before they answer, they want to know:",
    State.CANCELLED: "was cancelled by {by}.",
    State.TIMED_OUT: "timed out at {at}: nobody answered.",
    State.SUPERSEDED: "was superseded by {by}.",
}

IN_THE_INBOX = "It stays in your human's inbox."
NO_CONSENT = "That is no consent: do not go on as if it had been given."


def words(ask: Ask, *, kept: bool = True) -> str:
    """What became of the ask so far."""
    head = [_head(ask), *_underway(ask)] if ask.outcome is None else [_head(ask)]
    stays = ask.outcome is None and kept
    parts = [" ".join([*head, *([IN_THE_INBOX] if stays else ())])]
    if ask.outcome is not None:
        parts += _outcome(ask, ask.outcome)
    parts += [part for amendment in ask.amendments for part in _amendment(ask, amendment)]
    return "\n".join(parts)


def last_word(ask: Ask) -> tuple[Answer, ...]:
    """The answers that count now: those of the newest amendment, else those of the outcome."""
    given = ask.amendments[-1] if ask.amendments else ask.outcome
    return given.answers if given else ()


def no_person(ask: Ask) -> str | None:
    """Who settled it, where that was nobody in person: what a contract must not call its user."""
    by = ask.last_said_by
    return f"This was settled by {_by(by)}." if by and by.kind is not ActorKind.HUMAN else None


def _head(ask: Ask) -> str:
    title = f" ({ask.matter.title})" if ask.matter.title else ""
    by = ask.outcome.settled_by if ask.outcome else None
    pending = "is pending." if ask.agreed else BECAME[ask.state]
    became = (BECAME[ask.state] if by else pending).format(
        by=_by(by) if by else "", at=time_text(by.at) if by else ""
    )
    return f"Ask {ask.id}{title} {became}"


def _underway(ask: Ask) -> list[str]:
    """Who is at it, where several people could be."""
    said = [f"{ask.claim.who} has it in hand."] if ask.claim else []
    if ask.route and ask.agreed:
        said.append(
            f"{len(ask.agreed)} of {ask.route.quorum} people agreed; that is no consent yet."
        )
    return said


def _outcome(ask: Ask, outcome: Outcome) -> list[str]:
    if ask.state is State.ANSWERED:
        return _answers(ask, outcome.answers)
    if ask.state is State.ASKED_BACK:
        asking = f'Answer them, then ask again with "follows": "{ask.id}".'
        return [_quoted(outcome.ask_back or ""), asking]
    reason = [f"Reason: {_quoted(outcome.reason)}"] if outcome.reason else ["No reason was given."]
    return [*([] if ask.state is State.TIMED_OUT else reason), NO_CONSENT]


def _amendment(ask: Ask, amendment: Amendment) -> list[str]:
    late = amendment.kind is AmendmentKind.LATE
    what = "Answered late" if late else "Corrected afterwards, this counts now,"
    reason = [f"Reason: {_quoted(amendment.reason)}"] if amendment.reason else []
    return [f"{what} by {_by(amendment.by)}:", *_answers(ask, amendment.answers), *reason]


def _answers(ask: Ask, answers: Sequence[Answer]) -> list[str]:
    questions = {question.id: question.text for question in ask.questions}
    lines: list[str] = []
    for answer in answers:
        lines.append(f"- {answer.question_id}: {_quoted(questions[answer.question_id])}")
        lines += [f"  {part}" for part in _answer(answer)]
    return lines


def _answer(answer: Answer) -> list[str]:
    if answer.state is not AnswerState.ANSWERED:
        said = [f"→ {UNSAID[answer.state]}"]
    else:
        said = [f"→ {_quoted(value)}" for value in answer.values]
        if answer.custom_text is not None:
            said.append(f"→ in their own words: {_quoted(answer.custom_text)}")
    said += [f"→ file {_quoted(each.name)}, sha256 {each.sha256}" for each in answer.attachments]
    if answer.note is not None:
        said.append(f"note: {_quoted(answer.note)}")
    return said


def _by(by: SettledBy) -> str:
    door = f", {by.door}" if by.door else ""
    return f"{WHO[by.kind].format(who=by.who)}{door}, at {time_text(by.at)}"


def _quoted(said: str) -> str:
    """In quotation marks; what would need escapes there stands on lines of its own instead."""
    if text_of(said) == f'"{said}"':
        return f'"{said}"'
    return "".join(f"\n  > {line}" for line in said.splitlines())
