"""WikiText: beginnings of paragraphs of Wikipedia, with what follows them.

Source: Merity et al. (2017), Pointer Sentinel Mixture Models.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles

_JOINED = re.compile(r" @([-,.])@ ")
_TITLE = re.compile(r"= ([^=].*) =")
UNKNOWN = "<unk>"


def convert(place: CorpusFiles, *, file: str, words: int) -> Iterator[Instance]:
    """Yield one record for each paragraph that is long enough.

    Args:
        place: The recipe's files.
        file: The text, a paragraph or a heading on each line, with blanks between words.
        words: Number of words of a prompt; a paragraph has twice as many or more.
    """
    article = ""
    text = (place / file).read_text(encoding="utf-8")
    for number, line in enumerate(text.split("\n"), start=1):
        paragraph = _JOINED.sub(r"\1", line.strip())
        if title := _TITLE.fullmatch(paragraph):
            article = title[1]
        tokens = paragraph.split(" ")
        start, rest = tokens[:words], tokens[words:]
        if paragraph.startswith("= ") or len(rest) < words or UNKNOWN in " ".join(start):
            continue
        yield Instance(
            instance_id=str(number),
            system_id="prompts",
            input=" ".join(start),
            groups={"article": article},
            meta={"continuation": " ".join(rest)},
        )
