"""Notes below tables of correlations: what is missing, the tests behind marks, signatures."""

from sacreval.features.correlate.tables.correlation_notes import (
    basis,
    condensed,
    omissions,
    populations,
)

PEARSON = {"level": "system", "coefficient": "pearson", "metric": "bleu"}


def missing(metric, reason):
    """Return the row of a correlation that has no value."""
    return PEARSON | {
        "metric": metric, "reason": reason, "interval_reason": "", "skipped": {}, "n_used": 0,
    }  # fmt: skip


def test_metrics_with_the_same_remark_share_a_line():
    """A reason is given once, with the metrics that it is about; after five, they are counted."""
    rows = [missing(f"m{i}", "all are equal") for i in range(7)]
    text = "no pearson at system level: all are equal (m0, m1, m2, m3, m4 and 2 more)"
    assert omissions(rows) == [text]


def test_common_fields_of_signatures_are_written_once():
    """The first line has the fields that all signatures share; further lines what differs."""
    rows = [
        PEARSON | {"metric": name, "signature": f"corr|human:quality|ci:{ci}|seed:1"}
        for name, ci in (("bleu", "fisher"), ("chrf", "bootstrap"))
    ]
    assert condensed(rows, "correlations") == [
        "signature of correlations: corr:|human:quality|seed:1",
        "  bleu: ci:fisher",
        "  chrf: ci:bootstrap",
    ]


def test_the_basis_names_test_and_correction():
    """The sentence names test, side, correction and level, and daggers only where there are any."""
    test = {
        "test": "perm-both", "alternative": "greater", "correction": "holm", "n_tests": 3,
        "alpha": 0.05,
    }  # fmt: skip
    assert basis([], [test], marked=False) == []
    (line,) = basis([test, test], [], marked=False)
    assert line == "Tests rest on: perm-both, greater, holm over 3 tests, at 0.05."
    assert "over 1 test," in basis([{**test, "n_tests": 1}], [], marked=False)[0]
    assert basis([test], [], marked=True)[0].startswith("Tests, † rest on: ")
    apart = basis([test], [{**test, "correction": "none"}], marked=True)
    assert apart[1].startswith("Ranks rest on: perm-both, greater, without correction, at 0.05")


def test_a_population_that_combines_others_is_left_out():
    """An average over different tests repeats the populations of its parts, and is left out."""
    tests = [{"population": "systems"}, {"population": "systems; inputs"}]
    assert populations(tests) == ["systems"]
