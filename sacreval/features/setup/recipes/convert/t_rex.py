"""T-REx in fmeval's format: beginnings of sentences, answers with <OR> between them, categories.

Source: Elsahar et al. (2018), T-REx; Schwöbel et al. (2024), fmeval.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents

OR = "<OR>"


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield one record for each question.

    Args:
        place: Files provided by the user.
        file: The JSONL file.
    """
    for number, row in enumerate(documents(str(place / file), lines=True), start=1):
        yield Instance(
            instance_id=str(number),
            system_id="questions",
            input=row["question"],
            references=row["answers"].split(OR),
            groups={"category": row["knowledge_category"]},
        )
