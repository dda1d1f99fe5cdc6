"""robustness and perturb: records beside their variants, files and reports."""

import msgspec
import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.robustness.result import (
    MeanWithInterval,
    Realised,
    Robustness,
    RobustnessFile,
    RobustnessReport,
)
from sacreval.features.robustness.robustness import change_bounds, changes, mean_bounds, robustness
from sacreval.features.robustness.variants import ComparedFiles, VariantSource
from sacreval.metrics.labels.accuracy import Accuracy
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.rows.field_checks import settle
from sacreval.stats.intervals.binomial import wilson
from support.variant_outputs import records, write


@pytest.fixture
def compare(tmp_path):
    """Compare two lists of records by accuracy."""

    def call(originals, variants, *, field="input", level=0.95):
        files = write(tmp_path / "o.jsonl", originals), write(tmp_path / "p.jsonl", variants)
        kept = ComparedFiles()
        source = VariantSource(paths=tuple(map(str, files)), perturbed=field, compared=kept)
        entries, batches = settle(Accuracy(), source.batches())
        return robustness(evaluate(batches, entries), kept, field=field, level=level)

    return call


def test_measures(compare):
    """Means are over records; the worst is the least score of each record's variants."""
    (result,) = compare(*records()).results
    assert (result.n, result.variants, result.output) == (3, 2, "accuracy")
    names = ("mean", "perturbed_mean", "change", "absolute_change", "worst", "share_changed")
    values = [getattr(result, name).value for name in names]
    assert values == pytest.approx([2 / 3, 1 / 6, -0.5, 0.5, 0.0, 0.5])
    assert all(getattr(result, x).low <= getattr(result, x).value <= getattr(result, x).high
               for x in names)  # fmt: skip


def test_a_higher_level_has_wider_intervals(compare):
    """The level is that of all intervals, and is in the report."""
    narrow, wide = (compare(*records(), level=level) for level in (0.8, 0.99))
    assert (narrow.level, wide.level) == (0.8, 0.99)
    assert wide.results[0].change.low == narrow.results[0].change.low == -1.0  # the least possible
    assert wide.results[0].change.high > narrow.results[0].change.high


def test_the_signature_has_the_variants(compare):
    """Another output for a variant changes the hash of all variants, and nothing before it."""
    originals, variants = records()
    first = compare(originals, variants).results[0].signature
    assert compare(originals[::-1], variants[::-1]).results[0].signature == first
    variants[0]["prediction"] = "3"
    second = compare(originals, variants).results[0].signature
    (before, own_spec), (same, other) = (x.split("|perturbed:") for x in (first, second))
    assert before == same
    assert own_spec != other


def test_a_perturbed_field_may_differ(compare):
    """References that were perturbed are no error where the option names them."""
    originals, variants = records()
    variants[2]["references"] = ["5"]
    with pytest.raises(InputError, match="'2' is judged against other references .* --field"):
        compare(originals, variants)
    (realised,) = compare(originals, variants, field="references").realised
    assert realised.inputs_changed == pytest.approx(1 / 6)


def test_messages_name_a_few_records(compare):
    """Of many records without a variant, three are named."""
    originals, variants = records()
    more = [originals[0] | {"instance_id": f"x{i}"} for i in range(5)]
    with pytest.raises(InputError, match=r"5 records .* \('x0', 'x1', 'x2' and 2 more\)"):
        compare([*originals, *more], variants)


def test_unknown_inputs_are_noticed(compare):
    """Without inputs it is unknown how much was perturbed, which is not zero."""
    originals, variants = records()
    del originals[0]["input"]
    report = compare(originals, variants)
    assert report.realised[0].inputs_changed is None
    assert any("how much was perturbed is unknown" in text for text in report.notices)


ORIGINAL = [1.0, 0.5, 0.0]

VARIANTS = [[1.0, 0.0], [0.75, 0.25], [0.5, 0.0]]


def test_definitions_by_hand():
    """Each number of each record, with larger scores better."""
    change = changes(ORIGINAL, VARIANTS, better=True)
    assert change.perturbed_mean.tolist() == [0.5, 0.5, 0.25]
    assert change.change.tolist() == [-0.5, 0.0, 0.25]
    assert change.absolute_change.tolist() == [0.5, 0.25, 0.25]
    assert change.worst.tolist() == [0.0, 0.25, 0.0]
    assert change.share_changed.tolist() == [0.5, 1.0, 0.5]
    assert changes(ORIGINAL, VARIANTS, better=False).worst.tolist() == [1.0, 0.75, 0.5]
    assert np.isnan(changes(ORIGINAL, VARIANTS, better=None).worst).all()


def test_scores_of_0_and_1_have_wilsons_interval():
    """Others have Student's t, within the range."""
    assert mean_bounds([0, 1, 1, 1], 0.95, (0.0, 1.0)) == wilson(3, 4, 0.95)
    low, high = mean_bounds([0.0, 0.5, 0.5], 0.95, (0.0, 1.0))
    assert low == 0.0
    assert 1 / 3 < high <= 1.0
    low, high = mean_bounds([0, 100, 100], 0.9, (0.0, 100.0))
    assert (low, high) == pytest.approx([100 * x for x in wilson(2, 3, 0.9)])


@pytest.mark.parametrize("values", [[], [1.0], [0.3, 0.3], [np.nan, 1.0]])
def test_no_interval_where_nothing_tells_the_spread(values):
    """A single record, equal values inside of the range, and missing values."""
    assert np.isnan(mean_bounds(values, 0.95, (0.0, 1.0))).all()


def test_no_change_is_not_certain():
    """Ten unchanged records leave room for changes of others."""
    change = changes([1.0] * 10, [[1.0, 1.0]] * 10, better=True)
    low, high = change_bounds(change, 0.95, 1.0)
    assert high == -low == pytest.approx(float(wilson(0, 10).high))
    assert np.isnan(change_bounds(change, 0.95, None)).all()


def test_intervals_cover_the_mean_change():
    """Nominal 95 % over records whose variants are alike; variants as units would fall short."""
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        shift = rng.normal(-0.1, 0.1, size=40)
        original = rng.uniform(0.4, 0.6, size=40)
        varied = original[:, None] + shift[:, None] + rng.normal(0, 0.02, size=(40, 5))
        low, high = change_bounds(changes(original, varied, better=True), 0.95, 1.0)
        hits += low <= -0.1 <= high
    assert 0.93 <= hits / 400 <= 0.975


def test_a_file_is_read_back():
    """What is written is what the published structure reads."""
    measure = MeanWithInterval(0.5, 0.25, 0.75)
    result = Robustness(
        metric="rouge", output="rouge1_f1", system_id="a", n=2, variants=3, higher_is_better=True,
        mean=measure, perturbed_mean=measure, change=measure, absolute_change=measure,
        worst=MeanWithInterval(None), share_changed=measure, signature="rouge|", engine="native",
    )  # fmt: skip
    realised = Realised(
        system_id="a", variants=6, inputs_changed=None, character_rate=None, outputs_changed=0.5
    )
    report = RobustnessReport(level=0.9, results=[result], realised=[realised], notices=["n"])
    decoded = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=RobustnessFile)
    assert decoded == report.to_file()
    assert (decoded.results, decoded.realised, decoded.level) == ([result], [realised], 0.9)
