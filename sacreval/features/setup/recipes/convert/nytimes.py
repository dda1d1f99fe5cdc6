"""The New York Times Annotated Corpus: articles with an abstract; no systems, no judgments.

Source: Sandhaus (2008), LDC2008T19.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles

_ABSTRACT = re.compile(r"<abstract>(.*?)</abstract>", re.DOTALL)
_BODY = re.compile(r'<block class="full_text">(.*?)</block>', re.DOTALL)
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_NUMBER = re.compile(r"\d{5,}")


def convert(place: CorpusFiles, *, archive: str, split: str) -> Iterator[Instance]:
    """Yield one record for each article that a split lists, with its abstract as reference.

    Args:
        place: Files provided by the user.
        archive: The archive of LDC, with one archive for each month.
        split: The file that lists the articles of a split by their numbers.
    """
    numbers = dict.fromkeys(_NUMBER.findall(nist.read_text(place / split)))
    records: dict[str, Instance] = {}
    for month in nist.files(nist.unpacked(place, archive), "*.tgz"):
        for path in nist.files(nist.unpacked(place, month), "*.xml"):
            if path.stem in numbers and (record := _record(path.stem, nist.read_text(path))):
                records[path.stem] = record
    if missing := [name for name in numbers if name not in records]:
        raise InputError(
            f"{archive}: {len(missing)} articles of the split are not in it, such as {missing[0]}; "
            "give the complete archive"
        )
    yield from (records[name] for name in numbers)


def _record(name: str, raw: str) -> Instance | None:
    abstract, body = _ABSTRACT.search(raw), _BODY.search(raw)
    if abstract is None or body is None:
        return None
    return Instance(
        instance_id=name,
        system_id="gold",
        references=[_paragraphs(abstract[1])],
        sources=[_paragraphs(body[1])],
    )


def _paragraphs(marked: str) -> str:
    return "\n".join(nist.plain(part) for part in _PARAGRAPH.findall(marked) or [marked])
