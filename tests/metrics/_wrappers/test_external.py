"""Metrics from outside: Python classes and functions, and numbers by name."""

import sys
from importlib import import_module, reload

import pytest

import sacreval
from sacreval import metrics
from sacreval.core.contract.declarations import data_hashes, direction
from sacreval.core.rebuild import from_signature
from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError
from sacreval.metrics._wrappers.external_numbers import finite
from support.program import spawn, write_jsonl
from support.sizes import few
from support.tasks import scores_of

SOURCE = '''
from dataclasses import dataclass

from sacreval.core.options.field_types import Kind
from sacreval.core.metric import MeanMetric


def shares_a_letter(prediction, references):
    """Whether prediction and any reference share a letter."""
    return any(set(prediction) & set(reference) for reference in references)


@dataclass(frozen=True, kw_only=True)
class Longer(MeanMetric):
    """Whether the prediction is longer than `than`.

    Args:
        than: Characters.
    """

    than: int = 1

    @property
    def outputs(self):
        return ("longer",)

    def scores(self, prediction, prepared):
        return (len(prediction) > self.than,)


@dataclass
class Limit:
    most: int

    def __call__(self, value):
        return len(value) <= self.most


class Short(Longer):
    """Whether a prediction of few characters is longer than `than`."""

    kinds = {**Longer.kinds, "prediction": Kind("a short text", Limit(2))}
'''
FAULTY = """
from dataclasses import dataclass

from sacreval.core.metric import Metric


@dataclass(frozen=True, kw_only=True)
class Faulty(Metric):
    @property
    def outputs(self):
        return ("faulty",)

    def row(self, prediction, prepared):
        return (1.0,)

    def reduce(self, sums):
        return {answer}
"""
RECORDS = [{"prediction": "ab", "references": ["bc"]}, {"prediction": "a", "references": ["b"]}]


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "my_metrics.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    sys.modules.pop("my_metrics", None)


def test_a_function():
    """A function of prediction and references is a metric: its mean."""
    assert scores_of("py:my_metrics:shares_a_letter", RECORDS) == {"shares_a_letter": 0.5}


def test_its_own_kinds():
    """A class may want what it likes of a field, said by anything that can be called."""
    assert scores_of("py:my_metrics:Short", RECORDS) == {"longer": 0.5}
    with pytest.raises(InputError, match="needs a short text"):
        scores_of("py:my_metrics:Short", [{"prediction": "abc", "references": ["b"]}])


def test_a_class_has_options_and_a_signature():
    """A class has its options, and its signature makes it again."""
    assert scores_of("py:my_metrics:Longer", RECORDS, {"than": 0}) == {"longer": 1.0}
    again = from_signature("py:my_metrics:Longer|than:1")
    assert again.signature() == "py:my_metrics:Longer|than:1"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("py:my_metrics", UsageError),
        ("py:my_metrics:dataclass_", UsageError),
        ("py:no_such_module:x", NotSetUpError),
        ("py:my_metrics:__name__", UsageError),
    ],
)
def test_what_is_no_metric(name, error):
    """What cannot be imported, or is no metric, is said in a sentence."""
    with pytest.raises(error):
        scores_of(name, RECORDS)


@few(1, "method", ["__post_init__", "row", "fault", "reduce"])
def test_a_metric_that_ends_the_process(method, tmp_path):
    """Whatever ends the process, the run does not end with the metric's own exit code."""
    source = FAULTY.format(answer="{'faulty': sums[..., 0]}")
    source += f"\n    def {method}(self, *arguments):\n        raise SystemExit(0)\n"
    (tmp_path / "faulty.py").write_text(source, encoding="utf-8")
    path = write_jsonl(tmp_path / "in.jsonl", RECORDS)
    ended = spawn("evaluate", "py:faulty:Faulty", str(path), cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "sacreval: error: a metric or a plug-in ends the process (SystemExit: 0); correct it\n"
    )


def test_a_function_that_fails(tmp_path):
    """A record on which a function fails is missing and counted; the others are scored."""
    source = "def even(prediction, references):\n    return 4 / (len(prediction) - 1)\n"
    (tmp_path / "my_metrics.py").write_text(source, encoding="utf-8")
    assert scores_of("py:my_metrics:even", RECORDS) == {"even": 4.0}
    source = "def no_number(prediction, references):\n    return float('nan')\n"
    (tmp_path / "my_functions.py").write_text(source, encoding="utf-8")
    assert scores_of("py:my_functions:no_number", RECORDS) == {"no_number": None}


