"""TriviaQA: questions with all names of their answers, and pages of Wikipedia.

Source: Joshi et al. (2017), TriviaQA.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document


def convert(
    place: CorpusFiles, *, questions: str, evidence: str | None = None
) -> Iterator[Instance]:
    """Yield one record for each question.

    Args:
        place: Files provided by the user.
        questions: The JSON file of questions.
        evidence: The folder of pages; None for questions without sources.
    """
    for row in document(str(place / questions))["Data"]:
        answer = row["Answer"]
        yield Instance(
            instance_id=row["QuestionId"],
            system_id="questions",
            input=row["Question"],
            references=list(dict.fromkeys([answer["Value"], *answer["Aliases"]])),
            sources=_pages(row, place, evidence) if evidence else None,
        )


def _pages(row: Mapping[str, Any], place: CorpusFiles, evidence: str) -> list[str] | None:
    paths = (place / f"{evidence}/{page['Filename']}" for page in row["EntityPages"])
    return [_page(path) for path in paths] or None


def _page(path: Any) -> str:
    try:
        return str(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: this page cannot be read ({error}); unpack the archive again"
        ) from None
