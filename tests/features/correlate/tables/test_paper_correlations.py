"""Tables of correlations for papers: layout, captions and names."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.tables.paper_correlations import metric_names
from sacreval.features.correlate.tables.paper_layout import layout, shown
from sacreval.features.paper.layout import Choice
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

WORDS = ["correlate", "suite", "-m", "rouge", "-m", "chrf", SAMPLE, "--style", "paper"]

WORDS += ["--format", "md", "-q", "--human", "fluency", "--interval", "none"]


def rows(cli, *words):
    """Return the cells of a table, row by row, without its head."""
    done = cli(*WORDS, "--level", "summary", "--coefficient", "pearson", *words)
    assert done.code == 0, done.err
    lines = [line for line in done.out.splitlines() if line.startswith("|")][2:]
    return [[cell.strip(" *†") for cell in line.strip("|").split("|")] for line in lines]


def test_the_order_of_rows_is_that_of_the_first_level(cli):
    """`--sort` orders the metrics, and `--top` leaves out those at the end."""
    by_order, by_value = rows(cli), rows(cli, "--sort", "pearson")
    assert sorted(by_value) == sorted(by_order)
    assert rows(cli, "--sort", "pearson", "--top", "2") == by_value[:2]


def test_percent(cli):
    """Correlations times 100 are said to be that, with two decimal places less."""
    words = ["--level", "summary", "--coefficient", "pearson"]
    assert "Correlations are times 100." in cli(*WORDS, *words, "--percent").out
    (first, *_), (times, *_) = rows(cli), rows(cli, "--percent")
    assert times[1] == f"{100 * float(first[1]):.1f}"


CHRF = "chrf|char_order:6|word_order:2|beta:2|refs:1|sacreval:0.1.0"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("rouge1_f1_jk", "ROUGE-1 F1"),
        ("rougeLsum_recall", "ROUGE-Lsum recall"),
        ("rouge-l_f1", "ROUGE-L F1"),
        ("rouge-su4_precision", "ROUGE-SU4 precision"),
        ("bertscore_f1", "BERTScore F1"),
        ("METEOR", "METEOR"),
        ("embed_llama-refA", "embed_llama-refA"),
        ("BLEU-refA", "BLEU-refA"),
        ("chrf", "chrF"),
    ],
)
def test_one_name(name, shown):
    """Scores of sacreval and of SacreROUGE have the field's names, others their own."""
    assert metric_names([name], []) == {name: shown}


def test_options_of_signatures():
    """Options that a signature states are part of a name."""
    assert metric_names(["chrf", "bleu"], [CHRF]) == {"chrf": "chrF++", "bleu": "BLEU"}


def test_jackknifed_beside_the_same():
    """A jackknifed score beside the same without jackknifing says so."""
    names = ["bleu", "bleu_jk", "ter_jk"]
    shown = {"bleu": "BLEU", "bleu_jk": "BLEU (jackknifed)", "ter_jk": "TER"}
    assert metric_names(names, []) == shown


def test_two_of_one_name():
    """Two scores of one name keep their identifiers."""
    names = ["rouge-1_f1", "rouge1_f1", "ter"]
    shown = {"rouge-1_f1": "rouge-1_f1", "rouge1_f1": "rouge1_f1", "ter": "TER"}
    assert metric_names(names, []) == shown


def test_aliases_of_a_run():
    """Where a metric is there twice, the one that is named after an alias has its options."""
    plain = CHRF.replace("word_order:2", "word_order:0")
    shown = {"chrf": "chrF2", "chrfpp_jk": "chrF++"}
    assert metric_names(["chrf", "chrfpp_jk"], [CHRF, plain]) == shown
    assert metric_names(["rouge-l_rougeL_f1"], ["rouge|refs:1"]) == {
        "rouge-l_rougeL_f1": "ROUGE-L F1"
    }


PAPER = ["--style", "paper", "--format", "md", "-q", "--human", "fluency"]

CORRELATION_CAPTION_WORDS = ["correlate", "suite", "-m", "rouge", "-m", "chrf", SAMPLE, *PAPER]


def caption(cli, *words):
    """Return the caption of a table."""
    done = cli(*CORRELATION_CAPTION_WORDS, *words)
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
    words = [{"md": "tex"}.get(word, word) for word in CORRELATION_CAPTION_WORDS]
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


NAMES = {"a": "A", "b": "B", "c": "C"}

VALUES = {"a": 0.5, "b": 0.25, "c": -0.125}


def result(metric, value, level="system", coefficient="kendall", **fields):
    """Return a correlation; its interval is the value and 0.1 on both sides."""
    interval = None if value is None else {"low": value - 0.1, "high": value + 0.1}
    return {"metric": metric, "level": level, "coefficient": coefficient, "value": value,
            "interval": interval, **fields}  # fmt: skip


