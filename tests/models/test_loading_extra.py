"""The extra `neural`: what is missing is named, with the command that installs it."""

import importlib.util

import pytest

from sacreval.errors import NotSetUpError
from sacreval.models import loading


def test_a_missing_package_is_named(monkeypatch):
    """Without torch, one sentence names it and the extra that brings it."""
    there = importlib.util.find_spec("json")
    monkeypatch.setattr(loading, "find_spec", lambda name: None if name == "torch" else there)
    with pytest.raises(NotSetUpError) as error:
        loading.require("bertscore")
    assert str(error.value) == "bertscore needs torch; run: pip install 'sacreval[neural]'"


def test_nothing_is_missing(monkeypatch):
    """With all packages nothing is raised."""
    monkeypatch.setattr(loading, "find_spec", lambda _: importlib.util.find_spec("json"))
    loading.require("bertscore")


@pytest.mark.parametrize(
    ("absent", "named"),
    [(["sentencepiece", "google.protobuf"], "sentencepiece and protobuf"),
     (["google"], "protobuf"), (["sentencepiece"], "sentencepiece")],
)  # fmt: skip
def test_packages_that_some_models_need(monkeypatch, absent, named):
    """Other packages are named by what is installed, also where a module around one is missing."""
    there = importlib.util.find_spec("json")

    def find(name):
        if name.split(".")[0] in absent and "." in name:
            raise ModuleNotFoundError(name)
        return None if name in absent else there

    monkeypatch.setattr(loading, "find_spec", find)
    with pytest.raises(NotSetUpError) as error:
        loading.require("spiece.model", loading.SENTENCEPIECE)
    assert str(error.value) == f"spiece.model needs {named}; run: pip install 'sacreval[neural]'"
