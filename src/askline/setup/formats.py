"""The formats of clients' files, and who knows to change each."""

from enum import StrEnum
from typing import Final

from askline.setup.documents import Document
from askline.setup.json_text import JsonText
from askline.setup.toml_text import TomlText
from askline.setup.yaml_text import YamlText


class Format(StrEnum):
    JSON = "json"
    TOML = "toml"
    YAML = "yaml"
    TEXT = "text"
    """Words for models, or a file of our own: nothing in it is looked up by name."""


DOCUMENTS: Final[dict[Format, Document]] = {
    Format.JSON: JsonText(),
    Format.TOML: TomlText(),
    Format.YAML: YamlText(),
}