def a_test(better, worse, *, significant, level="system", **fields):
    """Return a test of two metrics."""
    return {"metric_a": better, "metric_b": worse, "level": level, "coefficient": "kendall",
            "significant": significant, "p_adjusted": 0.5, **fields}  # fmt: skip


def of(results, tests=(), columns=(), *, transposed=False, averages=()):
    """Return the layout of a document."""
    report = {"results": results, "tests": tests, "averages": averages}
    table = shown(report, Choice(columns), [*VALUES])
    return layout(table, NAMES, transposed=transposed)


def marked(table, column=0):
    """Return the marks of a column by metric."""
    cells = {labels[0]: row[column] for labels, row in table.rows}
    return {name: (cell.bold, cell.dagger) for name, cell in cells.items()}


SYSTEM = [result(*pair) for pair in VALUES.items()]


def test_metrics_are_rows():
    """Levels stand above coefficients, and a value that is undefined has a dash."""
    both = [
        *SYSTEM,
        result("a", 0.1, "summary", "pearson"),
        result("b", None, "summary", "pearson"),
    ]
    table = of(both)
    assert table.labels == ["metric"]
    assert table.heads == [[("system", 1), ("summary", 1)], [("Kendall", 1), ("Pearson", 1)]]
    texts = [(labels[0], [cell.text for cell in row]) for labels, row in table.rows]
    assert texts == [("A", ["0.500", "0.100"]), ("B", ["0.250", "--"]), ("C", ["-0.125", "--"])]


def test_the_best_without_tests():
    """Without tests the best is bold, and nothing has a dagger."""
    plain = {"A": (True, False), "B": (False, False), "C": (False, False)}
    assert marked(of(SYSTEM)) == plain
    alone = of([result("a", 0.5), result("b", None), result("c", None)])
    assert not any(cell.bold for _, row in alone.rows for cell in row)


def test_marks_follow_the_tests():
    """What a test does not distinguish from the best is bold, what is worse has a dagger."""
    tests = [a_test("a", "b", significant=False), a_test("a", "c", significant=True)]
    tests += [a_test("b", "c", significant=False)]
    assert marked(of(SYSTEM, tests)) == {"A": (True, False), "B": (True, False), "C": (False, True)}


def test_one_sided_tests_in_both_directions():
    """Of two one-sided tests of a pair one that is significant separates them."""
    tests = [a_test("a", "b", significant=True), a_test("b", "a", significant=False)]
    assert marked(of(SYSTEM, tests))["B"] == (False, True)


def test_tests_without_a_result_mark_nothing():
    """A pair without a p-value is not called alike."""
    untested = a_test("a", "b", significant=False) | {"p_adjusted": None}
    assert marked(of(SYSTEM, [untested]))["B"] == (False, False)


def test_intervals_stand_beside_values():
    """A column of intervals has no marks; one coefficient is not repeated in heads."""
    table = of([*SYSTEM, result("a", 0.1, "summary")], columns=["value", "interval"])
    assert table.heads == [[("system", 2), ("summary", 2)]]
    first = table.rows[0][1]
    assert [cell.text for cell in first] == ["0.500", "[0.400, 0.600]", "0.100", "[0.000, 0.200]"]
    assert not first[1].bold


def test_metrics_are_columns():
    """Transposed, each row names its level, coefficient and part."""
    both = [*SYSTEM, result("a", 0.1, "summary")]
    table = of(both, columns=["value", "interval"], transposed=True)
    assert table.heads == [[("A", 1), ("B", 1), ("C", 1)]]
    assert table.labels == ["level", ""]
    assert [labels for labels, _ in table.rows][:2] == [["system", "value"], ["system", "interval"]]


def test_tasks_and_their_average():
    """An average is a further task with its own tests, and tasks can be chosen."""
    results = [
        result(name, x, task=task) for task in ("news", "talks") for name, x in VALUES.items()
    ]
    averages = [{**result(name, x), "n_tasks": 2} for name, x in VALUES.items()]
    tests = [a_test("a", "b", significant=True, task="(average)")]
    table = of(results, tests, averages=averages)
    assert table.heads == [[("news", 1), ("talks", 1), ("average", 1)]]
    assert marked(table, 2)["B"] == (False, True)
    assert marked(table, 0)["B"] == (False, False)
    assert of(results, tests, ["average"], averages=averages).heads == [[("Kendall", 1)]]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (["kendal"], "--columns kendal: did you mean 'kendall'"),
        (["interval"], "there are no intervals; drop --interval none"),
    ],
)
def test_wrong_columns(columns, said):
    """An unknown column, and intervals that were not computed, are one sentence."""
    with pytest.raises(UsageError, match=said):
        of([result | {"interval": None} for result in SYSTEM], columns=columns)
