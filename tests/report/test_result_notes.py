"""Lines below a table of results."""

from msgspec.structs import replace

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Interval, Repeats
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


def around(count, reason, *, by=None, known=None):
    """Create a result with an interval by a method, for a reason."""
    found = Interval(
        low=0.0, high=1.0, level=0.95, method="expanded", resamples=1000, seed=1,
        reason=reason, by=by, known=known,
    )  # fmt: skip
    return replace(results("x")[0], interval=found, n=count)


def test_intervals_of_groups():
    """One method with several numbers of records has the least and the largest of them."""
    rows = [around(n, f"{n} records") for n in (20, 4, 5)]
    assert notes(rows)[0] == (
        "[ ]: 95 % intervals: expanded (4 to 20 records); 1000 resamples, seed 1"
    )
    [line, *_] = notes([around(7, "7 records"), around(7, "7 records")])
    assert "expanded (7 records);" in line
    [line, *_] = notes([around(7, "Normal, 7 of 8 records")])
    assert "expanded (Normal, 7 of 8 records);" in line


def test_a_variance_below_0():
    """An unbiased estimate of a variance that is below 0 is told as 0, with the estimate."""
    spread = Repeats(
        between=-0.112, within=0.5, other_items=0.1, fixed_items=0.1, samples=2.0, item_cost=1.0,
        best_samples=None,
    )  # fmt: skip
    said = "variance 0 between items (estimated as -0.11, which is below 0 by chance), 0.5 within"
    assert any(said in line for line in notes([replace(results("x")[0], repeats=spread)]))
    positive = replace(spread, between=0.25)
    lines = notes([replace(results("x")[0], repeats=positive)])
    assert any("variance 0.25 between items, 0.5 within" in line for line in lines)
