"""WMT's direct assessments: blank-separated tables of mean scores of segments.

Source: the news translation tasks of WMT 2021 and 2022.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import number

_NUMBER = re.compile(r"\.\d+$")  # the internal id after a system's name
_HUMAN = re.compile(r"Human|ref", re.IGNORECASE)


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield one record for each judged segment and system.

    Segments have internal ids, which are not line numbers: the tables cannot be joined with texts.

    Args:
        place: The recipe's files.
        file: A table `ad-seg-scores`, which is not CSV despite its name.
    """
    for line, row in Sheet(delimiter="blank").rows(str(place / file)):
        where = f"{file}:{line}"
        system = plain(row["SYS"])
        yield Instance(
            instance_id=row["SID"],
            system_id=system,
            system_type="reference" if _HUMAN.match(system) else "peer",
            judgments={
                "da": number(row["RAW.SCR"], where),
                "da_z": number(row["Z.SCR"], where),
            },
            meta={"ratings": int(row["N"])},
        )


def plain(system: str) -> str:
    """Remove the internal number from a system's name; other dots are kept."""
    return _NUMBER.sub("", system)
