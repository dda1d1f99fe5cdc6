"""Records that are views become objects one by one, or all at once, where they are asked for."""

import json
import pickle

import msgspec
import pytest

from sacreval import native
from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.readers.jsonl import JsonlReader

pytestmark = pytest.mark.skipif(not native.available(), reason="needs the compiled kernels")

RECORDS = [
    {
        "instance_id": f"d{i}",
        "system_id": "s" if i % 2 else "t",
        "system_type": "peer" if i % 3 else "reference",
        "prediction": f"p{i} \n é",
        "references": [f"r{i}", "x"],
        "groups": {"domain": "news"},
        "meta": {"n": i},
    }
    for i in range(6)
]


@pytest.fixture
def batch(tmp_path):
    """Give records as views of a file."""
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in RECORDS), encoding="utf-8")
    [batch] = JsonlReader().read(str(path))
    assert batch.has_views("prediction", "references")
    return batch


INSTANCES = msgspec.convert(RECORDS, list[Instance])


def test_records(batch):
    """Every way of asking for records gives those of the lines."""
    assert len(batch) == 6
    assert batch[4] == INSTANCES[4]
    assert batch[-1] == INSTANCES[-1]
    assert list(batch[1:5:2]) == INSTANCES[1:5:2]
    assert list(batch.select([5, 0])) == [INSTANCES[5], INSTANCES[0]]
    assert list(batch) == INSTANCES
    assert batch[4] == INSTANCES[4]
    with pytest.raises(IndexError):
        batch[6]


@pytest.mark.parametrize("name", FIELDS)
def test_columns(batch, name):
    """A column has the values of the records, of views as of other fields."""
    assert batch.column(name) == Batch(INSTANCES).column(name)
    part = batch.select([2, 1])
    assert part.column(name) == Batch([INSTANCES[2], INSTANCES[1]]).column(name)


def test_no_objects_for_kernels(batch):
    """Texts for kernels, ids, systems and numbers of references need no record."""
    assert batch.texts.pairs == 12
    assert batch.texts.most_references() == (2, 2)
    assert (batch.instance_ids[0], batch.system_ids[0], batch.failed) == ("d0", "t", ())
    assert batch.numbers is None
    assert "_instances" not in vars(batch.instances)


def test_kernels_read_the_same(batch):
    """Kernels compute the same from views as from objects, also where they change case."""
    for lowercase in (False, True):
        rows = [
            native.bleu(b.texts, tokenize="13a", lowercase=lowercase, max_ngram_order=4).tolist()
            for b in (batch, Batch(INSTANCES))
        ]
        assert rows[0] == rows[1]


def test_pickled(batch):
    """Views that are sent to another process become records."""
    assert list(pickle.loads(pickle.dumps(batch))) == INSTANCES  # noqa: S301 - written here
