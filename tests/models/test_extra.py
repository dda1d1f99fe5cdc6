"""The extra `neural`: what is missing is named, with the command that installs it."""

import importlib.util

import pytest

from sacreval.errors import NotSetUpError
from sacreval.models import extra


def test_a_missing_package_is_named(monkeypatch):
    """Without torch, one sentence names it and the extra that brings it."""
    there = importlib.util.find_spec("json")
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "torch" else there)
    with pytest.raises(NotSetUpError) as error:
        extra.require("bertscore")
    assert str(error.value) == "bertscore needs torch; run: pip install 'sacreval[neural]'"


def test_nothing_is_missing(monkeypatch):
    """With all packages nothing is raised."""
    monkeypatch.setattr(extra, "find_spec", lambda _: importlib.util.find_spec("json"))
    extra.require("bertscore")
