"""`--resume`: however a run ends, the same command goes on, and the results are the same bytes.

SACREVAL_KILLS says how often runs are killed; 50 for the long form.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.execution.cache.cache_keys import head
from sacreval.execution.cache.resumable import ResumeFile
from sacreval.execution.cache.row_blocks import KEY, Block
from support import slow
from support.program import PROGRAM, spawn, write_jsonl
from support.sizes import few

KILLS = int(os.environ.get("SACREVAL_KILLS", "4"))
SEED = 20240229
LOST = 240  # records of the slow metric that two steps of the longest kind hold
FILES = ("result.json", "scores.jsonl", "scores.manifest.json")
COMMANDS = {
    "evaluate": (
        "evaluate", "suite", "-m", slow.NAME, "-m", "bleu", "records.jsonl",
        "-o", "result.json", "--instances", "scores.jsonl", "--allow-errors", "--force",
    ),
    "score": (
        "score", slow.NAME, "records.jsonl", "-o", "scores.jsonl", "--allow-errors", "--force",
    ),
}  # fmt: skip
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def taken(folder):
    """Read the outputs, and remove them."""
    found = {}
    for name in FILES:
        if (folder / name).exists():
            found[name] = (folder / name).read_bytes()
            (folder / name).unlink()
    return found


def start(folder, words):
    return subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


@posix
@pytest.mark.long
@pytest.mark.parametrize(
    ("verb", "workers"), [("evaluate", 2), ("evaluate", 1), ("score", 1), ("score", 2)]
)
def test_kill(folder, verb, workers):
    """Runs killed at random points lose nothing but the steps under way, and repeat nothing."""
    words = (*COMMANDS[verb], "--workers", str(workers))
    plain = spawn(*words, cwd=folder)
    assert plain.code == 0
    want, whole = taken(folder), Counter(slow.scored(folder))
    random, kills = Random(SEED), 0
    while kills < (KILLS + 3) // 4:
        attempts, outcome = 0, None
        while outcome is None:
            process = start(folder, (*words, "--resume", "run.partial"))
            outcome = killed(process, folder / "run.partial", random.uniform(0, 0.6))
            attempts += outcome is None
            if outcome is None:
                assert taken(folder).items() <= want.items()  # each file whole, or not there
        assert process.returncode == 0
        assert outcome.decode() == plain.out
        assert taken(folder) == want
        assert not (folder / "run.partial").exists()
        counts = Counter(slow.scored(folder))
        assert set(counts) == set(whole)
        assert sum(counts.values()) <= sum(whole.values()) + attempts * workers * LOST
        kills += attempts


def killed(process, path, seconds):
    """Kill a run some time after it kept something new; give what it printed if it was faster."""
    before = path.stat().st_size if path.exists() else 0
    while process.poll() is None and not (path.exists() and path.stat().st_size > before):
        time.sleep(0.005)
    try:
        return process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None


@pytest.mark.long
@posix
def test_interrupt(folder):
    """Ctrl-C says where the work is kept, and the same command goes on."""
    words = (*COMMANDS["evaluate"], "--resume", "run.partial")
    process = start(folder, words)
    while not (folder / "scored.log").exists():
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().splitlines() == [
        "sacreval: run.partial: has the finished records; the same command continues from there",
        "sacreval: interrupted",
    ]
    before = len(slow.scored(folder))
    again = spawn(*words, cwd=folder)
    assert again.code == 0
    assert " records are done already" in again.err
    assert len(slow.scored(folder)) < 240 - before
    assert not (folder / "run.partial").exists()


@pytest.mark.long
@posix
def test_two_runs_at_once(folder):
    """A file that another run is using is refused."""
    process = start(folder, (*COMMANDS["score"], "--resume", "run.partial"))
    while not (folder / "scored.log").exists():
        time.sleep(0.01)
    other = spawn("evaluate", "bleu", "records.jsonl", "--resume", "run.partial", cwd=folder)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert other.code == 2
    assert other.err == (
        "sacreval: error: run.partial: another run is using this file; wait for it, or name "
        "another file\n"
    )


def test_a_changed_metric_is_another(folder, monkeypatch):
    """Rows of a metric whose file was changed in between are not taken."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(metrics, "_external", {})
    monkeypatch.delitem(sys.modules, "slow", raising=False)
    metric = metrics.get(slow.NAME)()
    before = head(metric, "rows")
    assert head(metric, "rows") == before
    slow.write(folder, slow.SOURCE.replace("/ 8", "/ 4"))
    assert head(metric, "rows") != before
    assert head(metric, "both") != head(metric, "rows")


@few(
    2,
    ("path", "sentence"),
    [
        ("folder", "folder: this is a folder; name a file in it"),
        ("records.jsonl", "records.jsonl: this is not a resume file, or one of another version"),
        ("nowhere/file", "nowhere/file: cannot be written (No such file or directory); name"),
        pytest.param(
            "/dev/null", "/dev/null: this is not a regular file; name another file", marks=posix
        ),
        ("result.json", "--resume result.json: results are written to this file; name another one"),
    ],
)
def test_bad_files(folder, path, sentence):
    """What cannot be a file of --resume is refused in a sentence, and nothing is changed."""
    (folder / "folder").mkdir()
    before = (folder / "records.jsonl").read_bytes()
    outcome = spawn(
        "evaluate", "bleu", "records.jsonl", "-o", "result.json", "--resume", path, cwd=folder
    )
    assert outcome.code == 2
    assert outcome.err.startswith(f"sacreval: error: {sentence}")
    assert outcome.err.count("\n") == 1
    assert (folder / "records.jsonl").read_bytes() == before
    assert not (folder / "result.json").exists()


def test_rows_of_another_run(folder):
    """A file with rows of other metrics, options or versions is refused, and left as it is."""
    partial = ResumeFile(folder / "run.partial")
    partial.add(Block("ter|rows", [bytes(16)], np.array([1]), np.ones((1, 2))))
    partial.close()
    before = (folder / "run.partial").read_bytes()
    outcome = spawn("evaluate", "bleu", "records.jsonl", "--resume", "run.partial", cwd=folder)
    assert outcome.code == 2
    assert outcome.err == (
        "sacreval: error: run.partial: belongs to another run, whose metrics, options, engine, "
        "code or versions differ; name another file, or remove it\n"
    )
    assert (folder / "run.partial").read_bytes() == before


def test_failed_input_leaves_nothing(folder):
    """A run whose first record is wrong leaves no file behind."""
    write_jsonl(folder / "records.jsonl", [{"prediction": 1}])
    outcome = spawn("score", "bleu", "records.jsonl", "--resume", "run.partial", cwd=folder)
    assert outcome.code == 2
    assert not (folder / "run.partial").exists()


def test_a_gate_that_fails_ends_the_run(folder):
    """A failed gate is no interruption: all is written, and the file is gone."""
    outcome = spawn(
        "evaluate", "bleu", "records.jsonl", "--fail-under", "bleu=99.9",
        "--resume", "run.partial", cwd=folder,
    )  # fmt: skip
    assert outcome.code == 1
    assert not (folder / "run.partial").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_full_disk(tmp_path):
    """Where the disk is full, the file is named."""
    file = ResumeFile(tmp_path / "r.resume")
    with Path("/dev/full").open("r+b", buffering=0) as full:
        os.dup2(full.fileno(), file._file.stream.fileno())
        with pytest.raises(UsageError, match=r"r\.resume: cannot be written \(No space left"):
            file.add(Block("head", (b"a" * KEY,), np.ones(1, int), np.zeros((1, 2))))
