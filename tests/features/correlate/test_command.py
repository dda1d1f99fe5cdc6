"""`sacreval correlate` on the command line."""

import csv
import io
import json
import random

import numpy as np
import pytest

from sacreval.commands.app import run
from sacreval.io.files import manifest_of
from support import missing
from support.correlate_command import FEW, found
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

SUMMEVAL = "CogComp/stat-analysis-experiments/*/experiments/statistical-analysis/data/fabbri2020"


def test_a_metric_is_scored_and_correlated(capsys):
    """All three levels and coefficients by default, each with n, interval and signature."""
    report = found(capsys, "bleu", SAMPLE, "--human", "adequacy", "--interval", "percentile", *FEW)
    assert len(report["results"]) == 9
    first = report["results"][0]
    assert (first["metric"], first["level"], first["coefficient"]) == ("bleu", "summary", "pearson")
    assert (first["n_systems"], first["n_instances"]) == (3, 20)
    assert first["interval"]["low"] <= first["value"] <= first["interval"]["high"]
    assert "resamples:50" in first["signature"]


def test_files_of_scores_give_the_same(capsys, rouge_scores):
    """Correlating a scores file equals scoring and correlating at once."""
    options = ("--human", "fluency", "--interval", "none", "--level", "segment")
    at_once = found(capsys, "rouge", SAMPLE, "--types", "1", *options)
    from_file = found(capsys, "scores", rouge_scores, "--metric", "rouge1_f1", *options)
    value = {r["coefficient"]: r["value"] for r in from_file["results"]}
    same = [r for r in at_once["results"] if r["metric"] == "rouge1_f1"]
    assert {r["coefficient"]: r["value"] for r in same} == value


@pytest.mark.long
def test_the_order_of_lines_does_not_matter(capsys, rouge_scores):
    """Shuffled lines give the same bytes of results, intervals and tests."""
    words = ("scores", rouge_scores, "--human", "adequacy", "--test", "perm-both-xor", *FEW)
    manifest_of(rouge_scores).unlink()  # of the bytes as they are
    before = found(capsys, *words)
    lines = rouge_scores.read_text().splitlines()
    random.Random(1).shuffle(lines)
    rouge_scores.write_text("\n".join(lines))
    assert found(capsys, *words) == before


def test_threads_change_nothing(capsys, rouge_scores):
    """Results, intervals and tests are the same with two threads."""
    words = ("scores", rouge_scores, "--human", "adequacy", "--test", "wmt", *FEW)
    assert found(capsys, *words, "--workers", "2") == found(capsys, *words)


def test_suites_and_people(capsys):
    """Many metrics at once; human references take part under jackknifed scores."""
    report = found(
        capsys, "suite", "-m", "bleu", "-m", "chrf", SAMPLE, "--human", "adequacy",
        "--systems", "all", "--references-as-systems", "--interval", "none", "--level", "system",
    )  # fmt: skip
    assert {r["metric"] for r in report["results"]} == {"bleu_jk", "chrf_jk"}
    assert any("no human score" in note for note in report["notes"])


