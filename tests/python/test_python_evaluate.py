"""The public face, and evaluate as a Python function."""

import subprocess
import sys

import pytest

import sacreval

OUTPUTS = ["The cat sat on the mat.", "Rain falls in the north.", "Frost."]
REFERENCES = ["The cat sat on a mat.", "It rains in the north.", "Frost at night."]


@pytest.fixture
def records():
    """Give the same data as records of two systems."""
    return [
        {"instance_id": i, "system_id": system, "prediction": text, "references": [reference]}
        for system in ("a", "b")
        for i, (text, reference) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))
    ]


def test_names():
    """Every public name is there, and importing the package imports nothing of it."""
    assert all(getattr(sacreval, name) is not None for name in sacreval.__all__)
    assert dir(sacreval) == sacreval.__all__
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        _ = sacreval.evaluat
    words = "import sys, sacreval; print([m for m in sys.modules if m.startswith('sacreval.')])"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_registries_are_packages():
    """`sacreval.metrics` is the registry, before and after a metric's module was imported."""
    import sacreval.metrics.ngrams.bleu

    assert sacreval.metrics.get("bleu") is sacreval.metrics.ngrams.bleu.Bleu
    assert "bleu" in sacreval.metrics
    assert {"bleu", "chrf"} <= set(sacreval.metrics)
    assert "jsonl" in sacreval.readers


@pytest.mark.parametrize(
    ("options", "method"),
    [
        ({"covariate": "length=2.5"}, "adjusted"),
        ({"strata": "g:x=0.25,y=0.75"}, "stratified"),
        ({"anytime": True}, "anytime"),
        ({"guarantee": True}, "clopper-pearson"),
    ],
)
def test_options_of_intervals(options, method):
    """Options of intervals have the names of the command's, and imply intervals."""
    records = [
        {
            "prediction": "a" if i % 3 else "b",
            "references": ["a"],
            "meta": {"length": i % 5},
            "groups": {"g": "xy"[i % 2]},
        }
        for i in range(20)
    ]
    found = sacreval.evaluate(records, metrics="exact-match", **options)
    assert found.report.results[0].interval.method == method
    assert found.rows()[0]["method"] == method


def test_fixed_items_in_python():
    """Samples have an interval for the same items, and their variance is in the flat rows."""
    records = [{"samples": [True, i % 2 == 0, True]} for i in range(12)]
    found = sacreval.evaluate(records, metrics='avg-at-k{"k": [3]}', fixed_items=True, item_cost=9)
    assert found.report.results[0].interval.method == "fixed-items"
    assert found.rows()[0]["repeats_item_cost"] == 9


def test_data_sets():
    """Data sets have results of their own, and the only system's score is the mean over them."""
    sets = {"a": (["x y"], ["x y"]), "b": (["a b c"], ["a b d"])}
    found = sacreval.evaluate(datasets=sets, metrics="chrf")
    alone = [sacreval.evaluate(*one, metrics="chrf")["chrf"] for one in sets.values()]
    assert found["chrf"] == sum(alone) / 2
    assert [r["dataset"] for r in found.rows()] == ["a", "b", "(mean)"]
    own = sacreval.evaluate(datasets=sets, metrics={"a": "chrf", "b": ["bleu"]})
    assert [r["output"] for r in own.rows()] == ["chrf", "bleu"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"datasets": {}, "metrics": "chrf"}, "datasets is empty"),
        ({"metrics": "chrf"}, "there are no outputs"),
        ({"outputs": ["x"], "metrics": {"a": "chrf"}}, "is no metric; give one name"),
        ({"outputs": ["x"], "datasets": {"a": ["x"]}, "metrics": "chrf"}, "drop the others"),
        ({"datasets": {"a": ["x"]}, "metrics": {"b": "chrf"}}, "data set a has no metrics"),
        ({"datasets": {"": ["x"]}, "metrics": "chrf"}, "cannot be the name of a data set"),
    ],
)
def test_wrong_data_sets(given, sentence):
    """Data sets that contradict other arguments are errors."""
    with pytest.raises(sacreval.errors.UsageError, match=sentence):
        sacreval.evaluate(**given)
