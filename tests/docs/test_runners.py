"""The page of runners: its table has every option of every runner, with its default."""

import re
from dataclasses import fields

import pytest

from sacreval.asking.runners._base import runners
from support.mirror import CHECKOUT

PAGE = (CHECKOUT / "docs" / "runners.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `--([\w-]+)` \| `([\w-]+)` \| ([^|]+) \|", PAGE, re.MULTILINE)
NAMES = [name for name in runners if runners.get(name).__module__.startswith("sacreval.")]


def shown(default):
    """Return a default as the page writes it."""
    if default is None:
        return "by host"
    if isinstance(default, bool):
        return "on" if default else "off"
    return default if isinstance(default, str) else f"{default:g}"


@pytest.mark.parametrize("name", NAMES)
def test_options(name):
    """The table has the options of a runner and their defaults, and no other."""
    own = [f for f in fields(runners.get(name)) if f.name != "target"]
    assert {(option, default.strip()) for option, of, default in ROWS if of == name} == {
        (f.name.replace("_", "-"), shown(f.default)) for f in own
    }


def test_every_runner_is_listed():
    """The page has a row for each runner."""
    listed = re.findall(r"^\| `([\w-]+):", PAGE, re.MULTILINE)
    assert set(NAMES) <= set(listed)


def test_the_plugin_of_the_page():
    """The runner of the page can be made, and replies once to each request."""
    code = re.search(r'title="sacreval_echo.py"\n(.*?)^```', PAGE, re.DOTALL | re.MULTILINE)[1]
    found = {"__name__": "sacreval_echo"}
    exec(code, found)  # noqa: S102 - the page's own
    from sacreval.asking.requests import Message, request

    asked = [request(messages=(Message("user", word),)) for word in "ab"]
    assert [one.text for one in found["Echo"]("x", loud=True).replies(asked)] == ["A", "B"]
