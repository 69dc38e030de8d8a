"""The page about figures names every figure with its labels, and the dashboard asks for no other."""

import json
import re
from typing import Any, cast

from prometheus_client import Metric

from askline.asks.trail import EventKind
from askline.service.hub.metrics import WAITS, Metrics
from tests.docs.test_reference import DOCS, ROOT, rows

PAGE = "guides/hub-metrics.md"
BOARD = ROOT / "deploy/grafana/askline.json"
ENDINGS = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def families() -> list[Metric]:
    return [each for each in Metrics().registry.collect() if each.name.startswith("askline_")]


def labels_of(name: str) -> str:
    collector: Any = Metrics().registry._names_to_collectors[name]
    return ", ".join(f"`{label}`" for label in collector._labelnames) or "none"


def test_every_figure_is_documented_and_no_other() -> None:
    documented = [row for row in rows(PAGE) if row[0].startswith("`askline_")]

    assert documented == [
        [
            f"`{each.name}{'_total' if each.type == 'counter' else ''}`",
            each.type,
            labels_of(each.name),
            each.documentation,
        ]
        for each in families()
    ]


def test_every_value_of_a_label_is_documented() -> None:
    page = (DOCS / PAGE).read_text()
    outcomes = [EventKind.ANSWERED, EventKind.ASKED, EventKind.SEEN, EventKind.TIMED_OUT]

    for value in (*WAITS.values(), *outcomes):
        assert f"`{value}`" in page


def queries(said: object) -> list[str]:
    """Every expression of a dashboard, however deep it stands."""
    match said:
        case {"expr": str(query)}:
            return [query]
        case dict():
            return [
                query
                for each in cast("dict[str, object]", said).values()
                for query in queries(each)
            ]
        case list():
            return [query for each in cast("list[object]", said) for query in queries(each)]
        case _:
            return []


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    known = {each.name + end for each in families() for end in ENDINGS[each.type]}
    board = queries(json.loads(BOARD.read_text()))
    asked = {name for query in board for name in re.findall(r"askline_\w+", query)}

    assert asked <= known
    assert len(asked) >= 15


def test_the_examples_of_the_page_ask_for_figures_that_there_are() -> None:
    known = {each.name + end for each in families() for end in (*ENDINGS[each.type], "")}
    page = (DOCS / PAGE).read_text()

    assert set(re.findall(r"\baskline_[a-z_]+", page)) <= known
