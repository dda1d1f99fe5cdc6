"""MultiLing 2019: summaries listed in a table of scores and paths.

Source: the summary evaluation track of MultiLing 2019.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import number


def convert(place: CorpusFiles, *, archive: str, language: str) -> Iterator[Instance]:
    """Yield one record for each listed summary; an empty score is missing.

    Args:
        place: Files provided by the user.
        archive: The archive.
        language: Name of the language in paths, such as english.
    """
    for path in nist.files(nist.unpacked(place, archive), "data.csv"):
        root = path.parent
        for _, row in Sheet(delimiter="comma", quoting="quotes").rows(str(path)):
            system, spoken, *rest = row["summary_path"].split("/")
            if spoken != language:
                continue
            yield Instance(
                instance_id=rest[-1].split(".")[0],
                system_id=system.removeprefix("ID"),
                prediction=nist.stripped(root / row["summary_path"]),
                references=[nist.stripped(root / p) for p in row["model_paths"].split(",") if p],
                sources=[nist.stripped(root / p) for p in row["source_paths"].split(",") if p],
                judgments={"multiling2019_score": number(row["score"], str(path))},
            )
