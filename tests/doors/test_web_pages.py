"""The pages and their files, as a signed-in browser gets them."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.doors.web_house import WebHouse, a_web_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[WebHouse]:
    async with a_web_house(tmp_path) as made:
        yield made


@pytest.mark.parametrize("path", ["/", "/history", "/asks/k7m2qd", "/settings"])
async def test_every_page_is_the_same_shell_without_a_line_of_script(
    house: WebHouse, path: str
) -> None:
    async with house.signed_in() as browser:
        reply = await browser.get(path)

    assert reply.status_code == 200
    assert "<askline-inbox></askline-inbox>" in reply.text
    assert '<script type="module" src="/static/askline-inbox.js"></script>' in reply.text
    assert "style=" not in reply.text
    assert reply.headers["cache-control"] == "no-store"


async def test_a_page_lets_the_browser_keep_its_cookie_for_another_month(house: WebHouse) -> None:
    async with house.signed_in() as browser:
        [before] = browser.cookies.values()
        reply = await browser.get("/")

        assert "Max-Age=2592000" in reply.headers["set-cookie"]
        assert [*browser.cookies.values()] == [before]


@pytest.mark.parametrize(
    ("path", "kind"), [("/page.css", "text/css; charset=utf-8"), ("/favicon.svg", "image/svg+xml")]
)
async def test_a_file_that_did_not_change_is_not_sent_again(
    house: WebHouse, path: str, kind: str
) -> None:
    async with house.browser as browser:
        first = await browser.get(path)
        again = await browser.get(path, headers={"If-None-Match": first.headers["etag"]})

    assert (first.status_code, first.headers["content-type"]) == (200, kind)
    assert (first.headers["cache-control"], len(first.content) > 0) == ("no-cache", True)
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["never-built.js", "sizes.json", ".hidden.js", "a%00.js", "js"])
async def test_what_was_not_built_says_how_it_is(house: WebHouse, name: str) -> None:
    async with house.browser as browser:
        reply = await browser.get(f"/static/{name}")

    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
    assert "scripts/build-web" in reply.json()["hint"]


@pytest.mark.parametrize("name", ["..%2fapp.py", "%2e%2e/shell/page.html", "a/b.js", ""])
async def test_no_path_leads_out_of_the_folder(house: WebHouse, name: str) -> None:
    async with house.browser as browser:
        assert (await browser.get(f"/static/{name}")).status_code in {401, 404}


@pytest.mark.parametrize(
    ("site", "words"), [("none", "<h1>Anmelden</h1>"), ("cross-site", "Wird geöffnet …")]
)
async def test_who_is_not_signed_in_is_told_so_in_the_language_of_the_browser(
    house: WebHouse, site: str, words: str
) -> None:
    async with house.browser as browser:
        seen = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        reply = await browser.get("/", headers={"Accept-Language": "de", **seen})

    assert words in reply.text
    assert '<html lang="de">' in reply.text
    assert reply.headers["vary"] == "Accept-Language"
