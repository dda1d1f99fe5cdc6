"""Records of single outputs, made from records with several."""

from math import exp

import pytest

import sacreval
from sacreval.core.options.field_types import TEXT
from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.select.candidates import Candidates, CandidateSource, weighting
from sacreval.metrics._wrappers import CANDIDATE


def candidates_of(instances, consensus=True, **options):
    """Return the candidates and their records."""
    candidates = Candidates(TEXT, "chrf", consensus, **options)
    batches = list(candidates.batches([Batch(instances, "f.jsonl", system="s")]))
    return candidates, batches


def test_a_record_for_each_output():
    """Each output is a prediction, with all of them as references, at the line of its record."""
    first = Instance(samples=["a", "b"], references=["x"], meta={"t": 1})
    candidates, [batch] = candidates_of([first, Instance(predictions=["c"], instance_id="q")])
    assert [candidate.prediction for candidate in batch] == ["a", "b", "c"]
    assert [candidate.references for candidate in batch] == [["a", "b"], ["a", "b"], ["c"]]
    assert [candidate.samples or candidate.predictions for candidate in batch] == [None] * 3
    assert batch.instance_ids == ["1", "1", "q"]
    assert [batch.where(i) for i in range(3)] == ["f.jsonl:1", "f.jsonl:1", "f.jsonl:2"]
    assert batch[0].meta["t"] == 1
    assert (candidates.fewest, candidates.most, candidates.unused) == (1, 2, 1)
    assert candidates.original(0).samples == ["a", "b"]
    assert candidates.original(1).predictions == ["c"]
    assert not candidates.held


def test_without_consensus_references_stay():
    """A metric that scores outputs on their own may show the references of a record to a judge."""
    candidates, [batch] = candidates_of(
        [Instance(samples=["a", "b"], references=["x"])], consensus=False
    )
    assert [candidate.references for candidate in batch] == [["x"], ["x"]]
    assert candidates.unused == 0


def test_outputs_of_an_input_stay_together():
    """Batches end where an input does, and records that were passed over are forgotten."""
    many = [Instance(samples=["a"] * 3000) for _ in range(4)]
    candidates, batches = candidates_of(many)
    assert [len(batch) for batch in batches] == [6000, 6000]
    assert 3000 < BATCH_SIZE < 6000
    candidates.original(2)
    assert list(candidates.held) == [3]


def test_weights():
    """Weights are divided by the largest; logarithms of probabilities are weights by softmax."""
    record = Instance(samples=["a", "b"], meta={"w": [1, 4], "l": [-2.0, -1.0]})
    _, [batch] = candidates_of([record], weighting=weighting("meta.w", None))
    assert batch[0].meta[CANDIDATE].weights == [0.25, 1.0]
    _, [batch] = candidates_of([record], weighting=weighting(None, "meta.l"))
    assert batch[0].meta[CANDIDATE].weights == [exp(-1), 1.0]
    assert weighting(None, None) is None
    with pytest.raises(UsageError, match="both given"):
        weighting("a", "b")


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ({"samples": []}, "is empty"),
        ({"samples": ["a", None]}, r"samples\[1\]` must be text"),
        ({"samples": {"n": 3, "c": 1}}, "are counts"),
        ({"prediction": "a"}, "no `samples` and no `predictions`"),
        ({"samples": ["a"], "predictions": ["a"]}, "--of samples"),
    ],
)
def test_records_without_outputs(record, why):
    """A record without outputs, or with others than the metric needs, is named by its line."""
    with pytest.raises(InputError, match=rf"f\.jsonl:1: .*{why}"):
        candidates_of([Instance(**record)])


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ([1], "1 values for 2 outputs"),
        (None, "no list"),
        ([1, "x"], "no finite numbers"),
        ([1, True], "no finite numbers"),
        ([1, float("inf")], "no finite numbers"),
        ([0, 0], "one of them above 0"),
        ([1, -1], "0 or more"),
    ],
)
def test_wrong_weights(weights, why):
    """Weights that do not fit the outputs are named by line and expression."""
    record = Instance(samples=["a", "b"], meta={"w": weights})
    with pytest.raises(InputError, match=rf"f\.jsonl:1: --sample-weights meta\.w .*{why}"):
        candidates_of([record], weighting=weighting("meta.w", None))


def test_files(tmp_path):
    """A source of candidates reads files; how many there are is not known before."""
    path = tmp_path / "k.jsonl"
    path.write_text('{"samples": ["a", "b"]}\n')
    source = CandidateSource(paths=(str(path),), candidates=Candidates(TEXT, "chrf", True))
    assert [len(batch) for batch in source.batches()] == [2]
    assert source.count() is None


@pytest.mark.parametrize(
    ("record", "options", "said"),
    [
        ({"meta": {"selected": 5}}, {}, "`meta.selected` is there already"),
        ({"meta": {"lp": [0.5, -1]}}, {"sample_logprobs": "meta.lp"}, "finds 0.5, but logarithms"),
    ],
)
def test_records_that_would_be_misread(record, options, said):
    """What would be replaced, and logarithms that are none, are refused."""
    with pytest.raises(InputError, match=said):
        sacreval.select([{"samples": ["a", "b"], **record}], "chrf", **options)
