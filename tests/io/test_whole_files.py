"""Files that are read whole: the limit on their decompressed size."""

import gzip
import tracemalloc

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.io.formats.json_documents import document
from sacreval.io.whole_files import MEBIBYTE, SizeLimit, read_whole
from sacreval.readers import readers

READERS = ("json", "sgml", "wmt-xml")


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
