"""Who makes calls: the five kinds of replies, which a client gives as they are or to be awaited."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from askline.client.calls import Call

One = TypeVar("One")
Many = TypeVar("Many")
Nothing = TypeVar("Nothing")
Text = TypeVar("Text")
Raw = TypeVar("Raw")


class Calling(ABC, Generic[One, Many, Nothing, Text, Raw]):
    _present: bool

    def _as_person(self, present: bool | None) -> dict[str, str]:
        """The header that says whether a person sits here; None is as the client was told."""
        here = self._present if present is None else present
        return {"Askline-Present": "1" if here else "0"}

    @abstractmethod
    def _one(self, call: Call) -> One:
        """The reply is an object."""

    @abstractmethod
    def _many(self, call: Call) -> Many:
        """The reply is a list of objects."""

    @abstractmethod
    def _nothing(self, call: Call) -> Nothing:
        """The reply has no body."""

    @abstractmethod
    def _text(self, call: Call, name: str) -> Text:
        """Of the reply only the text of this name counts."""

    @abstractmethod
    def _raw(self, call: Call) -> Raw:
        """The reply is bytes."""
