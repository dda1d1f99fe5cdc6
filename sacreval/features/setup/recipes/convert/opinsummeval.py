"""OpinSummEval: summaries of reviews by 14 systems, two annotators, about sixty metrics.

Source: Shen, Wan (2023), OpinSummEval.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents

ANNOTATORS = ("annot1", "annot2")
DIMENSIONS = ("asp_rel", "self_coh", "sent_con", "readblty")


def convert(place: CorpusFiles, *, outputs: str, scores: str) -> Iterator[Instance]:
    """Join outputs and scores, which are line-aligned; the number of the case is checked.

    Args:
        place: The recipe's files.
        outputs: The JSONL file of reviews and summaries.
        scores: The JSONL file of scores.
    """
    pairs = zip(
        documents(str(place / outputs), lines=True),
        documents(str(place / scores), lines=True),
        strict=True,
    )
    for number, (case, scored) in enumerate(pairs, start=1):
        if case["case"] != scored["case"]:
            raise InputError(
                f"{scores}:{number}: not the same case as in {outputs}; fetch both again"
            )
        for system, summary in case["model_output"].items():
            numbers = scored[system]
            yield Instance(
                instance_id=str(case["case"]),
                system_id=system,
                prediction=summary,
                references=[case["summ"]],
                sources=list(case["revs"].values()),
                judgments={d: [numbers[a][d] for a in ANNOTATORS] for d in DIMENSIONS},
                meta={"scores": {k: v for k, v in numbers.items() if k not in ANNOTATORS}},
            )
