"""Converting judgments of summaries and stories, made small here."""

import json
import pickle

import pytest

from sacreval.errors import InputError
from support.layouts import as_csv, as_json, as_jsonl, by_key


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


def test_chaganty2018(miniature, lines, tar):
    """Chaganty: one text of two systems, one output rated twice of which the first counts."""

    def text(system, content):
        return json.dumps(
            {"input": {"contents": {"id": "006588", "text": content, "system": system}}}
        )

    def rating(system, human):
        prompts = {
            "hter": {"human": human, "gold": 1, "bleu-2": 0.5},
            "overall": {"human": [1], "gold": 1, "bleu-2": 0.5},
        }
        return json.dumps({"id": "006588", "system": system, "prompts": prompts})

    folder = miniature(
        "chaganty2018",
        {
            "articles": json.dumps({"id": "006588", "text": "article"}),
            "texts": tar({"./lqual.jsonl": text("ml+rl;ml", "t") + "\n" + text("reference", "r")}),
            "ratings": "\n".join(
                [
                    rating("ml+rl", [0.5]),
                    rating("ml+rl", [0.9]),
                    rating("ml", [1, 0]),
                    rating("reference", [0]),
                ]
            ),
        },
    )
    rows = by_key(lines(folder / "records.jsonl"))
    assert len(rows) == 3
    assert rows["006588", "ml+rl"]["judgments"] == {"hter": [0.5], "overall": [1]}
    assert rows["006588", "ml"]["prediction"] == "t"
    assert rows["006588", "ml"]["references"] == ["r"]
    assert rows["006588", "reference"]["system_type"] == "reference"


def test_equal_outputs_of_two_systems_are_kept(corpora, lines):
    """In 38 of SummEval's 100 inputs at least two systems have the same output."""
    outputs = {}
    for row in lines(corpora("fabbri2020") / "records.jsonl"):
        outputs.setdefault(row["instance_id"], []).append(row["prediction"])
    assert sum(len(set(texts)) < len(texts) for texts in outputs.values()) == 38


def test_summeval_texts_and_raters_agree(corpora, lines):
    """SummEval has 11 references, 3 experts and 5 turkers for each of 1600 outputs."""
    for row in lines(corpora("fabbri2020") / "records.jsonl"):
        assert len(row["references"]) == 11
        kinds = {len(v) for k, v in row["judgments"].items() if k.startswith("expert")}
        crowds = {len(v) for k, v in row["judgments"].items() if k.startswith("turker")}
        assert (kinds, crowds) == ({3}, {5})


def test_frank(miniature, lines):
    """FRANK: null is a gap, in judgments and in metrics."""
    key = {"hash": "h", "model_name": "bart", "dataset": "cnndm", "split": "test"}
    folder = miniature(
        "frank",
        {
            "data/human_annotations.json": as_json([{**key, "Factuality": 0.5, "RelE": None}]),
            "data/baseline_factuality_metrics_outputs.json": as_json(
                [{**key, "FEQA": None, "B": 1}]
            ),
        },
    )
    [row] = lines(folder / "records.jsonl")
    assert row["judgments"] == {"Factuality": 0.5, "RelE": None}
    assert row["groups"] == {"dataset": "cnndm", "split": "test"}
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"FEQA": None, "B": 1}


def test_hanna(miniature, lines):
    """HANNA: every cell is a list of stories, nan is a gap, Human is people."""
    table = as_csv(
        ["", "Relevance", "Coherence", "BLEU\u00b2"],
        ["Human", "[4.0, nan]", "[3, 4]", "[1.0, 2.0]"],
        ["GPT", "[1, 2]", "[1.5, 2]", "[nan, 0.5]"],
    )
    folder = miniature("hanna", {"hanna_metric_scores_llm.csv": table})
    rows = lines(folder / "records.jsonl")
    assert len(rows) == 4
    assert rows[1]["judgments"] == {"relevance": None, "coherence": 4}
    assert rows[0]["system_type"] == "reference"
    assert lines(folder / "scores.jsonl")[2]["scores"] == {"BLEU\u00b2": None}


def test_kryscinski2019(miniature, lines, tar):
    """FactCC: the article ends before its highlights; a story that is missing is named."""
    claim = {"id": "a", "filepath": "cnndm/cnn/stories/h.story", "claim": "c", "label": "INCORRECT"}
    claims = tar(
        {f"unpaired/{split}/data-dev.jsonl": json.dumps(claim) for split in ("val", "test")}
    )
    story = "One.\n\nTwo.\n\n@highlight\n\nNo."
    other = "stories/dailymail/stories/x.story"
    folder = miniature(
        "kryscinski2019",
        {"claims": claims, "stories/cnn/stories/h.story": story, other: story},
    )
    [row] = lines(folder / "valid.jsonl")
    assert row["sources"] == ["One.\nTwo."]
    assert row["judgments"] == {"consistent": 0}


