"""Records are checked for what metrics need, before any is scored."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.field_checks import checked, settle, settled

BLEU = metrics.get("bleu")()


def batch(*instances, lines=()):
    return Batch(list(instances), "f.jsonl", lines)


@pytest.mark.parametrize(
    ("instance", "named"),
    [
        (Instance(references=["a"]), "`prediction`"),
        (Instance(prediction="a"), "`references`"),
        (Instance(prediction={"a": 1}, references=["a"]), "text"),
        (Instance(prediction="a", references=[{"a": 1}]), "texts"),
    ],
)
def test_the_first_wrong_record_is_named(instance, named):
    """A field that is missing or of another type is named with file and line."""
    good = Instance(prediction="a", references=["a"])
    with pytest.raises(InputError, match="f.jsonl:7") as error:
        list(checked([batch(good, instance, lines=[3, 7])], [BLEU]))
    assert named in str(error.value)


def test_batches_stream():
    """Metrics that know their options read no record ahead."""
    read = []

    def batches():
        for i in range(2):
            read.append(i)
            yield batch(Instance(prediction="a", references=["a"]))

    found = settle(BLEU, batches())
    assert read == []
    next(iter(found.batches))
    assert read == [0]


def test_labels_are_read_off_the_records():
    """Metrics that depend on the data are settled, and the records are still there."""
    records = batch(*(Instance(prediction=x, references=["b"]) for x in "ab"))
    found = settle(metrics.get("classification")(), iter([records]))
    assert found.entries[0].metric.labels == ("a", "b")
    assert [len(one) for one in found.batches] == [2]
    again = settled(found.entries, [records])
    assert again.entries is found.entries


def test_names_that_labels_make_are_checked():
    """Two metrics whose settled outputs have one name are refused."""
    records = batch(Instance(prediction="a", references=["a"]))
    entries = [Entry(metrics.get("confusion-matrix")()) for _ in range(2)]
    with pytest.raises(UsageError, match="'a->a'|'confusion-matrix'"):
        settle(entries, [records])
