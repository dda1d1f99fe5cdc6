"""Packages that recipes take files from, downloaded by pip from a folder."""

import hashlib

import pytest

from sacreval.errors import InputError, NotSetUpError
from sacreval.features.setup.recipes import fetch
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.schema import File, RecipeSource, Remote

WHEEL = "small_thing-1.0-py3-none-any.whl"
METADATA = "Metadata-Version: 2.1\nName: small-thing\nVersion: 1.0\n"


@pytest.fixture
def index(tmp_path, monkeypatch, zipped):
    """Set pip up with a folder of one package, without the network."""
    data = zipped(
        {
            "data/x.txt": b"x",
            "small_thing-1.0.dist-info/METADATA": METADATA.encode(),
            "small_thing-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nTag: py3-none-any\n",
        }
    )
    folder = tmp_path / "index"
    folder.mkdir()
    (folder / WHEEL).write_bytes(data)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return data


def remote(data, *, requirement="small-thing==1.0", name=WHEEL):
    file = File(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
    return Remote(url=f"pip:{requirement}/{name}", path=name, file=file)


def left(folder):
    """List what a fetch left, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.long
def test_pip_downloads(index, tmp_path):
    """The file is the one of pip's index, and nothing else is left."""
    target = tmp_path / "out"
    Fetcher().fetch([remote(index)], target)
    assert (target / WHEEL).read_bytes() == index
    assert left(target) == [WHEEL]


@pytest.mark.long
def test_another_checksum(index, tmp_path):
    """A package with another checksum is refused by pip, and nothing is left."""
    with pytest.raises(InputError, match="pip cannot download it .*HASH"):
        Fetcher().fetch([remote(index + b"x")], tmp_path / "out")
    assert left(tmp_path / "out") == []


@pytest.mark.long
def test_another_file(index, tmp_path):
    """An index that has the version as another file only is an error that says what to do."""
    with pytest.raises(InputError, match="pip downloaded no other.whl; .*--mirror"):
        Fetcher().fetch([remote(index, name="other.whl")], tmp_path / "out")


@pytest.mark.long
@pytest.mark.usefixtures("index")
def test_no_such_package(tmp_path):
    """A package that the index lacks is one sentence with pip's reason."""
    with pytest.raises(InputError, match="absent-thing==1.0: pip cannot download it .*satisfies"):
        Fetcher().fetch([remote(b"", requirement="absent-thing==1.0")], tmp_path / "out")


def test_no_pip(monkeypatch, tmp_path):
    """Without pip the error names the command that installs it."""
    (tmp_path / "python").write_text("#!/bin/sh\necho 'No module named pip' >&2; exit 1\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(fetch.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(NotSetUpError, match="ensurepip"):
        Fetcher().fetch([remote(b"")], tmp_path / "out")


def test_slow_pip(index, monkeypatch, tmp_path):
    """pip is ended when it takes too long."""
    monkeypatch.setattr(fetch, "WHOLE", 0.001)
    with pytest.raises(InputError, match="took more than"):
        Fetcher().fetch([remote(index)], tmp_path / "out")


def test_a_mirror_has_packages(tmp_path):
    """A mirror has packages in its folder `pip`, and pip is not run."""
    place = tmp_path / "mirror" / "pip" / WHEEL
    place.parent.mkdir(parents=True)
    place.write_bytes(b"x")
    Fetcher(mirror=str(tmp_path / "mirror"), offline=True).fetch([remote(b"x")], tmp_path / "out")
    assert (tmp_path / "out" / WHEEL).read_bytes() == b"x"


def test_offline(tmp_path):
    """Offline, a package that the mirror lacks is not downloaded."""
    with pytest.raises(NotSetUpError, match="--offline does not allow"):
        Fetcher(mirror=str(tmp_path), offline=True).fetch([remote(b"x")], tmp_path / "out")


@pytest.mark.parametrize(
    ("base", "path", "sha256"),
    [
        ("pip:small thing==1.0/", WHEEL, "0" * 64),
        ("pip:--index-url==1.0/", WHEEL, "0" * 64),
        ("pip:small-thing/", WHEEL, "0" * 64),
        ("pip:small-thing==1.0/", f"x/{WHEEL}", "0" * 64),
        ("pip:small-thing==1.0/", WHEEL, None),
    ],
)
def test_bad_sources(base, path, sha256):
    """A package without version or checksum, or with a name that is an option, is refused."""
    with pytest.raises(ValueError, match="package"):
        RecipeSource(base=base, files={path: File(sha256=sha256)})
