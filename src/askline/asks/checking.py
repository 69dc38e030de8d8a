"""Does this answer fit these questions? Checked against the stored ask, in the step that settles.

Every problem is named at once, with its field, so that the human can mend it; the ask stays
pending. What a human typed is kept as typed.
"""

from collections.abc import Iterator, Mapping

from askline.asks.answers import Answer, AnswerState, Given
from askline.asks.limits import Limits
from askline.asks.model import Question, QuestionKind
from askline.core.errors import (
    FieldProblem,
    InvalidAnswer,
    MissingRequired,
    TooLarge,
    UnknownOption,
)
from askline.core.nearest import did_you_mean
from askline.core.text import as_typed

CODES: dict[str, type[InvalidAnswer | TooLarge]] = {
    UnknownOption.code: UnknownOption,
    MissingRequired.code: MissingRequired,
    TooLarge.code: TooLarge,
}


NOTHING: Mapping[str, int] = {}


def check(
    questions: tuple[Question, ...],
    given: Mapping[str, Given],
    limits: Limits,
    shelved: Mapping[str, int] = NOTHING,
) -> tuple[Answer, ...]:
    """One answer for every question, in their order.

    `shelved` are the sizes of the attachments that lie on the shelf, by their hashes. What lies there
    never changes, so it may have been looked at before.

    Raises: InvalidAnswer, or UnknownOption, MissingRequired or TooLarge where that is all.
    """
    as_given = {question_id: typed(answer) for question_id, answer in given.items()}
    problems = [*_strangers(questions, as_given)]
    for question in questions:
        if question.id in as_given:
            problems.extend(_problems(question, as_given[question.id], limits))
            problems.extend(_file_problems(question, as_given[question.id], limits, shelved))
        elif question.required:
            problems.append(_missing(question))
    if problems:
        raise _refusal(problems)
    return tuple(_answer(question, as_given.get(question.id)) for question in questions)


def typed(given: Given) -> Given:
    """What a human gave, as it can be kept."""
    return Given(
        values=tuple(as_typed(value) for value in given.values),
        custom_text=as_typed(given.custom_text) if given.custom_text else None,
        note=as_typed(given.note) if given.note else None,
        skipped=given.skipped,
        attachments=given.attachments,
    )


def _refusal(problems: list[FieldProblem]) -> InvalidAnswer | TooLarge:
    codes = {problem.code for problem in problems}
    kind = CODES.get(problems[0].code, InvalidAnswer) if len(codes) == 1 else InvalidAnswer
    said = "; ".join(
        f"{problem.field}: expected {problem.expected}, got {problem.actual}"
        for problem in problems
    )
    return kind(
        f"The answer does not fit: {said}.",
        hint=problems[0].hint or "Mend the named questions and send it again; nothing was settled.",
        fields=problems,
    )


def _strangers(
    questions: tuple[Question, ...], given: Mapping[str, Given]
) -> Iterator[FieldProblem]:
    known = [question.id for question in questions]
    for question_id in given:
        if question_id not in known:
            yield FieldProblem(
                question_id,
                f"one of {', '.join(known)}",
                "a question that was not asked",
                did_you_mean(question_id, known),
                InvalidAnswer.code,
            )


def _problems(question: Question, given: Given, limits: Limits) -> Iterator[FieldProblem]:
    yield from _size_problems(question, given, limits)
    if given.skipped or _blank(given):
        if question.required:
            yield _missing(question)
        return
    match question.kind:
        case QuestionKind.TEXT:
            yield from _text_problems(question, given)
        case QuestionKind.CONFIRM:
            yield from _single_problems(question, given, other=False)
        case QuestionKind.SELECT:
            yield from _single_problems(question, given, other=question.allow_other)
        case QuestionKind.MULTI_SELECT:  # pragma: no branch - there is no other kind
            yield from _multi_problems(question, given)


