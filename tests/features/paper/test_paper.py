"""Tables for papers: captions, layout and options.

Also tests `paper_options`.
"""

import shutil
import subprocess

import pytest
from msgspec import structs

from sacreval.core.results import Interval, Result
from sacreval.errors import UsageError
from sacreval.features.paper import captioned_table
from sacreval.features.paper.captioned_table import MINUS, Caption, to_latex, to_markdown
from sacreval.features.paper.layout import (
    Cell,
    Choice,
    Layout,
    Score,
    TableColumn,
    TableScores,
    layout,
    of_results,
)
from support import missing
from support.mirror import CHECKOUT

BLEU, TER = TableColumn("", "bleu", "BLEU ↑"), TableColumn("", "ter", "TER ↓")

SCORES = TableScores(
    ["a", "b"],
    [BLEU, TER],
    {
        ("a", BLEU): Score({"score": "1", "interval": "[0, 2]"}, best=True),
        ("b", BLEU): Score({"score": "2", "interval": "[1, 3]"}, differs=True),
        ("a", TER): Score({"score": "3"}),
    },
)


def texts(table):
    return [(list(labels), [cell.text for cell in cells]) for labels, cells in table.rows]


def test_metrics_are_columns():
    """Each metric has a column for the score and one for the interval; some cells are empty."""
    table = layout(SCORES, Choice())
    assert table.labels == ["system"]
    assert table.heads == [
        [("BLEU ↑", 2), ("TER ↓", 2)],
        [("score", 1), ("interval", 1), ("score", 1), ("interval", 1)],
    ]
    assert texts(table) == [
        (["a"], ["1", "[0, 2]", "3", ""]),
        (["b"], ["2", "[1, 3]", "", ""]),
    ]


def test_marks_are_on_scores_alone():
    """Neither an interval nor a difference is bold or has a dagger."""
    marked = [
        cell.text
        for _, cells in layout(SCORES, Choice()).rows
        for cell in cells
        if cell.bold or cell.dagger
    ]
    assert marked == ["1", "2"]


def test_chosen_columns():
    """Outputs are in the order chosen; with one part there is one row of heads."""
    table = layout(SCORES, Choice(["ter", "score", "bleu"]))
    assert table.heads == [[("TER ↓", 1), ("BLEU ↑", 1)]]
    assert texts(table)[0] == (["a"], ["3", "1"])
    assert table.outputs == {"ter", "bleu"}


def test_transposed():
    """Metrics are rows with the name of the part, systems columns."""
    table = layout(SCORES, Choice(["bleu"], transposed=True))
    assert table.heads == [[("a", 1), ("b", 1)]]
    assert texts(table) == [
        (["BLEU ↑", "score"], ["1", "2"]),
        (["BLEU ↑", "interval"], ["[0, 2]", "[1, 3]"]),
    ]


def test_data_sets_side_by_side():
    """Metrics of one data set are neighbours, below its name."""
    columns = [TableColumn(d, x, x) for x in ("bleu", "ter") for d in ("news", "talks")]
    scores = TableScores(
        ["a"], columns, {("a", c): Score({"score": c.dataset + c.output}) for c in columns}
    )
    table = layout(scores, Choice())
    assert table.heads == [
        [("news", 2), ("talks", 2)],
        [("bleu", 1), ("ter", 1), ("bleu", 1), ("ter", 1)],
    ]
    assert texts(table) == [(["a"], ["newsbleu", "newster", "talksbleu", "talkster"])]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [(["bleau"], "did you mean 'bleu'"), (["p"], "--columns p: "), (["ter", "ter"], "twice")],
)
def test_columns_that_are_not_there(columns, sentence):
    """An unknown column, a part that was not computed, and one named twice are errors."""
    with pytest.raises(UsageError, match=sentence):
        layout(SCORES, Choice(columns))


INTERVAL = Interval(low=1.0, high=2.0, level=0.95, method="bca", resamples=9, seed=1)


def result(output, system, value, **fields):
    return Result(
        metric=output, output=output, system_id=system, group=fields.pop("group", None),
        value=value, n=3, higher_is_better=True, interval=fields.pop("interval", None),
        signature=output, engine="native", **fields,
    )  # fmt: skip


