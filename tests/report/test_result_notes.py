"""Lines below a table of results."""

from msgspec.structs import replace

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.report.result_notes import engine_text, notes
from sacreval.scoring.evaluate import evaluate


def results(*systems):
    records = [
        Instance(prediction="a b", references=["a b"], system_id=name, instance_id="1")
        for name in systems
    ]
    return evaluate([Batch(records)], metrics.get("bleu")()).report().results


def test_one_signature():
    """Systems that share a signature have one line, without the hash of their outputs."""
    [line] = notes(results("x", "y"))
    assert line.startswith("bleu|")
    assert "outputs:" not in line
    assert line.endswith(" engine)")


def test_two_signatures():
    """Systems are named where their signatures differ."""
    first, second = results("x", "y")
    other = replace(second, signature=second.signature.replace("bleu|", "bleu|changed|", 1))
    assert [line.partition(":")[0] for line in notes([first, other])] == ["x", "y"]


def test_engines():
    """Engines are named as they are printed."""
    assert engine_text("definition") == "own definition"
    assert engine_text("native") == "native engine"