def _size_problems(question: Question, given: Given, limits: Limits) -> Iterator[FieldProblem]:
    for text in (*given.values, given.custom_text or "", given.note or ""):
        if len(text) > limits.answer_text:
            yield _wrong(
                question, f"at most {limits.answer_text} characters", f"{len(text)}", TooLarge.code
            )
    if len(given.attachments) > limits.attachments:
        count = f"{len(given.attachments)}"
        yield _wrong(question, f"at most {limits.attachments} attachments", count, TooLarge.code)


def _file_problems(
    question: Question, given: Given, limits: Limits, shelved: Mapping[str, int]
) -> Iterator[FieldProblem]:
    for number, file in enumerate(given.attachments):
        at = f"{question.id}.attachments.{number}"
        size = shelved.get(file.sha256)
        if size is None:
            hint = "Upload the file first, then name it in the answer."
            actual = f"{file.sha256[:12]!r}, which is not there"
            yield FieldProblem(at, "a file that was uploaded", actual, hint, InvalidAnswer.code)
        elif size > limits.attachment_bytes:
            most = f"at most {limits.attachment_bytes} bytes"
            yield FieldProblem(at, most, f"{size}", code=TooLarge.code)
        elif size != file.size:
            yield FieldProblem(at, f"its size, {size}", f"{file.size}", code=InvalidAnswer.code)


def _text_problems(question: Question, given: Given) -> Iterator[FieldProblem]:
    # A picture alone may say it all.
    if given.custom_text is not None or len(given.values) > 1:
        yield _wrong(question, "one text in `values`", _said(given))


def _single_problems(question: Question, given: Given, *, other: bool) -> Iterator[FieldProblem]:
    if given.custom_text is not None:
        if not other:
            yield _wrong(question, f"one of {_offered(question)}", _said(given))
        elif given.values:
            yield _wrong(question, "either one label or `customText`", _said(given))
    elif len(given.values) != 1:
        yield _wrong(question, "one value", _said(given))
    else:
        yield from _unknown_labels(question, given)


def _multi_problems(question: Question, given: Given) -> Iterator[FieldProblem]:
    yield from _unknown_labels(question, given)
    if len(set(given.values)) != len(given.values):
        yield _wrong(question, "each label once", _said(given))
    if given.custom_text is not None and not question.allow_other:
        yield _wrong(question, f"some of {_offered(question)}", _said(given))
    picks = len(given.values) + (1 if given.custom_text else 0)
    if question.min_picks is not None and picks < question.min_picks:
        yield _wrong(question, f"at least {question.min_picks} picks", f"{picks}")
    if question.max_picks is not None and picks > question.max_picks:
        yield _wrong(question, f"at most {question.max_picks} picks", f"{picks}")


def _unknown_labels(question: Question, given: Given) -> Iterator[FieldProblem]:
    for value in given.values:
        if value not in question.labels:
            yield FieldProblem(
                question.id,
                f"one of {_offered(question)}",
                repr(value),
                did_you_mean(value, question.labels),
                UnknownOption.code,
            )


def _answer(question: Question, given: Given | None) -> Answer:
    if given is None or given.skipped or _blank(given):
        state = AnswerState.SKIPPED if given and given.skipped else AnswerState.UNANSWERED
        return Answer(question_id=question.id, state=state, note=given.note if given else None)
    return Answer(
        question_id=question.id,
        state=AnswerState.ANSWERED,
        values=given.values,
        custom_text=given.custom_text,
        note=given.note,
        attachments=given.attachments,
    )


def _blank(given: Given) -> bool:
    said = any(value.strip() for value in given.values) or (given.custom_text or "").strip()
    return not said and not given.attachments


def _missing(question: Question) -> FieldProblem:
    return FieldProblem(
        question.id,
        "an answer, it is required",
        "none",
        f"Answer {question.id!r}, or reject the ask and say why.",
        MissingRequired.code,
    )


def _wrong(
    question: Question, expected: str, actual: str, code: str = InvalidAnswer.code
) -> FieldProblem:
    return FieldProblem(question.id, expected, actual, code=code)


def _offered(question: Question) -> str:
    return ", ".join(repr(label) for label in question.labels)


def _said(given: Given) -> str:
    other = f" and the text {given.custom_text!r}" if given.custom_text is not None else ""
    return f"{list(given.values)!r}{other}"
