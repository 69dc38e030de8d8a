"""How much of one principal a replica holds open is a whole number that one can say."""

import pytest

from askline.config.hub import load_hub
from askline.core.errors import InvalidArguments
from askline.doors.http.presence import MOST_OPEN

NEEDED = {
    "ASKLINE_HUB_DATABASE": "postgresql://hub@db/hub",
    "ASKLINE_HUB_URL": "https://ask.example",
}


def test_it_is_the_usual_unless_it_is_said() -> None:
    assert load_hub(NEEDED).open_each == MOST_OPEN
    assert load_hub({**NEEDED, "ASKLINE_HUB_OPEN_EACH": "250000"}).open_each == 250_000


@pytest.mark.parametrize("said", ["0", "-1", "many", "1.5", "9" * 5000], ids=lambda said: said[:5])
def test_what_is_no_such_number_is_refused(said: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        load_hub({**NEEDED, "ASKLINE_HUB_OPEN_EACH": said})

    assert [each.field for each in refused.value.fields] == ["ASKLINE_HUB_OPEN_EACH"]
