"""Options for the tables of correlations."""

import json
import random

import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
WORDS = [
    "correlate", "suite", "-m", "bleu", "-m", "chrf", "-m", "ter", SAMPLE,
    "--human", "fluency", "--coefficient", "pearson", "--interval", "none",
]  # fmt: skip


def metrics_of(out):
    return [line.split()[1] for line in out.splitlines()[1:] if " x " in line]


def test_sorted_and_cut(cli, tmp_path):
    """The table has the best metric; files have all, in the order given."""
    done = cli(*WORDS, "--level", "system", "--sort", "pearson", "--top", "1", "-o", "a.json")
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    values = {one["metric"]: one["value"] for one in found}
    assert list(values) == ["bleu", "chrf", "ter"]
    assert metrics_of(done.out) == [max(values, key=values.get)]
    assert "2 metrics are left out (--top 1)" in done.out


def test_levels_as_asked(cli, tmp_path):
    """A level has the word that the user chose in tables, and its own name in JSON."""
    done = cli(*WORDS, "--level", "segment", "-o", "a.json")
    assert done.out.splitlines()[1].startswith("segment ")
    assert "segment: the level summary in JSON" in done.out
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    assert {one["level"] for one in found} == {"summary"}


def test_levels_of_coefficients_as_asked(cli):
    """A level that a coefficient names has that word too."""
    done = cli(*WORDS[:-4], "--interval", "none", "--coefficient", "kendall@item")
    assert done.out.splitlines()[1].startswith("item ")
    assert "item: the level summary in JSON" in done.out


def test_matrix(cli):
    """Tests of pairs are a matrix with a line on what its numbers are."""
    done = cli(
        *WORDS, "--level", "summary", "--test", "perm-inputs", "--resamples", "50", "--matrix"
    )
    assert "summary pearson" in done.out
    assert "Matrix: the correlation of the row's metric less" in done.out
    assert " > " not in done.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--sort", "size"], "--sort size: available: given, name, pearson"),
        (["--top", "0"], "--top"),
        (["--matrix"], "--matrix shows tests of pairs of metrics; add --test, as --test auto"),
        (
            ["--ranks", "wmt"],
            "--ranks wmt: ranks follow from tests of pairs of metrics; add --test",
        ),
    ],
)
def test_wrong_words(cli, words, sentence):
    """Wrong words, and options of tests without tests, are one sentence with exit code 2."""
    done = cli(*WORDS, "--level", "system", *words)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err


def test_digits_and_percent(cli, tmp_path):
    """Tables have correlations times 100 with the digits asked for; files are as they are."""
    words = [*WORDS, "--level", "system", "--digits", "1"]
    plain, scaled = cli(*words, "-o", "a.json"), cli(*words, "--percent", "--test", "perm-systems")
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    value = found[0]["value"]
    assert f"{value:.1f}" in plain.out.splitlines()[1]
    assert f"{100 * value:.1f}" in scaled.out.splitlines()[1]
    assert "Correlations are times 100." in scaled.out
    paper = cli(*words, "--percent", "--style", "paper", "--format", "md").out
    assert f"{100 * value:.1f}" in paper.splitlines()[2]
    assert "Correlations are times 100." in paper


def test_three_notes(cli):
    """Text has three lines of notes, the last one on all others; --notes has all of them."""
    words = [*WORDS, "--level", "system", "--test", "perm-systems"]
    short, long = cli(*words).out, cli(*words, "--notes").out
    notes = short.partition("significant.\n")[2].splitlines()
    assert len(notes) == 3
    assert notes[0].startswith("Tests and ranks rest on: perm-systems")
    assert "more lines: --notes" in notes[-1]
    assert "signature of tests" in long
    assert "--notes" not in long


def test_a_matrix_of_many_pairs(cli, tmp_path):
    """More than 20 pairs are a matrix, unless a list is asked for."""
    rng = random.Random(1)
    rows = (
        {"instance_id": str(i), "system_id": f"s{s}", "judgments": {"h": rng.random()},
         "scores": {f"m{k}": rng.random() for k in range(7)}}
        for i in range(4) for s in range(6)
    )  # fmt: skip
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(x)}\n" for x in rows))
    words = ["correlate", "scores", "a.jsonl", "--human", "h", "--level", "system"]
    words += ["--coefficient", "pearson", "--interval", "none", "--test", "perm-systems"]
    assert "Matrix: the correlation" in cli(*words).out
    listed = cli(*words, "--no-matrix").out
    assert sum(" > " in line for line in listed.splitlines()) == 21
    six = [word for k in range(6) for word in ("--metric", f"m{k}")]
    assert "Matrix" not in cli(*words, *six).out
    assert "exclude each other" in cli(*words, "--matrix", "--no-matrix").err
