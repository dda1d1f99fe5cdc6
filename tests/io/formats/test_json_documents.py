"""JSON: documents, first objects and keys of files that may be cut, and repeated keys."""

import gzip
import json
import random

import pytest

from sacreval import native
from sacreval.errors import InputError
from sacreval.io.formats.first_keys import first_keys, first_object, has_scores
from sacreval.io.formats.json_documents import check_lines, document, documents, printable
from sacreval.io.lines import LineBlock
from sacreval.readers.jsonl import JsonlReader

ROW = {"doc_id": 0, "doc": {"a{": "]}", "b": {"c": {"d": 1}}}, "resps": [["x"], {"later": 1}]}
SEED = 20261122
TWICE = [
    '{"prediction": "a", "prediction": "b"}',
    '{"prediction":"a","reference":"x","prediction":null}',
    '{"prediction": "a", "meta": {"k": 1, "k": 1}}',
    '{"meta": [{"a": "\\"", "b": {}, "a": 2}]}',
    '{"a": "\\\\", "a": 1}',
    '{"prediction": "a", "pr\\u0065diction": "b"}',
    "{" + ",".join(f'"k{i}": {i}' for i in range(100)) + ', "k7": 0}',
]
ONCE = [
    '{"prediction": "prediction", "references": ["prediction", "references"]}',
    '{"prediction": "a\\", \\"prediction\\": \\"b"}',
    '{"a": {"a": {"a": [{"a": 1}, {"a": 1}]}}, "b": {"a": 1}}',
    '{"pr\\u0065diction": "a", "é": 1, "e": 2}',
    '{"x": ' + "9" * 5000 + "}",
    "{" + ",".join(f'"k{i}": {i}' for i in range(100)) + "}",
    "{}", "[]", "3", '"a"',
]  # fmt: skip


def test_one_document(tmp_path):
    """A file is one document, over as many lines as it likes."""
    path = tmp_path / "a.json"
    path.write_text('{"a":\n [1]}')
    assert document(str(path)) == {"a": [1]}


def test_lines(tmp_path):
    """Each line that is not blank is a document."""
    path = tmp_path / "a.jsonl"
    path.write_text("1\n\n[2]\n")
    assert list(documents(str(path), lines=True)) == [1, [2]]


