"""The way over an issuer, in a real browser that keeps strict cookies back from another site."""

from playwright.async_api import Page, expect

from askline.config.hub import Oidc
from tests.hubs.issuer import a_provider
from tests.replicas import a_hub

BO = {"sub": "bo-1", "email": "bo@example.org", "email_verified": True, "name": "Bo"}


async def test_the_way_over_an_issuer_of_another_site_ends_signed_in(
    page: Page, postgres: str
) -> None:
    with a_provider(BO) as provider:
        oidc = Oidc(issuer=provider, client_id="hub", secret="s", tenant="acme")  # noqa: S106 - the test's own
        async with a_hub(postgres, host="localhost", oidc=oidc) as [hub]:
            await hub.replica.joining.invite(await hub.found(), "bo@example.org")
            await page.goto(f"{hub.url}/history")
            await page.get_by_role("link", name="Sign in with").click()
            await page.get_by_role("button", name="bo-1").click()
            await page.wait_for_url(f"{hub.url}/history")
            await expect(page.locator("askline-inbox")).to_be_attached()
            # The hub ends when nobody reads from it any more.
            await page.goto("about:blank")