def test_scores_and_intervals():
    """Of an evaluation a cell has the score and its interval, and the best is marked."""
    grid = of_results([result("bleu", "a", 41.5, interval=INTERVAL), result("bleu", "b", 42.0)])
    (column,) = grid.columns
    assert (column.name, grid.systems, grid.parts) == (
        "BLEU ↑",
        ["a", "b"],
        ["score", "plus-minus", "interval"],
    )
    first, second = (grid.cells[x, column] for x in "ab")
    assert first.parts == {
        "score": "41.50",
        "plus-minus": "41.50 ± 0.50",
        "interval": "[1.00, 2.00]",
    }
    assert (first.best, second.best, second.differs) == (False, True, False)


def test_data_sets_are_columns():
    """Each data set has its own best, and the mean over them is called so."""
    rows = [("news", "a", 2.0), ("news", "b", 1.0), ("(mean)", "a", 1.0), ("(mean)", "b", 2.0)]
    grid = of_results([result("bleu", s, v, dataset=d) for d, s, v in rows])
    assert [column.dataset for column in grid.columns] == ["news", "mean"]
    best = {(s, c.dataset) for (s, c), cell in grid.cells.items() if cell.best}
    assert best == {("a", "news"), ("b", "mean")}


def test_groups_are_refused():
    """A table for a paper has no rows for groups."""
    with pytest.raises(UsageError, match="drop --by"):
        of_results([result("bleu", "a", 1.0, group="d=x")])


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


def test_both_formats_have_the_same_numbers(cli):
    """LaTeX and Markdown show the scores of the JSON."""
    words = ["evaluate", "bleu", SAMPLE, "-q"]
    values = [f"{row['value']:.2f}" for row in cli(*words, "--format", "json").json()["results"]]
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


def test_heads_of_several_columns_are_repeated():
    """Markdown has one row of heads; marks, minus signs and names are written for it."""
    table = Layout(
        ["system"],
        [[("news", 2)], [("score", 1), ("p", 1)]],
        [(["a|b"], [Cell("-1.00", bold=True, dagger=True), Cell("0.5", double_dagger=True)])],
    )
    text = to_markdown(table, Caption(["Two *stars*."], [("BLEU", "bleu|refs:1")]))
    assert text.splitlines() == [
        "| system | news score | news p |",
        "| :--- | ---: | ---: |",
        "| a\\|b | **\N{MINUS SIGN}1.00**† | 0.5‡ |",
        "",
        "Two \\*stars\\*. BLEU: `bleu|refs:1`.",
    ]


TABLE_INTERVAL = Interval(low=1.0, high=2.0, level=0.9, method="bca", resamples=9, seed=1)


def results(**fields):
    shared = {
        "metric": "bleu", "output": "bleu", "group": None, "n": 3, "higher_is_better": True,
        "interval": None, "signature": "bleu|tokenize:13a|refs:1|data:ab", "engine": "native",
    }  # fmt: skip
    return [Result(system_id=s, value=v, **shared | fields) for s, v in (("a", 1.0), ("b", 2.0))]


def of(scored, **choice):
    return captioned_table.caption_of(scored, layout(of_results(scored), Choice(**choice)))


def test_an_evaluation():
    """Records, marks, and intervals with level, method, draws and seed; signatures are short."""
    assert of(results()).sentences == [
        "Scores of 2 systems on 3 records.", "Bold: best of the metric.",
    ]  # fmt: skip
    caption = of(results(interval=TABLE_INTERVAL))
    assert (
        caption.sentences[-1]
        == "Brackets: 90 % intervals by the BCa bootstrap, 9 resamples, seed 1."
    )
    assert caption.signatures == [("BLEU", "bleu|tokenize:13a|refs:1")]


def test_systems_of_different_sizes():
    """Where systems have different numbers of records, the caption has both ends."""
    first, second = results()
    caption = of([first, structs.replace(second, n=5)])
    assert caption.sentences[0] == "Scores of 2 systems on 3 to 5 records."


def test_only_what_is_shown():
    """Brackets are explained, and metrics named, where the table has them."""
    ter = results(metric="ter", output="ter", signature="ter|refs:1|data:ab")
    caption = of([*results(interval=TABLE_INTERVAL), *ter], columns=["score", "ter"])
    assert [name for name, _ in caption.signatures] == ["TER"]
    assert not any("Brackets" in sentence for sentence in caption.sentences)


