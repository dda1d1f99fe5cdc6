"""The registry of metrics: other names, tasks, and pickled metrics."""

import pickle

import pytest

from sacreval.core.aliases import Alias, answer, find, of_output
from sacreval.core.metric import metrics
from sacreval.core.tasks import TASKS


@pytest.mark.parametrize("name", ["bleu", "classification", "pearson", "self-bleu"])
def test_pickling_keeps_options(name):
    """A pickled metric has the same options and engine."""
    metric = metrics.get(name)(engine="official")
    again = pickle.loads(pickle.dumps(metric))  # noqa: S301 - made here
    assert (again, again.engine) == (metric, "official")


def test_every_task_is_served():
    """Metrics name known tasks, and each task but code, whose programs are not run, has one."""
    served = {task for name in metrics for task in metrics.get(name).tasks}
    assert served <= TASKS.keys()
    assert TASKS.keys() - served <= {"code"}


def test_short_names():
    """Signs that names of results cannot have are written out; without options there is none."""
    assert Alias("chrf++", "chrf", {"word_order": 2}).short == "chrfpp"
    assert Alias("pass@k", "pass-at-k").short is None


def test_flags():
    """Options are written as on the command line, lists once for each value."""
    alias = Alias("x", "rouge", {"types": ["1", "L"], "split_summaries": True})
    assert alias.flags.startswith("rouge --types 1 --types L")


def test_find():
    """Names are found in any case, with underscores too; a metric's own name is none."""
    known = {"bleu": None, "exact-match": None}
    assert find("Exact_Match", known) == Alias("Exact_Match", "exact-match")
    assert find("CHRF++", known).metric == "chrf"
    assert find("bleu", known) is None
    assert answer("no-such-name", metrics) is None


def test_outputs_named_after_an_alias():
    """An output has the alias as its name or before it; a metric's own name is no alias."""
    for name, metric, output in (
        ("chrfpp", "chrf", "chrf"),
        ("chrfpp_jk", "chrf", "chrf_jk"),
        ("chrfpp_chrf", "chrf", "chrf"),
        ("rouge-l_rougeL_f1", "rouge", "rougeL_f1"),
    ):
        match = of_output(name)
        assert match is not None
        assert (match[0].metric, match[1]) == (metric, output)
    for name in ("rouge1_f1", "chrf", "COMET", "chrfppp"):
        assert of_output(name) is None


def test_code_of_the_user():
    """A function is written with its scheme; what follows a metric is no function."""
    for name in ("my:correct", "my.py:correct", "./my.py:correct", "my::correct"):
        assert str(answer(name, metrics)).endswith("write py:my:correct")
    assert str(answer("a/my.py:correct", metrics)).endswith("write py:a.my:correct")
    assert [answer(name, metrics) for name in ("bleu:x", "Exact_Match:x", "my:", "my.correct")] == [
        None
    ] * 4
