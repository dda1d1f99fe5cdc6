"""Tables for papers, from the command line."""

import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_both_formats_have_the_same_numbers(cli):
    """LaTeX and Markdown show the scores of the JSON."""
    words = ["evaluate", "bleu", SAMPLE, "-q"]
    values = [f"{one['value']:.2f}" for one in cli(*words, "--format", "json").json()["results"]]
    for form in ("tex", "md"):
        out = cli(*words, "--style", "paper", "--format", form).out
        assert all(value in out for value in values)


@pytest.mark.parametrize("form", ["tex", "md"])
def test_compared_systems(cli, form):
    """A comparison marks what differs from the base."""
    words = ["compare", "bleu", SAMPLE, "--base", "literal", "-q", "--style", "paper"]
    out = cli(*words, "--format", form).out
    assert out.count("dagger" if form == "tex" else "†") == 3  # two systems, and the caption


def test_result_files_side_by_side(cli, tmp_path):
    """`compare results` has a column for each metric of each file."""
    for name in ("news", "travel"):
        words = ["--where", f"groups.domain == '{name}'", "-o", f"{name}.json", "-q"]
        cli("evaluate", "bleu", SAMPLE, *words)
    words = ["compare", "results", "news.json", "travel.json", "-q", "--style", "paper"]
    assert cli(*words, "--format", "md").out.startswith("| system | news BLEU ↑ | travel BLEU ↑ |")
    assert cli(*words, "-o", "t.tex").code == 0
    assert "news & travel" in (tmp_path / "t.tex").read_text(encoding="utf-8")
