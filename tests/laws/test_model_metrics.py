"""Every metric that runs a model gives equal numbers with any number of workers, and resumed."""

import json

import pytest

from sacreval.cli.run_context import CommandRun
from sacreval.core.contract.declarations import runs_model
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.errors import UsageError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.cache.resumable import ResumableBackend, ResumeFile
from sacreval.execution.local import Local
from sacreval.execution.serialization import slices
from sacreval.scoring.entries.engine import choose, without_original
from support import tiny_models
from support.backends import check, same
from support.program import write_jsonl
from support.specimens import instances
from support.variants import variants, with_rows

RUNNING = [name for name in metrics if runs_model(metrics.get(name))]


def variants_of(name):
    """Return a metric with each of its option sets; at least one."""
    tiny_models.needed()
    chosen = with_rows([metric for metric in variants()[0] if metric.name == name])
    if not chosen:
        pytest.skip("it has no rows")
    return chosen


def data(name):
    """Return records in batches that have two threads, as `--workers 2` reads them."""
    return [Batch(part.instances, workers=2)
            for part in slices(Batch(instances(metrics.get(name))), 5)]  # fmt: skip


@pytest.mark.parametrize("name", RUNNING)
def test_workers(name):
    """Two workers, of which the main process runs the model, give the bytes of one."""
    check(Local(2), data(name), *variants_of(name), metrics.get("length")(), leave_one_out=True)


@pytest.mark.parametrize("name", RUNNING)
def test_a_resumed_run(name, tmp_path):
    """A run that goes on from any part of its file gives the bytes of a run in one go."""
    metric = variants_of(name)[0]
    work = RowTask((metric,), leave_one_out=True)
    path = tmp_path / "rows"

    def resumed(backend):
        partial = ResumeFile(path)
        results = list(ResumableBackend(backend, partial, lambda _: None).run(work, data(name)))
        partial.close()
        return results

    expected = [done for _, done in SERIAL.run(work, data(name))]
    resumed(SERIAL)
    whole = path.read_bytes()
    for size in (0, len(whole) // 3, len(whole) - 5):
        path.write_bytes(whole[:size])
        for (_, done), want in zip(resumed(Local(2)), expected, strict=True):
            assert same(done, want)


@pytest.mark.parametrize("name", RUNNING)
def test_the_official_engine_is_not_replaced_in_silence(name):
    """With --engine official a notice says that sacreval's own definition computes."""
    for metric in variants_of(name):
        official = Wrapped(metric=metric.with_engine("official"))
        (notice,) = without_original([official])
        assert notice.startswith(f"{name} is computed by sacreval's own definition, since ")


@pytest.mark.parametrize("name", RUNNING)
def test_the_native_engine_is_refused(name):
    """No kernel runs a model, and --engine native is refused."""
    for metric in variants_of(name):
        with pytest.raises(UsageError, match="The native kernels .*; use --engine official"):
            choose(metric, "native")


@pytest.mark.long
def test_commands(cli, tmp_path, monkeypatch):
    """`--workers` 1 and 2, beside a metric of other processes, and a cut --resume file agree."""
    tiny_models.needed()
    write_jsonl(tmp_path / "a.jsonl", [
        {"system_id": system, "prediction": f"the cat {'sat ' * (i % 7)}{system}",
         "references": ["a cat sat", f"the dog barked at {i}"]}
        for system in "ab" for i in range(30)
    ])  # fmt: skip
    model = json.dumps({"model": str(tiny_models.build("bert")), "layer": 2})
    words = ("score", "suite", "-m", f"bertscore{model}", "-m", "ter", "a.jsonl",
             "--jackknife", "--engine", "official", "--no-cache")  # fmt: skip
    plain = cli(*words)
    assert plain.code == 0, plain.err
    monkeypatch.setattr(CommandRun, "done", lambda _: None)  # as if it had been interrupted
    for workers in ("2", "1"):
        done = cli(*words, "--workers", workers, "--resume", "rows")
        assert (done.code, done.out) == (0, plain.out), done.err
        rows = (tmp_path / "rows").read_bytes()
        (tmp_path / "rows").write_bytes(rows[: len(rows) // 2])
    assert "records are done already" in done.err