def test_a_human_text_is_not_scored_against_itself(tmp_path, capsys):
    """A reference record among its own references is refused, or mended on request."""
    path = tmp_path / "in.jsonl"
    human = {"system_id": "h", "system_type": "reference", "prediction": "a b"}
    rows = [
        {"instance_id": str(i), **human, "references": ["a b", "a c"], "judgments": {"x": i}}
        for i in range(3)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ["correlate", "bleu", str(path), "--human", "x", "--systems", "all"]
    assert run([*words, *FEW]) == 2
    assert "own references" in capsys.readouterr().err
    assert run([*words, *FEW, "--drop-own-text"]) == 0


def test_human_texts_are_compared_pair_by_pair(tmp_path, capsys):
    """--pairs takes the file of `score --pairs`: a tau has the wins of the table, not of _jk."""
    records = [
        {"instance_id": str(i), "system_id": name, "system_type": kind, "judgments": {"good": good},
         "prediction": text, "references": references}
        for i in range(8)
        for name, kind, good, text, references in (
            ("model", "peer", 2, f"cat {i} sat", [f"cat {i}", f"dog {i} sat"]),
            ("h1", "reference", 1, f"cat {i}", [f"dog {i} sat"]),
            ("h2", "reference", 3, f"dog {i} sat", [f"cat {i}"]),
        )
    ]  # fmt: skip
    source = tmp_path / "all.jsonl"
    source.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    paths = [str(tmp_path / name) for name in ("scores.jsonl", "pairs.csv")]
    assert run(["score", "token-f1", str(source), "-o", paths[0], "--pairs", paths[1]]) == 0
    wins = capsys.readouterr().out.splitlines()
    assert wins[0].split()[4:7] == ["wins", "ties", "losses"]
    assert any(
        "all human texts" in line and line.split()[-4:-1] == ["16", "0", "0"] for line in wins
    )
    options = "--human good --systems all --metric token_f1_f1_jk --level summary".split()
    options += ["--coefficient", "tau-a"]
    paired = found(capsys, "scores", paths[0], "--pairs", paths[1], *options, *FEW)
    assert paired["results"][0]["value"] == 0  # right against h1, wrong against h2
    assert paired["results"][0]["n_used"] == 16
    assert run(["correlate", "scores", paths[0], "--pairs", paths[0], *options]) == 2
    assert "not a pair of a system and a human text" in capsys.readouterr().err


@few(3, "ending", ["json", "jsonl", "tsv", "csv", "md", "tex"])
def test_every_format_is_written(tmp_path, ending):
    """Each format has the values of every level and coefficient, in lines that name the level."""
    path, values = tmp_path / f"out.{ending}", tmp_path / "values.json"
    words = ["correlate", "chrf", str(SAMPLE), "--human", "adequacy", "--interval", "none"]
    assert run([*words, "-o", str(values)]) == 0
    assert run([*words, "-o", str(path), "--force"]) == 0
    results = json.loads(values.read_text())["results"]
    assert len(results) == 9
    if ending == "json":
        assert path.read_text() == values.read_text()
        return
    lines = path.read_text().splitlines()
    digits = "{:.4f}" if ending in {"md", "tex"} else "{!r}"
    for result in results:
        number = digits.format(result["value"])
        held = [line for line in lines if result["level"] in line and number in line]
        assert any("chrf" in line for line in held), (result["level"], result["coefficient"])


@pytest.mark.parametrize(
    "kind", ["scatter", "forest", "significance", "heatmap", "histogram", "ties"]
)
@pytest.mark.long
def test_every_plot_is_drawn(tmp_path, rouge_scores, kind):
    """Each kind of plot becomes a picture."""
    missing.module("matplotlib", "plots")
    path = tmp_path / f"{kind}.png"
    words = ["correlate", "scores", str(rouge_scores), "--human", "adequacy", *FEW]
    assert run([*words, "--plot", f"{kind}={path}"]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")


@few(
    10,
    ("words", "said"),
    [
        (["--human", "adequasy"], "adequacy"),
        (["--human", "adequacy", "--metric", "rouge1_f"], "rouge1_f1"),
        (["--human", "adequacy", "--coefficient", "kendal"], "kendall"),
        (["--human", "adequacy", "--coefficient", "spa@summary"], "spa is defined at: system"),
        (["--human", "adequacy", "--coefficient", "sys-delta:3:1"], "sys-delta:LOW:HIGH"),
        (["--human", "adequacy", "--coefficient", "sys-delta:1"], "sys-delta:LOW:HIGH"),
        (["--human", "adequacy", "--coefficient", "pearson:0:1"], "only sys-delta has bounds"),
        (["--human", "adequacy", "--epsilon", "-1"], "--epsilon"),
        (["--human", "adequacy", "--interval", "bootstrap"], "did you mean 'percentile'?"),
        (["--human", "adequacy", "--epsilon", "nan"], "--epsilon"),
        (["--human", "adequacy", "--outliers", "0"], "--outliers"),
        (["--human", "adequacy", "--outliers", "inf"], "--outliers"),
        (["--human", "adequacy", "--significance", "1"], "--significance"),
        (["--human", "adequacy", "--significance", "nan"], "--significance"),
        (["--human", "adequacy", "--min-inputs", "0"], "--min-inputs"),
        (["--human", "adequacy", "--min-systems", "0"], "--min-systems"),
        (["--human", "adequacy", "--tasks-by", "topic"], "no output has this group"),
        (["--human", "adequacy", "--plot", "pie=x.png"], "no such plot"),
        (["--human", "adequacy", "--plot", "x.png"], "KIND=FILE"),
        ([], "--human"),
        (["--human", "adequacy", "--metric", "rouge1_f1", "--test", "williams"], "two metrics"),
    ],
)
def test_bad_options(rouge_scores, capsys, words, said):
    """What is misspelt or missing is said in one sentence, with the nearest name; exit code 2."""
    assert run(["correlate", "scores", str(rouge_scores), *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_exact_and_absolute_tests(capsys, rouge_scores):
    """--exact lists exchanges or draws them, --absolute drops signs; signatures say so."""
    words = ("scores", rouge_scores, "--human", "adequacy", "--level", "system", *FEW)
    some = ("--metric", "rouge1_f1", "--metric", "rouge2_f1", "--coefficient", "pearson")
    exact, drawn, formula = (
        found(capsys, *words, *some, "--test", *test)["tests"][0]["signature"]
        for test in (
            ("perm-systems", "--exact", "always"),
            ("perm-systems", "--exact", "never"),
            ("williams", "--absolute"),
        )
    )
    assert "perm-systems-exact" in exact
    assert "test:perm-systems|" in drawn
    assert "williams-abs" in formula


def test_signatures_are_said_once_in_text(capsys, rouge_scores):
    """Text names what all numbers share in one line; JSON gives each its whole signature."""
    words = [
        "correlate",
        "scores",
        str(rouge_scores),
        "--human",
        "adequacy",
        "--metric",
        "rouge1_f1",
    ]
    assert run([*words, *FEW, "--interval", "percentile", "--notes"]) == 0
    text = capsys.readouterr().out
    assert text.count("seed:12345") == 1
    assert "  summary: group:input" in text


def test_summeval_gives_the_published_numbers(capsys, mirror):
    """ROUGE-1 and expert relevance: .279 by summary and .610 by system, as SacreROUGE documents."""
    [folder] = (mirror / "raw.githubusercontent.com").glob(SUMMEVAL)
    report = found(
        capsys, "scores", folder / "rouge.jsonl", folder / "relevance.jsonl",
        "--human", "expert_relevance", "--metric", "rouge-1_f1",
        "--coefficient", "pearson", "--interval", "none",
    )  # fmt: skip
    values = {r["level"]: round(r["value"], 3) for r in report["results"]}
    assert (values["summary"], values["system"]) == (0.279, 0.610)


def test_own_rouge_closes_the_loop(capsys, tmp_path, mirror):
    """ROUGE-1 over eleven references correlates as G-Eval and UniEval print it, within .003."""
    folder = str(tmp_path / "summeval")
    assert run(["setup-dataset", "fabbri2020", folder, "--mirror", str(mirror)]) == 0
    capsys.readouterr()
    printed = {"coherence": 0.167, "consistency": 0.160, "fluency": 0.115, "relevance": 0.326}
    for dimension, rho in printed.items():
        report = found(
            capsys, "rouge", f"{folder}/records.jsonl", "--types", "1", "--stemmer",
            "--multi-reference", "mean", "--human", f"expert_{dimension}",
            "--level", "summary", "--coefficient", "spearman", "--interval", "none",
        )  # fmt: skip
        values = {r["metric"]: r["value"] for r in report["results"]}
        assert values["rouge1_f1"] == pytest.approx(rho, abs=0.003), dimension


def test_main_outputs_of_metrics(capsys):
    """A metric or a suite is correlated by its main outputs, or by those that are named."""
    words = ["--human", "adequacy", "--level", "system", "--coefficient", "pearson", *FEW]
    main = ["rouge1_f1", "rouge2_f1", "rougeL_f1"]
    for subject, more, names in (
        (["rouge"], [], main),
        (["suite", "-m", "rouge", "-m", "chrf"], [], [*main, "chrf"]),
        (["rouge"], ["--metric", "rouge1_recall"], ["rouge1_recall"]),
        (["rouge"], ["--systems", "all"], [f"{name}_jk" for name in main]),
    ):
        report = found(capsys, *subject, SAMPLE, *words, *more)
        assert {result["metric"] for result in report["results"]} == {*names}
    every = found(capsys, "rouge", SAMPLE, *words, "--metric", "all")
    assert {"rouge1_recall", "rougeL_f1_jk"} <= {result["metric"] for result in every["results"]}
    assert run(["correlate", "rouge", str(SAMPLE), *words, "--metric", "rouge9"]) == 2
    assert "There is no metric 'rouge9'" in capsys.readouterr().err


def test_a_ranking_of_wmt_in_one_switch(cli, tmp_path):
    """Style wmt23 sets people, tasks, measures, references and tests, and prints one table."""
    rng = np.random.default_rng(5)
    for pair in ("he-en", "zh-en"):
        place = {name: tmp_path / "wmt23" / name for name in ("references", "human-scores")}
        place["metric-scores"] = tmp_path / "wmt23" / "metric-scores" / pair
        for folder in place.values():
            folder.mkdir(parents=True, exist_ok=True)
        for name in ("refA", "refB"):
            (place["references"] / f"{pair}.{name}.txt").write_text("x\n" * 9)
        systems = [f"s{i}" for i in range(6)] + ["refA"]
        quality = {s: i + rng.normal(size=9) for i, s in enumerate(systems)}
        of = {"he-en": "refB", "zh-en": "refA"}[pair]
        files = {place["human-scores"] / f"{pair}.mqm": 0.1}
        files |= {place["metric-scores"] / f"{m}-{of}": noise for m, noise in (("A", 1), ("B", 9))}
        for path, noise in files.items():
            noisy = {s: x + noise * rng.normal(size=9) - 30 for s, x in quality.items()}
            lines = [f"{s}\t{v}" for s, x in noisy.items() for v in x]
            path.with_name(f"{path.name}.seg.score").write_text("\n".join(lines) + "\n")
            lines = [f"{s}\t{x.mean()}" for s, x in noisy.items()]
            path.with_name(f"{path.name}.sys.score").write_text("\n".join(lines) + "\n")
    words = ["correlate", "scores", tmp_path / "wmt23", "--style", "wmt23", "--resamples", "50"]
    done = cli(*words)
    assert done.code == 0, done.err
    head, first, second, *_ = done.out.splitlines()
    assert head.split()[:3] == ["rank", "metric", "average"]
    assert "he-en summary acc-eq" in head
    assert [line.split()[1] for line in (first, second)] == ["A", "B"]
    report = cli(*words, "--format", "json").json()
    sizes = {result["task"]: result["n_systems"] for result in report["results"]}
    assert sizes == {"he-en": 7, "zh-en": 6}  # refA takes part in he-en, as in WMT's task
    assert {result["human"] for result in report["results"]} == {"mqm"}
    refused = cli("correlate", "bleu", "x.jsonl", "--human", "h", "--style", "wmt23")
    assert "sacreval correlate scores wmt23 --style wmt23" in refused.err
    assert cli("correlate", "bleu", "x.jsonl").err.startswith(
        "sacreval: error: Missing option '--human'"
    )


RECORD = {"prediction": "a b", "references": ["a b"], "system_id": "s", "instance_id": "1"}

SCORES = {"system_id": "s", "instance_id": "1", "scores": {"m": 1.0}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write the files of a corpus, records, and scores."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus").mkdir()
    for name, line in (("records", RECORD), ("scores", SCORES)):
        write_jsonl(tmp_path / "corpus" / f"{name}.jsonl", [line])
    (tmp_path / "texts").mkdir()
    write_jsonl(tmp_path / "texts" / "records.jsonl", [RECORD])
    write_jsonl(tmp_path / "mine.jsonl", [SCORES])
    return tmp_path


@few(
    3,
    ("word", "command"),
    [
        ("mine.jsonl", "scores mine.jsonl"),
        ("missing.jsonl", "scores missing.jsonl"),
        ("corpus", "scores corpus/scores.jsonl corpus/records.jsonl"),
        ("corpus/scores.jsonl", "scores corpus/scores.jsonl corpus/records.jsonl"),
        ("corpus/records.jsonl", "rouge corpus/records.jsonl"),
        ("texts", "rouge texts/records.jsonl"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_files_in_the_place_of_a_metric(cli, word, command):
    """A file or folder is answered with the command that correlates its scores, or scores it."""
    done = cli("correlate", word, "--human", "q")
    assert done.code == 2
    assert f"as in `sacreval correlate {command} --human NAME`" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("score", "x.jsonl"), "did you mean 'scores'?"),
        (("rouge[x=1]", "x.jsonl"), "write options after the metric"),
    ],
)
def test_other_words(cli, words, said):
    """Misspelt subcommands are answered with the form that there is."""
    done = cli("correlate", *words)
    assert done.code == 2
    assert said in done.err


def test_options_of_other_verbs_have_their_answers(cli):
    """Only `correlate` chooses among scores."""
    assert "sacreval score" not in cli("evaluate", "rouge", "x", "--metric", "y").err


@pytest.mark.usefixtures("folder")
def test_a_folder_of_a_corpus(cli):
    """A folder of `setup-dataset` is answered with its files."""
    done = cli("correlate", "scores", "corpus", "--human", "q")
    assert "name the files in this folder: corpus/scores.jsonl corpus/records.jsonl" in done.err


@pytest.mark.parametrize("option", ["--reference", "--language-pair"])
def test_options_of_folders(cli, folder, option):
    """Options of folders are refused where there is no folder, with what to write."""
    (folder / "h.jsonl").write_text(json.dumps({**SCORES, "judgments": {"q": 1}}) + "\n")
    done = cli("correlate", "scores", "h.jsonl", "--human", "q", option, "refA")
    assert done.code == 2
    assert f"{option} is for MT-metrics-eval folders, and there is none here; " in done.err


def test_who_and_what(cli, judged):
    """Dimensions, systems and tasks are chosen as for correlations."""
    words = ["--human", "good", "--systems", "peer", "--exclude", "b", "--format", "csv"]
    rows = list(csv.DictReader(io.StringIO(cli("correlate", "judgments", judged, *words).out)))
    assert [(row["system_id"], row["mean"]) for row in rows] == [("a", "3.0")]
    tasks = cli("correlate", "judgments", SAMPLE, "--tasks-by", "domain", "--format", "json").json()
    assert {row["task"] for row in tasks} == {"news", "recipes", "travel", "weather"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--human", "god"], "did you mean 'good'"),
        (["--systems", "c"], "There is no system 'c'"),
        (["--exclude", "humn"], "did you mean 'human'"),
        (["--tasks-by", "x"], "--tasks-by x: no output has this group"),
    ],
)
def test_what_is_not_there(cli, judged, words, said):
    """Unknown dimensions, systems and groups are one sentence, and exit with 2."""
    done = cli("correlate", "judgments", judged, *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_nobody_judged(cli, tmp_path):
    """Records without judgments are refused in one sentence."""
    path = write_jsonl(tmp_path / "x.jsonl", [{"system_id": "a", "prediction": "x",
                                               "instance_id": "1"}])  # fmt: skip
    done = cli("correlate", "judgments", path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "There is no human score" in done.err


@pytest.fixture
def scored(tmp_path):
    rows = [
        {"instance_id": i, "system_id": s, "scores": {"bleu": 1.5}, "judgments": {"q": [1, 2]}}
        for i in "12" for s in "ab"
    ]  # fmt: skip
    return write_jsonl(tmp_path / "s.jsonl", rows)


@pytest.mark.parametrize("word", ["list", "--list"])
def test_both_spellings(cli, scored, word):
    """The table has judgments and metrics with their sizes, and the next command."""
    done = cli("correlate", word, scored)
    assert done.code == 0
    assert done.out.splitlines()[1].split()[:6] == ["q", "judgment", "2", "2", "4", "2"]
    assert "next: sacreval correlate scores FILE... --human q" in done.out
    names = cli("correlate", word, scored, "--format", "json").json()["names"]
    assert [row["name"] for row in names] == ["q", "bleu"]


def test_bad_files(cli, tmp_path):
    """Missing, empty and other files are one sentence with exit code 2."""
    (tmp_path / "e.jsonl").write_text("")
    for path in ("gone.jsonl", "e.jsonl", tmp_path):
        done = cli("correlate", "list", path)
        assert (done.code, done.out) == (2, "")
    assert cli("correlate", "list").code == 2
