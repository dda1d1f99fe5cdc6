"""Hashes by the extension are those of the JSON that msgspec writes."""

import random
from hashlib import blake2b

import msgspec
import pytest

from sacreval import native
from sacreval.core.record_views import RecordViews
from sacreval.core.records import Batch, Instance
from sacreval.native.record_bytes import read_records
from sacreval.scoring.rows.fingerprint import text_hashes
from support.json_lines_at_random import text

pytestmark = pytest.mark.skipif(not native.available(), reason="needs the compiled kernels")


def by_definition(*values):
    """Return the hash of a list as JSON."""
    digest = blake2b(msgspec.json.encode(values), digest_size=8).digest()
    return int.from_bytes(digest, "big")


@pytest.mark.parametrize("named", [False, True])
def test_hashes_of_texts(named):
    """Texts of any length and with any character have the hashes of their JSON."""
    random_ = random.Random(3)
    every = ["".join(map(chr, range(300))), *("é" * n + "x" * n for n in range(130))]
    texts = [*every, *(text(random_) for _ in range(200))]
    instances = [
        Instance(
            instance_id=f'"{i}é' if named else None,
            prediction=output,
            references=random_.choices(texts, k=1 + i % 3),
        )
        for i, output in enumerate(texts)
    ]
    batch = Batch(instances, lines=range(95, 95 + len(instances)))
    hashes = text_hashes(batch)
    ids = batch.instance_ids
    contexts = [by_definition(*x) for x in zip(ids, batch.references, strict=True)]
    outputs = [by_definition(*x) for x in zip(ids, batch.predictions, strict=True)]
    assert list(hashes.contexts) == contexts
    assert hashes.context == sum(contexts) % 2**64
    assert hashes.outputs % 2**64 == sum(outputs) % 2**64
    assert hashes.references == (1, 3)


def test_no_records_have_no_hashes():
    """Records that are views may be none, as an empty slice of a file is."""
    lines = read_records(b'{"prediction": "a", "references": ["b"]}\n', 1).records
    views = RecordViews(lines, Instance)
    hashes = text_hashes(Batch(views[:0]))
    assert hashes is not None
    assert (list(hashes.contexts), hashes.context, hashes.outputs) == ([], 0, 0)


def test_other_values_have_no_text_hashes():
    """Numbers, missing references and halves of surrogate pairs are left to another encoder."""
    for instance in (
        Instance(prediction=1, references=["a"]),
        Instance(prediction="a"),
        Instance(prediction="a", references=["\ud800"]),
    ):
        assert text_hashes(Batch([instance])) is None
