"""`away` and `back`: the human's own word for agents that ask while nobody is there."""

from askline.asks.away import Away
from askline.asks.spelling import time_text
from askline.config import away as kept
from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments, PersonRequired
from askline.core.speaking import t
from askline.core.text import clean
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.words import moment, parser, typed, write, write_json

LONGEST = 500


def away(words: list[str], here: Here) -> int:
    options = parser("away")
    options.add_argument("words", nargs="*", type=typed, help=t('such as "stop"; none only shows'))
    options.add_argument("--until", type=moment, help=t("a time, or how long (2h)"))
    said = options.parse_intermixed_args(words)
    text = " ".join(said.words).strip()
    if not text:
        return _shown(here.locations.state, as_json=said.json)
    _must_be_a_person(here)
    now = SystemClock().now()
    if len(text) > LONGEST or (said.until and said.until <= now):
        raise InvalidArguments(
            t("That is no word for a time to come."),
            hint=t("Say at most {0} characters, and a time that is still ahead.", LONGEST),
        )
    kept.write(here.locations.state, Away(words=text, since=now, until=said.until))
    return _shown(here.locations.state, as_json=said.json)


def _shown(state: str, *, as_json: bool) -> int:
    if as_json:
        word = _said_now(state)
        write_json({"away": None if word is None else away_shape(word)})
    else:
        write([standing(state) or t("You are here: every ask waits for you.")])
    return problems.DONE


def back(words: list[str], here: Here) -> int:
    parser("back", reads=False).parse_args(words)
    was = kept.remove(here.locations.state)
    write([t("You are back: every ask waits for you.") if was else t("You were not away.")])
    return problems.DONE


def standing(state: str) -> str | None:
    """The word that is said now, as people are told of it."""
    word = _said_now(state)
    if word is None:
        return None
    said = clean(word.words, multiline=False)
    if word.until:
        until = time_text(word.until)
        return t(
            'You are away until {1}; agents that ask are told: "{0}". `askline back` ends it.',
            said,
            until,
        )
    return t('You are away; agents that ask are told: "{0}". `askline back` ends it.', said)


def away_shape(word: Away) -> dict[str, str | None]:
    return {
        "words": word.words,
        "since": time_text(word.since),
        "until": time_text(word.until),
    }


def _said_now(state: str) -> Away | None:
    word = kept.read(state)
    return word if word is not None and word.holds(SystemClock().now()) else None


def _must_be_a_person(here: Here) -> None:
    if not here.present:
        raise PersonRequired(
            t("Only a person at a terminal leaves a word for agents."),
            hint=t("Say it yourself in a terminal of your own."),
        )
