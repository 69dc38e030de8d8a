"""The same questions make the form that each protocol revision allows."""

from dataclasses import replace
from typing import Any

import pytest
from inline_snapshot import snapshot

from askline.asks.forms import Revision, revision_of, schema_of, single_schema
from askline.asks.model import Option, Question, QuestionKind
from tests.builders import a_select, a_text
from tests.promises import promise

LATER_REVISIONS = [Revision.NOVEMBER_2025, Revision.JULY_2026]

TARGETS = Question(
    id="targets",
    header="Targets",
    text="Which targets shall be built?",
    kind=QuestionKind.MULTI_SELECT,
    options=(
        Option(label="Linux", description="musl,\nstatic", recommended=True),
        Option(label="macOS"),
        Option(label="Windows"),
    ),
    min_picks=2,
    max_picks=3,
)
DATABASE = a_select(
    options=(Option(label="PostgreSQL", description="boring"), Option(label="SQLite"))
)
GO = Question(id="approve", text="Shall it run?", kind=QuestionKind.CONFIRM)


@pytest.mark.parametrize("revision", Revision)
def test_a_text_is_a_string_that_says_the_question_and_its_placeholder(revision: Revision) -> None:
    question = a_text(header="Name", placeholder="shop-api")

    assert schema_of([question], revision) == snapshot(
        {
            "type": "object",
            "properties": {
                "q1_name": {
                    "type": "string",
                    "title": "Name",
                    "description": "What shall it be called? (shop-api)",
                    "minLength": 1,
                },
                "z_note": {
                    "type": "string",
                    "title": "Note",
                    "description": "Anything you want to add. You may leave this empty.",
                },
            },
            "required": ["q1_name"],
        }
    )


@pytest.mark.parametrize("revision", Revision)
def test_a_confirm_is_a_boolean_that_is_required_so_that_no_approval_is_an_empty_form(
    revision: Revision,
) -> None:
    assert schema_of([GO], revision) == snapshot(
        {
            "type": "object",
            "properties": {
                "q1_approve": {
                    "type": "boolean",
                    "title": "Shall it run?",
                    "description": "Shall it run?",
                },
                "z_note": {
                    "type": "string",
                    "title": "Note",
                    "description": "Anything you want to add. You may leave this empty.",
                },
            },
            "required": ["q1_approve"],
        }
    )


def test_a_select_is_an_enum_with_names_in_june_2025() -> None:
    assert schema_of([DATABASE], Revision.JUNE_2025) == snapshot(
        {
            "type": "object",
            "properties": {
                "q1_db": {
                    "type": "string",
                    "title": "Which database?",
                    "description": "Which database?",
                    "enum": ["PostgreSQL", "SQLite"],
                    "enumNames": ["PostgreSQL \u2013 boring", "SQLite"],
                },
                "q1_db_other": {
                    "type": "string",
                    "title": "Which database? \u2013 other",
                    "description": "Your own answer, taken in place of what is picked. You may leave this empty.",
                },
                "z_note": {
                    "type": "string",
                    "title": "Note",
                    "description": "Anything you want to add. You may leave this empty.",
                },
            },
            "required": ["q1_db"],
        }
    )


@pytest.mark.parametrize("revision", LATER_REVISIONS)
def test_a_select_is_one_of_titled_labels_later(revision: Revision) -> None:
    assert schema_of([DATABASE], revision) == snapshot(
        {
            "type": "object",
            "properties": {
                "q1_db": {
                    "type": "string",
                    "title": "Which database?",
                    "description": "Which database?",
                    "oneOf": [
                        {"const": "PostgreSQL", "title": "PostgreSQL \u2013 boring"},
                        {"const": "SQLite", "title": "SQLite"},
                    ],
                },
                "q1_db_other": {
                    "type": "string",
                    "title": "Which database? \u2013 other",
                    "description": "Your own answer, taken in place of what is picked. You may leave this empty.",
                },
                "z_note": {
                    "type": "string",
                    "title": "Note",
                    "description": "Anything you want to add. You may leave this empty.",
                },
            },
            "required": ["q1_db"],
        }
    )


def test_a_multi_select_is_one_boolean_for_each_option_in_june_2025() -> None:
    assert schema_of([TARGETS], Revision.JUNE_2025) == snapshot(
        {
            "type": "object",
            "properties": {
                "q1_targets_1": {
                    "type": "boolean",
                    "title": "Linux",
                    "description": "Which targets shall be built? Pick 2 to 3. Recommended: Linux. Linux \u2013 musl, static",
                },
                "q1_targets_2": {
                    "type": "boolean",
                    "title": "macOS",
                    "description": "Which targets shall be built? Pick 2 to 3. Recommended: Linux.",
                },
                "q1_targets_3": {
                    "type": "boolean",
                    "title": "Windows",
                    "description": "Which targets shall be built? Pick 2 to 3. Recommended: Linux.",
                },
                "q1_targets_other": {
                    "type": "string",
                    "title": "Targets \u2013 other",
                    "description": "Your own answer, taken beside what is picked. You may leave this empty.",
                },
                "z_note": {
                    "type": "string",
                    "title": "Note",
                    "description": "Anything you want to add. You may leave this empty.",
                },
            },
        }
    )


