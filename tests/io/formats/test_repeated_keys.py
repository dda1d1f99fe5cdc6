"""Keys that stand twice in an object of JSON: found by the kernel as by Python's json."""

import json
import random

import pytest

from sacreval import native
from sacreval.errors import InputError
from sacreval.io.formats.json_documents import document
from sacreval.io.formats.repeated_keys import check_lines
from sacreval.io.lines import LineBlock
from sacreval.readers.jsonl import JsonlReader

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
    found = 0
    for _ in range(2000):
        text = value(draw, 3)
        twice = []
        json.loads(text, object_pairs_hook=lambda p, t=twice: t.append(len(dict(p)) < len(p)))
        data = text.encode()
        assert (native.doubtful_key(data, 0) < len(data)) >= any(twice)
        if "\\" not in text:
            assert (native.doubtful_key(data, 0) < len(data)) == any(twice)
        found += any(twice)
    assert 100 < found < 1900


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
