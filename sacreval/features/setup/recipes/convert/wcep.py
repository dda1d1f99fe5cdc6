"""WCEP: clusters of news articles with one sentence from Wikipedia; no systems, no judgments.

Source: Gholipour Ghalandari et al. (2020), A Large-Scale Multi-Document Summarization Dataset from
the Wikipedia Current Events Portal.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield one record for each cluster; repeated and empty articles are left out.

    Args:
        place: Files provided by the user.
        file: The compressed JSONL file of a split.
    """
    for number, row in enumerate(documents(str(place / file), lines=True), start=1):
        texts = dict.fromkeys(article["text"].strip() for article in row["articles"])
        yield Instance(
            instance_id=str(row.get("id", number)),
            system_id="gold",
            references=[row["summary"]],
            sources=[text for text in texts if text] or None,
        )
