"""Metrics from outside: a class, a function, a metric of Hugging Face evaluate."""

import sys
from types import SimpleNamespace

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metric import from_signature
from support.tasks import scores_of

SOURCE = '''
from dataclasses import dataclass

from sacreval.kinds import Kind
from sacreval.metric import MeanMetric


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
    with pytest.raises(InputError, match="wants a short text"):
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
        ("py:my_metrics:dataclass_", NotSetUpError),
        ("py:no_such_module:x", NotSetUpError),
        ("py:my_metrics:__name__", UsageError),
    ],
)
def test_what_is_no_metric(name, error):
    """What cannot be imported, or is no metric, is said in a sentence."""
    with pytest.raises(error):
        scores_of(name, RECORDS)


def test_hugging_face(monkeypatch):
    """A metric of evaluate is given all predictions, and its numbers are taken by name."""

    def compute(*, predictions, references, offset=0):
        hits = sum(p == r for p, r in zip(predictions, references, strict=True))
        return {"my_metric": hits + offset, "n": len(predictions)}

    loaded = {"some/my_metric": SimpleNamespace(compute=compute)}
    fake = SimpleNamespace(load=loaded.get)
    monkeypatch.setattr("sacreval.scoring.fingerprint.version", lambda name: f"{name} 0")
    monkeypatch.setitem(sys.modules, "evaluate", fake)
    assert scores_of("hf:some/my_metric", RECORDS) == {"my_metric": 0.0}
    options = {"numbers": ["my_metric", "n"], "arguments": '{"offset": 2}'}
    assert scores_of("hf:some/my_metric", RECORDS, options) == {"my_metric": 2.0, "n": 2.0}
    for arguments in ("{", "3"):
        with pytest.raises(UsageError, match="not a JSON object"):
            scores_of("hf:some/my_metric", RECORDS, {"arguments": arguments})
    with pytest.raises(UsageError, match="gives my_metric, n, and no f1"):
        scores_of("hf:some/my_metric", RECORDS, {"numbers": ["f1"]})


def test_hugging_face_is_an_extra(monkeypatch):
    """Without evaluate the sentence names the extra."""
    monkeypatch.setitem(sys.modules, "evaluate", None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[huggingface\]'"):
        scores_of("hf:some/my_metric", RECORDS)


def test_a_function_that_fails(tmp_path):
    """A record on which a function fails is missing and counted; the others are scored."""
    source = "def even(prediction, references):\n    return 4 / (len(prediction) - 1)\n"
    (tmp_path / "my_metrics.py").write_text(source, encoding="utf-8")
    assert scores_of("py:my_metrics:even", RECORDS) == {"even": 4.0}
    source = "def no_number(prediction, references):\n    return float('nan')\n"
    (tmp_path / "my_functions.py").write_text(source, encoding="utf-8")
    assert scores_of("py:my_functions:no_number", RECORDS) == {"no_number": None}


@pytest.mark.parametrize(
    ("load", "error", "part"),
    [
        ("import", NotSetUpError, r"cannot be loaded \(ImportError: you need x, 'y'\); install"),
        ("compute", InputError, r"refuses these records \(ValueError: no list\)"),
    ],
)
def test_hugging_face_fails(monkeypatch, load, error, part):
    """What goes wrong inside evaluate is one sentence."""

    def fail(*_, **__):
        if load == "import":
            raise ImportError("you need x,\n 'y'")
        raise ValueError("no list")

    found = fail if load == "import" else lambda _: SimpleNamespace(compute=fail)
    monkeypatch.setitem(sys.modules, "evaluate", SimpleNamespace(load=found))
    monkeypatch.setattr("sacreval.scoring.fingerprint.version", lambda name: f"{name} 0")
    with pytest.raises(error, match=part):
        scores_of("hf:some/my_metric", RECORDS)
