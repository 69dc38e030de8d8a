"""The guide for one's own agents shows the recipes as the tests run them."""

import pytest

from tests.docs.test_reference import DOCS, ROOT

RECIPES = ROOT / "examples" / "recipes"
FILES = sorted(
    str(path.relative_to(RECIPES))
    for path in RECIPES.glob("*/*")
    if path.suffix in {".py", ".sh", ".yml"}
)


@pytest.mark.parametrize("file", FILES)
def test_the_guide_shows_the_recipe_word_for_word(file: str) -> None:
    page = (DOCS / "guides/agents.md").read_text()

    assert f"\n{(RECIPES / file).read_text()}```\n" in page


def test_every_recipe_is_listed() -> None:
    listed = (RECIPES / "README.md").read_text()

    assert len(FILES) == 7
    assert all(f"]({file})" in listed for file in FILES)