@pytest.mark.parametrize("line", ["{", '{"a": 1, "a": 2}', "[" * 100_000, '"\udcff"'])
def test_damaged_lines(tmp_path, line):
    """Damaged JSON, a repeated key and bytes that are no text are named by their line."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(f"1\n{line}\n".encode("utf-8", "surrogateescape"))
    parsed = documents(str(path), lines=True)
    assert next(parsed) == 1
    with pytest.raises(InputError, match="a.jsonl:2"):
        next(parsed)


def test_a_damaged_document(tmp_path):
    """A document has no line, and is named by its file."""
    path = tmp_path / "a.json"
    path.write_text('{"a": 1,}')
    with pytest.raises(InputError, match=r"a\.json: "):
        document(str(path))


@pytest.mark.parametrize("half", [r"\ud800", r"\ude00", r"\ud800\u0061"])
def test_half_pairs(tmp_path, half):
    """A text with half of a surrogate pair is an error that says so, with its byte."""
    path = tmp_path / "a.json"
    path.write_text(f'{{"a": "{half}", "b": 1}}')
    with pytest.raises(
        InputError, match=r"a\.json: a text has half of a surrogate pair \(byte \d+\)"
    ):
        document(str(path))


def test_printable():
    """Characters that a terminal obeys are escaped, and the values are the same."""
    values = ["\x9b31m", "\u202e", "\x7f", "\U000e0001", "\xe4\U0001f600", "\n\x1b"]
    written = json.dumps(values, ensure_ascii=False, indent=1)
    assert json.loads(printable(written)) == values
    assert printable(written).replace("\n", "").isprintable()
    assert printable('{"a": "\xe4"}\n') == '{"a": "\xe4"}\n'


def test_the_first_line(tmp_path):
    """The object on the first line is returned, also of a compressed file."""
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n{"b": 2}\n'))
    assert first_object(str(path)) == {"a": 1}


@pytest.mark.parametrize("text", ["", "[1]\n", "a,b\n1,2\n", '{"a":\n 1}', "\ud800{"])
def test_other_files(tmp_path, text):
    """A file whose first line is no object has none."""
    path = tmp_path / "a"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert first_object(str(path)) == {}
    assert first_object(str(tmp_path / "none")) == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"system_id": "a", "scores": {}}, True),
        ({"summarizer_id": "a", "metrics": {}}, True),
        ({"system_id": "a", "prediction": "b"}, False),
        ({"metrics": []}, False),
    ],
)
def test_lines_with_scores(line, found):
    """A line of sacreval or SacreROUGE with scores names its system."""
    assert has_scores(line) is found


def test_paths():
    """Keys are collected three levels deep, and of a list those in its first item."""
    text = json.dumps(ROW).encode()
    wanted = {"doc_id", "doc", "doc.a{", "doc.b", "doc.b.c", "resps", "resps[]", "resps[][]"}
    assert first_keys(text) == wanted
    assert first_keys(b'[{"id": 1, "xs": [{"y": 2}]}, {"other": 1}]') == {
        "[]", "[].id", "[].xs", "[].xs[]"
    }  # fmt: skip


def test_only_the_first_value():
    """The second line of JSONL has no part in it."""
    assert first_keys(b'{"a": 1}\n{"b": 2}\n') == {"a"}


@pytest.mark.parametrize("text", [b"", b"12 {", b"PK\x03\x04{}", b'"a"', b"]["])
def test_no_json(text):
    """What is no object or list has no keys."""
    assert first_keys(text) == frozenset()


def test_cut_anywhere():
    """A text that is cut anywhere has some of the keys and no other."""
    text = json.dumps(ROW).encode()
    whole = first_keys(text)
    assert all(first_keys(text[:i]) <= whole for i in range(len(text)))


@pytest.fixture(params=["kernel", "python"])
def engine(request, monkeypatch):
    """Look with the kernel and without."""
    if request.param == "kernel" and not native.available():
        pytest.skip("the kernels are not built")
    monkeypatch.setenv("SACREVAL_NO_NATIVE", str(int(request.param == "python")))


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("line", TWICE)
def test_twice(line):
    """A key that its object has already is named with its line."""
    block = f"{ONCE[0]}\n\n{line}\n{ONCE[1]}\n".encode()
    with pytest.raises(InputError, match=r"^f:7: the key '\w+' is repeated"):
        check_lines(LineBlock(block, 5, 4), "f")


@pytest.mark.usefixtures("engine")
def test_once():
    """Equal keys of different objects, and texts that look like keys, are none of it."""
    check_lines(LineBlock("\n".join(ONCE).encode(), 1, len(ONCE)), "f")


def value(draw, depth):
    """Draw JSON in which keys repeat now and then."""
    kind = draw.randrange(5) if depth else 4
    if kind < 2:
        keys = [draw.choice("abcd\\é") + draw.choice(["", "x", '"', "\n"]) for _ in range(kind + 2)]
        return "{" + ", ".join(f"{json.dumps(k)}: {value(draw, depth - 1)}" for k in keys) + "}"
    if kind == 2:
        return "[" + ",".join(value(draw, depth - 1) for _ in range(draw.randrange(3))) + "]"
    return json.dumps(draw.choice(["a", 'b": {"b', "\\", '\\"', 1.5, None, True]))


def test_the_kernel_finds_what_python_finds():
    """On random objects the kernel and Python's json agree on whether a key is repeated."""
    if not native.available():
        pytest.skip("the kernels are not built")
    draw = random.Random(SEED)
    repeated = 0
    for _ in range(2000):
        text = value(draw, 3)
        twice = []
        json.loads(text, object_pairs_hook=lambda p, t=twice: t.append(len(dict(p)) < len(p)))
        data = text.encode()
        assert (native.doubtful_key(data, 0) < len(data)) >= any(twice)
        if "\\" not in text:
            assert (native.doubtful_key(data, 0) < len(data)) == any(twice)
        repeated += any(twice)
    assert 100 < repeated < 1900


def test_files(tmp_path):
    """JSONL names the line, mapped or not; a document names the file."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"prediction": "a"}\n\n{"prediction": "a", "prediction": "b"}\n')
    for reader in (JsonlReader(), JsonlReader(fields={"prediction": "prediction"})):
        with pytest.raises(InputError, match=r"a\.jsonl:3: the key 'prediction' is repeated"):
            list(reader.read(str(path)))
    path.write_text('[{"a": 1,\n"a": 2}]')
    with pytest.raises(InputError, match=r"a\.jsonl: the key 'a' is repeated"):
        document(str(path))
