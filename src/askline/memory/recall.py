"""Recall: was this asked before, in this project, and what did the same person answer? Pure.

Only a human's own word in this store is recalled: no file of a project, nothing sensitive, no
approval, nothing that a person alone may settle, nothing with files attached. The newest word counts:
a correction stands in the place of what it corrects. What is found is an offer and answers nothing.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from askline.asks import checking
from askline.asks.answer_shapes import given_shape
from askline.asks.answers import Answer, AnswerState, Given, SettledBy
from askline.asks.limits import Limits
from askline.asks.model import Ask, Option, Question
from askline.asks.spelling import Json, text_of, time_text
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.people import ActorKind, Project
from askline.memory.likeness import How, content_words, likeness, normal

MOST_WORDS = 24
"""Content words by which an ask is looked up; long texts repeat themselves."""

_NOTED = re.compile(r"\n?Recalled from ask [0-9a-z]+, answered on \d{4}-\d\d-\d\d\.\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """How an answered ask is found again; the ask itself stays with the store."""

    ask_id: AskId
    tenant: str
    place: str
    at: datetime
    """When its newest word was said."""
    key: str
    """The same for asks that are the same."""
    texts: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """An earlier answer, as it would answer the ask that it is offered to."""

    ask: Ask
    at: datetime
    how: How
    question: str
    answers: Mapping[str, Given]

    @property
    def noted(self) -> dict[str, Given]:
        """The answers, saying of themselves that they were recalled."""
        line = f"Recalled from ask {self.ask.short_id}, answered on {self.at:%Y-%m-%d}."
        return {
            question_id: replace(given, note="\n".join(filter(None, (given.note, line))))
            for question_id, given in self.answers.items()
        }


def place_of(project: Project) -> str:
    return project.path or project.name


def may_be_recalled(ask: Ask) -> bool:
    """Whether an ask is of the kind that memory offers answers to, and from."""
    return not ask.matter.sensitive and not ask.human_only and bool(place_of(ask.project))


def human_word(ask: Ask) -> tuple[tuple[Answer, ...], SettledBy] | None:
    """What a human said to it last; none where nobody did, or something else spoke since."""
    if not may_be_recalled(ask) or ask.outcome is None:
        return None
    sayings = [(ask.outcome.answers, ask.outcome.settled_by)]
    sayings += [(each.answers, each.by) for each in ask.amendments]
    answers, by = sayings[-1]
    whole = bool(answers) and not any(answer.attachments for answer in answers)
    return (answers, by) if whole and by.kind is ActorKind.HUMAN else None


def remembered(ask: Ask) -> Remembered | None:
    """How the ask is found again; none for what is not recalled."""
    word = human_word(ask)
    if word is None:
        return None
    texts = tuple(question.text for question in ask.questions)
    return Remembered(
        ask_id=ask.id,
        tenant=ask.tenant,
        place=place_of(ask.project),
        at=word[1].at,
        key=same_key(ask),
        texts=texts,
        words=words_of(texts),
    )


def words_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Words to look an ask up by: letters and digits only, whatever the texts hold."""
    found = (each.strip("`").casefold() for text in texts for each in content_words(text))
    plain = (part for each in found for part in re.findall(r"\w+", each))
    return tuple(dict.fromkeys(plain))[:MOST_WORDS]


def text_key(ask: Ask) -> str:
    """Of all that was said but the options: title, context, questions in their order."""
    asked = [[_normal(each.header), normal(each.text), each.kind] for each in ask.questions]
    return _hashed([_normal(ask.matter.title), _normal(ask.matter.context), asked])


def options_key(ask: Ask) -> str:
    """Of the options alone, in any order."""
    return _hashed([sorted(map(option_texts, question.options)) for question in ask.questions])


def option_texts(option: Option) -> list[str]:
    """All that an option says, in its one spelling."""
    return [_normal(text) for text in (option.label, option.description, option.preview)]


def same_key(ask: Ask) -> str:
    return _hashed([text_key(ask), options_key(ask)])


