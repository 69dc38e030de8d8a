"""The Homebrew formula: the source archive, and every dependency's source as uv.lock has it.

Packages with compiled parts come as formulae of Homebrew's own, with what these bring along; building them
anew would need a Rust compiler. Nothing here looks at the network.
"""

from collections.abc import Mapping
from typing import Any

from packaging.markers import Marker

from scripts.closing import brought

COMPILED = ("cryptography", "pydantic", "rpds-py")
PYTHON = "3.14"
SYSTEMS = ("darwin", "linux")
Lock = Mapping[str, Any]


def formula(lock: Lock, *, homepage: str, sha256: str, description: str, licence: str) -> str:
    packages = {package["name"]: package for package in lock["package"]}
    own = packages["askline"]
    source = f"askline-{own['version']}.tar.gz"
    given = brought(lock, [{"name": name} for name in COMPILED], _here)
    wanted = sorted(brought(lock, own["dependencies"], _here) - given)
    resources = "\n".join(_resource(packages[name]) for name in wanted)
    return f"""\
class Askline < Formula
  include Language::Python::Virtualenv

  desc "{_short(description)}"
  homepage "{homepage}"
  url "https://files.pythonhosted.org/packages/source/a/askline/{source}"
  sha256 "{sha256}"
  license "{licence}"

{_depends()}

  pypi_packages exclude_packages: %w[{" ".join(COMPILED)}]

{resources}
  def install
    virtualenv_install_with_resources
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/askline --version")
    ask = '{{"jsonrpc":"2.0","id":1,"method":"tools/list"}}'
    assert_match "ask_user", pipe_output("#{{bin}}/askline mcp", "#{{ask}}\\n", 0)
  end
end
"""


def _here(marker: str) -> bool:
    """Whether a condition of the lock holds on a Mac or on Linux, with Homebrew's Python."""
    condition = Marker(marker)
    python = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0"}
    return any(condition.evaluate({**python, "sys_platform": name}) for name in SYSTEMS)


def _short(description: str) -> str:
    """Homebrew wants no article, no full stop and at most 80 characters."""
    words = description.split(":", 1)[0].removeprefix("The ")
    return words[0].upper() + words[1:]


def _depends() -> str:
    lines = [f'depends_on "{name}" => :no_linkage' for name in COMPILED]
    return "\n".join(f"  {line}" for line in sorted([*lines, f'depends_on "python@{PYTHON}"']))


def _resource(package: Mapping[str, Any]) -> str:
    source = package["sdist"]
    return f"""\
  resource "{package["name"]}" do
    url "{source["url"]}"
    sha256 "{source["hash"].removeprefix("sha256:")}"
  end
"""
