"""Converting REALSumm, made small here."""

import pickle

import pytest

from sacreval.errors import InputError


def _realsumm(systems, score=0.5, numpy=True):
    import numpy as np

    value = np.float64(score) if numpy else score
    outputs = {
        name: {
            "system_summary": text,
            "scores": {"litepyramid_recall": value, "rouge_1_recall": 1.0},
        }
        for name, text in systems.items()
    }
    document = {"doc_id": 7, "ref_summ": "<t> A ref . </t>", "system_summaries": outputs}
    return pickle.dumps({7: document})


ABS, EXT = "scores_dicts/abs.pkl", "scores_dicts/ext.pkl"


def test_bhandari2020(miniature, lines):
    """REALSumm: numpy scalars, sentences of their own, bart_out once though it stands twice."""
    same = "<t> one . </t>  <t> two . </t>"
    folder = miniature(
        "bhandari2020",
        {
            ABS: _realsumm({"bart_out.txt": same, "bus.txt": "<t>x</t>"}),
            EXT: _realsumm({"bart_out.txt": same, "neusumm_out.txt": "plain"}),
        },
    )
    rows = lines(folder / "records.jsonl")
    assert [row["system_id"] for row in rows] == ["bart_out", "bus", "neusumm_out"]
    assert rows[0]["prediction"] == "one .\ntwo ."
    assert rows[0]["references"] == ["A ref ."]
    assert rows[0]["judgments"] == {"litepyramid_recall": 0.5}
    assert [row["groups"]["kind"] for row in rows] == ["abstractive", "abstractive", "extractive"]
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"rouge_1_recall": 1.0}


def test_bhandari2020_differs(miniature):
    """A system that differs between REALSumm's two files is an error."""
    with pytest.raises(InputError, match=r"bart_out\.txt on 7 differs"):
        miniature(
            "bhandari2020",
            {ABS: _realsumm({"bart_out.txt": "a"}), EXT: _realsumm({"bart_out.txt": "b"})},
        )
