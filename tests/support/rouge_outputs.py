"""What ROUGE-1.5.5.pl prints for random runs, and what `--format rouge-1.5.5-d` does."""

from itertools import zip_longest
from pathlib import Path

from sacreval.core.metric import Metric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams._rouge155.script import script_output
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rouge_output import printed
from support.rouge_runs import RougeRun


def theirs(script: Path, run: RougeRun) -> str:
    """Return what the script prints."""
    return script_output(script, run.evaluations, [*run.script, "-a", "-d"], kind=run.kind)


def ours(run: RougeRun) -> str:
    """Return what the metric prints."""
    metric = metric_of(run)
    evaluation = evaluate([batch_of(run)], [Entry(metric)])
    return printed(evaluation, float(run.confidence) / 100, details=True)


def metric_of(run: RougeRun) -> Metric:
    """Create the metric with the options of a run, on the kernels."""
    return metrics.get("rouge-1.5.5")(**run.ours).with_engine("native")


def batch_of(run: RougeRun) -> Batch:
    """Return the records of a run."""
    return Batch(
        [
            Instance(instance_id=name, system_id=peer, prediction=text, references=texts.models)
            for name, texts in run.evaluations.items()
            for peer, text in texts.peers.items()
        ]
    )


def differences(expected: str, found: str, most: int = 3) -> list[str]:
    """Return the first lines that differ, side by side."""
    lines = zip_longest(expected.splitlines(), found.splitlines(), fillvalue="(nothing)")
    pairs = (f"{one} | {other}" for one, other in lines if one != other)
    return [pair for pair, _ in zip(pairs, range(most), strict=False)]
