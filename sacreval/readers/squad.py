"""SQuAD's JSON, optionally with the predictions of systems.

Source: Rajpurkar et al. (2016), SQuAD; Rajpurkar, Jia, Liang (2018) for questions without answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sacreval.core.records import Instance
from sacreval.errors import InputError, UsageError
from sacreval.io.formats.json_documents import document
from sacreval.readers._base import NumberedReader, convert, readers


@readers.register("squad")
@dataclass(frozen=True, kw_only=True)
class SquadReader(NumberedReader):
    """Questions with gold answers; one record for each question, or for each question and system.

    A question without an answer has the empty text as its reference. A question that a system did
    not answer has the empty prediction, as in SQuAD's script, and `meta.missing`; predictions for
    other questions are skipped, since prediction files cover the whole test set.

    Args:
        predictions: System to its file of question id to answer.
        no_answer: System to its file of question id to the probability that there is no answer,
            for the metric squad-threshold; unanswered questions then have the prediction null.
    """

    map_refusal: ClassVar[str] = "does not go with SQuAD's files; use --reader json"

    predictions: Mapping[str, str] = field(default_factory=dict)
    no_answer: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.no_answer and self.no_answer.keys() != self.predictions.keys():
            raise UsageError("no_answer and predictions must name the same systems")

    def _records(self, path: str) -> Iterator[Instance]:
        golds = list(_golds(path))
        if not self.predictions:
            yield from (convert(gold, path) for gold in golds)
            return
        for system, file in self.predictions.items():
            answers = document(file)
            if not any(gold["instance_id"] in answers for gold in golds):
                raise InputError(
                    f"{file}: none of its ids is in {path}; give files of the same questions"
                )
            probabilities = document(self.no_answer[system]) if self.no_answer else None
            for gold in golds:
                answer = answers.get(gold["instance_id"])
                record = {"system_id": system, "prediction": answer or ""}
                if probabilities is not None:
                    record["prediction"] = _with_probability(
                        answer, probabilities, gold["instance_id"]
                    )
                if answer is None:
                    record["meta"] = {"missing": True}
                yield convert({**gold, **record}, file)


def _with_probability(
    answer: str | None, probabilities: Mapping[str, Any], name: str
) -> dict[str, Any] | None:
    if answer is None:
        return None
    if name not in probabilities:
        raise InputError(f"no_answer has no probability for the question {name}; add it")
    return {"text": answer, "no_answer": probabilities[name]}


def _golds(path: str) -> Iterator[dict[str, Any]]:
    try:
        for article in document(path)["data"]:
            for paragraph in article["paragraphs"]:
                for question in paragraph["qas"]:
                    texts = dict.fromkeys(answer["text"] for answer in question["answers"])
                    groups = {"title": article["title"]} if "title" in article else {}
                    if "is_impossible" in question:
                        groups["impossible"] = question["is_impossible"]
                    yield {
                        "instance_id": question["id"],
                        "input": question["question"],
                        "sources": [paragraph["context"]],
                        "references": list(texts) or [""],
                        "groups": groups,
                    }
    except (KeyError, TypeError) as error:
        raise InputError(
            f"{path}: not in the layout of SQuAD ({error!r}); give the file of gold answers"
        ) from None