def test_data_sets():
    """Each data set has its number of records, and the mean says what it is over."""
    scored = [*results(dataset="news"), *results(dataset="talks", n=5), *results(dataset="(mean)")]
    caption = of(scored)
    assert (
        caption.sentences[0] == "Scores of 2 systems on 3 records of news and 5 records of talks."
    )
    assert caption.sentences[-1] == "Mean: over data sets, each counted alike."


def test_intervals_over_a_group():
    """Where intervals are over a group, the caption names it."""
    grouped = structs.replace(TABLE_INTERVAL, unit="document")
    said = "90 % intervals by the BCa bootstrap over document, 9 resamples, seed 1."
    assert of(results(interval=grouped)).sentences[-1] == f"Brackets: {said}"


ODD = r"100% of_it & {more} #1 ~a^b \alpha <x> ↑ † $5"

TABLE = Layout(
    ["system"],
    [[("news ↑", 2), ("talks", 1)], [("score", 1), ("p", 1), ("score", 1)]],
    [(["GPT4-5shot"], [Cell("-1.25", bold=True, dagger=True), Cell("[-2.00, +1.00]"), Cell("")]),
     ([ODD], [Cell("1e-05"), Cell("<0.0001"), Cell("3")])],
)  # fmt: skip

CAPTION = Caption(["p ≤ 0.05, 95 % of a_b."], [("BLEU", 'bleu|tokenize:13a|a:{"x":1}')])


def test_booktabs_and_marks():
    """Rules, spans with a rule below, bold, daggers without width, and true minus signs."""
    text = to_latex(TABLE, CAPTION)
    for part in (
        "\\begin{tabular}{lrrr}", "\\toprule", "\\midrule", "\\bottomrule", "\\label{tab:",
        "& \\multicolumn{2}{c}{news $\\uparrow$} & talks \\\\", "\\cmidrule(lr){2-3}",
        "GPT4-5shot & \\textbf{$-$1.25}\\rlap{$^\\dagger$} & [$-$2.00, +1.00] &  \\\\",
        "p $\\le$ 0.05, 95 \\% of a\\_b.", "bleu|\\allowbreak{}tokenize:13a|",
    ):  # fmt: skip
        assert part in text
    assert "\\cmidrule(lr){4-4}" not in text
    both = Layout(["system"], [[("x", 1)]], [(["a"], [Cell("1", dagger=True, double_dagger=True)])])
    text = to_latex(both, Caption(["‡: missing."], []))
    assert "1\\rlap{$^{\\dagger\\ddagger}$}" in text
    assert "$^\\ddagger$: missing." in text


@pytest.mark.parametrize(
    ("text", "signs"), [("-1", 1), ("[-1, -2]", 2), ("GPT4-5", 0), ("1e-05", 0), ("a/-x", 0)]
)
def test_minus_signs(text, signs):
    """A hyphen is a minus sign before a digit, where it is not within a word."""
    assert len(MINUS.findall(text)) == signs


@pytest.mark.parametrize("style", [["--style", "paper"], ["--style", "paper", "--transpose"], []])
def test_latex_compiles_it(cli, tmp_path, style):
    """Tables with names of all special characters compile, with booktabs alone."""
    program = shutil.which("pdflatex")
    if program is None:
        missing.say("tables in LaTeX: there is no pdflatex on the PATH")
        pytest.skip("no pdflatex")
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    words = ["suite", "-m", "bleu", "-m", "ter", sample, "-q", *style]
    assert cli("evaluate", *words, "--ci", "-o", "a.tex").code == 0
    assert cli("compare", *words, "--base", "literal", "-o", "b.tex").code == 0
    people = ["--human", "fluency", "--interval", "none", *(style or [])]
    if "--transpose" not in style:
        people += ["--test", "perm-inputs", "--resamples", "40"]
    assert cli("correlate", *words[: -len(style) or None], *people, "-o", "d.tex").code == 0
    (tmp_path / "c.tex").write_text(to_latex(TABLE, CAPTION), encoding="utf-8")
    (tmp_path / "all.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}"
        "\\input{a}\\input{b}\\input{c}\\input{d}\\end{document}",
        encoding="utf-8",
    )
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 10_000
