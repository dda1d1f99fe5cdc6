"""`sacreval evaluate`: files by ending, tables, plots, records and data sets.

Also tests `scored_sets`.
"""

import csv
import io
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sacreval.commands.evaluate_plots import wrong_plots
from support import missing
from support.mirror import CHECKOUT
from support.pages import SAMPLE
from support.program import write_jsonl
from support.two_sets import WORDS, write_lines, write_two_sets

EVALUATE_SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_files_by_ending(cli, tmp_path):
    """-o writes each format by its ending, the same numbers in all, and prints as well."""
    endings = ("json", "jsonl", "tsv", "csv", "md", "tex", "txt", "markdown", "latex")
    words = [word for ending in endings for word in ("-o", f"out.{ending}")]
    outcome = cli("evaluate", "wer", EVALUATE_SAMPLE, "--ci", "--resamples", "20", *words)
    assert outcome.code == 0
    read = {ending: (tmp_path / f"out.{ending}").read_text("utf-8") for ending in endings}
    results = json.loads(read["json"])["results"]
    assert [json.loads(line) for line in read["jsonl"].splitlines()] == results
    values = [result["value"] for result in results]
    for ending, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = list(csv.DictReader(io.StringIO(read[ending]), delimiter=delimiter))
        assert [float(row["value"]) for row in rows] == values
        assert [row["low"] for row in rows] == [str(r["interval"]["low"]) for r in results]
    assert read["txt"] == outcome.out
    assert read["md"] == read["markdown"]
    assert read["tex"] == read["latex"]
    best = min(r["value"] for r in results if r["output"] == "wer")
    assert f"**{best:.4f} [" in read["md"]
    assert f"\\textbf{{{best:.4f} [" in read["tex"]
    assert f"{best:.4f} [" in outcome.out
    for line in read["md"].splitlines()[:4]:
        assert line.count("|") == len(json.loads(read["json"])["results"]) // 3 + 3
    assert read["tex"].count("\\\\\n") == 4


def test_force(cli, tmp_path):
    """--force replaces a file whole, and keeps its mode."""
    old = tmp_path / "out.json"
    old.write_text("x" * 100_000)
    old.chmod(0o640)
    assert cli("evaluate", "bleu", EVALUATE_SAMPLE, "-o", "out.json", "--force").code == 0
    assert len(json.loads(old.read_text())["results"]) == 3
    assert old.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_instances(cli, tmp_path):
    """--instances writes a score for every record, by the rule for single ones."""
    assert cli("evaluate", "bleu", EVALUATE_SAMPLE, "--instances", "all.jsonl").code == 0
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    lines = [json.loads(line) for line in EVALUATE_SAMPLE.read_text(encoding="utf-8").splitlines()]
    keys = {(line["system_id"], line["instance_id"]) for line in lines}
    assert {(row["system_id"], row["instance_id"]) for row in rows} == keys
    assert len(rows) == len(keys)
    from sacrebleu import BLEU

    scorer = BLEU(effective_order=True)
    wanted = {
        (x["system_id"], x["instance_id"]): scorer.sentence_score(x["prediction"], x["references"])
        for x in lines
    }
    for row in rows:
        want = wanted[row["system_id"], row["instance_id"]].score
        assert row["scores"]["bleu"] == pytest.approx(want, abs=1e-9)
        assert row["error"] is None


@pytest.mark.usefixtures("picky_words")
def test_record_errors(cli, tmp_path):
    """Records that cannot be scored are counted and named, and the command exits with 3."""
    records = [{"prediction": p, "references": ["x"]} for p in ("ab", "bad", "abcd")]
    write_jsonl(tmp_path / "a.jsonl", records)
    words = ["evaluate", "picky", "a.jsonl", "--format", "json", "--instances", "i.jsonl"]
    outcome = cli(*words, "--ci")
    assert outcome.code == 3
    assert "a.jsonl:2: it is bad" in outcome.err
    assert "1 records could not be scored" in outcome.err or "1 record could" in outcome.err
    result = outcome.json()["results"][0]
    assert (result["value"], result["n"], result["missing"]["unscored"]) == (3.0, 3, 1)
    rows = [json.loads(line) for line in (tmp_path / "i.jsonl").read_text().splitlines()]
    assert [row["scores"]["picky"] for row in rows] == [2.0, None, 4.0]
    assert [row["error"] is None for row in rows] == [True, False, True]
    outcome = cli(*words, "--force", "--allow-errors")
    assert outcome.code == 0
    assert "could not be scored" in outcome.err


