"""MultiLing's single documents (2013, 2015, 2017): Wikipedia articles with one human summary.

Source: Giannakopoulos et al. (2015), MultiLing 2015.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles


def convert(
    place: CorpusFiles, *, bodies: str, summaries: str, archives: list[str]
) -> Iterator[Instance]:
    """Yield one record for each text with its human summary; there are no systems.

    Args:
        place: Files provided by the user.
        bodies: The pattern of texts below the archives, such as body/text/en/*.txt.
        summaries: The pattern of their summaries.
        archives: The archives.
    """
    human: dict[str, Path] = {}
    texts: dict[str, Path] = {}
    for archive in archives:
        folder = nist.unpacked(place, archive)
        human |= {_name(path.name): path for path in nist.files(folder, summaries)}
        texts |= {_name(path.name): path for path in nist.files(folder, bodies)}
    for name, path in sorted(texts.items()):
        if name in human:
            yield Instance(
                instance_id=name,
                system_id="human",
                system_type="reference",
                prediction=nist.stripped(human[name]),
                sources=[nist.stripped(path)],
            )


def _name(file: str) -> str:
    """Return the hash before _body or _summary."""
    return file.split("_", maxsplit=1)[0].split(".", maxsplit=1)[0]
