"""GSM8K: final numbers of four models' solutions, with the gold numbers.

Source: Cobbe et al. (2021), Training Verifiers to Solve Math Word Problems.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents

SYSTEMS = ("6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification")


def convert(place: CorpusFiles, *, solutions: str, tests: str) -> Iterator[Instance]:
    """Yield one record for each question and model; the whole solution is in `meta.solution`.

    Args:
        place: The recipe's files.
        solutions: The JSONL file of the models' solutions.
        tests: The JSONL file of the test questions, in the same order.
    """
    rows = zip(
        documents(str(place / solutions), lines=True),
        documents(str(place / tests), lines=True),
        strict=True,
    )
    for number, (row, test) in enumerate(rows, start=1):
        if row["question"] != test["question"]:
            raise InputError(f"{solutions}:{number}: not the test set's question; fetch it again")
        gold = final(test["answer"], "####")
        for system in SYSTEMS:
            solution = row[system]["solution"]
            yield Instance(
                instance_id=str(number),
                system_id=system,
                prediction=final(solution, "A:"),
                references=[gold],
                input=row["question"],
                judgments={"correct": float(row[system]["is_correct"])},
                meta={"solution": solution, "gold_solution": test["answer"]},
            )


def final(solution: str, mark: str) -> str:
    """Return the number after the last mark, without thousands commas; "" if there is none."""
    _, separator, tail = solution.rpartition(mark)
    return tail.strip().replace(",", "") if separator else ""
