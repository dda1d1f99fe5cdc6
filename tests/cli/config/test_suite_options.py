"""Options and configs of suites."""

import pytest

from sacreval.cli.config.suite_options import config_of, may_ask, metric_name
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


def test_names_of_metrics():
    """A metric of the command line and of a config are one if all their options are equal."""
    assert metric_name("bleu") == metric_name('bleu{"lowercase": false}')
    assert metric_name("bleu") != metric_name('bleu{"lowercase": true}')


def test_asking(tmp_path):
    """Models may be asked by an option, or by a config that states one or extends another."""
    path = tmp_path / "own.yaml"
    path.write_text("metrics: [bleu]\nextends: other.yaml\n", encoding="utf-8")
    assert may_ask(["--with=x"])
    assert may_ask([str(path)])
    assert not may_ask(["in.jsonl", "-m", "bleu"])
