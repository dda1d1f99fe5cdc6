"""Archives: what they may hold, and where it may go."""

import gzip
import io
import tarfile
import zipfile

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.unpack import ArchiveLimits, folder_for, take_member, unpack


def _archive(path, *members: tuple[tarfile.TarInfo, bytes]):
    with tarfile.open(path, "w:gz") as bundle:
        for info, data in members:
            info.size = len(data)
            bundle.addfile(info, io.BytesIO(data))
    return path


def _link(name, target, kind=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""


FILE = (tarfile.TarInfo("a/b.txt"), b"text")


def test_tar_zip_and_gz(tmp_path, zipped):
    """What an archive is shows in its content, not in its name."""
    _archive(tmp_path / "one.bin", FILE)
    (tmp_path / "two.bin").write_bytes(zipped({"a/b.txt": "text"}))
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"text"))
    unpack(tmp_path / "one.bin", tmp_path / "one")
    unpack(tmp_path / "two.bin", tmp_path / "two")
    unpack(tmp_path / "b.txt.gz", tmp_path / "three")
    assert (tmp_path / "one/a/b.txt").read_text() == "text"
    assert (tmp_path / "two/a/b.txt").read_text() == "text"
    assert (tmp_path / "three/b.txt").read_text() == "text"


@pytest.mark.parametrize("name", ["../evil", "a/../../evil", "/etc/evil", "C:/evil", "..\\evil"])
def test_no_member_leads_out(tmp_path, zipped, name):
    """Names that lead out of the folder are refused in tar and zip, and nothing is written."""
    _archive(tmp_path / "x.tar.gz", (tarfile.TarInfo(name), b"evil"))
    (tmp_path / "x.zip").write_bytes(zipped({name: "evil"}))
    for archive in ("x.tar.gz", "x.zip"):
        with pytest.raises(InputError, match="leads out of the folder"):
            unpack(tmp_path / archive, tmp_path / "in" / "side")
    assert [path.name for path in tmp_path.rglob("*evil*")] == []


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
@pytest.mark.parametrize("target", ["/etc/passwd", "../../../etc/passwd"])
def test_no_link_leads_out(tmp_path, kind, target):
    """Links out of the archive are refused."""
    _archive(tmp_path / "x.tar", _link("a/link", target, kind))
    with pytest.raises(InputError, match="leads out of the folder"):
        unpack(tmp_path / "x.tar", tmp_path / "x")


def test_inner_links_become_copies(tmp_path):
    """A link to another member becomes a file of its own."""
    _archive(tmp_path / "x.tar", FILE, _link("a/c.txt", "b.txt"))
    unpack(tmp_path / "x.tar", tmp_path / "x")
    assert (tmp_path / "x/a/c.txt").read_text() == "text"
    assert not (tmp_path / "x/a/c.txt").is_symlink()


def test_a_link_in_a_zip_is_refused(tmp_path):
    """Zip archives have no use for links."""
    info = zipfile.ZipInfo("link")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as bundle:
        bundle.writestr(info, "/etc/passwd")
    with pytest.raises(InputError, match="leads out"):
        unpack(tmp_path / "x.zip", tmp_path / "x")


def test_devices_are_refused(tmp_path):
    """Neither file nor folder is refused."""
    info = tarfile.TarInfo("pipe")
    info.type = tarfile.FIFOTYPE
    _archive(tmp_path / "x.tar", (info, b""))
    with pytest.raises(InputError, match="neither file nor folder"):
        unpack(tmp_path / "x.tar", tmp_path / "x")


def test_bombs_are_given_up(tmp_path, tar):
    """An archive that holds more than any corpus does is given up, in bytes and in files."""
    (tmp_path / "x.tar").write_bytes(tar({"zeros": b"\0" * 5_000_000}))
    with pytest.raises(InputError, match="holds more than 1000000 bytes"):
        unpack(tmp_path / "x.tar", tmp_path / "x", limits=ArchiveLimits(bytes=1_000_000))
    assert (tmp_path / "x/zeros").stat().st_size <= 2_100_000
    (tmp_path / "y.tar").write_bytes(tar({str(i): "" for i in range(20)}))
    with pytest.raises(InputError, match="or 10 files"):
        unpack(tmp_path / "y.tar", tmp_path / "y", limits=ArchiveLimits(files=10))


def test_damaged_archives(tmp_path, tar, zipped):
    """A truncated archive is called damaged."""
    (tmp_path / "x.tar.gz").write_bytes(tar({"a": "text" * 10_000})[:-30])
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"text" * 10_000)[:-20])
    for name in ("x.tar.gz", "x.gz"):
        with pytest.raises(InputError, match="damaged"):
            unpack(tmp_path / name, tmp_path / "x")
    (tmp_path / "x.zip").write_bytes(zipped({"a": "text"})[:-10])
    with pytest.raises(InputError, match="damaged"):
        unpack(tmp_path / "x.zip", tmp_path / "x")


def test_folders_of_archives(tmp_path):
    """An archive is unpacked into a folder of its name."""
    assert folder_for(tmp_path / "ro-en.tar.gz").name == "ro-en"
    assert folder_for(tmp_path / "x.zip").name == "x"


def test_one_member(tmp_path, zipped):
    """One file of an archive is unpacked, and no other."""
    (tmp_path / "x.zip").write_bytes(zipped({"a/b.txt": "text", "a/c.txt": "other"}))
    take_member(tmp_path / "x.zip", "a/b.txt", tmp_path / "out" / "b")
    assert (tmp_path / "out" / "b").read_text() == "text"
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_a_missing_member(tmp_path, zipped):
    """A file that the archive lacks is named."""
    (tmp_path / "x.zip").write_bytes(zipped({"a": "text"}))
    with pytest.raises(InputError, match=r"x.zip: there is no b in this archive; get"):
        take_member(tmp_path / "x.zip", "b", tmp_path / "b")


def test_a_damaged_member(tmp_path, zipped):
    """A member of a damaged archive, or one that is too large, is refused."""
    (tmp_path / "x.zip").write_bytes(zipped({"a": "text"})[:-10])
    with pytest.raises(InputError, match="damaged"):
        take_member(tmp_path / "x.zip", "a", tmp_path / "a")
    (tmp_path / "x.zip").write_bytes(zipped({"a": "text" * 99}))
    with pytest.raises(InputError, match="more than 9 bytes"):
        take_member(tmp_path / "x.zip", "a", tmp_path / "a", limits=ArchiveLimits(bytes=9))
