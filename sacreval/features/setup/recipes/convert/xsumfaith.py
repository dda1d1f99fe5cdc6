"""XSumFaith: hallucinated spans and factuality, one row for each span and worker.

Source: Maynez et al. (2020), On Faithfulness and Factuality in Abstractive Summarization.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import GAPS

WORKERS = ("wid_0", "wid_1", "wid_2")
GOLD = "Gold"  # the reference, annotated like a system
_SHEET = Sheet(delimiter="comma", quoting="quotes")

Key = tuple[str, str]
Votes = dict[Key, dict[str, list[Mapping[str, str]]]]


def convert(place: CorpusFiles, *, spans: str, facts: str) -> Iterator[Instance]:
    """Yield one record for each summary, with each worker's votes on faithfulness and factuality.

    `faithful` is 1 if a worker marked no span. `factual` is 1 for yes and 0 for no, and available
    for hallucinated summaries only. Spans are kept as texts, since their offsets are not reliable.

    Args:
        place: The recipe's files.
        spans: The table of hallucinations.
        facts: The table of factuality.
    """
    rows = _by_worker(str(place / spans))
    factual = _by_worker(str(place / facts))
    for (article, system), votes in rows.items():
        first = next(iter(votes.values()))[0]
        yield Instance(
            instance_id=article,
            system_id=system,
            system_type="reference" if system == GOLD else "peer",
            prediction=first["summary"],
            judgments={
                "faithful": [_faithful(votes.get(worker)) for worker in WORKERS],
                "factual": [_factual(factual.get((article, system), {}).get(w)) for w in WORKERS],
            },
            meta={"spans": [_span(row) for marked in votes.values() for row in marked]},
        )


def _by_worker(path: str) -> Votes:
    """Group rows by summary and worker."""
    votes: Votes = {}
    for _, row in _SHEET.rows(path):
        workers = votes.setdefault((row["bbcid"], row["system"]), {})
        workers.setdefault(row["worker_id"], []).append(row)
    return votes


def _faithful(rows: list[Mapping[str, str]] | None) -> float | None:
    if rows is None:
        return None
    return float(all(row["hallucination_type"] in GAPS for row in rows))


def _factual(rows: list[Mapping[str, str]] | None) -> float | None:
    answers = [row["is_factual"] for row in rows or () if row["is_factual"] not in GAPS]
    return float(all(answer == "yes" for answer in answers)) if answers else None


def _span(row: Mapping[str, str]) -> dict[str, str | None]:
    kind, text = row["hallucination_type"], row["hallucinated_span"]
    return {
        "worker": row["worker_id"],
        "type": None if kind in GAPS else kind,
        "text": None if text in GAPS else text,
    }
