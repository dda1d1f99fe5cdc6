"""Decimal places, and scores times 100."""

import json

import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
WORDS = ["suite", "-m", "rouge", "-m", "bleu", SAMPLE]


def _row(out, system, name):
    head, *rows = (line for line in out.splitlines() if line.startswith("|"))
    names = [cell.strip() for cell in head.split("|")]
    row = next(row for row in rows if row.startswith(f"| {system} "))
    cell = row.split("|")[next(i for i, x in enumerate(names) if x.startswith(name))]
    return float(cell.replace("*", "").replace("†", "").strip())


@pytest.mark.parametrize("style", ["plain", "paper"])
def test_evaluate(cli, tmp_path, style):
    """Scores from 0 to 1 are times 100, those up to 100 are not; files have neither."""
    words = ["evaluate", *WORDS, "--format", "md", "--style", style, "--percent", "--digits", "3"]
    done = cli(*words, "-o", "a.json")
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    values = {(x["system_id"], x["output"]): x["value"] for x in found}
    rouge, bleu = values["terse", "rouge1_f1"], values["terse", "bleu"]
    assert _row(done.out, "terse", "ROUGE-1 F1") == pytest.approx(100 * rouge, abs=6e-4)
    assert _row(done.out, "terse", "BLEU") == pytest.approx(bleu, abs=6e-4)
    assert "from 0 to 1 are times 100" in done.out


@pytest.mark.parametrize("form", ["text", "tsv"])
def test_compare(cli, form):
    """Differences are times 100 too, in tables alone."""
    words = ["compare", *WORDS, "--base", "literal", "--primary", "bleu", "--format", form]
    plain, scaled = cli(*words).out, cli(*words, "--percent", "--digits", "2").out
    assert (plain == scaled) == (form == "tsv")
    if form == "text":
        (line,) = (x for x in scaled.splitlines() if x.startswith("ROUGE-1 F1  ") and "terse" in x)
        difference = next(word for word in line.split() if word.startswith(("+", "-")))
        assert abs(float(difference)) > 1


def test_data_sets_from_files(cli):
    """`compare results` has both for papers, and says so."""
    cli("evaluate", *WORDS, "-o", "a.json")
    done = cli("compare", "results", "a.json", "--percent")
    assert (done.code, done.out) == (2, "")
    assert "--percent is for --style paper here" in done.err
