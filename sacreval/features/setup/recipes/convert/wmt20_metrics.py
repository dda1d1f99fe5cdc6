"""WMT20's metrics task: direct assessments and metric scores of whole systems.

Source: Mathur et al. (2020), Results of the WMT20 Metrics Shared Task.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import number

COLUMNS = ("metric", "pair", "testset", "refset", "system", "score")
HEAD, TAIL = "metrics-ad-sys-scores-", ".csv"


def convert(place: CorpusFiles, *, people: str, metrics: list[str]) -> Iterator[Instance]:
    """Yield one record for each system and language pair, which is the input; there are no texts.

    Systems keep their number, since two systems of a team differ only in it (Tilde.1425,
    Tilde.1430).

    Args:
        place: The recipe's files.
        people: Pattern of the tables of direct assessments of the metrics task, one for each
            language pair; they name systems as the metrics' tables do.
        metrics: Patterns of the metrics' tables.
    """
    published: dict[tuple[str, str], dict[str, float | None]] = {}
    for pattern in metrics:
        for path in place.files(pattern):
            for line, row in Sheet(columns=COLUMNS).rows(str(path)):
                key = (row["pair"], row["system"])
                name = f"{row['metric']}-{row['refset']}"
                published.setdefault(key, {})[name] = number(row["score"], f"{path}:{line}")
    for path in place.files(people):
        pair = path.name.removeprefix(HEAD).removesuffix(TAIL)
        for line, row in Sheet(delimiter="blank").rows(str(path)):
            where = f"{path}:{line}"
            system = row["SYS"]
            yield Instance(
                instance_id=pair,
                system_id=system,
                system_type="reference" if system.startswith("Human-") else "peer",
                groups={"language_pair": pair},
                judgments={
                    "da": number(row["RAW.SCR"], where),
                    "da_z": number(row["Z.SCR"], where),
                },
                meta={"scores": published.get((pair, system), {})},
            )
