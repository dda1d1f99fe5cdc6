"""Functions for tasks of lm-eval: a metric, and its aggregation over all documents.

A file beside the task's YAML names them, since lm-eval imports only files in that folder:

    from sacreval.integrations.lm_eval import functions
    chrf, chrf_of_all = functions("chrf")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import UsageError
from sacreval.integrations.running import record_scores, row_metric, rows_of, system_scores

if TYPE_CHECKING:
    from sacreval.core.metric import Metric


class Item(float):
    """The score of one document, with its row of sufficient statistics.

    lm-eval writes it as a number, and gives it to the aggregation as it is.
    """

    row: tuple[float, ...]

    @classmethod
    def of(cls, score: float, row: Sequence[float]) -> Item:
        """Return a score with its row."""
        item = cls(score)
        item.row = tuple(row)
        return item


class Functions(NamedTuple):
    """What `metric` and `aggregation` of a task's `metric_list` name.

    Args:
        metric: Scores one document.
        aggregation: Scores all documents at once.
    """

    metric: Callable[..., Item]
    aggregation: Callable[[Sequence[Item]], float]


def functions(metric: str, output: str | None = None) -> Functions:
    """Return the functions of a metric.

    Args:
        metric: A metric with options, as in `chrf{"word_order": 2}`.
        output: The output to show; needed where there are several.

    Raises:
        UsageError: If there is no such metric or output, or it is not one of texts.
    """
    row_scorer = row_metric(metric)
    name = _output(row_scorer, output)

    def score(references: Sequence[Any], predictions: Sequence[Any]) -> Item:
        """Score a document; several references are acceptable answers."""
        [prediction] = predictions
        rows = rows_of(row_scorer, [_text(prediction)], [list(references)])
        return Item.of(float(record_scores(row_scorer, rows)[name][0]), rows[0].tolist())

    def aggregate(items: Sequence[Item]) -> float:
        """Score all documents at once."""
        import numpy as np

        if not all(isinstance(item, Item) for item in items):
            raise UsageError(
                f"{metric}: lm-eval has made scores 0 or 1, as it does where a document has a "
                "list of targets; name a process_results that calls the metric"
            )
        table = np.array([item.row for item in items])
        return system_scores(row_scorer, table)[name]

    score.__name__ = name  # under which lm-eval shows it
    aggregate.__name__ = f"{name}_of_all"
    return Functions(score, aggregate)


def _text(prediction: Any) -> Any:
    """Return an output; lm-eval gives a list of one where a filter keeps repeats."""
    if isinstance(prediction, list) and len(prediction) == 1:
        return prediction[0]
    return prediction


def _output(metric: Metric, wanted: str | None) -> str:
    outputs = metric.outputs
    if wanted is None and len(outputs) == 1:
        return outputs[0]
    if wanted not in outputs:
        raise UsageError(
            f"{metric.name} has the outputs {', '.join(outputs)}; name one, as in "
            f"functions('{metric.name}', '{outputs[-1]}')"
        )
    return wanted