def test_kryscinski2019_lacks_a_story(miniature, tar):
    """A story that is not in the folder is named."""
    claim = {"id": "a", "filepath": "cnndm/cnn/stories/h.story", "claim": "c", "label": "CORRECT"}
    claims = tar({"u/val/d.jsonl": json.dumps(claim)})
    files = {"claims": claims, "stories/cnn/stories/x": "", "stories/dailymail/stories/x": ""}
    with pytest.raises(InputError, match=r"h\.story: this story is missing"):
        miniature("kryscinski2019", files)


def test_opinsummeval(miniature, lines):
    """OpinSummEval: two annotators in lists, metrics with blanks in their names."""
    dims = {"asp_rel": 1, "self_coh": 2, "sent_con": 3, "readblty": 4}
    outputs = {
        "case": 1,
        "revs": {"rev1": "a", "rev2": "b"},
        "summ": "r",
        "model_output": {"X": "x"},
    }
    scored = {"case": 1, "X": {"annot1": dims, "annot2": {**dims, "asp_rel": 5},
                              "geval_Aspect Relevance": 0.5}}  # fmt: skip
    folder = miniature(
        "opinsummeval",
        {
            "metric_evaluation/14model_outputs.jsonl": as_jsonl(outputs),
            "metric_evaluation/scores.jsonl": as_jsonl(scored),
        },
    )
    [row] = lines(folder / "records.jsonl")
    assert row["judgments"]["asp_rel"] == [1, 5]
    assert row["sources"] == ["a", "b"]
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"geval_Aspect Relevance": 0.5}


def test_vasilyev_scores_are_put_back_in_annotators_places(corpora, lines, mirror):
    """Vasilyev's scores stand sorted in the file; annotators tell them apart."""
    import json

    raw = json.loads(next(mirror.glob("*/PrimerAI/blanc/*/data/CNN*.json")).read_text("utf-8"))
    rows = lines(corpora("vasilyev2020") / "cnn-dailymail.jsonl")
    annotators = sorted({a for item in raw for a in item["annotators_ids"]})
    assert all(item["scores"] == sorted(item["scores"]) for item in raw)
    for item, row in zip(raw, rows, strict=True):
        by_annotator = dict(zip(item["annotators_ids"], item["scores"], strict=True))
        assert row["judgments"]["quality"] == [by_annotator.get(a) for a in annotators]
    means = [
        [s for row in rows if (s := row["judgments"]["quality"][i]) is not None]
        for i in range(len(annotators))
    ]
    assert len({round(sum(m) / len(m), 3) for m in means if m}) > 5  # people do differ


def test_vasilyev_notes_are_dropped(corpora, lines):
    """The line NO ANNOTATIONS FOUND PREVIOUSLY is no part of an article."""
    rows = lines(corpora("vasilyev2020") / "dailynews-aspects.jsonl")
    assert not any("NO ANNOTATIONS FOUND" in row["sources"][0] for row in rows)
    assert {len(row["judgments"]) for row in rows} == {5}


def test_xsumfaith(miniature, lines):
    """XSumFaith: rows are spans, NULL is none, Gold is people, worker places are fixed."""
    head = ["bbcid", "system", "summary", "hallucination_type", "hallucinated_span",
            "hallucinated_span_start", "hallucinated_span_end", "worker_id"]  # fmt: skip
    spans = as_csv(
        head,
        ["1", "PtGen", "a, b", "extrinsic", "b", "3", "4", "wid_0"],
        ["1", "PtGen", "a, b", "intrinsic", "a", "1", "2", "wid_0"],
        ["1", "PtGen", "a, b", "NULL", "NULL", "0", "0", "wid_2"],
        ["1", "Gold", "g", "NULL", "NULL", "0", "0", "wid_1"],
    )
    facts = as_csv(
        ["bbcid", "system", "summary", "is_factual", "worker_id"],
        ["1", "PtGen", "a, b", "no", "wid_0"],
        ["1", "PtGen", "a, b", "NULL", "wid_1"],
        ["1", "PtGen", "a, b", "yes", "wid_2"],
    )
    folder = miniature(
        "xsumfaith",
        {
            "hallucination_annotations_xsum_summaries.csv": spans,
            "factuality_annotations_xsum_summaries.csv": facts,
        },
    )
    first, gold = lines(folder / "records.jsonl")
    assert first["judgments"] == {"faithful": [0, None, 1], "factual": [0, None, 1]}
    assert [span["text"] for span in first["meta"]["spans"]] == ["b", "a", None]
    assert gold["system_type"] == "reference"
