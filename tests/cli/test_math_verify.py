"""math-verify from the command line: workers, the cache, resumed runs, and extraction."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from sacreval.execution.killable import KillableProcesses
from support import missing
from support.program import PROGRAM, wait, write_jsonl

pytestmark = missing.needs("math_verify", "answers compared by math-verify")
RECORDS = [
    {"prediction": r"It is $\frac{1}{2}$.", "references": ["0.5"]},
    {"prediction": r"\boxed{3}", "references": ["4", "3"]},
    {"prediction": "no idea", "references": ["4"]},
    {"prediction": "$10000000!$", "references": ["4"]},
    {"prediction": "5", "references": ["4"]},
] * 4
PLAIN = ("evaluate", "math-verify", "--allow-errors", "--format", "json")
WORDS = (*PLAIN, "--timeout", "0.5")


@pytest.fixture
def answers(tmp_path):
    return write_jsonl(tmp_path / "answers.jsonl", RECORDS)


@pytest.mark.long
def test_workers_change_nothing(cli, answers):
    """Two comparisons at a time give the same results and errors as one after the other."""
    serial = cli(*WORDS, answers, "--no-cache")
    parallel = cli(*WORDS, answers, "--no-cache", "--workers", "2")
    assert serial == parallel
    result = json.loads(serial.out)["results"][0]
    assert (result["value"], result["n"], result["missing"]["timeout"]) == (0.5, 20, 4)
    assert "math-verify: timeout (" in serial.err


@pytest.mark.long
def test_an_error_is_exit_3(cli, answers):
    """Without --allow-errors a missing verdict is exit code 3."""
    words = [word for word in WORDS if word != "--allow-errors"]
    assert cli(*words, answers).code == 3


def test_cached_verdicts(cli, tmp_path, monkeypatch):
    """A second run reads verdicts from the cache and starts no process."""
    path = write_jsonl(
        tmp_path / "a.jsonl", [record for record in RECORDS if "!" not in record["prediction"]]
    )
    words = (*PLAIN, "--timeout", "60", path)
    first = cli(*words)
    monkeypatch.delattr(KillableProcesses, "map")
    assert cli(*words) == first
    assert first.code == 0


@pytest.mark.long
def test_resumed_verdicts(cli, tmp_path, monkeypatch):
    """A resumed run computes nothing again, not even where there was no verdict."""
    records = [{"prediction": f"${i}+{i}$", "references": [str(2 * i)]} for i in range(120)]
    lacking = {"prediction": "1", "references": ["$$"]}
    path = write_jsonl(tmp_path / "a.jsonl", [lacking, *records])
    words = (*PLAIN, "--timeout", "60", path, "--no-cache", "--resume", tmp_path / "part")
    whole = cli(*PLAIN, "--timeout", "60", path, "--no-cache")
    asked, real, seen = [], KillableProcesses.call, []

    def interrupted(self, arguments, **options):
        if arguments[-1] == "$100+100$" and not seen:
            seen.append(1)
            raise KeyboardInterrupt
        asked.append(arguments[-1])
        return real(self, arguments, **options)

    monkeypatch.setattr(KillableProcesses, "call", interrupted)
    assert cli(*words).code == 130
    first = asked.copy()
    asked.clear()
    resumed = cli(*words)
    assert (resumed.code, resumed.out) == (whole.code, whole.out)
    assert "1" in first
    assert "1" not in asked
    assert len(asked) < len(first)


def test_extraction(cli, tmp_path):
    """Answers that are extracted before are LaTeX without delimiters; none is wrong."""
    records = [{"prediction": r"\boxed{\sqrt{4}} so", "references": ["2"]}, RECORDS[2]]
    path = write_jsonl(tmp_path / "a.jsonl", records)
    form = ("--extract", "boxed", "--prediction-form", "latex")
    result = json.loads(cli(*PLAIN, "--timeout", "60", path, *form).out)["results"][0]
    assert (result["value"], result["n"], result["unanswered"]) == (0.5, 2, 1)


@pytest.mark.long
def test_interrupted_runs_leave_no_process(tmp_path):
    """Ctrl-C in the middle of a comparison ends the run with 130, and its process."""
    path = write_jsonl(tmp_path / "a.jsonl", [RECORDS[3]])
    run = subprocess.Popen(
        [*PROGRAM, "evaluate", "math-verify", path, "--timeout", "50"],
        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    with run:
        children = _wait_for_children(run.pid)
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        assert run.wait(60) == 130
    wait(lambda: not any(map(_alive, children)), seconds=60)


def _wait_for_children(pid):
    place = Path(f"/proc/{pid}/task/{pid}/children")
    if not place.exists():
        pytest.skip("this kernel does not list the children of a process")
    wait(lambda: bool(place.read_text()), seconds=60)
    return place.read_text().split()


def _alive(pid):
    status = Path(f"/proc/{pid}/status")
    try:
        return "State:\tZ" not in status.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
