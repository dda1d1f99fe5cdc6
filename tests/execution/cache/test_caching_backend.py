"""The cache: equal results, sooner; never trusted where it is damaged, never in the way."""

import os
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sacreval.cli.run_context import ContextOptions, running
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.cache import caching_backend
from sacreval.execution.cache.cache_keys import keys
from sacreval.execution.cache.caching_backend import CachingBackend, may_pay
from sacreval.execution.cache.resumable import ResumeFile
from sacreval.execution.cache.row_blocks import Block
from sacreval.execution.ray import OnRay
from support.program import PROGRAM, spawn, write_jsonl
from support.specimens import instances

OFFICIAL = ("evaluate", "ter", "long.jsonl", "--engine", "official", "--format", "json")


@pytest.fixture(autouse=True)
def _long(tmp_path):
    """Write texts that the official TER takes some milliseconds for, each."""
    random = Random(3)
    words = [f"word{i}" for i in range(12)]
    texts = [" ".join(random.choices(words, k=24)) for _ in range(50)]
    pairs = zip(texts[::2], texts[1::2], strict=True)
    write_jsonl(tmp_path / "long.jsonl", [{"prediction": a, "references": [b]} for a, b in pairs])


def test_a_cluster_has_no_cache():
    """Under --ray no cache is put around the metrics, which other machines would write."""
    context = ContextOptions(None, cache=True, progress=False, quiet=True)
    for backend, wanted in ((OnRay(), OnRay), (SERIAL, CachingBackend)):
        with running(backend, context, total=lambda: None) as run_:
            assert type(run_.backend) is wanted


def test_counts_that_do_not_fit():
    """A record of which the cache holds more or fewer rows than it has is made."""
    metric = metrics.get("ter")()
    batch = Batch(instances(type(metric)))
    caching = CachingBackend(SERIAL)
    inner = caching._around(metric)
    width = metric.rows(batch).shape[1]
    counts = np.array([2, 0])
    inner.tables()[0].add(
        Block(inner.heads[0], keys(batch)[:2], counts, np.zeros((2, width)), ["odd"])
    )
    (got,), (want,) = (backend.run(RowTask((metric,)), [batch]) for backend in (caching, SERIAL))
    np.testing.assert_array_equal(got.done[0].rows, want.done[0].rows)


def files() -> list[Path]:
    """List the files of the cache."""
    return sorted(Path(os.environ["SACREVAL_CACHE_HOME"]).rglob("*.rows"))


def run(metric="ter", **options):
    """Run a metric through the cache, and give what went wrong."""
    batch = Batch(instances(metrics.get(metric)))
    caching = CachingBackend(SERIAL)
    list(caching.run(RowTask((metrics.get(metric)(**options),)), [batch]))
    return caching.end()


@pytest.fixture(name="always")
def _always(monkeypatch):
    """ContextOptions rows however fast they were made."""
    monkeypatch.setattr(caching_backend, "WORTH", 0.0)


@pytest.mark.long
def test_the_same_bytes(folder):
    """A second run takes its rows from the cache and prints the same, whoever makes rows."""
    first = spawn(*OFFICIAL, cwd=folder)
    kept = {path: path.read_bytes() for path in files()}
    assert len(kept) == 1
    assert spawn(*OFFICIAL, cwd=folder) == first
    assert spawn(*OFFICIAL, "--no-cache", cwd=folder) == first
    assert spawn(*OFFICIAL, "--workers", "2", cwd=folder) == first
    assert {path: path.read_bytes() for path in files()} == kept
    assert first.json()["results"][0]["engine"] == "official"


@pytest.mark.usefixtures("always")
def test_only_what_is_missing_is_made(monkeypatch):
    """Rows are found record by record, those without a reference too."""
    calls = []
    ter = metrics.get("ter")
    row = ter.row
    monkeypatch.setattr(ter, "row", lambda *args: calls.append(0) or row(*args))
    records = instances(ter)
    work = RowTask((ter(),), leave_one_out=True)
    for part, expected in ((records[:4], 8), (records, 23), (records[::-1], 0)):
        caching = CachingBackend(SERIAL)
        calls.clear()
        (got,) = caching.run(work, [Batch(part)])
        assert len(calls) == expected
        (want,) = SERIAL.run(work, [Batch(part)])
        assert (got.done[0].rows == want.done[0].rows).all()
        assert (got.done[0].leave_one_out.rows == want.done[0].leave_one_out.rows).all()
        assert caching.end() == []


def test_who_is_cached():
    """Kernels, sets and metrics from outside are not."""
    assert may_pay(metrics.get("ter")())
    assert not may_pay(metrics.get("ter")(engine="native"))
    assert not may_pay(metrics.get("self-bleu")())
    assert not may_pay(metrics.get("py:os.path:commonprefix")())


def test_quick_rows_are_not_kept(monkeypatch):
    """What is made faster than it is looked up leaves no file."""
    monkeypatch.setattr(caching_backend, "WORTH", 1.0)
    assert run() == []
    assert files() == []


@pytest.mark.usefixtures("always")
def test_versions(monkeypatch):
    """Rows of other options, library versions or code are others."""
    assert run() == run(no_punct=True) == []
    assert len(files()) == 2
    monkeypatch.setattr("sacreval.execution.cache.cache_keys.version", lambda *_: "0")
    run()
    assert len(files()) == 3
    monkeypatch.setattr("sacreval.execution.cache.cache_keys._code", lambda: "changed")
    run()
    assert len(files()) == 4


@pytest.mark.long
def test_a_place_that_cannot_be_written(folder, monkeypatch):
    """A cache that cannot be written is told once, and the run goes on."""
    want = spawn(*OFFICIAL, "--no-cache", cwd=folder)
    (folder / "file").touch()
    monkeypatch.setenv("SACREVAL_CACHE_HOME", str(folder / "file"))
    outcome = spawn(*OFFICIAL, cwd=folder)
    assert outcome.out == want.out
    assert outcome.code == 0
    assert outcome.err == (
        f"sacreval: {folder}/file/rows: the cache cannot be written (Not a directory); set "
        "SACREVAL_CACHE_HOME, or give --no-cache\n"
    )


@pytest.mark.long
def test_two_at_once(folder):
    """Two runs that fill the cache at the same time do not disturb each other."""
    want = spawn(*OFFICIAL, "--no-cache", cwd=folder).out
    both = [
        subprocess.Popen([*PROGRAM, *OFFICIAL], cwd=folder, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [process.communicate(timeout=60)[0].decode() for process in both] == [want, want]
    third = spawn(*OFFICIAL, cwd=folder)
    assert (third.out, third.err) == (want, "")
    assert 1 <= len(files()) <= 2


@pytest.mark.long
def test_verify_uses_no_cache(folder):
    """`verify` makes every row again."""
    spawn("evaluate", "ter", "records.jsonl", "-o", "result.json", "--no-cache", cwd=folder)
    assert spawn("verify", "result.json", "records.jsonl", cwd=folder).code == 0
    assert files() == []


def test_the_file_of_resume_is_no_cache(tmp_path):
    """Files of both kinds have the same layout, and rows are told apart by their heads."""
    partial = ResumeFile(tmp_path / "kept")
    assert not partial.known("bleu|rows")
    partial.close()
