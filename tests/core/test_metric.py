"""What every metric inherits: rows, sums, sets, pairs and declarations."""

import pickle
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

import numpy as np
import pytest

from sacreval.core.metric import MeanMetric, PairKernel, SampleMetric, metrics, without_one
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.execution.cache.cache_keys import head
from sacreval.io.official_programs import Place, store


@dataclass(frozen=True, kw_only=True)
class Share(MeanMetric):
    """Length of the output over that of its first reference.

    Args:
        scale: A factor.
    """

    name = "share"
    outputs = ("share",)
    prepared: ClassVar[list] = []

    scale: float = 1.0

    def prepare(self, *context):
        self.prepared.append(context)
        return len(context[0][0])

    def scores(self, prediction, prepared):
        return (self.scale * len(prediction) / prepared,)


BATCH = Batch([Instance(prediction=p, references=["abcd"]) for p in ("ab", "abcd")])


def test_a_mean_is_a_ratio_of_sums():
    """Rows are scores and a count, and a system's score divides their sums."""
    metric = Share()
    rows = metric.rows(BATCH)
    assert rows.tolist() == [[0.5, 1], [1, 1]]
    assert metric.reduce(rows.sum(axis=0)) == {"share": 0.75}
    assert metric.estimate(rows, np.array([[3, 1]]))["share"].tolist() == [0.625]


def test_a_context_is_prepared_once():
    """Records with equal references share what is prepared."""
    Share.prepared.clear()
    Share().rows(BATCH)
    assert Share.prepared == [(["abcd"],)]


def test_references_are_left_out_in_turn():
    """Each reference is left out once, in order."""
    record = Instance(prediction="a", references=["x", "y", "z"])
    assert [one.references for one in without_one(record)] == [["y", "z"], ["x", "z"], ["x", "y"]]
    assert Share().parts(record) == 3


def test_signature_and_equality():
    """The signature has every option; the engine is none, and does not tell metrics apart."""
    assert Share(scale=2.0).signature() == "share|scale:2.0"
    assert metrics.get("bleu")(engine="official") == metrics.get("bleu")().with_engine("native")


def test_no_kernel():
    """A metric without a kernel is refused the native engine."""
    with pytest.raises(UsageError, match="share"):
        Share().with_engine("native")


@pytest.mark.parametrize("name", ["bleu", "classification", "pearson", "self-bleu"])
def test_pickling_keeps_options(name):
    """A pickled metric has the same options and engine."""
    metric = metrics.get(name)(engine="official")
    again = pickle.loads(pickle.dumps(metric))  # noqa: S301 - made here
    assert (again, again.engine) == (metric, "official")


def test_sets_have_no_single_scores():
    """A metric of sets refuses the score of a record in one sentence."""
    with pytest.raises(UsageError, match="self-bleu"):
        metrics.get("self-bleu")().reduce(np.ones(1))


def test_samples_are_measured_by_weights_of_one():
    """The score of a set is that of the sample with each record once."""

    class Total(SampleMetric):
        name, outputs = "total", ("total",)

        def row(self, prediction, prepared):
            del prepared
            return (float(prediction),)

        def estimate(self, rows, weights):
            return {"total": weights @ rows[:, 0]}

    batch = Batch([Instance(prediction=x, references=[0]) for x in (1, 2.5)])
    assert Total().measure(batch) == {"total": 3.5}


def test_an_output_without_a_direction_is_an_error():
    """A mapping of directions must have every output."""

    class Odd(Share):
        higher_is_better: ClassVar = {"other": True}

    with pytest.raises(UsageError, match="'share'"):
        Odd().is_higher_better("share")


def test_pairs_are_folded_without_each_reference():
    """Of a kernel's pairs, leaving a reference out folds the others."""

    class Best(PairKernel):
        name, outputs = "best", ("best",)

        def row(self, prediction, prepared):
            raise NotImplementedError

        def native_pairs(self, batch):
            del batch
            return np.array([[1.0], [5.0], [3.0]])

        def fold(self, pairs, starts):
            return np.maximum.reduceat(pairs, starts[:-1], axis=0)

        def reduce(self, sums):
            return {"best": sums[..., 0]}

    found = Best()._fold_others(Best().native_pairs(None), np.array([0, 3]))
    assert found.tolist() == [[5], [3], [5]]


def test_official_programs(monkeypatch, tmp_path):
    """The user's program computes official rows once it is set up; cached ones are not used."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    metric = metrics.get("rouge-1.5.5")(engine="official")
    own = head(metric, "rows")
    assert (metric.official_program(), metric.computed_by()) == (None, "definition")
    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    store("rouge-1.5.5", Place(str(script), sha256(script.read_bytes()).hexdigest()))
    assert (metric.official_program(), metric.computed_by()) == (script, "official")
    assert head(metric, "rows") != own
    native = metric.with_engine("native")
    assert (native.official_program(), native.computed_by()) == (None, "native")