@few(
    1,
    ("name", "source", "said"),
    [
        ("raises", "raise RuntimeError('on purpose')", "RuntimeError: on purpose"),
        ("no_python", "x = (", "SyntaxError"),
        ("leaves", "raise SystemExit(5)", "SystemExit: 5"),
    ],
)
def test_a_module_that_breaks(name, source, said, tmp_path):
    """A module that breaks while it is imported is named with what it says."""
    (tmp_path / f"my_{name}.py").write_text(source)
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = spawn("evaluate", "suite", "-m", f"py:my_{name}:X", "a.jsonl", cwd=tmp_path)
    assert done.code == 2
    assert f"py:my_{name}:X fails to import ({said}" in done.err
    assert done.err.count("\n") == 1


@few(1, "name", ["py::", "py:a/my_metrics.py:Longer", "py:my_metrics:"])
def test_a_name_that_is_none(name, tmp_path):
    """A path, or a name with a part left out, is refused with how to write it."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = spawn("evaluate", "suite", "-m", name, "a.jsonl", cwd=tmp_path)
    assert done.code == 2
    assert "write py:MODULE:CLASS" in done.err


def test_a_file_in_the_place_of_a_module(tmp_path):
    """The file of a module is answered with the module."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = spawn("evaluate", "suite", "-m", "py:./my_metrics.py:Longer", "a.jsonl", cwd=tmp_path)
    assert done.code == 2
    assert "name the module, not its file: py:my_metrics:Longer" in done.err


@few(
    1,
    ("answer", "said"),
    [
        ("sums[..., 0]", "failed with TypeError"),
        ("1 // 0", "failed with ZeroDivisionError"),
        ("{'other': sums[..., 0]}", "returns other, but no faulty; correct the metric"),
    ],
)
def test_a_formula_that_breaks(answer, said, tmp_path):
    """A formula that gives no scores, or not all, is the metric's fault and said to be."""
    (tmp_path / "my_faulty.py").write_text(FAULTY.format(answer=answer))
    both = [{**r, "system_id": s, "instance_id": r["prediction"]} for r in RECORDS for s in "xy"]
    write_jsonl(tmp_path / "a.jsonl", both)
    for verb in ("evaluate", "score", "compare") if answer == "1 // 0" else ("evaluate",):
        done = spawn(verb, "suite", "-m", "py:my_faulty:Faulty", "a.jsonl", cwd=tmp_path)
        assert done.code == 2
        assert f"py:my_faulty:Faulty {said}" in done.err
        assert "Traceback" not in done.err


def test_a_module_that_is_loaded_again(tmp_path, monkeypatch):
    """A function that is defined anew, as in a notebook, is the metric of its name from then on."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    source, name, hashes = tmp_path / "edited.py", "py:edited:share", set()
    for value in ("0.25", "0.5"):
        source.write_text(f"def share(p, r):\n    return {value}\n", encoding="utf-8")
        reload(import_module("edited"))
        assert sacreval.evaluate(["a"], ["b"], metrics=name)["share"] == float(value)
        assert metrics.get(name) is metrics.get(name)
        hashes |= set(data_hashes(metrics.get(name)()).values())
    assert len(hashes) == 2
    sys.modules.pop("edited")


@pytest.mark.parametrize("name", ["cmd:true", "hf:x"])
def test_directions(name):
    """Each number has its direction, by default that larger is better."""
    metric = metrics.get(name)(
        numbers=("a", "b", "c"), lower_is_better=("b",), neither_is_better=("c",)
    )
    assert [direction(metric, one) for one in metric.outputs] == [True, False, None]


@pytest.mark.parametrize("name", ["cmd:true", "hf:x"])
@pytest.mark.parametrize("per", ["record", "batch", "set"])
def test_kinds(name, per):
    """Whether records have scores, which average to the system's, is an option."""
    metric = metrics.get(name)(per=per)
    assert (metric.of_sets, metric.score_scale.mean) == (per == "set", per != "set")


@pytest.mark.parametrize("name", ["cmd:true", "hf:x"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"numbers": ()}, "names each number once"),
        ({"numbers": ("a", "a")}, "names each number once"),
        ({"numbers": ("f1",), "lower_is_better": ("f2",)}, "available: f1"),
        ({"numbers": ("f1",), "neither_is_better": ("x",)}, "available: f1"),
    ],
)
def test_wrong_names(name, options, said):
    """Names that are not among the numbers are refused."""
    with pytest.raises(UsageError, match=said):
        metrics.get(name)(**options)


def test_finite():
    """Numbers and booleans are floats; anything else is the error of a record."""
    assert [finite(value, "f", "m") for value in (1, True, 0.5)] == [1.0, 1.0, 0.5]
    for value in (None, "1", "x", float("nan"), float("-inf"), 10**400, [1]):
        with pytest.raises(RecordError, match="m returned .* for f; correct it"):
            finite(value, "f", "m")
