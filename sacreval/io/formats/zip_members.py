"""Members of a zip archive, read one at a time with limits, from archives that may be hostile.

`zipfile` reads the list of members. Their bytes are read here, since Python before 3.14 has no
Zstandard, and since the sizes that an archive states for its members are not to be trusted.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct

from sacreval.errors import InputError, NotSetUpError, shortened
from sacreval.io.files import reopenable
from sacreval.io.lines import MEBIBYTE

if TYPE_CHECKING:
    from zipfile import ZipInfo

SIGNATURE = b"PK\x03\x04"
_HEADER = struct.Struct("<4s5HL2L2H")  # of a member, before its name
_ENCRYPTED = 0x1
_STORED, _DEFLATED, _ZSTANDARD = 0, 8, 93
_WINDOW = 2**27  # bytes that a Zstandard frame may need; larger ones need --long in its own tool
_DAMAGED = "copy the file again, or write it anew"


class ZipMember(Struct, frozen=True):
    """A member of an archive.

    Args:
        name: Its name, which is never used as a path.
        size: Bytes, decompressed, as the archive states them.
        info: Its entry, as `zipfile` reads it.
    """

    name: str
    size: int
    info: ZipInfo


class Archive(Struct, frozen=True):
    """An open archive.

    Args:
        path: Path of its file, for messages.
        stream: Its bytes.
        members: Its members, in the order of their bytes.
        end: Where the bytes of its members end.
        most: Largest size of a member, decompressed, in bytes.
        reader: Name of the reader whose option `max_member` sets that limit.
    """

    path: str
    stream: BinaryIO
    members: Sequence[ZipMember]
    end: int
    most: int
    reader: str

    def read(self, member: ZipMember) -> bytes:
        """Decompress a member, and check its size and its checksum.

        Raises:
            InputError: If it is larger than the limit, or damaged.
            NotSetUpError: If it is compressed with Zstandard and zstandard is not installed.
        """
        where = self.where(member)
        if max(member.size, member.info.compress_size) > self.most:
            raise InputError(self._too_large(where))
        try:
            content = _METHODS[member.info.compress_type](self._packed(member), member.size)
        except (zlib.error, _zstandard_error(), MemoryError, ValueError) as error:
            raise InputError(f"{where}: cannot be decompressed ({error}); {_DAMAGED}") from None
        if len(content) != member.size or zlib.crc32(content) != member.info.CRC:
            raise InputError(f"{where}: its size or checksum is wrong; {_DAMAGED}")
        return content

    def where(self, member: ZipMember) -> str:
        """Return the place of a member, for messages."""
        return f"{self.path}: member {shortened(repr(member.name))}"

    def _packed(self, member: ZipMember) -> bytes:
        info = member.info
        self.stream.seek(info.header_offset)
        header = self.stream.read(_HEADER.size)
        if len(header) < _HEADER.size or not header.startswith(SIGNATURE):
            raise ValueError("its header is missing")
        _, _, flags, method, *_, name, extra = _HEADER.unpack(header)
        if method != info.compress_type or flags & _ENCRYPTED:
            raise ValueError("its header contradicts the list of members")
        self.stream.seek(name + extra, 1)
        if self.stream.tell() + info.compress_size > self.end:
            raise ValueError("it overlaps the list of members")
        return self.stream.read(info.compress_size)

    def _too_large(self, where: str) -> str:
        limit = self.most / MEBIBYTE
        option = f"--reader '{self.reader}{{\"max_member\": {4 * limit:g}}}'"
        return f"{where}: holds more than {limit:g} MiB, decompressed; raise the limit: {option}"


def is_zip(head: bytes) -> bool:
    """Return whether a file's first bytes are those of a zip archive."""
    return head.startswith(SIGNATURE)


@contextmanager
def open_zip(path: str, *, max_member: float, reader: str) -> Iterator[Archive]:
    """Open an archive and check its list of members.

    Args:
        path: Path of the file.
        max_member: Largest size of a member, decompressed, in MiB.
        reader: Name of the reader whose option sets that limit.

    Raises:
        InputError: If it is no archive, is damaged or encrypted, has members that overlap or stand
            twice, or uses another compression than deflate and Zstandard.
    """
    from zipfile import BadZipFile, ZipFile

    try:
        again = reopenable(path)
        file = ZipFile(again)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the path") from None
    except (BadZipFile, OSError, ValueError, NotImplementedError, struct.error) as error:
        problem = shortened(" ".join(str(error).split()))
        raise InputError(f"{path}: not a complete zip archive ({problem}); {_DAMAGED}") from None
    with file, Path(again).open("rb") as stream:
        infos = sorted(file.infolist(), key=lambda info: info.header_offset)
        _check(infos, file.start_dir, path)
        members = [ZipMember(info.filename, info.file_size, info) for info in infos]
        most = int(max_member * MEBIBYTE)
        yield Archive(path, stream, members, file.start_dir, most, reader)


def names(path: str) -> frozenset[str]:
    """Return the names of the members of an archive; none where it is damaged."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(reopenable(path)) as file:
            return frozenset(file.namelist())
    except (BadZipFile, OSError, ValueError, NotImplementedError, struct.error):
        return frozenset()


def _check(infos: Sequence[ZipInfo], end: int, path: str) -> None:
    seen: set[str] = set()
    for info in infos:
        where = f"{path}: member {shortened(repr(info.filename))}"
        if info.filename in seen:
            raise InputError(f"{where} occurs twice; {_DAMAGED}")
        seen.add(info.filename)
        if info.flag_bits & _ENCRYPTED:
            raise InputError(f"{where} is encrypted; decrypt the archive first")
        if info.compress_type not in _METHODS:
            raise InputError(
                f"{where} is compressed by method {info.compress_type}; only deflate and "
                "Zstandard can be read, so convert the archive"
            )
    for info, following in zip(infos, [*(i.header_offset for i in infos[1:]), end], strict=False):
        if not 0 <= info.header_offset <= following - _HEADER.size - info.compress_size:
            raise InputError(f"{path}: members of the archive overlap; {_DAMAGED}")


def _deflated(packed: bytes, size: int) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, size + 1)


def _zstandard(packed: bytes, size: int) -> bytes:
    try:
        import zstandard
    except ImportError:
        raise NotSetUpError(
            "members compressed with Zstandard need zstandard; run: pip install 'sacreval[zstd]'"
        ) from None
    unpack = zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(packed)
    content: bytes = unpack.read(size + 1)
    return content


def _zstandard_error() -> type[Exception]:
    """Return the exception of zstandard, if it is imported, which may be after it is raised."""
    import sys

    module = sys.modules.get("zstandard")
    return module.ZstdError if module else zlib.error


_METHODS: dict[int, Callable[[bytes, int], bytes]] = {
    _STORED: lambda packed, size: packed[: size + 1],
    _DEFLATED: _deflated,
    _ZSTANDARD: _zstandard,
}
