"""Options set by the environment."""

import re

import pytest

from sacreval.cli.environment import OTHERS, variables
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def results(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json()["results"]


def test_flags_beat_the_environment_which_beats_the_config(cli, suite, monkeypatch):
    """Order: defaults, config, SACREVAL_<OPTION>, flags."""

    def resamples(*flags):
        found = results(cli("evaluate", "suite", suite, "--format", "json", "--force", *flags))
        return found[0]["interval"]["resamples"]

    assert resamples() == 20
    monkeypatch.setenv("SACREVAL_RESAMPLES", "30")
    assert resamples() == 30
    assert resamples("--resamples", "40") == 40


def test_the_environment_reaches_single_metrics_too(cli, monkeypatch):
    """SACREVAL_<OPTION> sets a run option of any metric's command."""
    monkeypatch.setenv("SACREVAL_FORMAT", "json")
    assert len(results(cli("evaluate", "bleu", SAMPLE))) == 3


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("SACREVAL_RESAMPELS", "did you mean SACREVAL_RESAMPLES?"),
        ("SACREVAL_ZEBRA", "sets no option and has no effect; remove it"),
        ("SACREVAL_FAIL-UNDER", "did you mean SACREVAL_FAIL_UNDER?"),
    ],
)
def test_a_misspelt_variable_is_told(cli, monkeypatch, name, sentence):
    """A variable that looks like an option and is none gets one notice, which --quiet hides."""
    monkeypatch.setenv(name, "3")
    done = cli("evaluate", "bleu", SAMPLE)
    assert (done.code, done.err.count(name)) == (0, 1)
    assert sentence in done.err
    assert name not in cli("evaluate", "bleu", SAMPLE, "-q").err


@pytest.mark.parametrize(
    "name", ["SACREVAL_CHECK", "SACREVAL_HOME", "SACREVAL_TRACEBACK", "SACREVAL_DUPLICATES"]
)
def test_variables_of_other_commands_are_no_mistake(cli, monkeypatch, name):
    """What sets an option of another command, or a folder of sacreval, is passed over."""
    monkeypatch.setenv(name, "error")
    assert name not in cli("score", "bleu", SAMPLE).err


def test_variables_of_tests_are_known():
    """Every variable that nox sets or a benchmark reads is known, and not remarked on."""
    files = [CHECKOUT / "noxfile.py", *(CHECKOUT / "benchmarks").glob("*.py")]
    read = re.compile(r'["\'](SACREVAL_[A-Z0-9_]+)["\']')
    found = {name for path in files for name in read.findall(path.read_text(encoding="utf-8"))}
    assert {"SACREVAL_AXE", "SACREVAL_TOOLS"} <= found
    assert found <= OTHERS | variables()
