"""sacreval list: suites, recipes, and the values that options choose from."""

import json
from typing import get_args, get_type_hints

import pytest

from sacreval.cli.verb_index import collected
from sacreval.commands.list_choices import CHOICES
from sacreval.features.compare.comparison_names import TestName
from sacreval.features.correlate.measures import coefficient_names
from sacreval.features.correlate.options import CorrelationOptions
from support.sizes import few

pytestmark = pytest.mark.usefixtures("recipes_once")


@few(3, "name", CHOICES)
def test_each_list(cli, name, monkeypatch):
    """Each list has rows, whose names differ within a verb or setup, and a sentence on each."""
    done = cli("list", name, "--format", "json")
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    keys = [(row["name"], row.get("verb"), row.get("setup")) for row in rows]
    assert len(set(keys)) == len(keys) > 2
    for row in rows:
        assert row.get("summary") or row["metrics"], row
    monkeypatch.setenv("COLUMNS", "400")
    assert cli("list", name).out.splitlines()[0].startswith("name")


def test_all_values_are_described():
    """The described tests and coefficients are those that the options accept."""
    assert collected("COEFFICIENTS").keys() == coefficient_names.COEFFICIENTS.keys()
    assert tuple(collected("TESTS")["compare"]) == get_args(TestName)
    literal, _ = get_args(get_type_hints(CorrelationOptions)["test"])
    assert set(collected("TESTS")["correlate"]) == set(get_args(literal))


def test_tokenizers(cli):
    """A tokenizer has the metrics that take it, and whether its packages are installed."""
    rows = {
        one["name"]: one for one in json.loads(cli("list", "tokenizers", "--format", "json").out)
    }
    assert "bleu" in rows["13a"]["metrics"]
    assert rows["13a"]["runs_here"] is True
    assert rows["rouge"]["metrics"] == ["rouge"]


@pytest.mark.parametrize("name", ["normalizers", "extractors"])
def test_summaries_are_for_users(cli, name):
    """No summary is about Python, each says something of its own, and languages share a row."""
    found = [row["summary"] for row in json.loads(cli("list", name, "--format", "json").out)]
    assert len(set(found)) == len(found)
    assert not [text for text in found if "see `" in text or text.startswith("Create")]
    shown = cli("list", name).out
    assert "multilingual-ar" not in shown
    assert ("Another name of drop." in shown) is (name == "normalizers")
