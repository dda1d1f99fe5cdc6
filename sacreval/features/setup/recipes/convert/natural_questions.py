"""NaturalQuestions in the simplified format: questions, short answers and the passages with them.

Source: Kwiatkowski et al. (2019), Natural Questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents
from sacreval.io.lines import LineLimit

_TAG = re.compile(r"<[^<>]+>")  # a token that is HTML
_LONGEST = LineLimit(max_line=64, reader="")  # a line holds a page


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield one record for each question that has a short answer in a long one.

    Args:
        place: Files provided by the user.
        file: The file in the simplified format.
    """
    for row in documents(str(place / file), lines=True, line_limit=_LONGEST):
        tokens = row["document_text"].split(" ")
        answers = dict.fromkeys(_answers(row["annotations"], tokens))
        passages = dict.fromkeys(_passages(row["annotations"], tokens))
        if answers and passages:
            yield Instance(
                instance_id=str(row["example_id"]),
                system_id="questions",
                input=row["question_text"],
                references=list(answers),
                sources=list(passages),
                meta={"url": row.get("document_url")},
            )


def _answers(annotations: Sequence[Mapping[str, Any]], tokens: Sequence[str]) -> Iterator[str]:
    """Yield the short answers of annotators; several of one annotator are each one of them."""
    for annotation in annotations:
        if annotation.get("yes_no_answer", "NONE") != "NONE":
            yield annotation["yes_no_answer"].lower()
        for span in annotation["short_answers"]:
            yield _text(span, tokens)


def _passages(annotations: Sequence[Mapping[str, Any]], tokens: Sequence[str]) -> Iterator[str]:
    for annotation in annotations:
        if annotation["long_answer"]["start_token"] >= 0:
            yield _text(annotation["long_answer"], tokens)


def _text(span: Mapping[str, Any], tokens: Sequence[str]) -> str:
    """Return the words from `start_token` up to `end_token`, without HTML."""
    words = tokens[span["start_token"] : span["end_token"]]
    return " ".join(word for word in words if not _TAG.fullmatch(word))