@pytest.mark.parametrize("revision", LATER_REVISIONS)
def test_a_multi_select_is_an_array_of_titled_labels_later(revision: Revision) -> None:
    assert schema_of([TARGETS], revision) == snapshot(
        {
            "type": "object",
            "properties": {
                "q1_targets": {
                    "type": "array",
                    "title": "Targets",
                    "description": "Which targets shall be built? Pick 2 to 3. Recommended: Linux.",
                    "items": {
                        "anyOf": [
                            {"const": "Linux", "title": "Linux \u2013 musl, static"},
                            {"const": "macOS", "title": "macOS"},
                            {"const": "Windows", "title": "Windows"},
                        ]
                    },
                    "minItems": 1,
                    "maxItems": 3,
                },
                "q1_targets_other": {
                    "type": "string",
                    "title": "Targets \u2013 other",
                    "description": "Your own answer, taken beside what is picked. You may leave this empty.",
                },
                "z_note": {
                    "type": "string",
                    "title": "Note",
                    "description": "Anything you want to add. You may leave this empty.",
                },
            },
        }
    )


def test_the_contract_of_question_ask_has_one_required_string() -> None:
    assert single_schema("Which database?") == snapshot(
        {
            "type": "object",
            "properties": {"answer": {"type": "string", "description": "Which database?"}},
            "required": ["answer"],
        }
    )


@pytest.mark.parametrize("revision", Revision)
def test_what_is_optional_is_not_required(revision: Revision) -> None:
    questions = [
        replace(question, required=False) for question in (a_text(), a_select(), TARGETS, GO)
    ]

    schema = schema_of(questions, revision)

    assert "required" not in schema
    assert "minLength" not in schema["properties"]["q1_name"]


@pytest.mark.parametrize(
    ("revision", "allow_other", "required"),
    [
        pytest.param(Revision.JUNE_2025, False, False, id="no tick must be set"),
        pytest.param(Revision.JUNE_2025, True, False, id="no tick must be set, nor Other"),
        pytest.param(Revision.JULY_2026, False, True, id="some option must be picked"),
        pytest.param(Revision.JULY_2026, True, False, id="Other alone would do"),
    ],
)
def test_a_required_multi_select_asks_for_a_pick_only_where_one_must_be(
    revision: Revision, *, allow_other: bool, required: bool
) -> None:
    schema = schema_of([replace(TARGETS, allow_other=allow_other)], revision)

    assert schema.get("required", []) == (["q1_targets"] if required else [])


@pytest.mark.parametrize(
    ("changes", "bounds", "words"),
    [
        pytest.param({}, {}, "", id="any number or Other"),
        pytest.param({"allow_other": False}, {"minItems": 1}, "", id="required"),
        pytest.param({"allow_other": False, "required": False}, {}, "", id="optional"),
        pytest.param({"min_picks": 2}, {"minItems": 1}, " Pick at least 2.", id="Other counts"),
        pytest.param({"max_picks": 2}, {"maxItems": 2}, " Pick at most 2.", id="at most"),
        pytest.param({"max_picks": 4}, {"maxItems": 3}, " Pick at most 4.", id="all and Other"),
        pytest.param(
            {"min_picks": 2, "max_picks": 2, "allow_other": False},
            {"minItems": 2, "maxItems": 2},
            " Pick 2.",
            id="exactly",
        ),
    ],
)
def test_picks_are_bounded_by_the_form_and_said_in_words(
    changes: dict[str, Any], bounds: dict[str, int], words: str
) -> None:
    question = replace(TARGETS, min_picks=None, max_picks=None)

    schema = schema_of([replace(question, **changes)], Revision.JULY_2026)

    targets = schema["properties"]["q1_targets"]
    assert {key: targets[key] for key in ("minItems", "maxItems") if key in targets} == bounds
    assert targets["description"] == f"{TARGETS.text}{words} Recommended: Linux."


@promise("truth")
@pytest.mark.parametrize("revision", Revision)
def test_no_form_holds_a_default_that_could_be_sent_back_unseen(revision: Revision) -> None:
    schema = schema_of([a_text(), a_select(), TARGETS, GO], revision)

    assert not [each for each in schema["properties"].values() if "default" in each]


def test_a_question_without_other_has_no_place_for_it() -> None:
    schema = schema_of([a_select(allow_other=False)], Revision.JULY_2026)

    assert list(schema["properties"]) == ["q1_db", "z_note"]


def test_a_long_question_is_cut_in_its_title_and_whole_in_its_description() -> None:
    text = "Shall\nwe " + "really " * 30 + "go?"

    form = schema_of([a_text(text=text)], Revision.JULY_2026)["properties"]["q1_name"]

    assert form["title"].startswith("Shall we really")
    assert form["title"].endswith("…")
    assert len(form["title"]) <= 100
    assert form["description"] == text


@pytest.mark.parametrize("count", range(1, 11))
@pytest.mark.parametrize("revision", Revision)
def test_properties_sort_by_name_as_the_questions_stand(revision: Revision, count: int) -> None:
    many = tuple(Option(label=f"option {number}") for number in range(12))
    questions = [
        replace(TARGETS, id=f"{'zyxwvutsrq'[number]}-{number}", options=many)
        for number in range(count)
    ]

    names = list(schema_of(questions, revision)["properties"])

    assert names == sorted(names)
    assert names[0].startswith("q01_z-0" if count == 10 else "q1_z-0")


@pytest.mark.parametrize(
    ("said", "known"),
    [
        pytest.param("2024-11-05", None, id="before there were forms"),
        pytest.param("2025-06-18", Revision.JUNE_2025, id="the first"),
        pytest.param("2025-09-01", Revision.JUNE_2025, id="between two"),
        pytest.param("2025-11-25", Revision.NOVEMBER_2025, id="the second"),
        pytest.param("2026-07-28", Revision.JULY_2026, id="the newest"),
        pytest.param("2031-01-01", Revision.JULY_2026, id="not known yet"),
        pytest.param("draft", Revision.JULY_2026, id="no date"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_any_revision_gets_the_newest_known_one_not_above_it(
    said: str, known: Revision | None
) -> None:
    assert revision_of(said) is known
