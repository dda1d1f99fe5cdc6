"""References of other files; see tests/laws/test_reference_files.py for all kinds of files."""

import pytest

from sacreval.errors import InputError
from sacreval.scoring.inputs.source import Source
from support.program import write_jsonl


def read(folder, *references):
    """Return the references of two outputs, joined from a file of records."""
    outputs = [{"instance_id": name, "prediction": "x"} for name in "ab"]
    write_jsonl(folder / "o.jsonl", outputs)
    write_jsonl(folder / "r.jsonl", references)
    batches = Source((str(folder / "o.jsonl"),), (str(folder / "r.jsonl"),)).batches()
    return [one.references for batch in batches for one in batch]


def test_by_id(tmp_path):
    """References are joined by id, each used, with none missing or twice."""
    a, b, c = ({"instance_id": name, "reference": name} for name in "abc")
    assert read(tmp_path, b, a) == [["a"], ["b"]]
    for references, message in (
        ((a,), r"o.jsonl:2: .*r.jsonl has no references of instance 'b'"),
        ((a, b, c), r"r.jsonl:3: no record of .* has the instance 'c'"),
        ((a, b, a), r"r.jsonl:3: the references of instance 'a' are at .*:1 already"),
        ((a, {"reference": "b"}), r"r.jsonl:2: no `instance_id`"),
    ):
        with pytest.raises(InputError, match=message):
            read(tmp_path, *references)
