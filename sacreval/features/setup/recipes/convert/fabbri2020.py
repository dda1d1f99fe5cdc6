"""SummEval: texts from BARTScore's dictionary, every rater's scores from SacreROUGE's lines.

Source: Fabbri et al. (2020), SummEval.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles

METRICS = (
    "autosummeng", "bertscore", "bewte", "meteor", "moverscore", "qaeval", "rouge", "s3",
)  # fmt: skip
DIMENSIONS = ("coherence", "consistency", "fluency", "relevance")
EPSILON = 1e-9  # means of three small integers, computed twice


def convert(place: CorpusFiles, *, texts: str, scores: str) -> Iterator[Instance]:
    """Join texts, ratings and published scores by document and system.

    Args:
        place: The recipe's files.
        texts: The pickle.
        scores: The folder of SacreROUGE's files.
    """
    ratings = _by_output(place.read("sacrerouge", place / scores / "relevance.jsonl"))
    published = [
        _by_output(place.read("sacrerouge", place / scores / f"{name}.jsonl")) for name in METRICS
    ]
    for text in place.read("bartscore", place / texts):
        key = (text.instance_id, text.system_id)
        if key not in ratings:
            raise InputError(f"{texts}: {key[1]} on {key[0]} has no ratings; fetch the files again")
        judgments = ratings.pop(key).judgments
        _compare(text, judgments)
        values = {k: v for rows in published for k, v in rows[key].meta["scores"].items()}
        yield msgspec.structs.replace(text, judgments=judgments, meta={"scores": values})
    if ratings:
        raise InputError(f"{scores}: {len(ratings)} rated outputs have no text; fetch them again")


def _by_output(rows: Iterator[Instance]) -> dict[tuple[Any, Any], Any]:
    return {(row.instance_id, row.system_id): row for row in rows}


def _compare(text: Instance, ratings: Any) -> None:
    """Check that both sources have the same output: the means must agree."""
    for name in DIMENSIONS:
        raters, mean = ratings[f"expert_{name}"], text.judgments[name]  # type: ignore[index]
        if abs(sum(raters) / len(raters) - mean) > EPSILON:
            raise InputError(
                f"{text.instance_id}, {text.system_id}: the mean {name} of the raters is not the "
                "one beside the text; fetch the files again"
            )
