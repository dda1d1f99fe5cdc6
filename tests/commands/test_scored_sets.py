"""Runs over data sets: options that hold for all sets."""

import subprocess
import sys
from importlib.util import find_spec

from support.two_sets import WORDS, write_lines, write_two_sets

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
    assert [{**one, "dataset": None} for one in named] == plain


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
