"""How tests of metrics are reported."""

from support.correlations import compare_metrics

OPTIONS = {"human": "quality", "metrics": ["good", "poor"], "resamples": 200}


def test_both_directions(small):
    """One-sided tests come in both directions, and their p-values are not both small."""
    report = compare_metrics(
        small,
        alternative="greater",
        test="perm-systems",
        level=["system"],
        coefficient=["kendall"],
        **OPTIONS,
    )
    there, back = report.tests
    assert (there.metric_a, back.metric_a) == ("good", "poor")
    assert there.delta == -back.delta
    assert there.p_value + back.p_value >= 1
    assert "exact" in there.signature


def test_too_few_draws_for_the_correction_are_noted(small):
    """If no p-value could survive the correction, the output says so, and what to do."""
    report = compare_metrics(small, human="quality", resamples=30, test="perm-inputs")
    assert any("nothing can be significant" in n for n in report.notes)


def test_a_constant_metric_is_last_and_left_out_of_the_ranking(small):
    """An undefined correlation is tested with a reason, and not ranked."""
    report = compare_metrics(
        small, human="quality", level=["system"], coefficient=["pearson"], resamples=50
    )
    assert [r.metric for r in report.ranking] == ["good", "poor"]
    reasons = {(t.metric_a, t.metric_b): t.reason for t in report.tests}
    assert reasons["good", "flat"] == "a correlation is undefined on the common cells"


def test_enough_draws_are_not_noted(small):
    """A run whose draws can survive the correction says nothing of them."""
    notes = compare_metrics(
        small, test="perm-both-xor", level=["system"], coefficient=["pearson"], **OPTIONS
    ).notes
    assert not any("nothing can be significant" in note for note in notes)
