"""Rows that are kept are the rows that are made, whatever part of them is there already."""

from random import Random

import numpy as np
import pytest

from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError, UsageError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.cache import resumable as module
from sacreval.execution.cache.caching_backend import CachingBackend
from sacreval.execution.cache.resumable import ResumableBackend, ResumeFile
from sacreval.execution.distribution import in_order
from sacreval.execution.worker import perform
from support.sizes import long
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

    made = [
        Instance(
            prediction=text(),
            references=[text() for _ in range(random.randrange(1, 4))],
            system_type=random.choice(["peer", "peer", "reference"]),
        )
        for _ in range(n)
    ]
    return [Batch(made[i : i + size], "f", range(i + 1, n + 1)[:size]) for i in range(0, n, size)]


def same(got, want):
    got = list(got)
    assert [one.batch for one in got] == [one.batch for one in want]
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
            partial, told = ResumeFile(path), []
            same(ResumableBackend(backend, partial, told.append).run(work, batches(n, batch)), want)
            partial.close()
            assert sum(told) == n


def test_other_records_are_made_anew(tmp_path):
    """Rows of other records are not taken, and those of other options or engines are refused."""
    path = tmp_path / "kept"
    ter = metrics.get("ter")

    def run(metric, given):
        partial = ResumeFile(path)
        want = list(SERIAL.run(RowTask((metric,)), given))
        same(ResumableBackend(SERIAL, partial, lambda _: None).run(RowTask((metric,)), given), want)
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
