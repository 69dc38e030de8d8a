"""Where the page with the card for hosts of apps lies: among the built pages, which this door has not."""

from importlib.resources import files
from importlib.resources.abc import Traversable

PAGES = files("askline.doors.http") / "static"


def card_page(pages: Traversable = PAGES) -> str | None:
    """The whole page; None in a checkout whose pages were not built."""
    try:
        return (pages / "askline-app.html").read_text("utf-8")
    except OSError:
        return None
