"""Options of judges' commands that ask a model."""

import pytest

from sacreval.cli.metric_commands import metric_parameters
from sacreval.cli.options.judge_options import (
    EntriesToAsk,
    asks,
    judge_parameters,
    split,
    with_asking,
)
from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.entries.run_metrics import Entry
from support.judges import QUALITY, write

DEFAULTS = {parameter.name: parameter.default for parameter in judge_parameters()}


@pytest.fixture
def entry(tmp_path):
    return Entry(Judge(judge=write(tmp_path, QUALITY)))


def test_which_commands_have_them():
    """Only metrics that read replies have --with and its limits."""
    assert asks(Judge)
    assert not asks(metrics.get("bleu"))
    assert {"with_", "max_requests", "dry_run"} <= {p.name for p in metric_parameters(Judge, "x")}
    assert "with_" not in {p.name for p in metric_parameters(metrics.get("bleu"), "bleu")}


def test_split():
    """The metric's own options are apart from those of asking."""
    own, (runner, spending, dry) = split({**DEFAULTS, "judge": "x", "with_": "py:a:b"})
    assert own == {"judge": "x"}
    assert (runner.with_, spending.max_requests, dry.dry_run) == ("py:a:b", None, False)


def test_entries(entry):
    """A run with --with carries its options; without it the entries are as usual."""
    other = Entry(metrics.get("bleu")())
    assert with_asking([entry], split(DEFAULTS)[1]) == [entry]
    groups = split({**DEFAULTS, "with_": "py:a:b"})[1]
    found = with_asking([other, entry], groups)
    assert isinstance(found, EntriesToAsk)
    assert (list(found), found.options) == ([other, entry], groups)
    with pytest.raises(UsageError, match="none of these metrics asks a model"):
        with_asking([other], groups)


@pytest.mark.parametrize(
    "given",
    [{"base_url": "http://127.0.0.1:1"}, {"price": "1/2"}, {"max_cost": 0.0}, {"dry_run": True}],
)
def test_options_need_a_model(entry, given):
    """An option that says how a model is asked is refused without --with."""
    name = next(iter(given)).replace("_", "-")
    with pytest.raises(UsageError, match=f"--{name}: this says how a model is asked"):
        with_asking([entry], split({**DEFAULTS, **given})[1])
