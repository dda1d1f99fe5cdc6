"""Notices name the system whose records they count; notices of options are given once."""

from sacreval.core.contract.watches import Always
from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._model_notices import BySystem, SeveralReferences
from support import tiny_models, tiny_seq2seq
from support.program import write_jsonl


def record(system, *references):
    """Return a record of a system."""
    return Instance(system_id=system, prediction="a", references=list(references))


def test_counts_are_of_each_system():
    """Records are counted by system, over batches; a system without a count is silent."""
    watch = BySystem(lambda: [SeveralReferences("m", "best"), Always("m is slow")])
    assert watch.notices() == ["m is slow"]
    watch.add(Batch([record("A", "x", "y"), record("B", "x"), record("A", "x")]))
    watch.add(Batch([record("C", "x", "y"), record("A", "x", "y")]))
    first, second, last = watch.notices()
    assert first.startswith("A: m: 2 of 3 records have several references")
    assert second.startswith("C: m: 1 of 1 records have several references")
    assert last == "m is slow"
    assert watch.noticed() == {"several_references": 3}


def test_a_run(cli, tmp_path):
    """A run over two systems names the one whose outputs are cut, evaluated or scored."""
    tiny_models.needed()
    texts = {"A": "a dog", "B": "the cat " * 60}
    records = [{"system_id": name, "prediction": text} for name, text in texts.items()]
    write_jsonl(tmp_path / "a.jsonl", records)
    model = tiny_seq2seq.build("gpt2")
    for verb in ("evaluate", "score"):
        done = cli(verb, "model-perplexity", "a.jsonl", "--model", model)
        assert done.code == 0, done.err
        assert "B: model-perplexity cuts 1 of 1 texts after 95 tokens" in done.err
        assert "A: " not in done.err
