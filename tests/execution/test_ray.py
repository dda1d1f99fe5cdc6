"""A Ray cluster of two nodes on this machine, and what goes wrong with clusters."""

import json
import signal
import subprocess
import sys
from importlib.util import find_spec

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.selection import Selection
from sacreval.errors import MetricError, SacrevalError, UsageError
from sacreval.execution import RowTask, ray
from sacreval.execution.ray import OnRay
from sacreval.execution.whole_shards import ShardWork
from sacreval.scoring import shards
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import listed
from sacreval.scoring.inputs.source import Source
from support import missing
from support.backends import check, run
from support.program import PROGRAM, spawn, wait, write_jsonl
from support.shard_files import record, take_any_size, write_shards

if find_spec("ray") is None or sys.platform != "linux":
    missing.say("a Ray cluster of two nodes: it wants Linux, and pip install 'sacreval[ray]'")
    pytest.skip("no Ray cluster here", allow_module_level=True)

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("ray")]  # one cluster at a time

ENGINE = "native" if native.available() else "official"
MODULE = '''
import os
import time
from dataclasses import dataclass
from typing import NamedTuple

from sacreval.core.metric import MeanMetric


class Count(NamedTuple):
    """What is known of a shard."""

    records: int
    batches: int


def count(folder, shard):
    """Count a record; some shards end their process, one of them the first time."""
    if shard == "die":
        os._exit(3)
    if shard == "kill":
        try:
            open(os.path.join(folder, "killed"), "x").close()
        except FileExistsError:
            return Count(1, 9)
        os.kill(os.getpid(), 9)
    return Count(1, 9)


def slow(prediction, references):
    """Characters, after a while."""
    if prediction == "die":
        os._exit(3)
    if prediction.startswith("kill "):
        try:
            open(prediction.removeprefix("kill "), "x").close()
        except FileExistsError:
            return len(prediction)
        os.kill(os.getpid(), 9)
    if prediction.startswith("tell "):
        open(prediction.removeprefix("tell "), "w").close()
        time.sleep(60)
    time.sleep(0.01)
    return len(prediction)


@dataclass(frozen=True, kw_only=True)
class Broken(MeanMetric):
    """Nothing."""

    outputs = ("broken",)

    def scores(self, prediction, prepared):
        raise KeyError("no such thing")
'''


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    """Work in a folder that holds metrics."""
    path = tmp_path_factory.mktemp("ray")
    (path / "ray_module.py").write_text(MODULE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        patch.setattr(sys, "path", [*sys.path, str(path)])
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield path


@pytest.fixture(scope="module")
def cluster():
    """Start a cluster of two nodes with a processor each."""
    from ray.cluster_utils import Cluster

    size = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    cluster = Cluster(initialize_head=True, head_node_args={**size, "include_dashboard": False})
    cluster.second = cluster.add_node(**size)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


def batches(n, size=50):
    """Make batches of texts."""
    for i in range(0, n, size):
        yield Batch(
            [
                Instance(
                    prediction=f"text {j} of so many is {'very ' * (j % 3)}short",
                    references=[f"text {j} of many is short", f"{j} is a number"][: 1 + j % 2],
                )
                for j in range(i, min(n, i + size))
            ],
            "file",
            range(i + 1, i + size + 1),
        )


def chosen():
    """List metrics of every kind: on both engines, from outside, of sets."""
    return [
        metrics.get("bleu")().with_engine(ENGINE),
        metrics.get("chrf")().with_engine("official"),
        metrics.get("self-bleu")(),
        metrics.get("py:ray_module:slow")(),
    ]


def test_bytes(cluster):
    """Two nodes give what one after the other gives, to the byte, in order."""
    check(OnRay(cluster.address), list(batches(330)), *chosen(), leave_one_out=True)


def test_troubles(cluster):
    """A metric that breaks, a worker that dies and a wrong version are one sentence each."""
    backend = OnRay(cluster.address)
    with pytest.raises(MetricError, match="^file:1: py:ray_module:Broken raised KeyError"):
        run(backend, list(batches(3)), metrics.get("py:ray_module:Broken")())
    dying = [Batch([Instance(prediction="die", references=["a"])], "file", [7])]
    with pytest.raises(SacrevalError, match="^file:7 and after: Ray could not compute this shard"):
        run(backend, dying, metrics.get("py:ray_module:slow")())


def test_a_node_dies(cluster):
    """A node that dies in the middle changes no byte: its shards run again elsewhere."""
    data = list(batches(600, size=30))
    slow = metrics.get("py:ray_module:slow")()

    def killing():
        for i, batch in enumerate(data):
            if i == 8:
                cluster.remove_node(cluster.second, allow_graceful=False)
            yield batch

    want = evaluate(data, slow).report()
    got = evaluate(killing(), slow, backend=OnRay(cluster.address)).report()
    assert got == want
    assert len(cluster.list_all_nodes()) == 1


@pytest.mark.long
def test_a_killed_worker(cluster, tmp_path):
    """A worker that is killed with -9 changes no byte: its shard runs again elsewhere."""
    texts = [f"kill {tmp_path / 'killed'}", *(f"text {i}" for i in range(20))]
    batch = Batch([Instance(prediction=text, references=["a"]) for text in texts], "file")
    metric = metrics.get("py:ray_module:slow")()
    [finished] = OnRay(cluster.address).run(RowTask((metric,)), [batch])
    assert (tmp_path / "killed").exists()
    assert finished.done[0].rows[:, 0].tolist() == [len(text) for text in texts]
    assert finished.done[0].failures == {}


@pytest.mark.skipif(not native.available(), reason="the kernels were not built")
def test_whole_shards(cluster, tmp_path, monkeypatch):
    """Nodes read files themselves: the report is the same, and few records are reported."""
    take_any_size(monkeypatch)
    files = [[record(f"{j}-{i}") for i in range(9)] for j in range(5)]
    source = Source(tuple(str(tmp_path / x) for x in write_shards(tmp_path, files)))
    entries = listed(metrics.get("chrf")().with_engine("native"))
    file_shards = shards.shards_of(source, entries, Selection())
    assert len(file_shards) == len(files)
    notices = []
    got = shards.evaluated(file_shards, entries, OnRay(cluster.address, notices.append))
    assert repr(got.report()) == repr(evaluate(source.batches(), entries).report())
    monkeypatch.setattr(ray, "_room", lambda _: 6)
    shards.evaluated(file_shards, entries, OnRay(cluster.address, notices.append))
    assert len(notices) == 1
    assert notices[0].startswith("too few records for --ray: 45 records fill 5 of the 6 tasks")
    assert shards.evaluated([*file_shards[:2], file_shards[2]._replace(path="gone")], entries,
                            OnRay(cluster.address)) is None  # fmt: skip


def test_a_killed_worker_of_shards(cluster, tmp_path):
    """A shard whose worker is killed is done again on another; one that no worker survives is left.

    Nor is it done where a package has another version.
    """
    from ray_module import count

    backend = OnRay(cluster.address)
    work = ShardWork(count, str(tmp_path))
    assert [*backend.shards(work, ["a", "kill", "b"])] == [(1, 9), (1, 9), (1, 9)]
    assert (tmp_path / "killed").exists()
    assert [*backend.shards(work, ["a", "die", "b"])] == [(1, 9), None]
    assert ray._whole_shard({"sacreval": "0"}, work, "a") is None


def test_other_versions(monkeypatch):
    """A node with another version than this machine is refused."""
    from sacreval.execution.serialization import pack

    monkeypatch.setattr(ray, "version", lambda name: {"sacreval": "1"}.get(name, "2"))
    answer = ray._shard({"sacreval": "1", "sacrebleu": "1"}, RowTask(()), pack(next(batches(1))))
    assert isinstance(answer, UsageError)
    assert "a node of the Ray cluster has sacrebleu 2 and this machine has 1" in str(answer)


def test_command(folder):
    """--ray alone starts a cluster here, writes the same bytes, and says that few records are few.

    Nothing else is printed, whatever Ray has to say.
    """
    path = folder / "in.jsonl"
    write_jsonl(path, [json.loads(_encode(x)) for batch in batches(120) for x in batch])
    outcomes = {}
    for name, words in {"serial": [], "ray": ["--ray"]}.items():
        suite = ["evaluate", "suite", "-m", "bleu", "-m", "ter", "-m", "py:ray_module:slow"]
        outcomes[name] = spawn(*suite, *words, path, "-o", f"{name}.json", cwd=folder)
        assert outcomes[name].code == 0, outcomes[name].err
    serial, ray = outcomes.values()
    assert (folder / "ray.json").read_bytes() == (folder / "serial.json").read_bytes()
    assert ray.out == serial.out
    assert ray.err.startswith("sacreval: too few records for --ray: 120 records fill 1 of the ")
    assert ray.err.count("\n") == 1


def test_sigterm(folder):
    """SIGTERM ends a run as Ctrl-C does: Ray has no say in it."""
    marker = folder / "at-work"
    write_jsonl(folder / "wait.jsonl", [{"prediction": f"tell {marker}", "references": ["x"]}])
    words = ["evaluate", "py:ray_module:slow", "wait.jsonl", "--ray", "-o", "never.json"]
    process = subprocess.Popen([*PROGRAM, *words], cwd=folder, stderr=subprocess.PIPE)
    wait(marker.exists, seconds=60)
    process.send_signal(signal.SIGTERM)
    err = process.communicate(timeout=60)[1]
    assert (process.returncode, err) == (130, b"sacreval: interrupted\n")
    assert not (folder / "never.json").exists()


def _encode(record):
    import msgspec

    return msgspec.json.encode(record)
