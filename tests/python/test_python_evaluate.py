"""The public face, and evaluate as a Python function."""

import json
import subprocess
import sys

import pytest

import sacreval
from sacreval.errors import GateError, UsageError
from support.program import write_jsonl
from support.sizes import few

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
    result = sacreval.evaluate(records, metrics="exact-match", **options)
    assert result.report.results[0].interval.method == method
    assert result.rows()[0]["method"] == method


def test_fixed_items_in_python():
    """Samples have an interval for the same items, and their variance is in the flat rows."""
    records = [{"samples": [True, i % 2 == 0, True]} for i in range(12)]
    result = sacreval.evaluate(records, metrics='avg-at-k{"k": [3]}', fixed_items=True, item_cost=9)
    assert result.report.results[0].interval.method == "fixed-items"
    assert result.rows()[0]["repeats_item_cost"] == 9


def test_data_sets():
    """Data sets have results of their own, and the only system's score is the mean over them."""
    sets = {"a": (["x y"], ["x y"]), "b": (["a b c"], ["a b d"])}
    result = sacreval.evaluate(datasets=sets, metrics="chrf")
    alone = [sacreval.evaluate(*texts, metrics="chrf")["chrf"] for texts in sets.values()]
    assert result["chrf"] == sum(alone) / 2
    assert [r["dataset"] for r in result.rows()] == ["a", "b", "(mean)"]
    mixed = sacreval.evaluate(datasets=sets, metrics={"a": "chrf", "b": ["bleu"]})
    assert [r["output"] for r in mixed.rows()] == ["chrf", "bleu"]


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


GOOD = ["the cat sat on the mat", "all good here", "a third line of text", "nothing else"]

WORSE = ["the cat sat on the mat", "all bad there", "a third line of text", "nothing else"]


@pytest.fixture
def baseline(tmp_path):
    """Return the file of an accepted run of perfect outputs, 20 of each."""
    path = tmp_path / "baseline.json"
    accepted = sacreval.evaluate(GOOD * 20, GOOD * 20, metrics=["chrf"], keep_rows=True)
    accepted.write_baseline(path)
    return path


def test_bounds_are_judged():
    """Bounds on scores and on records pass or fail, and an error names what failed."""
    result = sacreval.evaluate(WORSE, GOOD, metrics=["chrf"], fail_under={"chrf": 20})
    assert result.passed
    result.raise_if_failed()
    result = sacreval.evaluate(WORSE, GOOD, metrics=["chrf"], check="share(chrf >= 90) >= 0.9")
    assert not result.passed
    with pytest.raises(GateError, match=r"is 0.75 \(3 of 4\), but must be >= 0.9: records 2 \("):
        result.raise_if_failed()
    [gate] = result.to_dict()["gates"]
    assert gate["records"] == ["2"]


def test_a_run_without_gates_passes():
    """There is nothing that fails."""
    assert sacreval.evaluate(WORSE, GOOD, metrics=["chrf"]).passed


@few(
    3,
    ("gates", "passes"),
    [
        ({}, False),
        ({"not_worse": {"chrf": 1}}, False),
        ({"not_worse": {"chrf": 50}}, True),
        ({"significant_drop": {"chrf": 50}}, True),
        ({"significant_drop": {"chrf": 1}}, False),
        ({"max_drop": {"chrf": 0.1}}, False),
        ({"no_new_failures": "chrf >= 90"}, False),
        ({"no_new_failures": ["chrf >= 10"]}, True),
    ],
)
def test_runs_are_compared_with_a_baseline(baseline, gates, passes):
    """Each gate judges as its option on the command line does."""
    with pytest.warns(match="80 aligned"):
        result = sacreval.evaluate(
            WORSE * 20, GOOD * 20, metrics=["chrf"], baseline=baseline, **gates
        )
    assert result.passed == passes


def test_the_command_line_reads_the_baseline(baseline, cli, tmp_path):
    """A baseline that Python wrote is one of `sacreval evaluate --baseline`."""
    (tmp_path / "a.txt").write_text("\n".join(GOOD * 20) + "\n")
    (tmp_path / "r.txt").write_text("\n".join(GOOD * 20) + "\n")
    done = cli("evaluate", "chrf", "a.txt", "-r", "r.txt", "--baseline", baseline)
    assert (done.code, "80 aligned" in done.err) == (0, True)


def test_gates_are_by_data_set():
    """A gate may name a data set."""
    sets = {"one": (GOOD, GOOD), "two": (WORSE, GOOD)}
    gate = {"chrf[dataset=two]": 99}
    result = sacreval.evaluate(datasets=sets, metrics=["chrf"], fail_under=gate)
    assert [(v.dataset, v.passed) for v in result.report.verdicts] == [("two", False)]


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        ({"fail_under": {"bleu": 3}}, "bleu"),
        ({"check": "chrf is good"}, "write it as in"),
        ({"not_worse": {"chrf": 1}}, "needs a baseline"),
        ({"max_drop": {"chrf": float("nan")}}, "finite"),
        ({"corrected": True}, "is about bounds"),
        ({"fail_under": "chrf=60"}, r"give a mapping .* fail_under=\{"),
    ],
)
def test_bad_gates_are_refused(gates, said):
    """What cannot be judged is refused before any computation."""
    with pytest.raises(UsageError, match=said):
        sacreval.evaluate(GOOD, GOOD, metrics=["chrf"], **gates)


def test_a_baseline_needs_rows_and_a_name(tmp_path):
    """Without keep_rows there are no records to write, and other endings are refused."""
    result = sacreval.evaluate(GOOD, GOOD, metrics=["chrf"])
    with pytest.raises(UsageError, match="keep_rows=True"):
        result.write_baseline(tmp_path / "b.json")
    result = sacreval.evaluate(GOOD, GOOD, metrics=["chrf"], keep_rows=True)
    with pytest.raises(UsageError, match="end in .json"):
        result.write_baseline(tmp_path / "b.txt")
    assert not list(tmp_path.iterdir())


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_a_named_interval_and_the_test_have_the_same_units(cli, tmp_path):
    """A method of intervals over records, however it is named, has the test take records too."""
    fields = {"system_id": "s", "references": ["a"]}
    records = [
        {**fields, "prediction": "a" if doc % 3 else "b", "groups": {"doc": f"d{doc}"}}
        for doc in range(20)
        for _ in range(5)
    ]
    old = write_jsonl(tmp_path / "old.jsonl", [{**record, "prediction": "a"} for record in records])
    new = write_jsonl(tmp_path / "new.jsonl", records)
    cli("evaluate", "exact-match", old, "-o", "b.json", "--instances", "b.jsonl")

    def verdicts(*options):
        cli(
            "evaluate",
            "exact-match",
            new,
            "--baseline",
            "b.json",
            "-o",
            "r.json",
            "--force",
            *options,
        )
        return [gate["sentence"] for gate in json.loads((tmp_path / "r.json").read_text())["gates"]]

    def in_python(**options):
        result = sacreval.evaluate(new, metrics="exact-match", baseline="b.json", **options)
        return [verdict.sentence for verdict in result.report.verdicts]

    assert verdicts() == in_python()
    assert verdicts() != verdicts("--anytime")
    assert verdicts("--anytime") == verdicts("--interval", "anytime") == in_python(anytime=True)
