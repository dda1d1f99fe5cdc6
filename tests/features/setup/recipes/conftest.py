"""Tests of recipes neither read nor write the data folder of the user."""

import hashlib
import threading

import pytest

from sacreval.commands.app import run
from support import own_recipe, two_steps
from support.body_server import Server


@pytest.fixture(autouse=True)
def _alone(alone):
    """Use `alone` for every test of this folder."""


@pytest.fixture
def server():
    """Run a server for one test."""
    listener = Server()
    threading.Thread(target=listener.serve_forever, args=(0.01,), daemon=True).start()
    yield listener
    listener.shutdown()
    listener.server_close()


@pytest.fixture
def two(tmp_path, sacreval):
    """Set up a recipe of two steps, whose second file is as given."""
    place = tmp_path / "mirror" / "example.org"
    place.mkdir(parents=True)
    out = tmp_path / "work" / "out"
    out.parent.mkdir()

    def call(second, *words, served=("one.jsonl", "two.jsonl")):
        files = {"one.jsonl": two_steps.GOOD.encode(), "two.jsonl": second.encode()}
        sizes = [len(data) for data in files.values()]
        hashes = [hashlib.sha256(data).hexdigest() for data in files.values()]
        (tmp_path / "two.yaml").write_text(two_steps.RECIPE.format(bytes=sizes, sha=hashes))
        for name, data in files.items():
            (place / name).unlink(missing_ok=True)
            if name in served:
                (place / name).write_bytes(data)
        words = ("--mirror", place.parent, *words)
        return (*sacreval("setup-dataset", tmp_path / "two.yaml", out, *words), out)

    return call


@pytest.fixture
def refused(tmp_path, capsys):
    """Set a recipe up that must fail: exit 2, one sentence, no folder."""

    def call(text, *fragments):
        (tmp_path / "box").mkdir()
        (tmp_path / "box" / "x.jsonl").write_text(own_recipe.RECORD)
        path, out = tmp_path / "own.yaml", tmp_path / "work" / "out"
        out.parent.mkdir()
        path.write_text(text)
        words = ["setup-dataset", path, out, "--path", f"box={tmp_path / 'box'}", "--offline"]
        assert run(list(map(str, words))) == 2
        said = capsys.readouterr().err.splitlines()
        assert [line for line in said if "error" in line] == said[-1:]
        assert len(said[-1]) < 500
        assert "unexpected" not in said[-1]
        for fragment in fragments:
            assert fragment in said[-1]
        assert list(out.parent.iterdir()) == []

    return call