def worth_reading(ask: Ask, found: Sequence[Remembered]) -> list[Remembered]:
    """Those that may be the same or near, the best first, by what is known without reading them."""
    key, texts = same_key(ask), [question.text for question in ask.questions]
    ranked = [
        (each.key == key, min(_best(text, each.texts) for text in texts), each.at, each)
        for each in found
        if each.ask_id != ask.id
    ]
    ranked.sort(key=lambda rank: rank[:3], reverse=True)
    return [each for same, near, _, each in ranked if same or near]


def recalled(ask: Ask, earlier: Ask, person: str) -> Recalled | None:
    """What the person answered then, if it answers this ask too."""
    word = human_word(earlier)
    if word is None or word[1].id != person or not may_be_recalled(ask):
        return None
    if (ask.tenant, place_of(ask.project)) != (earlier.tenant, place_of(earlier.project)):
        return None
    how = How.SAME if same_key(ask) == same_key(earlier) else How.NEAR
    partners = _partners(ask.questions, earlier.questions, how)
    if partners is None:
        return None
    given = _carried(ask.questions, partners, {each.question_id: each for each in word[0]})
    if not _fits(ask, given):
        return None
    question = "\n".join(partner.text for partner in partners)
    return Recalled(ask=earlier, at=word[1].at, how=how, question=question, answers=given)


def recalled_shape(recalled: Recalled | None) -> Json | None:
    if recalled is None:
        return None
    return {
        "askId": str(recalled.ask.id),
        "at": time_text(recalled.at),
        "how": recalled.how,
        "question": recalled.question,
        "answers": dict(
            zip(recalled.answers, given_shapes(recalled.answers.values()), strict=True)
        ),
    }


def given_shapes(given: Iterable[Given]) -> list[Json]:
    """As they are sent to answer: without what says nothing."""
    shapes = map(given_shape, given)
    return [{name: value for name, value in shape.items() if value} for shape in shapes]


def _partners(
    asked: Sequence[Question], earlier: Sequence[Question], how: How
) -> list[Question] | None:
    """For each question the one that it repeats; none where one repeats nothing."""
    if how is How.SAME:
        return [*earlier]
    left, partners = [*earlier], list[Question]()
    for question in asked:
        best = max(left, key=lambda each: _alike(question, each), default=None)
        if best is None or not _alike(question, best):
            return None
        left.remove(best)
        partners.append(best)
    return partners


def _alike(one: Question, other: Question) -> float:
    if one.kind is not other.kind:
        return 0.0
    return 2.0 if normal(one.text) == normal(other.text) else likeness(one.text, other.text)


def _best(text: str, texts: Sequence[str]) -> float:
    spelled = normal(text)
    return max(2.0 if normal(each) == spelled else likeness(text, each) for each in texts)


def _carried(
    asked: Sequence[Question], partners: Sequence[Question], said: Mapping[str, Answer]
) -> dict[str, Given]:
    return {
        question.id: given_again(said[partner.id])
        for question, partner in zip(asked, partners, strict=True)
        if said[partner.id].state is not AnswerState.UNANSWERED
    }


def given_again(answer: Answer) -> Given:
    """An answer as it may be given once more, without the note that an earlier recall left."""
    return Given(
        values=answer.values,
        custom_text=answer.custom_text,
        note=(_NOTED.sub("", answer.note) or None) if answer.note else None,
        skipped=answer.state is AnswerState.SKIPPED,
    )


def _fits(ask: Ask, given: Mapping[str, Given]) -> bool:
    """Whether the old answers answer what is asked now, by the rules for every answer."""
    try:
        checking.check(ask.questions, given, Limits(), {})
    except AsklineError:
        return False
    return any(not each.skipped for each in given.values())


def _normal(text: str | None) -> str:
    return normal(text) if text else ""


def _hashed(facts: object) -> str:
    return hashlib.sha256(text_of(facts).encode(errors="surrogatepass")).hexdigest()[:40]
