"""Heads and keys: equal where rows are, and only there."""

import sys

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution.cache.cache_keys import head, keys
from sacreval.metrics._wrappers import Extracted
from support import slow
from support.program import spawn, write_jsonl


def key(**fields) -> bytes:
    return keys(Batch([Instance(prediction="a", **fields)]))[0]


@pytest.mark.parametrize("value", [2**64, -(2**64), 10**300, "\ud800", {"a": [2**70, 1.0]}])
def test_every_record_has_a_key(value):
    """Whole numbers of any length and half characters are hashed, and told from others."""
    assert key(meta={"x": value}) == key(meta={"x": value})
    assert key(meta={"x": value}) != key(meta={"x": [value]})
    assert key(meta={"x": 2**64}) != key(meta={"x": float(2**64)})


def test_what_cannot_be_hashed_is_never_met_again():
    """A record that nothing can write has a new key every time, so that its rows are made."""
    assert key(meta={"x": object()}) != key(meta={"x": object()})
    assert key(meta={"x": 10**5000}) != key(meta={"x": 10**5000})


@pytest.mark.long
def test_large_numbers_in_a_run(tmp_path):
    """A whole number of more than 64 bits is in nobody's way."""
    record = {"prediction": "the cat", "references": ["a cat"], "meta": {"id": 2**70}}
    write_jsonl(tmp_path / "large.jsonl", [record])
    words = ("evaluate", "ter", "large.jsonl", "--engine", "official")
    first = spawn(*words, "--resume", "run.partial", cwd=tmp_path)
    assert first.code == 0, first.err
    assert spawn(*words, cwd=tmp_path) == first


def test_engines_have_heads_of_their_own():
    """Rows of one engine are never taken for those of another, nor rows for left-out ones."""
    ter = metrics.get("ter")()
    heads = {head(ter.with_engine(x), y) for x in ("official", "native") for y in ("rows", "both")}
    assert len(heads) == 4


@pytest.fixture(name="package")
def _package(tmp_path, monkeypatch):
    """Give a package that names a class of one of its modules, which another helps."""
    package = tmp_path / "kept_package"
    package.mkdir()
    slow.write(package)
    (package / "__init__.py").write_text("from kept_package.slow import Slow\n")
    (package / "helper.py").write_text("FACTOR = 1\n")
    (tmp_path / "kept_module.py").write_text("from kept_package import Slow\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(metrics, "_external", {})
    yield package
    for name in [name for name in sys.modules if name.startswith("kept_")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["slow.py", "helper.py", "__init__.py", "../kept_module.py"])
def test_code_from_outside(package, name):
    """Rows of a class rest on the module that is named, its own, and all of their packages."""
    metric = metrics.get("py:kept_module:Slow")()
    before = head(metric, "rows")
    assert head(metric, "rows") == before
    with (package / name).open("a") as file:
        file.write("# another\n")
    assert head(metric, "rows") != before


def test_code_of_plug_ins(package):
    """Rows of a plug-in's class rest on its package, within other metrics too."""
    slowly = metrics.get("py:kept_package:Slow").__mro__[1]
    slowly.name = "slowly"
    chosen = [slowly(), Extracted(metric=slowly(), extract="last-number")]
    before = [head(metric, "rows") for metric in chosen]
    (package / "helper.py").write_text("FACTOR = 2\n")
    assert not set(before) & {head(metric, "rows") for metric in chosen}


def test_what_a_class_says_of_itself(tmp_path, package):
    """A class named `py:` rests on the files that it says, and on its code."""
    (package / "helper.py").write_text(
        "from pathlib import Path\n"
        "from kept_package.slow import Slow\n"
        "class Rests(Slow):\n"
        f"    def rests_on(self):\n        return [Path({str(tmp_path / 'words')!r})]\n"
    )
    metric = metrics.get("py:kept_package.helper:Rests")()
    assert {path.name for path in metric.rests_on()} >= {"words", "helper.py", "slow.py"}
