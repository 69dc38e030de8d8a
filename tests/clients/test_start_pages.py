"""Start pages are true: whoever follows one, with nothing but Python and uv, gets a question answered."""

from pathlib import Path

import pytest

from tests.clients.start.pages import every
from tests.clients.start.playing import play
from tests.clients.start.rooms import Wheels, build

pytestmark = [pytest.mark.clients, pytest.mark.timeout(600)]

IN_THE_GATE = ("index", "codex")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    return build(Path(tmp_path_factory.mktemp("wheels")))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in IN_THE_GATE else pytest.mark.nightly)
        for name in every()
    ],
)
def test_a_page_leads_to_an_answered_question_as_it_is_written(name: str, wheels: Wheels) -> None:
    page = every()[name]

    played = play(page, wheels)

    assert played.commands == sum(
        len(block.commands()) for block in page.blocks if block.reason is None
    )
