"""The critical-difference plot has each system, each bar and the scale."""

import re

import pytest

from sacreval.features.compare.plots import critical_difference_plot
from support import missing


def draw(path, groups):
    ranks = {"c4.5": 3.143, "c4.5+m": 2.0, "c4.5+cf": 2.893, "c4.5+m+cf": 1.964}
    return critical_difference_plot(
        path, mean_ranks=ranks, difference=1.25, groups=groups, title="auc"
    )


@pytest.mark.long
def test_plot(tmp_path):
    """Bars are as many as groups; equal data give equal bytes."""
    missing.module("matplotlib", "plots")
    one = draw(tmp_path / "a.svg", [["c4.5", "c4.5+m"]]).read_text()
    same = draw(tmp_path / "b.svg", [["c4.5", "c4.5+m"]]).read_text()
    two = draw(tmp_path / "c.svg", [["c4.5", "c4.5+m"], ["c4.5+cf", "c4.5+m"]]).read_text()
    assert one == same
    thick = re.compile("stroke-width: 3")
    assert (len(thick.findall(one)), len(thick.findall(two))) == (1, 2)
    for text in ("c4.5+m+cf (1.96)", "critical difference 1.25", "auc"):
        assert f"<!-- {text} -->" in one
