"""Comparing our scores with official ones, through `evaluate` as the command calls it."""

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.engine import choose
from support import official
from support.mirror import Corpus

CLOSE = 1e-9


def batches(data: Corpus, size: int = 200) -> list[Batch]:
    """Create batches of records without ids, as from line-parallel files."""
    records = [
        Instance(prediction=prediction, references=references)
        for prediction, references in zip(data.predictions, data.references, strict=True)
    ]
    return [
        Batch(records[i : i + size], lines=range(i + 1, min(i + size, len(records)) + 1))
        for i in range(0, len(records), size)
    ]


def assert_parity(metric: Metric, data: Corpus, *, every: int = 1) -> None:
    """Assert that the corpus score and the sentence scores equal the official ones.

    Args:
        metric: Ours, on the engine that the command would choose.
        data: A system's outputs.
        every: Compare each so manieth sentence; a mean over sentences needs them all.
    """
    evaluation = evaluate(batches(data), choose(metric, None))
    results = evaluation.report().results
    assert all(result.n == len(data.predictions) > 0 for result in results)
    theirs = official.sentences(metric, data.part(0, len(data.predictions), every))
    corpus = official.corpus(metric, data)
    if corpus is None:
        assert every == 1
        corpus = official.mean(theirs)
    differ(metric, "corpus", {result.output: result.value for result in results}, corpus)
    ours = [record.scores for record in evaluation.instances()][::every]
    for i, (mine, want) in enumerate(zip(ours, theirs, strict=True)):
        differ(metric, f"record {i * every + 1}", mine, want)


def differ(metric: Metric, where: str, got: dict[str, float | None], want: dict[str, float]):
    """Assert that two dictionaries of scores are equal within 1e-9."""
    assert got.keys() == want.keys()
    for name, value in want.items():
        gap = abs(got[name] - value)
        assert gap <= CLOSE, f"{metric.signature()}: {where}: {name} {got[name]}, official {value}"
