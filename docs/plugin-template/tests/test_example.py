"""The metric and the reader of the plug-in, with the checks that sacreval's own have to pass."""

from sacreval_example.capitals import Capitals

from sacreval.readers._base import by_extension
from sacreval.testing import check_metric, check_reader

RECORDS = [
    {"prediction": "A Cat", "references": ["the cat", "One Two"]},
    {"prediction": "A Cat", "references": ["a cat"]},
]


def test_capitals():
    """An output with as many capitals as any reference scores 1; `within` allows a difference."""
    found = [{"capitals": 1}, {"capitals": 0}]
    check_metric("capitals", RECORDS, instances=found, scores={"capitals": 0.5})
    check_metric(Capitals(within=2), RECORDS, scores={"capitals": 1})


def test_pairs(tmp_path):
    """Lines are records; the error for a line without an arrow names it."""
    right, wrong = tmp_path / "right.pairs", tmp_path / "wrong.pairs"
    right.write_text("A cat. -> The cat.\n", encoding="utf-8")
    wrong.write_text("no arrow\n", encoding="utf-8")
    records = [{"prediction": "A cat.", "references": ["The cat."]}]
    reader = by_extension(str(right))
    check_reader(reader, {right: records}, wrong={wrong: "wrong.pairs:1: no ' -> ' in this line"})
