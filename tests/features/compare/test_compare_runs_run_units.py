"""Units of tests between result files."""

import numpy as np
import pytest

from sacreval.core.records import Scored
from sacreval.errors import UsageError
from sacreval.features.compare.compare_runs import find_run_unit


def run(scores, groups=None):
    """Return the scores of the records of a run, by id."""
    named = groups or [None] * len(scores)
    return {
        str(i): Scored(instance_id=str(i), system_id="a", scores={"x": score}, groups=group)
        for i, (score, group) in enumerate(zip(scores, named, strict=True))
    }


def passages(alike):
    """Return two runs on 12 passages of 5 records, whose differences share an effect or do not."""
    rng = np.random.default_rng(2)
    shared = np.repeat(rng.normal(size=12), 5) if alike else 0
    groups = [{"passage": f"p{i // 5}"} for i in range(60)]
    other = shared + rng.normal(0, 0.2, size=60)
    return run([0.0] * 60, groups), run(other.tolist(), groups)


def test_a_group_with_similar_differences_is_the_unit():
    """Passages whose records change alike are found, with a notice of how alike they are."""
    found = find_run_unit([passages(alike=True)], None)
    assert found.unit == "passage"
    assert "12 values of 5 records" in found.notices[0]
    assert find_run_unit([passages(alike=False)], None) == (None, [])


def test_records_that_failed_do_not_count():
    """An output that a record lacks measures nothing, and neither do runs without groups."""
    base, other = passages(alike=True)
    assert find_run_unit([(run([0.0, None, 1.0]), run([1.0, None, 2.0]))], None).unit is None
    lacking = {**other, "0": Scored(instance_id="0", system_id="a", scores={"x": None})}
    assert find_run_unit([(base, lacking)], None).unit is None
    assert find_run_unit([], "passage") == ("passage", [])


def test_an_unknown_group():
    """A named group that no record has is refused; one that some have is used as it is."""
    pairs = [passages(alike=False)]
    with pytest.raises(UsageError, match="--resample-by: no record has a group 'passge'; did you"):
        find_run_unit(pairs, "passge")
    assert find_run_unit(pairs, "passage") == ("passage", [])
