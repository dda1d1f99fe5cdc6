"""Options for the tables of correlations."""

import json

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
