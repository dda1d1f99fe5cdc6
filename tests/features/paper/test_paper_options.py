"""Options for a table that goes into a paper."""

import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.mark.parametrize("verb", ["evaluate", "compare"])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--style", "paper"], "--style paper is for .tex and .md; name a file"),
        (["--style", "paper", "-o", "a.csv"], "--style paper is for .tex and .md"),
        (["--columns", "bleu"], "--columns is for --style paper; add that"),
        (["--transpose"], "--transpose is for --style paper; add that"),
        (["--style", "thesis"], "thesis"),
        (["--style", "paper", "-o", "a.tex", "--columns", "blue"], "--columns blue: did you mean"),
        (["--style", "paper", "-o", "a.tex", "--by", "domain"], "drop --by"),
    ],
)
def test_wrong_words(cli, tmp_path, verb, words, sentence):
    """Each mistake is one sentence with exit code 2, and no file is written."""
    done = cli(verb, "bleu", SAMPLE, *words, "-q", "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert not list(tmp_path.glob("*.tex"))
    assert not (tmp_path / "r.json").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--style", "paper"], "--style paper is for .tex and .md; name a file"),
        (["--columns", "kendall"], "--columns is for --style paper; add that"),
        (["--style", "paper", "-o", "a.tex", "--columns", "kendal"], "--columns kendal: did you"),
        (["--style", "paper", "-o", "a.tex", "--columns", "interval"], "there are no intervals"),
    ],
)
def test_wrong_words_of_correlate(cli, tmp_path, words, sentence):
    """`correlate` answers the same mistakes, and no file is written."""
    people = ["--human", "fluency", "--interval", "none", "--level", "system"]
    done = cli("correlate", "bleu", SAMPLE, *people, *words, "-q", "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert not list(tmp_path.glob("*.tex"))
    assert not (tmp_path / "r.json").exists()


def test_other_files_are_as_usual(cli, tmp_path):
    """Only .tex and .md have the style; JSON and what is printed are the same without it."""
    usual = cli("evaluate", "bleu", SAMPLE, "-q", "-o", "a.json").out
    done = cli("evaluate", "bleu", SAMPLE, "-q", "-o", "b.json", "-o", "b.md", "--style", "paper")
    assert done.out == usual
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    text = (tmp_path / "b.md").read_text(encoding="utf-8")
    assert text.startswith("| system | BLEU ↑ |")


def test_columns_with_blanks(cli):
    """Names of columns are separated by commas, with or without blanks."""
    words = ["evaluate", "rouge", SAMPLE, "-q", "--style", "paper", "--format", "md"]
    head = cli(*words, "--columns", "rouge1_f1, rougeL_f1").out.splitlines()[0]
    assert head == "| system | ROUGE-1 F1 ↑ | ROUGE-L F1 ↑ |"
