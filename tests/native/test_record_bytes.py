"""Records read by the extension: what it accepts is what msgspec reads, to the last character."""

import json
import os

import pytest
from msgspec.json import Decoder

from sacreval import native
from sacreval.core.records import Instance
from sacreval.io.formats.json_documents import check_lines
from sacreval.io.lines import LineBlock
from support.json_lines_at_random import lines_at_random

pytestmark = pytest.mark.skipif(not native.available(), reason="needs the compiled kernels")

COLUMNS = ("prediction", "references", "instance_id", "system_id")
DECODER = Decoder(Instance)
BLOCK = 500  # lines


def read(text, first=1):
    """Read lines, and return the records and the others."""
    from sacreval.native.record_bytes import read_records

    return read_records(text, first)


def compare(seed, count):
    """Compare lines at random with msgspec, and return how many are records for both."""
    accepted = 0
    lines = lines_at_random(seed, count)
    for start in range(0, count, BLOCK):
        block = lines[start : start + BLOCK]
        records = read(b"\n".join(block), start + 1).records
        numbers = records.numbers()
        columns = {name: records.column(name) for name in COLUMNS}
        types = records.column("system_type")
        for i, number in enumerate(numbers):
            line = block[number - start - 1]
            expected = DECODER.decode(line)
            check_lines(LineBlock(line, 1, 1), "file")
            assert {x: columns[x][i] for x in COLUMNS} == {x: getattr(expected, x) for x in COLUMNS}
            assert (types[i] or "peer") == expected.system_type
            assert expected.error is None
        accepted += len(numbers)
    return accepted


@pytest.mark.long
def test_damaged_lines():
    """Of many lines, most of them damaged, those that are read here are read so by msgspec."""
    count = 150_000 if "SACREVAL_SANITIZED" in os.environ else 12_000
    assert count / 6 < compare(20, count) < count / 1.2


@pytest.mark.long
def test_a_million_damaged_lines():
    """The same of 10^6 lines."""
    assert sum(compare(seed, 50_000) for seed in range(100, 120)) > 200_000


def test_common_lines():
    """Records in the common ways of writing them are read here, with escapes and other fields."""
    rows = [
        {"prediction": 'a\n"b"\\ \u2028 é 😀', "references": ["x", ""]},
        {"instance_id": "d-1", "system_id": "s", "prediction": "", "reference": "y"},
        {"instance_id": 7, "prediction": "p", "references": ["r"], "sources": ["s"], "input": "i"},
        {"prediction": "p", "groups": {"domain": "news", "n": 3, "x": 0.5, "t": True}},
        {"prediction": "p", "meta": {"a": [1, {"b": None}]}, "judgments": {"mqm": -2.5}},
    ]
    for ascii_only in (True, False):
        lines = [json.dumps(row, ensure_ascii=ascii_only) for row in rows]
        parsed = read("\r\n\n".join(lines).encode())
        assert parsed.others == []
        assert parsed.records.numbers() == [1, 3, 5, 7, 9]
        assert parsed.records.column("prediction") == [row["prediction"] for row in rows]


@pytest.mark.parametrize(
    "line",
    [
        b'{"prediction": "\\ud800"}',
        b'{"prediction": "a", "prediction": "b"}',
        b'{"prediction": "a", "reference": "b", "references": ["c"]}',
        b'{"prediction": "a", "references": []}',
        b'{"prediction": "a", "references": "b"}',
        b'{"prediction": "a", "meta": {"x": 1, "x": 2}}',
        b'{"prediction": "a", "meta": {"x": 1e999}}',
        b'{"prediction": "a", "error": ""}',
        b'{"prediction": "a", "system_type": ""}',
        b'{"prediction": 1}',
        b'{"references": ["a"]}',
        b'{"prediction": "\xed\xa0\x80"}',
        b'{"prediction": "\x1f"}',
        b'{"prediction": "a"} {"prediction": "b"}',
        b'{"predictio\\u006e": "a"}',
        b'{"prediction": "a"',
        b'{"prediction": "a\\"}',
    ],
)
def test_other_lines(line):
    """A line that is not plainly a record is left to msgspec, with its place."""
    parsed = read(b'{"prediction": "x"}\n' + line + b"\n", 5)
    assert parsed.records.size == 1
    [other] = parsed.others
    assert (other.number, other.start, other.end) == (6, 20, 20 + len(line))


def test_parts_of_records():
    """A part of records has their texts, lines and numbers."""
    lines = [
        json.dumps({"prediction": f"p{i}", "references": [f"r{i}"] * i or ["x"]}) for i in range(5)
    ]
    records = read("\n".join(lines).encode()).records
    part = records.part([3, 1])
    assert part.column("prediction") == ["p3", "p1"]
    assert part.column("references") == [["r3"] * 3, ["r1"]]
    assert part.lines(0, 2).decode().split("\n") == [lines[3], lines[1], ""]
    assert list(part.texts(1).starts) == [0, 3, 4]
    with pytest.raises(ValueError, match="no record"):
        records.part([5])
