"""correlate over tasks: averages over groups, each in a format, drawn one by one."""

import random

import pytest

from sacreval.commands.app import run
from support import missing
from support.correlate_command import FEW, found
from support.mirror import CHECKOUT
from support.sizes import few

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.fixture
def tasks(tmp_path):
    """Give a folder with scores of two language pairs, 4 and 6 systems, and one without mqm."""
    rng = random.Random(0)
    for pair, systems in (("en-de", 4), ("he-en", 6), ("en-cs", 3)):
        for name, noise in (("good", 0.5), ("poor", 3)):
            folder = tmp_path / "wmt" / "metric-scores" / pair
            folder.mkdir(parents=True, exist_ok=True)
            human = tmp_path / "wmt" / "human-scores"
            human.mkdir(exist_ok=True)
            gold = "esa" if pair == "en-cs" else "mqm"
            truth = [[s + rng.gauss(0, 1) for _ in range(5)] for s in range(systems)]
            if name == "good":
                _write(human / f"{pair}.{gold}.seg.score", truth)
            _write(
                folder / f"{name}.seg.score", [[z + rng.gauss(0, noise) for z in r] for r in truth]
            )
    return tmp_path / "wmt"


def _write(path, rows):
    lines = [f"s{s}\t{value}\n" for s, row in enumerate(rows) for value in row]
    path.write_text("".join(lines))


def test_tasks_are_averaged(capsys, tasks):
    """Language pairs are tested on their own and averaged; pairs of systems are pooled."""
    report = found(
        capsys, "scores", tasks, "--human", "mqm", "--tasks-by", "language-pair",
        "--coefficient", "pa@system", "--coefficient", "acc-eq@item", "--test", "wmt", *FEW,
    )  # fmt: skip
    value = {
        (r["task"], r["metric"]): r["value"] for r in report["results"] if r["level"] == "system"
    }
    pooled = (6 * value["en-de", "good"] + 15 * value["he-en", "good"]) / 21
    [average] = [
        a
        for a in report["averages"]
        if (a["coefficient"], a["metric"]) == ("pairwise-accuracy", "good")
    ]
    assert average["value"] == pytest.approx(pooled)
    assert average["weights"] == "pairs"
    assert {a["level"] for a in report["averages"]} == {"system", "summary", "all"}
    assert {t["task"] for t in report["tests"]} == {"en-de", "he-en", "(average)"}
    assert all(t["p_value"] is not None for t in report["tests"])
    assert "Tasks without mqm were left out: en-cs." in report["notes"]


@pytest.fixture
def two_people(tmp_path):
    """Give a table of a metric and two human scores, of which `few` has lower scores."""
    rng = random.Random(1)
    path = tmp_path / "scores.csv"
    rows = [f"s{s},{i},{s + rng.gauss(0, 2)},{s},{-s}" for s in range(6) for i in range(4)]
    path.write_text("\n".join(["system,instance,m,judgments.good,judgments.bad", *rows]))
    return path


def test_human_scores_are_tasks(capsys, two_people):
    """Each human score that is named is a task; their average is that of their values."""
    words = ["scores", two_people, "--level", "system", "--human", "good", "--human", "bad", *FEW]
    report = found(capsys, *words, "--coefficient", "pearson")
    values = {row["task"]: (row["human"], row["value"]) for row in report["results"]}
    assert {task: human for task, (human, _) in values.items()} == {"good": "good", "bad": "bad"}
    assert values["good"][1] > 0.5
    assert values["bad"][1] == pytest.approx(-values["good"][1])
    [average] = report["averages"]
    assert (average["human"], average["value"]) == ("good+bad", pytest.approx(0))
    assert run(["correlate", *map(str, words), "--human", "ugly"]) == 2
    assert "There is no human score 'ugly'" in capsys.readouterr().err


def test_human_scores_of_tasks(capsys, tasks):
    """With other tasks, each pair of task and human score is one; those without it are named."""
    human = ["--human", "mqm", "--human", "esa"]
    report = found(capsys, "scores", tasks, *human, "--tasks-by", "language_pair", *FEW)
    assert {row["task"] for row in report["results"]} == {"en-de/mqm", "he-en/mqm", "en-cs/esa"}
    assert any("Tasks without mqm or esa were left out: en-cs/mqm" in x for x in report["notes"])


