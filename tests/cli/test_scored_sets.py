"""Runs over data sets: options that hold for all sets."""

import subprocess
import sys

from support.two_sets import WORDS, write_two_sets


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
    write_two_sets(tmp_path)
    words = ["evaluate", "chrf", "boolq/careful.jsonl"]
    program = (
        "import sys\nfrom sacreval.cli.app import run\n"
        f"run({words})\n"
        "names = ('data_set_results', 'gates_by_set', 'compare_data_sets', 'verify_sets')\n"
        "print([x for x in names if f'sacreval.scoring.{x}' in sys.modules], 'yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[] False"
