"""FactCC's annotated claims, with the articles they are about.

Source: Kryscinski, McCann, Xiong, Socher (2020), Evaluating the Factual Consistency of Abstractive
Text Summarization.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents

CORRECT = {"CORRECT": 1.0, "INCORRECT": 0.0}
HIGHLIGHT = "@highlight"  # the line that ends the article in a story's file


def convert(place: CorpusFiles, *, claims: str, stories: str, split: str) -> Iterator[Instance]:
    """Yield one record for each claim; their systems are not known.

    Args:
        place: Files provided by the user.
        claims: The archive of claims.
        stories: The folder that holds cnn/stories and dailymail/stories.
        split: val or test.
    """
    number = 0
    for path in nist.files(nist.unpacked(place, claims), "*.jsonl"):
        if path.parent.name != split:
            continue
        for row in documents(str(path), lines=True):
            number += 1
            yield Instance(
                instance_id=f"{row['id']}-{number}",
                system_id="unnamed",
                prediction=row["claim"],
                sources=[_article(place / stories, row["filepath"])],
                judgments={"consistent": CORRECT[row["label"]]},
            )


def _article(stories: Path, name: str) -> str:
    path = stories / name.removeprefix("cnndm/")
    if not path.is_file():
        raise InputError(f"{path}: this story is missing; give the folder of all stories")
    lines = nist.read_text(path).split(HIGHLIGHT)[0].splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())