def test_tasks_are_drawn_one_by_one(tmp_path, tasks):
    """Tasks that are left out have no plot; a plot that exists is refused before the work."""
    missing.module("matplotlib", "plots")
    words = ["correlate", "scores", str(tasks), "--human", "mqm", "--tasks-by", "language_pair"]
    words += [*FEW, "--plot", f"significance={tmp_path / 'p.svg'}"]
    assert run(words) == 0
    assert {p.name for p in tmp_path.glob("*.svg")} == {"p-en-de.svg", "p-he-en.svg"}
    assert run(words) == 2


def test_tasks_with_references_of_their_own(capsys, tasks):
    """Scores of one reference are read for each pair, and metrics called by their name alone."""
    (tasks / "references").mkdir()
    for pair in ("en-de", "he-en"):
        for name in "AB":
            (tasks / "references" / f"{pair}.ref{name}.txt").write_text("")
            scores = (tasks / "metric-scores" / pair / "good.seg.score").read_text()
            noise = scores if name == "B" else scores.replace("\t", "\t-").replace("--", "")
            (tasks / "metric-scores" / pair / f"BLEU-ref{name}.seg.score").write_text(noise)
    words = ("scores", tasks, "--human", "mqm", "--tasks-by", "language_pair", "--level", "system")
    chosen = ("--reference", "refA", "--reference", "he-en=refB", "--interval", "none")
    report = found(capsys, *words, *chosen)
    value = {(r["task"], r["metric"]): r["value"] for r in report["results"]}
    assert {metric for _, metric in value} == {"BLEU", "good", "poor"}
    assert value["en-de", "BLEU"] == pytest.approx(-value["en-de", "good"])
    assert value["he-en", "BLEU"] == pytest.approx(value["he-en", "good"])
    assert "refs:refA+he-en=refB" in report["results"][0]["signature"]
    assert run(["correlate", *map(str, words), "--reference", "refC"]) == 2
    assert "no reference 'refC'" in capsys.readouterr().err


@few(3, "ending", ["txt", "md", "tex", "tsv", "csv", "jsonl"])
def test_tasks_in_every_format(capsys, tasks, ending):
    """Each format names the tasks."""
    words = ["correlate", "scores", str(tasks), "--human", "mqm", "--tasks-by", "language_pair"]
    form = "text" if ending == "txt" else ending
    assert run([*words, "--interval", "none", "--format", form]) == 0
    text = capsys.readouterr().out
    assert "en-de" in text
    assert "he-en" in text


@pytest.mark.long
def test_tasks_of_records(capsys, tmp_path):
    """A generated metric is averaged over the groups of its records, and so are plots drawn."""
    missing.module("matplotlib", "plots")
    words = ("bleu", SAMPLE, "--human", "adequacy", "--tasks-by", "domain", "--level", "summary")
    report = found(capsys, *words, *FEW, "--plot", f"histogram={tmp_path / 'h.png'}")
    names = {r["task"] for r in report["results"]}
    assert len(names) > 1
    assert {p.name for p in tmp_path.iterdir()} == {f"h-{name}.png" for name in names}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--human", "mqm"], "--tasks-by language_pair"),
        (
            ["--human", "mqm", "--tasks-by", "langage_pair", "--language-pair", "en-de"],
            "did you mean 'language_pair'",
        ),
        (["--human", "mqn", "--tasks-by", "language_pair"], "did you mean 'mqm'"),
        (["--human", "mqm", "--tasks-by", "language_pair", "--language-pair", "en-da"], "en-de"),
        (["--human", "mqm", "--tasks-by", "language_pair", "--metric", "god"], "'good'"),
        (
            ["--human", "mqm", "--tasks-by", "language_pair", "--test", "perm-systems",
             "--exact", "always"],
            "--exact always",
        ),
    ],
)  # fmt: skip
def test_bad_tasks(capsys, tasks, words, said):
    """What cannot be a task is said with the remedy."""
    assert run(["correlate", "scores", str(tasks), *words]) == 2
    assert said in capsys.readouterr().err