@pytest.mark.usefixtures("picky_words")
def test_nothing_scored(cli, tmp_path):
    """When no record can be scored, the value is null and all are missing."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "bad", "references": ["x"]}] * 3)
    words = ["evaluate", "picky", "a.jsonl", "--instances", "i.jsonl", "--force"]
    outcome = cli(*words, "--format", "json", "--ci")
    assert outcome.code == 3
    for result in outcome.json()["results"]:
        assert (result["value"], result["n"], result["interval"]) == (None, 3, None)
    rows = [json.loads(line) for line in (tmp_path / "i.jsonl").read_text().splitlines()]
    assert [row["scores"] for row in rows] == [{"picky": None, "picky_words": None}] * 3
    assert " -" in cli("evaluate", "picky", "a.jsonl").out


@pytest.mark.usefixtures("picky_words")
def test_a_batch_that_fails_whole(cli, tmp_path):
    """Records that cannot be scored may fill a whole batch before others that can."""
    records = [{"prediction": "bad", "references": ["x"]}] * 5000
    write_jsonl(tmp_path / "a.jsonl", [*records, {"prediction": "a b", "references": ["x"]}])
    outcome = cli("evaluate", "picky", "a.jsonl", "--format", "json", "--allow-errors")
    assert outcome.code == 0
    assert [(r["value"], r["n"]) for r in outcome.json()["results"]] == [(3.0, 5001), (2.0, 5001)]
    assert "5000 records could not be scored" in outcome.err


def test_lengths(cli, figures):
    """Every system has a line with a score for each bin, beside the usual table."""
    words = ["evaluate", "suite", "-m", "bleu", "-m", "chrf", SAMPLE]
    done = cli(*words, "--plot", "lengths=l.svg")
    assert (done.code, done.err) == (0, "")
    assert done.out == cli(*words).out
    bleu, chrf = figures["l.svg"].axes
    assert [line.get_label() for line in bleu.lines] == ["careful", "literal", "terse"]
    assert [axes.get_ylabel() for axes in (bleu, chrf)] == ["BLEU", "chrF2"]
    bins = [text.get_text() for text in chrf.get_xticklabels()]
    assert sum(int(text.split("n = ")[1]) for text in bins) == 20
    assert all(len(line.get_xdata()) == len(bins) > 1 for line in chrf.lines)


def test_one_bin_is_the_score(cli, figures, tmp_path):
    """Where all lengths are equal, the point is the score of the table."""
    (tmp_path / "out.txt").write_text("a b\nc d\n")
    (tmp_path / "ref.txt").write_text("a b\nc e\n")
    done = cli(
        "evaluate", "chrf", "out.txt", "-r", "ref.txt", "--plot", "lengths=l.svg",
        "--format", "json",
    )  # fmt: skip
    [line] = figures["l.svg"].axes[0].lines
    assert list(line.get_ydata()) == [done.json()["results"][0]["value"]]


def test_groups(cli, figures):
    """Every group has a row with a dot for each system, and an interval with --ci."""
    words = ["evaluate", "chrf", SAMPLE, "--by", "domain", "--ci", "--resamples", "100"]
    done = cli(*words, "--plot", "groups=g.svg", "--format", "json")
    assert done.code == 0, done.err
    [axes] = figures["g.svg"].axes
    dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() in "os^"]
    assert sorted(dots) == sorted(result["value"] for result in done.json()["results"])
    assert axes.get_xlabel() == "chrF2"
    assert axes.get_yticklabels()[0].get_text() == "all records\nn = 20"


def test_precisions(cli, figures):
    """The profile is that of --details; a metric without n-grams has no panel."""
    words = ["evaluate", "suite", "-m", "bleu", "-m", "chrf", SAMPLE]
    done = cli(*words, "--plot", "precisions=p.svg", "--format", "json")
    [axes] = figures["p.svg"].axes
    [first] = [
        result for result in done.json()["results"]
        if (result["output"], result["system_id"]) == ("bleu", "careful")
    ]  # fmt: skip
    assert axes.get_ylabel() == "precision in BLEU, %"
    wanted = [first["details"][f"precision_{n}"]["value"] for n in range(1, 5)]
    assert list(axes.lines[0].get_ydata()) == wanted


@pytest.mark.long
def test_data_sets(cli, figures):
    """Each data set has a file, whose bins are of its own records."""
    config = (CHECKOUT / "configs/sample/data-sets.yaml").read_text()
    Path("c.yaml").write_text(config.replace("configs/sample/outputs.jsonl", str(SAMPLE)))
    assert cli("evaluate", "suite", "c.yaml", "--plot", "lengths=l.svg").code == 0
    assert sorted(figures) == ["l-news.svg", "l-travel.svg"]
    assert len(figures["l-travel.svg"].axes) > len(figures["l-news.svg"].axes) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--plot", "forest=a.png"], "no such plot; available: lengths, groups, precisions"),
        (["--plot", "groups=a.png"], "--plot groups shows the groups of --by; give that too"),
        (["--plot", "precisions=a.png"], "the precisions of n-grams of BLEU; add the metric bleu"),
        (["--plot", "lengths=a.jpeg"], "a.jpeg: plots are written as .png"),
        (["--plot", "lengths=a.png", "--instances", "a.png"], "named twice"),
        (["--plot", "lengths"], "write KIND=FILE, as in lengths=plot.png"),
    ],
)
def test_refused(cli, figures, tmp_path, words, said):
    """What cannot be drawn is one sentence with exit code 2, and nothing is written."""
    done = cli("evaluate", "chrf", SAMPLE, *words, "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not figures
    assert not list(tmp_path.iterdir())


def test_no_references(cli, figures, tmp_path):
    """A metric without references has nothing to draw lengths of, and no file is written."""
    (tmp_path / "out.txt").write_text("a b\n")
    done = cli("evaluate", "length", "out.txt", "--plot", "lengths=l.svg", "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert "no record has references" in done.err
    assert not figures
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_look_without_a_plot(cli):
    """An option that changes nothing is a notice."""
    done = cli("evaluate", "chrf", SAMPLE, "--plot-dpi", "300")
    assert (done.code, done.err) == (0, "sacreval: without --plot, --plot-dpi has no effect\n")


def test_plots_of_a_config():
    """A plot of another verb has a sentence that begins with the option."""
    missing.module("matplotlib", "plots")
    [text] = wrong_plots(["groups=g.svg", "wins=x.png"])
    assert text.startswith("--plot wins=x.png: ")


OF_SETS = (
    "sacreval.scoring.sets.data_set_results",
    "sacreval.scoring.sets.set_scores",
    "sacreval.features.compare.compare",
)


def test_resume_and_workers_give_the_same(cli, tmp_path):
    """Worker processes and a resume file change nothing, whichever data set is computed."""
    write_two_sets(tmp_path)
    plain = cli("evaluate", "chrf", *WORDS, "--format", "json").out
    assert cli("evaluate", "chrf", *WORDS, "--format", "json", "--workers", "2").out == plain
    assert cli("evaluate", "chrf", *WORDS, "--format", "json", "--resume", "x").out == plain
    assert not (tmp_path / "x").exists()


def test_results_over_sets_are_as_without_names(cli, tmp_path):
    """One named data set has the numbers of a run without names, and no mean."""
    write_two_sets(tmp_path)
    named = cli("evaluate", "chrf", *WORDS[:4], "--format", "json").json()["results"]
    plain = cli("evaluate", "chrf", "boolq/careful.jsonl", "boolq/careless.jsonl",
                "--format", "json").json()["results"]  # fmt: skip
    assert [{**result, "dataset": None} for result in named] == plain


def test_selection_and_intervals_hold_for_all(cli, tmp_path):
    """--systems and --ci apply to each data set, and notices have its name."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS, "--systems", "careful", "--ci", "--format", "json")
    results = done.json()["results"]
    assert {r["system_id"] for r in results} == {"careful"}
    assert all(r["interval"] for r in results if r["dataset"] != "(mean)")
    assert "boolq: chrf: 3 records are few" in done.err


