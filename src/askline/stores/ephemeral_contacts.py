"""Contacts in this process alone; what the other book is read against."""

from collections.abc import Sequence

from askline.alerts.contacts import Contact


class EphemeralContacts:
    def __init__(self) -> None:
        self._contacts: dict[tuple[str, str], Contact] = {}

    async def keep(self, contact: Contact, most: int) -> bool:
        if len(await self.of(contact.tenant, [contact.owner])) >= most:
            return False
        self._contacts[contact.tenant, contact.id] = contact
        return True

    async def of(self, tenant: str, owners: Sequence[str]) -> list[Contact]:
        found = [
            each
            for each in self._contacts.values()
            if each.tenant == tenant and each.owner in owners
        ]
        return sorted(found, key=lambda each: (each.made_at, each.id))

    async def get(self, tenant: str, contact_id: str) -> Contact | None:
        return self._contacts.get((tenant, contact_id))

    async def drop(self, tenant: str, contact_id: str) -> bool:
        return self._contacts.pop((tenant, contact_id), None) is not None
