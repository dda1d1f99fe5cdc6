"""The caption of a table of correlations for a paper."""

from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
PAPER = ["--style", "paper", "--format", "md", "-q", "--human", "fluency"]
WORDS = ["correlate", "suite", "-m", "rouge", "-m", "chrf", SAMPLE, *PAPER]


def caption(cli, *words):
    """Return the caption of a table."""
    done = cli(*WORDS, *words)
    assert done.code == 0, done.err
    return done.out.splitlines()[-1]


def test_what_the_numbers_are_of(cli):
    """Human score, levels, coefficients, sizes, version and short signatures are stated."""
    text = caption(cli, "--interval", "none", "--level", "segment", "--coefficient", "acc-eq")
    assert text.startswith(
        "Correlations of metrics with human judgments (fluency) at segment level by pairwise "
        "accuracy with tie calibration (acc-eq), over 3 systems \N{MULTIPLICATION SIGN} 20 inputs. "
        "Bold: the best of its column. Chance, of a metric without information: segment acc-eq "
    )
    assert "Computed with sacreval " in text
    assert " ROUGE-1, ROUGE-2 and ROUGE-L: `rouge|tokenize:rouge|refs:2|" in text
    assert " chrF2: `chrf|refs:2|" in text


def test_options_that_differ_between_levels(cli):
    """BLEU of outputs has an effective order, BLEU of systems has none: both are stated."""
    words = ["correlate", "bleu", SAMPLE, *PAPER, "--level", "system", "--level", "segment"]
    text = cli(*words, "--interval", "none").out.splitlines()[-1]
    assert " BLEU at system level: `bleu|tokenize:13a|refs:2|" in text
    assert "; BLEU at segment level: `bleu|tokenize:13a|effective_order:true|refs:2|" in text


def test_means_of_corpus_metrics(cli):
    """At system level the caption says what the scores of chrF are; ROUGE's are means always."""
    words = ["--interval", "none", "--coefficient", "pa", "--level"]
    text = caption(cli, *words, "system", "--system-scores", "mean")
    assert (
        " chrF2 at system level: the score of a system is the mean of its sentence scores" in text
    )
    text = caption(cli, *words, "system")
    assert " chrF2 at system level: the metric's own score of a system." in text
    assert "Chance, of a metric without information: system PA 0." in text
    assert "at system level:" not in caption(cli, *words, "segment")


def test_labels(cli):
    """Tables of two judgments have different labels in LaTeX."""
    words = [{"md": "tex"}.get(word, word) for word in WORDS]
    for human in ("fluency", "adequacy"):
        asked = [human if word == "fluency" else word for word in words]
        done = cli(*asked, "--interval", "none")
        assert f"\\label{{tab:correlations-{human}}}" in done.out


@few(
    1,
    ("words", "said"),
    [
        ([], ", 80 resamples, seed 7, p ≤ 0.05 after Holm's correction over the 6 tests of a col"),
        (["--correction", "none"], "seed 7, p ≤ 0.05 without correction."),
        (["--alternative", "greater"], ", one-sided, p ≤ 0.05 after Holm's correction over the 12"),
    ],
)
def test_tests(cli, words, said):
    """The test in words, its draws and the correction are stated, with or without daggers."""
    words = [*words, "--test", "perm-inputs", "--resamples", "80", "--seed", "7"]
    text = caption(cli, *words, "--interval", "none", "--coefficient", "pearson")
    assert "by a permutation test that exchanges two metrics' scores of whole inputs, 80 re" in text
    assert said in text
    assert ("†: worse than the best of its column by" in text) != (
        "No metric is worse than" in text
    )
    assert "and what the test does not distinguish from it." in text


def test_one_test_of_a_column(cli):
    """A single test needs no correction; tests of several columns are named with their columns."""
    metrics = ["correlate", "suite", "-m", "bleu", "-m", "chrf", SAMPLE, *PAPER]
    words = ["--test", "wmt", "--level", "segment", "--level", "system", "--resamples", "80"]
    done = cli(*metrics, *words, "--coefficient", "kendall", "--interval", "none")
    text = done.out.splitlines()[-1]
    assert "scores of single outputs (segment Kendall), 80 resamples, seed 12345 and a p" in text
    assert "scores of whole systems (system Kendall)" in text
    assert ", p ≤ 0.05; each column has one test." in text


def test_inputs_without_a_value(cli, tmp_path):
    """Inputs that were left out are not counted at the level whose numbers they did not make."""
    rows = [
        {"system_id": s, "instance_id": f"{i}", "scores": {"m": k * i}, "judgments": {"h": k}}
        for k, s in enumerate("abc", start=1)
        for i in range(5)
    ]
    write_jsonl(tmp_path / "s.jsonl", rows)
    words = ["correlate", "scores", tmp_path / "s.jsonl", *PAPER[:-1], "h", "--interval", "none"]
    done = cli(*words, "--level", "segment", "--coefficient", "pearson")
    assert "over 3 systems \N{MULTIPLICATION SIGN} 4 inputs." in done.out
    done = cli(*words, "--level", "segment", "--level", "system", "--coefficient", "pearson")
    assert "4 inputs at segment level and 5 inputs at system level." in done.out


def test_intervals(cli):
    """Intervals are described where they are shown, with resamples and seed."""
    words = ["--interval", "percentile", "--resamples", "30", "--level", "summary"]
    text = caption(cli, *words, "--coefficient", "pearson", "--columns", "value,interval")
    said = (
        "Brackets: 95 % intervals by the percentile bootstrap over systems and inputs, 30 resampl"
    )
    assert said in text
    assert "Brackets" not in caption(cli, *words, "--coefficient", "pearson")


def test_jackknifed_scores_and_a_part_of_the_metrics(cli):
    """Jackknifed scores, and how many metrics are left out, are stated."""
    words = ["--systems", "all", "--references-as-systems", "--interval", "none", "--top", "2"]
    text = caption(cli, *words, "--level", "summary", "--coefficient", "pearson")
    assert "Scores are jackknifed over references." in text
    assert "The first 2 of 4 metrics are shown." in text


def test_averages_over_tasks(cli):
    """Tasks of averages are listed, and a mean over levels says how it is scaled."""
    words = ["--tasks-by", "domain", "--interval", "none", "--level", "summary"]
    words += ["--coefficient", "pearson", "--coefficient", "pa"]
    text = caption(cli, *words)
    assert "Average: over the tasks news, recipes, travel and weather." in text
    assert (
        "Mean: over all levels and coefficients of the run, correlations r as (r + 1) / 2." in text
    )
