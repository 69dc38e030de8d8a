from functools import partial

import anyio
import pytest

from askline.core.background import background, steady
from askline.core.errors import StoreUnavailable


async def test_what_runs_beside_a_block_ends_with_it() -> None:
    lived: list[str] = []

    async def forever() -> None:
        lived.append("begun")
        try:
            await anyio.sleep_forever()
        finally:
            lived.append("ended")

    with anyio.fail_after(5):
        async with background(forever, forever):
            await anyio.wait_all_tasks_blocked()
            assert lived == ["begun", "begun"]

    assert lived == ["begun", "begun", "ended", "ended"]


async def test_what_the_block_raises_comes_out_as_it_is() -> None:
    with pytest.raises(KeyError, match="mine"):
        async with background(anyio.sleep_forever):
            raise KeyError("mine")


async def test_an_error_beside_the_block_ends_the_block() -> None:
    async def broken() -> None:
        raise ValueError("beside")

    with anyio.fail_after(5), pytest.raises(ValueError, match="beside"):
        async with background(broken):
            await anyio.sleep_forever()


async def test_several_errors_come_out_together() -> None:
    async def broken() -> None:
        raise ValueError("beside")

    with anyio.fail_after(5), pytest.raises(ExceptionGroup) as group:
        async with background(broken, broken):
            await anyio.sleep_forever()

    assert len(group.value.exceptions) == 2


async def test_of_several_errors_that_callers_expect_the_first_comes_out_as_it_is() -> None:
    async def away() -> None:
        raise StoreUnavailable("The disk is full.", hint="Make room.")

    with anyio.fail_after(5), pytest.raises(StoreUnavailable):
        async with background(away, away):
            await anyio.sleep_forever()


async def test_an_expected_error_hides_no_defect() -> None:
    async def broken(error: Exception) -> None:
        raise error

    away, defect = StoreUnavailable("The disk is full.", hint="Make room."), KeyError("a defect")
    with anyio.fail_after(5), pytest.raises(ExceptionGroup):
        async with background(partial(broken, away), partial(broken, defect)):
            await anyio.sleep_forever()


async def test_steady_work_begins_again_whatever_it_raises(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("askline.core.background.SOONEST_S", 0)
    monkeypatch.setattr("askline.core.background.LATEST_S", -1)
    troubles: list[Exception] = [
        StoreUnavailable("a secret", hint=""),
        ExceptionGroup("several", [ValueError("a secret"), KeyError("a secret")]),
    ]

    async def work(name: str) -> None:
        assert name == "mine"
        if troubles:
            raise troubles.pop(0)

    with anyio.fail_after(5):
        await steady(partial(work, "mine"))()

    assert troubles == []
    assert "work begins again: StoreUnavailable" in caplog.text
    assert "begins again: ValueError, KeyError" in caplog.text
    assert "secret" not in caplog.text
