"""Rows that are kept are the rows that are made, whatever part of them is there already.

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

from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError, UsageError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.cache import resumable as module
from sacreval.execution.cache.cache_keys import head
from sacreval.execution.cache.caching_backend import CachingBackend
from sacreval.execution.cache.resumable import ResumableBackend, ResumeFile
from sacreval.execution.cache.row_blocks import KEY, Block
from sacreval.execution.distribution import in_order
from sacreval.execution.worker import perform
from support import slow
from support.program import PROGRAM, spawn, write_jsonl
from support.sizes import few, long
from support.specimens import instances
from support.variants import identify, variants

WORDS = "the cat sat on a mat with big dogs".split()


class Picky(MeanMetric):
    """Refuses short texts."""

    name = "picky"
    outputs = ("picky",)

    def scores(self, prediction, prepared):
        if len(prediction) < 15:
            raise RecordError("too short; write more")
        return (len(prediction) / len(prepared),)


class Ahead:
    """Reads a few batches ahead, as threads, processes and clusters do."""

    def run(self, work, batches):
        return in_order(batches, lambda batch: lambda: perform(work, batch), ahead=3, most=2)


class Idle:
    """Can make no row."""

    def run(self, _work, batches):
        assert not list(batches)
        yield from ()


def batches(n=150, size=40):
    random = Random(2)

    def text():
        return " ".join(random.choices(WORDS, k=random.randrange(1, 8)))

    instances = [
        Instance(
            prediction=text(),
            references=[text() for _ in range(random.randrange(1, 4))],
            system_type=random.choice(["peer", "peer", "reference"]),
        )
        for _ in range(n)
    ]
    return [
        Batch(instances[i : i + size], "f", range(i + 1, n + 1)[:size]) for i in range(0, n, size)
    ]


def same(got, want):
    got = list(got)
    assert [result.batch for result in got] == [result.batch for result in want]
    for mine, theirs in zip(got, want, strict=True):
        for a, b in zip(mine.done, theirs.done, strict=True):
            assert dict(a.failures) == dict(b.failures)
            np.testing.assert_array_equal(a.rows[:, : b.rows.shape[1]], b.rows)
            if b.leave_one_out is not None:
                np.testing.assert_array_equal(a.leave_one_out.rows, b.leave_one_out.rows)
                np.testing.assert_array_equal(a.leave_one_out.starts, b.leave_one_out.starts)


@pytest.mark.parametrize("leave_one_out", [long(False), True])
@pytest.mark.parametrize("inner", [SERIAL, Ahead()], ids=["serial", "ahead"])
@pytest.mark.parametrize(("n", "batch"), [(24, 7), long(150, 40)])
def test_any_part_may_be_there(tmp_path, leave_one_out, inner, n, batch):
    """However much of a run is kept, the rest is made, everything is equal and nothing is twice."""
    bleu = metrics.get("bleu")()
    work = RowTask((bleu, Picky(), bleu), leave_one_out=leave_one_out)
    want = list(SERIAL.run(work, batches(n, batch)))
    path = tmp_path / "whole"
    partial = ResumeFile(path)
    same(ResumableBackend(inner, partial, lambda _: None).run(work, batches(n, batch)), want)
    partial.close()
    data = path.read_bytes()
    for size in (0, 5, len(data) // 3, len(data) // 2, len(data)):
        path.write_bytes(data[:size])
        for backend in (inner, Idle()):
            partial, kept = ResumeFile(path), []
            same(ResumableBackend(backend, partial, kept.append).run(work, batches(n, batch)), want)
            partial.close()
            assert sum(kept) == n


def test_other_records_are_made_anew(tmp_path):
    """Rows of other records are not taken, and those of other options or engines are refused."""
    path = tmp_path / "kept"
    ter = metrics.get("ter")

    def run(metric, parts):
        partial = ResumeFile(path)
        want = list(SERIAL.run(RowTask((metric,)), parts))
        same(ResumableBackend(SERIAL, partial, lambda _: None).run(RowTask((metric,)), parts), want)
        partial.close()
        return path.stat().st_size

    sizes = [
        run(ter(), batches(20)),
        run(ter(), batches(20)),
        run(ter(), batches(20)[::-1]),
        run(ter(), batches(21)),
    ]
    steps = np.diff(sizes)
    assert steps[:2].tolist() == [0, 0]
    assert 0 < steps[2] < 500
    before = path.read_bytes()
    for other in (ter(no_punct=True), metrics.get("bleu")()):
        with pytest.raises(UsageError, match="kept: belongs to another run"):
            run(other, batches(20))
        assert path.read_bytes() == before


@pytest.mark.parametrize("metric", variants()[0], ids=identify)
@pytest.mark.long
def test_every_metric(tmp_path, metric, monkeypatch):
    """Rows of every metric come back from the file of --resume and from the cache."""
    monkeypatch.setattr("sacreval.execution.cache.caching_backend.WORTH", 0.0)
    batch = Batch(instances(type(metric)))
    work = RowTask((metric,))
    want = list(SERIAL.run(work, [batch]))
    for backend in (SERIAL, Idle()):
        partial = ResumeFile(tmp_path / "kept")
        same(ResumableBackend(backend, partial, lambda _: None).run(work, [batch]), want)
        partial.close()
    for _ in range(2):
        caching = CachingBackend(SERIAL)
        same(caching.run(work, [batch]), want)
        assert caching.end() == []


def test_pace():
    """Steps grow while they are quick, and shrink where they are slow."""
    pace = module.Pace()
    for _ in range(5):
        pace.step()
    assert pace.records == 32
    pace._begun -= 10
    pace.step()
    assert pace.records == 16


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
    files = {}
    for name in FILES:
        if (folder / name).exists():
            files[name] = (folder / name).read_bytes()
            (folder / name).unlink()
    return files


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
