"""Options and configs of suites."""

import pytest

from sacreval.cli.suite_options import config_of, joined_metrics, may_ask
from sacreval.errors import UsageError


def test_the_config_among_arguments(tmp_path):
    """A config is a YAML file or a suite by name; predictions in .json after it are none."""
    other = tmp_path / "out.json"
    other.write_text('{"metrics": ["bleu"]}', encoding="utf-8")
    assert config_of(["own.yaml", str(other)]) == "own.yaml"
    assert config_of([str(other)]) == str(other)
    assert config_of(["machine-translation", "in.jsonl"]) == "machine-translation"
    assert config_of(["in.jsonl"]) is None


@pytest.mark.parametrize("words", [["a.yaml", "b.yaml"], ["machine-translatio"], ["bleu"]])
def test_wrong_arguments(words):
    """A second config, and a name of nothing, are refused."""
    with pytest.raises(UsageError):
        config_of(words)


def test_metrics_of_both():
    """A metric of the command line that the config has, with equal options, is not added."""
    assert joined_metrics(["bleu", "ter"], ["chrf", 'bleu{"lowercase": false}']) == [
        "bleu",
        "ter",
        "chrf",
    ]
    assert joined_metrics([], ["chrf"]) == joined_metrics(["chrf"], None) == ["chrf"]


def test_asking(tmp_path):
    """Models may be asked by an option, or by a config that states one or extends another."""
    path = tmp_path / "own.yaml"
    path.write_text("metrics: [bleu]\nextends: other.yaml\n", encoding="utf-8")
    assert may_ask(["--with=x"])
    assert may_ask([str(path)])
    assert not may_ask(["in.jsonl", "-m", "bleu"])
