"""WebNLG+ 2020: every worker's ratings with the rated outputs.

Source: Castro Ferreira et al. (2020), The 2020 Bilingual, Bi-Directional WebNLG+ Shared Task.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert.simplicity_da import lines
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document

DIMENSIONS = ("Correctness", "DataCoverage", "Fluency", "Relevance", "TextStructure")
REFERENCE = "WebNLG-2020-reference"  # the seventeenth team: human texts


def convert(place: CorpusFiles, *, results: str, submissions: str) -> Iterator[Instance]:
    """Yield one record for each judged output. Workers become positions in lists; ids are dropped.

    An output that no worker rated has empty lists.

    Args:
        place: The recipe's files.
        results: A pattern of the ratings' files, TEAM/primary.json.
        submissions: The folder of submissions, with TEAM/primary.LANGUAGE.
    """
    for path in place.files(results):
        team = path.parent.name
        texts = _texts(place / submissions, team)
        for sample, workers in document(str(path)).items():
            number = int(sample)
            if texts and not 1 <= number <= len(texts):
                raise InputError(f"{path}: {team} has no line {number}; get the complete checkout")
            yield Instance(
                instance_id=sample,
                system_id=team,
                system_type="reference" if team == REFERENCE else "peer",
                prediction=texts[number - 1] if texts else None,
                judgments=_judgments(workers or {}),
            )


def _texts(submissions: Path, team: str) -> list[str]:
    paths = sorted((submissions / team).glob("primary.*"))
    return lines(paths[0]) if paths else []


def _judgments(workers: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    ordered = [workers[name] for name in sorted(workers)]
    return {name.lower(): [ratings.get(name) for ratings in ordered] for name in DIMENSIONS}
