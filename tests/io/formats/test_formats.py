"""YAML, XML, zip archives and folders of mt-metrics-eval, with limits."""

import math
import struct
import zipfile
import zlib

import pytest
import zstandard

from sacreval.errors import InputError
from sacreval.io.formats import mtme_folders as folders
from sacreval.io.formats import yaml_files, zip_members
from sacreval.io.formats.xml_files import root
from sacreval.io.formats.zip_members import is_zip, names, open_zip
from sacreval.io.whole_files import SizeLimit

ENTITIES = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><x>&c;</x>'


def read(tmp_path, text):
    (tmp_path / "a.yaml").write_text(text)
    return yaml_files.read(str(tmp_path / "a.yaml"))


def test_values_and_lines(tmp_path):
    """Values are plain, and the nodes know their lines."""
    data, node = read(tmp_path, "a: 1\nb: [x, 2.5, true]\n")
    assert data == {"a": 1, "b": ["x", 2.5, True]}
    assert [key.start_mark.line for key, _ in node.value] == [0, 1]


def test_nothing(tmp_path):
    """An empty file and one of comments have no content."""
    assert read(tmp_path, "# only this\n") == (None, None)


def test_few_aliases_are_fine(tmp_path):
    """An alias is the value that it repeats."""
    assert read(tmp_path, "a: &x [1]\nb: *x\n").data == {"a": [1], "b": [1]}


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x" * 2**20,
        "a: " + "[" * 200,
        "a: &a [*a]",
        "\n".join(
            ["a0: &a0 [1, 1]", *(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 20))]
        ),
    ],
    ids=["long", "deep", "in itself", "many by aliases"],
)
def test_limits(tmp_path, text):
    """Length, depth and the number of values after aliases are limited."""
    with pytest.raises(InputError, match="a.yaml: "):
        read(tmp_path, text)


def test_a_fault_has_its_line(tmp_path):
    """What is not YAML is named by the line at which it cannot go on."""
    with pytest.raises(InputError, match="a.yaml:3"):
        read(tmp_path, "a: 1\nb: [x\n")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("010", 10), ("012345", 12345), ("+4", 4), ("-3", -3), ("1e3", 1000.0), ("1.", 1.0),
        (".5", 0.5), ("-1.5e-2", -0.015), (".inf", math.inf), ("1:30", "1:30"), ("0x10", "0x10"),
        ("0o7", "0o7"), ("1_000", "1_000"), ("2020-01-01", "2020-01-01"), ("'3'", "3"),
    ],
)  # fmt: skip
def test_numbers_are_those_of_options(tmp_path, text, value):
    """Numbers are read as on the command line; what YAML 1.1 alone takes for one is a text."""
    path = tmp_path / "a.yaml"
    path.write_text(f"x: {text}\n")
    number = yaml_files.read(str(path)).data["x"]
    assert (number, type(number)) == (value, type(value))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
def test_entities_are_refused(tmp_path, encoding):
    """A file that defines entities is refused, in UTF-16 too."""
    (tmp_path / "x.xml").write_bytes(ENTITIES.encode(encoding))
    with pytest.raises(InputError, match="it defines entities"):
        root(str(tmp_path / "x.xml"))


@pytest.mark.parametrize("text", ["", "<x>", "<?xml version='1.0' encoding='nothing'?><x/>"])
def test_what_is_not_xml(tmp_path, text):
    """A file that is not XML, or whose encoding is unknown, is refused in one sentence."""
    (tmp_path / "x.xml").write_text(text)
    with pytest.raises(InputError, match="x.xml: this is not XML"):
        root(str(tmp_path / "x.xml"))


def test_size(tmp_path):
    """A file larger than the limit is refused."""
    (tmp_path / "x.xml").write_text(f"<x>{' ' * 2**20}</x>")
    with pytest.raises(InputError, match="more than 1 MiB"):
        root(str(tmp_path / "x.xml"), SizeLimit(1))
    assert root(str(tmp_path / "x.xml")).tag == "x"


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


def read_members(path, max_member=1.0):
    """Read all members by name."""
    with open_zip(str(path), max_member=max_member, reader="inspect") as file:
        return {member.name: file.read(member) for member in file.members}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_methods(tmp_path, method):
    """Stored and deflated members are read, in the order of their bytes."""
    path = archive(tmp_path / "a.zip", {"b": b"text" * 100, "a": b""}, method)
    assert list(read_members(path).items()) == [("b", b"text" * 100), ("a", b"")]
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
    assert read_members(path) == {"m": b"text" * 1000}
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
        read_members(path)


