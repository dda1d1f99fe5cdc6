"""Members of zip archives, read with limits."""

import struct
import zipfile
import zlib

import pytest
import zstandard

from sacreval.errors import InputError
from sacreval.io.formats import zip_members
from sacreval.io.formats.zip_members import is_zip, names, open_zip


def archive(path, members, method=zipfile.ZIP_DEFLATED):
    """Write an archive."""
    with zipfile.ZipFile(path, "w", method) as file:
        for name, text in members.items():
            file.writestr(name, text)
    return str(path)


def patched(path, changes):
    """Change bytes of a file by place."""
    content = bytearray(path.read_bytes())
    for place, new in changes.items():
        content[place : place + len(new)] = new
    path.write_bytes(content)
    return str(path)


def read(path, max_member=1.0):
    """Read all members by name."""
    with open_zip(str(path), max_member=max_member, reader="inspect") as file:
        return {member.name: file.read(member) for member in file.members}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_methods(tmp_path, method):
    """Stored and deflated members are read, in the order of their bytes."""
    path = archive(tmp_path / "a.zip", {"b": b"text" * 100, "a": b""}, method)
    assert list(read(path).items()) == [("b", b"text" * 100), ("a", b"")]
    assert names(path) == {"a", "b"}
    with open(path, "rb") as stream:  # noqa: PTH123
        assert is_zip(stream.read(4))


def zstd_archive(path, text, packed=None, size=None):
    """Write an archive with one member compressed with Zstandard, which zipfile cannot write."""
    packed = zstandard.compress(text) if packed is None else packed
    size = len(text) if size is None else size
    common = struct.pack("<5H3L2H", 20, 0, 93, 0, 0, zlib.crc32(text), len(packed), size, 1, 0)
    local = b"PK\x03\x04" + common + b"m" + packed
    central = b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<3H2L", 0, 0, 0, 0, 0)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(central) + 1, len(local), 0)
    path.write_bytes(local + central + b"m" + end)
    return str(path)


def test_zstandard(tmp_path, monkeypatch):
    """Members of method 93 are read; without zstandard the message names the extra."""
    path = zstd_archive(tmp_path / "a.zip", b"text" * 1000)
    assert read(path) == {"m": b"text" * 1000}
    import builtins
    import sys

    real = builtins.__import__

    def lacking(name, *rest):
        if name == "zstandard":
            raise ImportError
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", lacking)
    monkeypatch.delitem(sys.modules, "zstandard")
    with pytest.raises(zip_members.NotSetUpError, match=r"sacreval\[zstd\]"):
        read(path)


def test_bombs(tmp_path):
    """A member that holds more than the limit, or than its header states, is not unpacked."""
    bomb = b"\0" * 3_000_000
    path = archive(tmp_path / "a.zip", {"m": bomb})
    with pytest.raises(InputError, match=r"member 'm': holds more than 1 MiB.*max_member"):
        read(path)
    assert read(path, max_member=3) == {"m": bomb}
    lying = zstd_archive(tmp_path / "b.zip", b"text", packed=zstandard.compress(bomb))
    with pytest.raises(InputError, match="size or checksum is wrong"):
        read(lying)


def test_damage(tmp_path):
    """Archives that are cut, changed, overlap or repeat a name are refused with their member."""
    whole = tmp_path / "a.zip"
    archive(whole, {"m": b"0123456789" * 10}, zipfile.ZIP_STORED)
    content = whole.read_bytes()
    (tmp_path / "cut.zip").write_bytes(content[:-10])
    with pytest.raises(InputError, match="not a complete zip archive"):
        read(tmp_path / "cut.zip")
    with pytest.raises(InputError, match="member 'm': its size or checksum"):
        read(patched(whole, {40: b"x"}))
    whole.write_bytes(content)
    with pytest.raises(InputError, match="member 'm': cannot be decompressed"):
        read(patched(whole, {0: b"XX"}))
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as twice:
        twice.writestr("m", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            twice.writestr("m", b"2")
    with pytest.raises(InputError, match="occurs twice"):
        read(tmp_path / "twice.zip")


def test_overlap(tmp_path):
    """Members that share bytes, as in a bomb of many copies of one, are refused."""
    path = tmp_path / "a.zip"
    archive(path, {"a": b"1" * 50, "b": b"2" * 50}, zipfile.ZIP_STORED)
    content = path.read_bytes()
    second = content.rindex(b"PK\x01\x02")
    patched(path, {second + 42: struct.pack("<L", 10)})
    with pytest.raises(InputError, match="overlap"):
        read(path)


def test_unknown_method(tmp_path):
    """A member of another compression is refused by its number."""
    path = archive(tmp_path / "a.zip", {"m": b"text"}, zipfile.ZIP_BZIP2)
    with pytest.raises(InputError, match="compressed by method 12"):
        read(path)
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "none.zip")
