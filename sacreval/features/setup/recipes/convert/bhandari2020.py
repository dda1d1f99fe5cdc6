"""REALSumm: outputs, litepyramid recall and published scores from two pickles.

Source: Bhandari et al. (2020), Re-evaluating Evaluation in Text Summarization.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats import pickles

HUMAN = "litepyramid_recall"
_SENTENCES = re.compile(r"<t>(.*?)</t>", re.DOTALL)


def convert(place: CorpusFiles, *, files: dict[str, str]) -> Iterator[Instance]:
    """Yield one record for each output. A system in both files must be identical.

    Args:
        place: The recipe's files.
        files: Kind of system (abstractive or extractive) to its pickle.
    """
    seen: dict[tuple[str, str], Instance] = {}
    for kind, file in files.items():
        data = pickles.load(str(place / file), numpy_scalars=True)
        for identifier, document in data.items():
            for name, output in document["system_summaries"].items():
                record = _record(str(identifier), name, document, output, kind)
                key = (str(identifier), name)
                if key not in seen:
                    seen[key] = record
                    yield record
                elif _content(seen[key]) != _content(record):
                    raise InputError(
                        f"{file}: {name} on {identifier} differs between the files; get them again"
                    )


def _record(
    identifier: str, name: str, document: Mapping[str, Any], output: Mapping[str, Any], kind: str
) -> Instance:
    scores = dict(output["scores"])
    human = scores.pop(HUMAN)
    return Instance(
        instance_id=identifier,
        system_id=name.removesuffix(".txt"),
        prediction=sentences(output["system_summary"]),
        references=[sentences(document["ref_summ"])],
        judgments={HUMAN: human},
        groups={"kind": kind},
        meta={"scores": scores},
    )


def _content(record: Instance) -> tuple[Any, Any]:
    return record.prediction, record.judgments


def sentences(text: str) -> str:
    """Write each `<t> … </t>` on a separate line, as ROUGE-L expects sentences."""
    lines = [sentence.strip() for sentence in _SENTENCES.findall(text)]
    return "\n".join(lines) if lines else text.strip()
