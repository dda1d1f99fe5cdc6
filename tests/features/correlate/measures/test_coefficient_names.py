"""Coefficients by name: with a level, or with bounds."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.measures.coefficient_names import (
    cells,
    first_names,
    measures,
    pick,
)
from support.correlate_command import FEW, found
from support.correlations import correlate
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_coefficients_with_a_place_or_bounds(capsys, rouge_scores):
    """spa@system stands at its level only, in the order as given; sys-delta counts some pairs."""
    report = found(
        capsys, "scores", rouge_scores, "--human", "adequacy", "--metric", "rouge1_f1",
        "--coefficient", "spa@system", "--coefficient", "sys-delta:0:0.1", "--level", "system",
        "--coefficient", "PA@system", *FEW,
    )  # fmt: skip
    names = ["spa", "sys-delta:0:0.1", "pairwise-accuracy"]
    assert [r["coefficient"] for r in report["results"]] == names
    assert report["results"][1]["n_pairs"] < 3


def test_order_of_coefficients():
    """Cells are by level, or in the order of coefficients where one of these names its level."""
    levels = ["summary", "system"]

    def order(*names):
        return [(cell.level.value, cell.measure.name) for cell in cells(levels, names)]

    by_level = [("summary", "pearson"), ("system", "pearson"), ("system", "spa")]
    assert order("pearson", "spa") == by_level
    placed = [("summary", "acc-eq"), ("system", "pairwise-accuracy"), *by_level]
    assert order("acc-eq@segment", "pa@system", "pearson", "spa") == placed


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tau", "write kendall for tau-b, which corrects for ties .* or tau-a for"),
        ("Kendall_Tau", "write kendall for tau-b"),
        ("rho", "write spearman"),
        ("pearsonr", "write pearson"),
        ("taub", "did you mean 'tau-b'"),
    ],
)
def test_words_from_elsewhere(name, said):
    """A word that stands for several coefficients is answered with each and its meaning."""
    with pytest.raises(UsageError, match=f"There is no coefficient '{name}'; {said}"):
        measures([name])


def test_the_rest_is_counted():
    """As many names as asked are written, and the others are counted."""
    assert first_names(["a", "b"], 2) == "a, b"
    assert first_names(["a", "b", "c", "d"], 2) == "a, b and 2 more"
    assert first_names([]) == ""


def test_spellings_of_levels(small):
    """Instance, segment, item and input are the summary level."""
    for name in ("instance", "segment", "item", "input", "Group_By_System"):
        report = correlate(small, human="quality", metrics=["good"], level=[name], interval="none")
        assert report.results[0].level in {"summary", "group-by-system"}


def test_no_human_scores():
    """Where the inputs have no human scores, the message says what to add."""
    with pytest.raises(UsageError, match=r"no judgments at all; add files .* judgments\.quality"):
        pick("quality", [], "human score")


def test_wrong_names_are_answered_with_the_nearest(small):
    """A metric, a human score, a level, a coefficient, a system: each names what is near."""
    wrong = [
        ({"metrics": ["god"]}, "did you mean 'good'"),
        ({"human": "qualty"}, "did you mean 'quality'"),
        ({"level": ["sytem"]}, "did you mean 'system'"),
        ({"coefficient": ["kendal"]}, "did you mean 'kendall'"),
        ({"exclude": ["s11"]}, "did you mean"),
        ({"interval": "bca"}, "--units"),
        ({"confidence": 95}, "between 0 and 1"),
        ({"resamples": 0}, "--resamples is 0"),
        ({"coefficient": ["spa"], "level": ["summary"]}, "No coefficient is defined"),
        ({"system_scores": "files"}, "no official system scores"),
    ]
    for options, message in wrong:
        with pytest.raises(UsageError, match=message):
            correlate(small, **{"human": "quality", "metrics": ["good"], **options})