def test_a_run_without_data_sets_imports_nothing_for_them(tmp_path):
    """What merges, gates and compares data sets is imported only where a run has some."""
    assert all(map(find_spec, OF_SETS))
    write_two_sets(tmp_path)
    words = ["evaluate", "chrf", "boolq/careful.jsonl"]
    program = (
        "import sys\nfrom sacreval.commands.app import run\n"
        f"run({words})\n"
        f"print([x for x in {OF_SETS} if x in sys.modules], 'yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[] False"


def test_resume_with_metrics_of_their_own(cli, tmp_path):
    """A run whose data sets have other metrics goes on where it broke, and says so once."""
    write_two_sets(tmp_path)
    words = ("suite", "suite.yaml", "--resume", "x")
    broken = tmp_path / "nq" / "two.jsonl"
    right = broken.read_text()
    for verb in ("evaluate", "score"):
        plain = cli(verb, "suite", "suite.yaml").out
        assert plain
        broken.write_text(right + "{\n")
        assert cli(verb, *words).code == 2
        broken.write_text(right)
        assert (tmp_path / "x").exists()
        done = cli(verb, *words)
        assert (done.code, done.out) == (0, plain)
        assert done.err.count("records are done already") == 1
        assert "x: 6 records are done already" in done.err
        assert not (tmp_path / "x").exists()


def test_the_file_of_another_run_over_sets_is_refused(cli, tmp_path):
    """A file with rows of a metric that no data set has belongs to another run."""
    write_two_sets(tmp_path)
    broken = tmp_path / "nq" / "two.jsonl"
    broken.write_text(broken.read_text() + "{\n")
    assert cli("evaluate", "ter", *WORDS, "--resume", "x").code == 2
    done = cli("evaluate", "suite", "suite.yaml", "--resume", "x")
    assert done.code == 2
    assert "x: belongs to another run" in done.err


def test_scores_of_data_sets_are_correlated(cli, tmp_path):
    """Instances of two data sets are different ones, in lines and in tables."""
    for name, text in {"p": "a b c", "q": "a"}.items():
        records = [
            {"instance_id": i, "system_id": system, "prediction": text + system * i,
             "references": ["a b"], "judgments": {"quality": i + ord(system) % 3}}
            for system in "abc" for i in range(4)
        ]  # fmt: skip
        write_lines(tmp_path / "in" / f"{name}.jsonl", records)
    words = ("score", "chrf", "--dataset", "p=in/p.jsonl", "--dataset", "q=in/q.jsonl")
    for file in ("lines.jsonl", "table.csv"):
        assert cli(*words, "--no-jackknife", "-o", file, "--force").code == 0
        done = cli("correlate", "scores", file, "--human", "quality")
        assert (done.code, "3 x 8" in done.out) == (0, True), done.err


def test_results_over_sets_where_one_is_needed(cli, tmp_path):
    """Plans and logs are of one set of records; the sentence says so."""
    write_two_sets(tmp_path)
    cli("evaluate", "chrf", *WORDS, "-o", "r.json", "--instances", "s.jsonl")
    (tmp_path / "out").mkdir()
    for words in (("plan", "r.json"), ("export", "r.json", "--log", "x.json", "-o", "out")):
        done = cli(*words)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "r.json is over data sets" in done.err
