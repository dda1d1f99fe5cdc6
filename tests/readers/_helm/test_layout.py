"""The layout of HELM's files."""

from sacreval.readers._helm.layout import STATS


def test_null_means():
    """A statistic without values has the mean null."""
    (found,) = STATS.decode(b'[{"name": {"name": "training_co2_cost"}, "mean": null}]')
    assert (found.name.name, found.mean) == ("training_co2_cost", None)
