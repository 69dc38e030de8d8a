"""The page with the card: what the wheel carries, or nothing where it was not built."""

from pathlib import Path

from askline.service.card_page import card_page


def test_the_page_is_read_from_among_the_built_ones(tmp_path: Path) -> None:
    (tmp_path / "askline-app.html").write_text("<!doctype html>", encoding="utf-8")

    assert card_page(tmp_path) == "<!doctype html>"


def test_a_checkout_that_was_not_built_has_no_page(tmp_path: Path) -> None:
    assert card_page(tmp_path) is None
