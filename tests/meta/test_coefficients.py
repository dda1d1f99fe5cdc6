"""Coefficients by name: with a level, or with bounds."""

from pathlib import Path

from support.correlate_command import FEW, found

SAMPLE = Path(__file__).parents[2] / "configs" / "sample" / "outputs.jsonl"


def test_coefficients_with_a_place_or_bounds(capsys, rouge_scores):
    """spa@system stands at its level only, sys-delta counts pairs of systems within a gap."""
    report = found(
        capsys, "scores", rouge_scores, "--human", "adequacy", "--metric", "rouge1_f1",
        "--coefficient", "spa@system", "--coefficient", "sys-delta:0:0.1", "--level", "system",
        "--coefficient", "PA@system", *FEW,
    )  # fmt: skip
    names = ["sys-delta:0:0.1", "spa", "pairwise-accuracy"]
    assert [r["coefficient"] for r in report["results"]] == names
    assert report["results"][0]["n_pairs"] < 3
