"""Worked numbers of classic metrics: `others.json` of SACREVAL_CASES, and the texts they are of.

The texts are the first segments of WMT23 English-German, of ONLINE-A and of refA, with blanks
squeezed, from the mirror of real corpora.
"""

import json
from functools import cache
from typing import Any

import pytest

from sacreval import native
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import metrics
from sacreval.core.options.specs import from_options
from sacreval.core.records import Batch, Instance
from support import mirror, missing
from support.cases import COLLECTIONS

each_engine = pytest.mark.parametrize(
    "engine", ["official", *(["native"] if native.available() else [])]
)


@cache
def _document() -> dict[str, Any] | None:
    path = COLLECTIONS / "others.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def others(name: str) -> Any:
    """Return the entry of a tool; skip the test if the collection is not there."""
    document = _document()
    if document is None:
        missing.say("the classic metrics' worked numbers: SACREVAL_CASES holds no others.json")
        pytest.skip("no others.json")
    return document[name]


def segments(count: int) -> mirror.Corpus:
    """Return the first segments, each with one reference."""
    hypotheses = mirror.lines(f"{mirror.WMT23}/system-outputs/en-de/ONLINE-A.txt")[:count]
    references = mirror.lines(f"{mirror.WMT23}/references/en-de.refA.txt")[:count]
    return mirror.Corpus(
        [" ".join(text.split()) for text in hypotheses],
        [[" ".join(text.split())] for text in references],
    )


def scores_of_each(name: str, corpus: mirror.Corpus, **options: Any) -> list[float]:
    """Return the first output of every record; `engine` is an option like the others."""
    engine = options.pop("engine", "official")
    metric = from_options(metrics, name, options).with_engine(engine)
    pairs = zip(corpus.predictions, corpus.references, strict=True)
    rows = metric.rows(Batch([Instance(prediction=p, references=r) for p, r in pairs]))
    return for_instances(metric).reduce(rows)[metric.outputs[0]].tolist()
