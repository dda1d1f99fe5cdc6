"""The sections of tests on a page."""

from sacreval.core.results import Interval, Result, Verdict
from sacreval.features.page.comparisons import against_base, since_baseline
from sacreval.features.page.content import Content
from sacreval.features.page.scores import results
from support.pairs import compared

INTERVAL = Interval(low=1.0, high=2.0, level=0.95, method="bca", resamples=9, seed=1)


def content(**fields):
    """Return a page of two systems that were compared."""
    scores = [
        Result(
            metric="m", output="x", system_id=system, group=None, value=value, n=9,
            higher_is_better=True, interval=None, signature="m", engine="official", main=True,
        )
        for system, value in (("a", 1.0), ("b", 2.0))
    ]  # fmt: skip
    return Content(results=scores, **fields)


def text(node):
    return " ".join("".join(node.itertext()).split())


def test_notes_of_the_baseline_are_on_its_columns():
    """Its table has neither intervals nor detectable differences, so no note explains them."""
    page = content(
        before=content().results, changes=[compared("x", "b", interval=INTERVAL, finding="better")]
    )
    found = text(since_baseline(page))
    assert "p Holm: tests at 0.05" in found
    assert "Detectable:" not in found
    assert "[ ]:" not in found
    assert "Gates" not in found


def test_gates_have_p_values_of_their_own():
    """Beside gates, the section says that these are corrected for other tests."""
    gate = Verdict(gate="g", output="x", system_id="b", passed=True, sentence="fine")
    page = content(before=content().results, changes=[compared("x", "b")], gates=[gate])
    assert "The p of a gate is corrected over the outputs that gates test" in text(
        since_baseline(page)
    )


def test_without_tests():
    """Without a tested change nothing is said of tests."""
    assert "Tested on" not in text(since_baseline(content(before=content().results)))


def test_pairs_with_missing_records_have_the_number_of_shared_ones():
    """The column is there where records are missing, in the table of each output."""
    found = text(against_base(content(comparisons=[compared("x", "b", interval=INTERVAL)])))
    assert "shared" not in found
    pair = compared("x", "b", interval=INTERVAL, n=9, other_missing=2, shared=7)
    found = text(against_base(content(comparisons=[pair])))
    assert "missing (base)shareddifference" in found
    assert "92 (0)7+1" in found


def test_detectable_differences_are_explained_beside_their_column():
    """The comparison with a base has intervals and detectable differences, and their notes."""
    page = content(comparisons=[compared("x", "b", interval=INTERVAL, finding="better")])
    found = text(against_base(page))
    assert "Detectable:" in found
    assert "[ ]: 95 % intervals" in found


def test_signs_rest_on_the_tests_that_were_made():
    """The legend of signs names the test, not the option that chose it."""
    page = content(comparisons=[compared("x", "b", finding="better")])
    found = text(results(page))
    assert "by paired approximate randomisation at 0.05 after Holm's correction over systems" in (
        found
    )
