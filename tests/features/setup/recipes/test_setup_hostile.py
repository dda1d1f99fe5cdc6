"""Recipes and archives made to do harm, or by mistake: one sentence, exit code 2, nothing left."""

import io
import struct
import tarfile
import zipfile

import pytest

from sacreval.commands.app import run
from support.own_recipe import GOOD

CONVERTED = """
name: own
title: a corpus
licence: mine
citation: me
brings: {box: {about: a box}}
steps:
  - convert: CONVERT
    options: OPTIONS
"""
CONVERSIONS = {
    "the package itself": ("__init__", "{}", "the name of a conversion"),
    "a module elsewhere": ("os.path", "{}", "the name of a conversion"),
    "none of this name": ("nothing", "{}", "which does not exist"),
    "an unknown option": ("wmt_da", "{fil: box/x}", "does not take these options"),
    "an option too few": ("wmt_da", "{}", "does not take these options"),
    "an option of another type": ("wmt_da", "{file: [1]}", "raised"),
    "an option that leads out": ("wmt_da", "{file: /etc/passwd}", "leads out of its folder"),
    "a file that is not there": ("wmt_da", "{file: box/gone}", "box/gone: there is no such file"),
}


@pytest.mark.parametrize("name", CONVERSIONS)
def test_conversion(name, refused):
    """A conversion that is not there, or is called in a wrong way, is said."""
    convert, options, fragment = CONVERSIONS[name]
    refused(CONVERTED.replace("CONVERT", convert).replace("OPTIONS", options), fragment)


def test_terms_do_not_steer_the_terminal(tmp_path, capsys):
    """Titles, licences and notes are printed with their control characters written out."""
    path = tmp_path / "own.yaml"
    path.write_text(GOOD.replace("a corpus", '"\\e]0;pwn\\a"') + 'notes: "a\\e[2Jb\\nc"\n')
    for words in (["--show", path], [path, tmp_path / "out"]):
        run(["setup-dataset", *map(str, words)])
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err
        assert r"\x1b]0;pwn\x07" in out + err
    run(["setup-dataset", "--show", str(path)])
    assert "a\\x1b[2Jb\nc\n" in capsys.readouterr().out


def tar_of(*links):
    """Make a tar of a file, a folder and links."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as bundle:
        info = tarfile.TarInfo("folder")
        info.type = tarfile.DIRTYPE
        bundle.addfile(info)
        for name, target, kind in links:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            bundle.addfile(info)
    return buffer.getvalue()


def zip_of(content, **header):
    """Make a zip whose one member says another method or version than it has."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as bundle:
        bundle.writestr("x.jsonl", content)
    data = bytearray(buffer.getvalue())
    at = data.index(b"PK\1\2")
    struct.pack_into("<H", data, at + 6, header.get("version", 20))
    struct.pack_into("<H", data, at + 10, header.get("method", 0))
    return bytes(data)


ARCHIVES = {
    "a link to itself": (tar_of(("x", "x", tarfile.SYMTYPE)), "leads back to itself"),
    "links in a circle": (
        tar_of(("x", "y", tarfile.SYMTYPE), ("y", "x", tarfile.SYMTYPE)), "leads back to itself",
    ),
    "a hard link to itself": (tar_of(("x", "x", tarfile.LNKTYPE)), "x"),
    "a link to a folder": (tar_of(("x", "folder", tarfile.SYMTYPE)), "is a link to a folder"),
    "an unknown method": (zip_of("x", method=77), "unpack it yourself"),
    "a later version": (zip_of("x", version=90), "unpack it yourself"),
    "a long name that leads out": (
        tar_of((f"../{'x' * 5000}", "y", tarfile.SYMTYPE)), "leads out of the folder",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ARCHIVES)
def test_archive(name, tmp_path, capsys):
    """An archive that cannot be unpacked is named, with the member that is to blame."""
    content, fragment = ARCHIVES[name]
    place = tmp_path / "mirror" / "example.org"
    place.mkdir(parents=True)
    (place / "x.tar").write_bytes(content)
    path, out = tmp_path / "own.yaml", tmp_path / "work" / "out"
    source = "sources: [{base: 'https://example.org/', files: {x.tar: {unpack: true}}}]"
    path.write_text(GOOD.replace("brings: {box: {about: a box}}", source).replace("box/", "x/"))
    out.parent.mkdir()
    words = ["setup-dataset", path, out, "--mirror", tmp_path / "mirror", "--allow-unpinned"]
    assert run(list(map(str, words))) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("sacreval: error: x.tar: ")
    assert fragment in last
    assert len(last) < 500
    assert list(out.parent.iterdir()) == []