def test_bombs(tmp_path):
    """A member that holds more than the limit, or than its header states, is not unpacked."""
    bomb = b"\0" * 3_000_000
    path = archive(tmp_path / "a.zip", {"m": bomb})
    with pytest.raises(InputError, match=r"member 'm': holds more than 1 MiB.*max_member"):
        read_members(path)
    assert read_members(path, max_member=3) == {"m": bomb}
    lying = zstd_archive(tmp_path / "b.zip", b"text", packed=zstandard.compress(bomb))
    with pytest.raises(InputError, match="size or checksum is wrong"):
        read_members(lying)


def test_damage(tmp_path):
    """Archives that are cut, changed, overlap or repeat a name are refused with their member."""
    whole = tmp_path / "a.zip"
    archive(whole, {"m": b"0123456789" * 10}, zipfile.ZIP_STORED)
    content = whole.read_bytes()
    (tmp_path / "cut.zip").write_bytes(content[:-10])
    with pytest.raises(InputError, match="not a complete zip archive"):
        read_members(tmp_path / "cut.zip")
    with pytest.raises(InputError, match="member 'm': its size or checksum"):
        read_members(patched(whole, {40: b"x"}))
    whole.write_bytes(content)
    with pytest.raises(InputError, match="member 'm': cannot be decompressed"):
        read_members(patched(whole, {0: b"XX"}))
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as twice:
        twice.writestr("m", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            twice.writestr("m", b"2")
    with pytest.raises(InputError, match="occurs twice"):
        read_members(tmp_path / "twice.zip")


def test_overlap(tmp_path):
    """Members that share bytes, as in a bomb of many copies of one, are refused."""
    path = tmp_path / "a.zip"
    archive(path, {"a": b"1" * 50, "b": b"2" * 50}, zipfile.ZIP_STORED)
    content = path.read_bytes()
    second = content.rindex(b"PK\x01\x02")
    patched(path, {second + 42: struct.pack("<L", 10)})
    with pytest.raises(InputError, match="overlap"):
        read_members(path)


def test_unknown_method(tmp_path):
    """A member of another compression is refused by its number."""
    path = archive(tmp_path / "a.zip", {"m": b"text"}, zipfile.ZIP_BZIP2)
    with pytest.raises(InputError, match="compressed by method 12"):
        read_members(path)
    with pytest.raises(InputError, match="no such file"):
        read_members(tmp_path / "none.zip")


@pytest.fixture
def test_set(tmp_path):
    """Write a small test set of two language pairs."""
    for name, text in {
        "references/en-de.refB.txt": "b\n",
        "references/en-de.refA.txt": "a\n",
        "references/en-ru.refA.txt": "r\n",
        "human-scores/en-de.mqm.seg.score": "sys\t1\nsys two\tNone\n",
        "metric-scores/en-de/BLEU-refA.seg.score": "sys\t2\n",
        "metric-scores/en-de/BLEU-refA.sys.score": "sys\t2\n",
        "documents/en-de.docs": "news\tdoc1\nnews\tdoc2\r\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return tmp_path


def test_names(test_set):
    """Files are named by what follows the language pair, of one ending."""
    assert list(folders.reference_files(test_set, "en-de")) == ["refA", "refB"]
    assert list(folders.human_files(test_set, "en-de", ".seg.score")) == ["mqm"]
    assert list(folders.metric_files(test_set, "en-de", ".sys.score")) == ["BLEU-refA"]
    assert folders.human_files(test_set, "en-zh", ".seg.score") == {}


def test_scores(test_set):
    """A line has a system, which may hold blanks, and a score; each knows its place."""
    path = folders.human_files(test_set, "en-de", ".seg.score")["mqm"]
    assert list(folders.score_lines(path)) == [
        (f"{path}:1", "sys", "1"),
        (f"{path}:2", "sys two", "None"),
    ]


def test_a_line_without_a_tab(tmp_path):
    """It is named by file and line."""
    path = tmp_path / "a.score"
    path.write_text("sys\t1\nsys 2\n")
    with pytest.raises(InputError, match="a.score:2"):
        list(folders.score_lines(path))


def test_documents(test_set):
    """Each segment has a domain and a document; without a file there are none."""
    groups = folders.segment_groups(test_set, "en-de")
    assert groups == [{"domain": "news", "document": f"doc{i}"} for i in (1, 2)]
    assert folders.segment_groups(test_set, "en-ru") == []
