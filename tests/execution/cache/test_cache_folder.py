"""The cache folder: files that are damaged, foreign, or used longest ago."""

import os
import time
from pathlib import Path
from random import Random

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.cache import cache_folder, caching_backend
from sacreval.execution.cache.caching_backend import CachingBackend
from support.program import write_jsonl
from support.specimens import instances


@pytest.fixture(autouse=True)
def _long(tmp_path):
    """Write texts that the official TER takes some milliseconds for, each."""
    random = Random(3)
    words = [f"word{i}" for i in range(12)]
    texts = [" ".join(random.choices(words, k=24)) for _ in range(50)]
    pairs = zip(texts[::2], texts[1::2], strict=True)
    write_jsonl(tmp_path / "long.jsonl", [{"prediction": a, "references": [b]} for a, b in pairs])


@pytest.fixture(name="always")
def _always(monkeypatch):
    """ContextOptions rows however fast they were made."""
    monkeypatch.setattr(caching_backend, "WORTH", 0.0)


def files() -> list[Path]:
    """List the files of the cache."""
    return sorted(Path(os.environ["SACREVAL_CACHE_HOME"]).rglob("*.rows"))


def run(metric="ter", **options):
    """Run a metric through the cache, and give what went wrong."""
    batch = Batch(instances(metrics.get(metric)))
    caching = CachingBackend(SERIAL)
    list(caching.run(RowTask((metrics.get(metric)(**options),)), [batch]))
    return caching.end()


@pytest.mark.parametrize(
    ("content", "told"), [(b"odd", True), (b"", False), (b"sacreval r", False)]
)
@pytest.mark.usefixtures("always")
def test_foreign_files(content, told):
    """A file that is no cache is left alone, with a notice; an unfinished one without."""
    run()
    (path,) = files()
    path.write_bytes(content)
    assert [path.name in text for text in run()] == [True] * told
    assert path.read_bytes() == content
    assert len(files()) == 2
    said = f"{path}: damaged, so its rows are computed again; remove this file"
    assert run() == [said] * told


@pytest.mark.usefixtures("always")
def test_damage():
    """A changed byte costs a notice and the rows behind it, and no number."""
    run()
    (path,) = files()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert run() == [f"{path}: damaged, so its rows are computed again; remove this file"]


@pytest.mark.usefixtures("always")
def test_eviction(tmp_path):
    """Files that were used longest ago go first, until the others fit."""
    run()
    (first,) = files()
    for i in (1, 2):
        time.sleep(0.01)
        run(no_punct=bool(i % 2), normalized=bool(i // 2))
    time.sleep(0.01)
    run()  # which uses the first
    folder = Path(os.environ["SACREVAL_CACHE_HOME"]) / "rows"
    sizes = {path: path.stat().st_size for path in files()}
    order = sorted(sizes, key=lambda path: path.stat().st_mtime_ns)
    assert order[-1] == first
    cache_folder.evict(folder, sum(sizes.values()))
    assert len(files()) == 3
    cache_folder.evict(folder, sum(sizes.values()) - 1)
    assert files() == sorted(order[1:])
    assert not order[0].parent.exists()
    cache_folder.evict(folder, 0)
    assert files() == []
    cache_folder.evict(tmp_path / "nowhere", 0)
