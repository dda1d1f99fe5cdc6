"""Fixtures of tests on corpora: their folders, the command line, small generated corpora."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest

from sacreval.commands.app import run
from sacreval.core.options.specs import from_spec
from sacreval.core.records import named
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.place import check_provided
from sacreval.features.setup.recipes.place import recipe as read_recipe
from sacreval.features.setup.recipes.schema import ExpectedCounts, File, Recipe, remotes
from sacreval.features.setup.recipes.setup import CorpusSetup
from sacreval.features.setup.setup_shared import read_with
from sacreval.readers._base import readers
from support import recipes


@pytest.fixture(scope="session")
def corpora(mirror, tmp_path_factory):
    """Set up corpora from the mirror, each once, and return their folders.

    Of a recipe some of whose files the mirror lacks, the steps are made that need none of them.
    """
    root = tmp_path_factory.mktemp("corpora")

    def folder(name: str) -> Path:
        ready = recipes.ready(name)
        if ready is None:
            pytest.skip(f"SACREVAL_MIRROR lacks files of {name}")
        if not (root / name).exists():
            fetcher = Fetcher(mirror=str(mirror), offline=True, allow_unpinned=True)
            provided = {what: str(path) for what, path in ready.brought.items()}
            CorpusSetup(
                recipe=ready.recipe,
                out=root / name,
                fetcher=fetcher,
                read=read_with,
                brought=check_provided(ready.recipe, provided),
            ).run()
        return root / name

    return folder


@pytest.fixture(scope="session")
def lines():
    """Return a reader of JSONL files."""

    def read(path: Path) -> list[dict[str, Any]]:
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    return read


@pytest.fixture
def sacreval(capsys):
    """Run a command line in this process; return its code, output and errors."""

    def call(*words: str | Path) -> tuple[int, str, str]:
        code = run([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def read():
    """Read a file with a reader named as on the command line."""

    def call(spec: str, path: Path, fields: Mapping[str, str] | None = None) -> list[Any]:
        reader = from_spec(readers, spec)
        if fields:
            from dataclasses import replace

            reader = replace(reader, fields=fields)
        return list(named(reader.read(str(path))))

    return call


@pytest.fixture
def miniature(tmp_path):
    """Set up a corpus from small files in its own format, without checksums and counts.

    Everything else of the recipe holds: addresses, options, conversions and emitted fields.
    """

    def make(
        name: str,
        files: Mapping[str, str | bytes],
        emits: bool = True,
        only: Collection[str] = (),
    ) -> Path:
        recipe = read_recipe(name, Recipe)
        place = tmp_path / "mirror"
        for remote in remotes(recipe):
            if remote.path in files:
                put(place / unquote(remote.url).removeprefix("https://"), files[remote.path])
        provided = {}
        for what in recipe.brings:
            provided[what] = str(tmp_path / "brought" / what)
            for path, content in files.items():
                if path.split("/")[0] == what:
                    put(tmp_path / "brought" / path, content)
        loose = _loose(recipe, set(files), emits=emits)
        if only:
            steps = [step for step in loose.steps if step.output in only]
            loose = msgspec.structs.replace(loose, steps=steps)
        out = tmp_path / "out"
        fetcher = Fetcher(mirror=str(place), offline=True, allow_unpinned=True)
        job = CorpusSetup(
            recipe=loose,
            out=out,
            fetcher=fetcher,
            read=read_with,
            brought=check_provided(loose, provided),
        )
        job.run()
        return out

    return make


def _loose(recipe: Recipe, files: set[str], *, emits: bool) -> Recipe:
    """Remove checksums, counts and absent files from a recipe."""
    replace = msgspec.structs.replace
    sources = [
        replace(s, files={p: File(unpack=f.unpack) for p, f in s.files.items() if p in files})
        for s in recipe.sources
    ]
    steps = [
        replace(s, expect=ExpectedCounts(), emits=s.emits if emits else []) for s in recipe.steps
    ]
    return replace(recipe, sources=sources, steps=steps)


def put(path: Path, content: str | bytes) -> Path:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.fixture(scope="session")
def tar():
    """Create a compressed tar of texts (or inner archives) by path."""

    def make(files: Mapping[str, str | bytes], mode: str = "w:gz") -> bytes:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode=mode) as bundle:  # type: ignore[call-overload]
            for path, content in files.items():
                data = content.encode() if isinstance(content, str) else content
                info = tarfile.TarInfo(path)
                info.size = len(data)
                bundle.addfile(info, io.BytesIO(data))
        return buffer.getvalue()

    return make


@pytest.fixture(scope="session")
def zipped():
    """Create a zip of texts (or inner archives) by path."""

    def make(files: Mapping[str, str | bytes]) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as bundle:
            for path, content in files.items():
                bundle.writestr(path, content)
        return buffer.getvalue()

    return make
