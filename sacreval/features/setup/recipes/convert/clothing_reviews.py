"""Women's E-Commerce Clothing Reviews: texts, and whether the product is recommended.

Source: Agarap (2018), Statistical Analysis on E-Commerce Reviews.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet

GROUPS = {"class": "Class Name", "department": "Department Name", "division": "Division Name"}


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield one record for each review that has a text.

    Args:
        place: Files provided by the user.
        file: The CSV file; its first column, without a heading, numbers the reviews.
    """
    for _, row in Sheet(delimiter="comma", quoting="quotes").rows(str(place / file)):
        if row["Review Text"].strip():
            yield Instance(
                instance_id=row[""],
                system_id="reviews",
                input=row["Review Text"],
                references=[row["Recommended IND"]],
                groups={name: row[column] for name, column in GROUPS.items() if row[column]},
                meta={"title": row["Title"], "rating": int(row["Rating"])},
            )
