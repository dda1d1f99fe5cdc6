"""Empty outputs are counted beside what else is told."""

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._empty_outputs import EmptyOutputs


class Other:
    """Counts batches."""

    def __init__(self):
        self.batches = 0

    def add(self, batch):
        del batch
        self.batches += 1

    def notices(self):
        return [f"{self.batches} batches"]


def test_blanks_are_empty():
    """Outputs of blanks are counted, over all batches; without any there is no notice."""
    watch = EmptyOutputs("bertscore", "0", Other())
    watch.add(Batch([Instance(prediction=text, references=["a"]) for text in ("a", "b")]))
    assert watch.notices() == ["1 batches"]
    watch.add(Batch([Instance(prediction=text, references=["a"]) for text in ("", " \n", ".")]))
    assert watch.notices() == [
        "2 batches",
        "2 of 5 outputs are empty, and bertscore scores them 0; check that the system wrote them",
    ]
