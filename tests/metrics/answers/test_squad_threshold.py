"""The threshold of SQuAD 2.0 on random input."""

import numpy as np
import pytest

from support.sizes import few
from support.tasks import scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@few(3, "seed", range(6))
def test_no_answer_threshold(seed):
    """The best threshold is the best of all, each tried with the 2.0 scores of what it leaves."""
    rng = np.random.default_rng(seed)
    records, plain = [], []
    for i in range(40):
        references = [["a b c"], ["the x", "y"], []][int(rng.integers(3))]
        text = ["a b", "a b c", "x", "", "the"][int(rng.integers(5))]
        doubt = float(np.round(rng.random() * 2 - seed % 2, 1))
        answer = None if i % 9 == 8 else {"text": text, "no_answer": doubt}
        records.append({"prediction": answer, "references": references})
    found = scores_of("squad-threshold", records)
    doubts = {r["prediction"]["no_answer"] for r in records if r["prediction"]}
    best = {"exact_match": 0.0, "f1": 0.0}
    for cut in [*doubts, -9.0]:
        plain = [
            {**r, "prediction": r["prediction"] and _below(cut, **r["prediction"])} for r in records
        ]
        scores = scores_of("squad", plain, {"version": "2.0"})
        best = {name: max(value, scores[f"squad_{name}"]) for name, value in best.items()}
        for name in best:
            if found[f"squad_best_{name}_threshold"] == cut:
                want = found[f"squad_best_{name}"]
                assert scores[f"squad_{name}"] == pytest.approx(want, **CLOSE)
    for name, value in best.items():
        assert found[f"squad_best_{name}"] == pytest.approx(value, **CLOSE)
    assert found["squad_missing"] == 4


def _below(cut, *, text, no_answer):
    return text if no_answer <= cut else ""
