"""Coefficients by name: with a level, or with bounds."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.measures.coefficient_names import cells, measures
from support.correlate_command import FEW, found
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
