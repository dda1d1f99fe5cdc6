"""Scores of records beside those of their variants."""

import pytest

from sacreval.errors import InputError
from sacreval.features.robustness.robustness import robustness
from sacreval.features.robustness.variants import Compared, VariantSource
from sacreval.metrics.labels.accuracy import Accuracy
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rows.field_checks import settle
from support.variant_outputs import records, write


@pytest.fixture
def compare(tmp_path):
    """Compare two lists of records by accuracy."""

    def call(originals, variants, *, field="input", level=0.95):
        files = write(tmp_path / "o.jsonl", originals), write(tmp_path / "p.jsonl", variants)
        kept = Compared()
        source = VariantSource(paths=tuple(map(str, files)), perturbed=field, compared=kept)
        entries, batches = settle(Accuracy(), source.batches())
        return robustness(evaluate(batches, entries), kept, field=field, level=level)

    return call


def test_measures(compare):
    """Means are over records; the worst is the least score of each record's variants."""
    (found,) = compare(*records()).results
    assert (found.n, found.variants, found.output) == (3, 2, "accuracy")
    names = ("mean", "perturbed_mean", "change", "absolute_change", "worst", "share_changed")
    values = [getattr(found, name).value for name in names]
    assert values == pytest.approx([2 / 3, 1 / 6, -0.5, 0.5, 0.0, 0.5])
    assert all(getattr(found, x).low <= getattr(found, x).value <= getattr(found, x).high
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
    (before, own), (same, other) = (x.split("|perturbed:") for x in (first, second))
    assert before == same
    assert own != other


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
