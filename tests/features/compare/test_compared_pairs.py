"""Units of comparisons: records, a named group, or one whose differences are alike."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.features.compare.compare import compare_data_sets
from sacreval.features.compare.result import Settings
from sacreval.scoring.evaluate import evaluate

QUICK = {"trials": 1_000, "resamples": 100}


def evaluation(passages=12, size=6, *, alike=True):
    """Return two systems; the second differs from the first by whole passages, or by record."""
    rng = np.random.default_rng(8)
    instances = []
    for g in range(passages):
        turned = rng.random() < 0.4
        for j in range(size):
            easy = rng.random() < 0.5
            other = easy != (turned if alike else rng.random() < 0.4)
            for name, good in (("a", easy), ("b", other)):
                instances.append(
                    Instance(
                        instance_id=f"{g:02}-{j}",
                        system_id=name,
                        prediction="x" if good else "y",
                        references=["x"],
                        groups={"passage": str(g), "half": "lo" if g < passages / 2 else "hi"},
                    )
                )
    return evaluate([Batch(instances)], metrics.get("chrf")(), every_group=True)


def test_groups_are_found_in_differences():
    """Differences that are alike within passages are tested over passages, with a notice."""
    found = compare_data_sets({None: evaluation()}, "a", ["b"], Settings(**QUICK))
    [one] = found.comparisons
    assert (one.unit, one.n_units, one.n) == ("passage", 12, 72)
    assert one.interval.unit == found.settings.unit == "passage"
    [notice] = found.notices
    assert "tests and intervals are over passage; --test paired-ar takes records" in notice


@pytest.mark.parametrize(
    "options", [{"test": "paired-ar"}, {"interval": "percentile"}], ids=lambda x: next(iter(x))
)
def test_named_methods_take_records(options):
    """Where a test or an interval is named, nothing is looked for."""
    found = compare_data_sets({None: evaluation()}, "a", ["b"], Settings(**QUICK, **options))
    assert found.comparisons[0].unit is None
    assert not found.notices


def test_independent_records_are_units():
    """Without likeness of the differences, records are tested, though scores are in groups."""
    [one] = compare_data_sets(
        {None: evaluation(alike=False)}, "a", ["b"], Settings(**QUICK)
    ).comparisons
    assert (one.unit, one.n_units) == (None, 72)


def test_few_groups_find_nothing():
    """Five passages cannot reach the level: no finding, a t interval, and a notice."""
    found = compare_data_sets(
        {None: evaluation(passages=5)}, "a", ["b"], Settings(unit="passage", **QUICK)
    )
    [one] = found.comparisons
    assert (one.finding, one.n_units) == ("no difference shown", 5)
    assert one.interval.method == "jackknife"
    assert "a test of 5 values of passage cannot reach the level of 0.05" in found.notices
