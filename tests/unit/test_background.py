import anyio
import pytest

from askline.core.background import background


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
