"""Sentences in the language of who reads them."""

from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest

from askline.config.language import wanted
from askline.core import speaking
from askline.core.speaking import accepted, chosen, known, many, t
from askline.core.speaking import speaking as in_language

AT = datetime(2026, 11, 5, 12, tzinfo=UTC)


def test_english_is_what_the_code_says() -> None:
    assert t("{0} asks", "Codex") == "Codex asks"
    assert many(1, "{0} ask waits.", "{0} asks wait.") == "1 ask waits."
    assert many(2, "{0} ask waits.", "{0} asks wait.") == "2 asks wait."
    assert known("Give the whole id.") == "Give the whole id."
    assert speaking.language() == "en"


def test_within_a_language_everything_is_said_in_it() -> None:
    with in_language("de"):
        assert t("{0} asks", "Codex") == "Codex fragt"
        assert t("{0:%d %b}", AT) == "05.11."
        assert many(1, "{0} ask waits.", "{0} asks wait.") == "1 Anfrage wartet."
        assert many(3, "{0} ask waits.", "{0} asks wait.") == "3 Anfragen warten."

    assert t("{0} asks", "Codex") == "Codex asks"


def test_what_the_catalogue_lacks_is_said_in_english() -> None:
    with in_language("de"):
        assert t("Nobody translated {0}.", "this") == "Nobody translated this."
        assert many(2, "{0} odd one", "{0} odd ones") == "2 odd ones"
        assert known("Nobody translated this.") == "Nobody translated this."
        assert not known("")


def test_words_that_are_filled_in_are_never_read_as_a_sentence_of_ours() -> None:
    with in_language("de"):
        assert t("{0} asks", "{0} {1} {}") == "{0} {1} {} fragt"


def test_an_error_of_the_service_is_known_again_with_its_gaps_filled() -> None:
    with in_language("de"):
        assert known("Give the whole id.") == "Nenne die ganze Id."
        assert known("There is no ask 1f2e.") == "Es gibt keine Anfrage 1f2e."
        assert known("argument --limit: expected one argument") == (
            "Argument --limit: braucht einen Wert"
        )


@pytest.mark.parametrize(
    ("setting", "environ", "language"),
    [
        (None, {}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LANG": "de_AT", "LC_MESSAGES": "en_GB"}, "en"),
        (None, {"LANG": "en_GB", "LC_ALL": "de"}, "de"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "../de"}, "en"),
        ("de", {"LANG": "en_GB"}, "de"),
        ("en", {"LANG": "de_DE"}, "en"),
        ("tlh", {"LANG": "de_DE"}, "en"),
    ],
)
def test_the_setting_counts_before_the_system_and_a_stranger_is_english(
    setting: str | None, environ: dict[str, str], language: str
) -> None:
    assert chosen(setting, environ) == language


@pytest.mark.parametrize(
    ("listed", "language"),
    [
        ("", "en"),
        ("de-AT, de;q=0.9, en;q=0.5", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr-FR, DE;q=0.7", "de"),
        ("*", "en"),
        ("../de, d\u00e9", "en"),
    ],
)
def test_of_what_a_browser_lists_the_first_that_there_is_counts(listed: str, language: str) -> None:
    assert accepted(listed) == language


async def test_two_tasks_speak_two_languages_at_once() -> None:
    said: dict[str, list[str]] = {"de": [], "en": []}
    begun = {"de": anyio.Event(), "en": anyio.Event()}

    async def speak(own: str, other: str) -> None:
        with in_language(own):
            begun[own].set()
            await begun[other].wait()
            said[own].append(t("{0} asks", "Codex"))
            await anyio.to_thread.run_sync(lambda: said[own].append(t("Yes")))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(speak, "de", "en")
            tasks.start_soon(speak, "en", "de")

    assert said == {"de": ["Codex fragt", "Ja"], "en": ["Codex asks", "Yes"]}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('language = "de"\n', "de"),
        ('language = "auto"\n', None),
        ("language = 5\n", None),
        ('log.level = "info"\n', None),
        ("language = de\n", None),
    ],
)
def test_the_language_of_a_settings_file_is_read_alone(
    tmp_path: Path, text: str, language: str | None
) -> None:
    (tmp_path / "config.toml").write_text(text)

    assert wanted(str(tmp_path / "config.toml")) == language
    assert wanted(str(tmp_path / "missing.toml")) is None
