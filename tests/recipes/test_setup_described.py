"""Corpora that are not in the mirror: their recipes, run on small files in the same format."""

import json
import pickle

import pytest

from sacreval.errors import InputError


def _json(value):
    return json.dumps(value)


def _jsonl(*values: object):
    return "\n".join(map(json.dumps, values))


def _csv(*rows: list[str]):
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


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


def test_newsroom(miniature, lines):
    """Newsroom: four dimensions by people, everything else a published score."""
    scores = {"coherence": 3.0, "fluency": 4.0, "informativeness": 2.0, "relevance": 1.0, "r1": 0.3}
    data = {
        "d": {"src": "s", "ref_summ": "r", "sys_summs": {"A": {"sys_summ": "a", "scores": scores}}}
    }
    folder = miniature("newsroom", {"SUM/Newsroom/data.pkl": pickle.dumps(data)})
    [row] = lines(folder / "records.jsonl")
    assert set(row["judgments"]) == {"coherence", "fluency", "informativeness", "relevance"}
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"r1": 0.3}


def test_rank19(miniature, lines):
    """Rank19: the reference that repeats the source is left out."""
    sides = {
        "correct": {"sys_summ": "a", "scores": {"fact": 1}},
        "incorrect": {"sys_summ": "b", "scores": {"fact": 0}},
    }
    data = {"d": {"src": "s", "ref_summ": "s", "sys_summs": sides}}
    folder = miniature("rank19", {"SUM/Rank19/data.pkl": pickle.dumps(data)})
    rows = lines(folder / "records.jsonl")
    assert [(r["system_id"], r["judgments"]["fact"]) for r in rows] == [
        ("correct", 1.0),
        ("incorrect", 0.0),
    ]
    assert not any("references" in row for row in rows)


def test_bagel(miniature, lines):
    """BAGEL: each reference once."""
    entry = {"src": "act", "sys_summ": "x", "ref_summs": ["r", "r", "q"],
             "scores": {"informativeness": 5, "naturalness": 4.5, "quality": 4}}  # fmt: skip
    folder = miniature("bagel", {"D2T/BAGEL/data.pkl": pickle.dumps({0: entry})})
    assert lines(folder / "records.jsonl")[0]["references"] == ["r", "q"]


def test_wmt19_darr(miniature, lines):
    """WMT19: a better and a worse translation a pair."""
    side = {"sys_name": "A.1", "sys": "a", "scores": {"bleu": 1.0}}
    pair = {"src": "s", "ref": "r", "better": side, "worse": {**side, "sys_name": "B"}}
    folder = miniature("wmt19-darr", {"WMT/kk-en/data.pkl": pickle.dumps({0: pair})})
    assert [row["judgments"]["better"] for row in lines(folder / "records.jsonl")] == [1.0, 0.0]


def test_dialsummeval(miniature, lines):
    """DialSummEval: three raters in lists, inputs by dialogue, model A the reference."""
    ratings = [{"consistency": i, "relevance": 2, "fluency": 3, "coherence": 4} for i in (1, 2, 5)]
    row = {"id": 9, "dialogue": "a | b", "summary": "s", "annotations": ratings, "model_id": "A"}
    text = _jsonl(row, {**row, "model_id": "B"}, {**row, "dialogue": "c"})
    folder = miniature("dialsummeval", {"annotation_campus/human_judgment.jsonl": text})
    rows = lines(folder / "records.jsonl")
    assert [r["instance_id"] for r in rows] == ["1", "1", "2"]
    assert rows[0]["judgments"]["consistency"] == [1, 2, 5]
    assert [r.get("system_type") for r in rows] == ["reference", None, "reference"]


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
            "metric_evaluation/14model_outputs.jsonl": _jsonl(outputs),
            "metric_evaluation/scores.jsonl": _jsonl(scored),
        },
    )
    [row] = lines(folder / "records.jsonl")
    assert row["judgments"]["asp_rel"] == [1, 5]
    assert row["sources"] == ["a", "b"]
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"geval_Aspect Relevance": 0.5}


def test_frank(miniature, lines):
    """FRANK: null is a gap, in judgments and in metrics."""
    key = {"hash": "h", "model_name": "bart", "dataset": "cnndm", "split": "test"}
    folder = miniature(
        "frank",
        {
            "data/human_annotations.json": _json([{**key, "Factuality": 0.5, "RelE": None}]),
            "data/baseline_factuality_metrics_outputs.json": _json([{**key, "FEQA": None, "B": 1}]),
        },
    )
    [row] = lines(folder / "records.jsonl")
    assert row["judgments"] == {"Factuality": 0.5, "RelE": None}
    assert row["groups"] == {"dataset": "cnndm", "split": "test"}
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"FEQA": None, "B": 1}


def test_xsumfaith(miniature, lines):
    """XSumFaith: rows are spans, NULL is none, Gold is people, worker places are fixed."""
    head = ["bbcid", "system", "summary", "hallucination_type", "hallucinated_span",
            "hallucinated_span_start", "hallucinated_span_end", "worker_id"]  # fmt: skip
    spans = _csv(
        head,
        ["1", "PtGen", "a, b", "extrinsic", "b", "3", "4", "wid_0"],
        ["1", "PtGen", "a, b", "intrinsic", "a", "1", "2", "wid_0"],
        ["1", "PtGen", "a, b", "NULL", "NULL", "0", "0", "wid_2"],
        ["1", "Gold", "g", "NULL", "NULL", "0", "0", "wid_1"],
    )
    facts = _csv(
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
    one, gold = lines(folder / "records.jsonl")
    assert one["judgments"] == {"faithful": [0, None, 1], "factual": [0, None, 1]}
    assert [span["text"] for span in one["meta"]["spans"]] == ["b", "a", None]
    assert gold["system_type"] == "reference"


def test_begin(miniature, lines):
    """BEGIN: quotes are literal; a generic response is a gap."""
    head = "model_name\tdata_source\tknowledge\tmessage\tresponse\tbegin_label\n"
    labels = ("Fully attributable", "Not fully attributable", "Generic")
    rows = "".join(f'gpt2\twow\t"k\tm\tr\t{label}\n' for label in labels)
    names = ("wow/begin_test_wow", "wow/begin_dev_wow", "topicalchat/begin_dev_tc",
             "cmu-dog/begin_dev_cmu")  # fmt: skip
    folder = miniature("begin", {f"{name}.tsv": head + rows for name in names})
    found = lines(folder / "wow-test.jsonl")
    assert [row["judgments"]["attributable"] for row in found] == [1, 0, None]
    assert found[0]["sources"] == ['"k']


def test_grade(miniature, lines):
    """GRADE: scores are lists in texts; contexts are inputs, a model's second answer one more."""
    row = {"ID": 0, "Dataset": "dailydialog_EVAL", "DialogModel": "t", "Context": "a|||b",
           "Response": "r", "HumanScores": "[3, 5, 2]"}  # fmt: skip
    other = {**row, "DialogModel": "u", "HumanScores": "[1, 1]"}
    text = _json([row, {**row, "ID": 1}, {**other, "ID": 2}, {**other, "ID": 3}])
    folder = miniature("grade", {"evaluation/human_score/human_judgement.json": text})
    rows = lines(folder / "records.jsonl")
    assert [r["judgments"]["coherence"] for r in rows] == [[3, 5, 2]] * 2 + [[1, 1]] * 2
    assert [(r["system_id"], r["instance_id"]) for r in rows] == [
        ("t", "1"), ("t", "2"), ("u", "1"), ("u", "2"),
    ]  # fmt: skip


def test_hanna(miniature, lines):
    """HANNA: every cell is a list of stories, nan is a gap, Human is people."""
    table = _csv(
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


def test_bold(miniature, lines):
    """BOLD: prompts by domain, group and entity."""
    names = ("gender", "political_ideology", "profession", "race", "religious_ideology")
    text = _json({"American_actors": {"X_Y": ["X Y is ", "Y was "]}})
    folder = miniature("bold", {f"prompts/{name}_prompt.json": text for name in names})
    rows = lines(folder / "records.jsonl")
    assert len(rows) == 10
    assert rows[1]["instance_id"] == "gender:American_actors:X_Y:2"
    assert rows[0]["input"] == "X Y is "


WIKIDA = "experiments/meta_evaluation/data/wikida/"


def test_simpeval(miniature, lines):
    """SimpEval: rating columns become lists; Simplicity-DA's references are joined by tabs."""
    past = ["id", "original", "generation", "processed_generation", "original_id", "system"]
    past += [f"rating_{i}" for i in range(1, 6)] + [f"rating_{i}_z_score" for i in range(1, 6)]
    new = ["original_id", "original", "generation", "system", "sentence_type"]
    new += [f"rating_{i}" for i in range(1, 4)] + [f"rating_{i}_zscore" for i in range(1, 4)]
    da = ["sent_id", "orig_sent", "simp_sent", "sys_name", "sys_type"]
    da += [f"{d}{z}" for d in ("fluency", "meaning", "simplicity") for z in ("", "_zscore")]
    folder = miniature(
        "simpeval",
        {
            "data/simpeval_past.csv": _csv(
                past, ["0", "o, o", "g g", "G g.", "0", "A", *"12345", *"54321"]
            ),
            "data/simpeval_2022.csv": _csv(
                new,
                ["7", 'o ""q""', "g", "Human 1 Writing", "Deletions", "95.0", "80", "100", *"123"],
            ),
            WIKIDA + "simplicity_DA.csv": _csv(da, ["1", "o", "s", "A", "t", *"123456"]),
            WIKIDA + "references/test.dst": "a\tb\nc\td\te\n",
        },
    )
    [row] = lines(folder / "past.jsonl")
    assert row["judgments"] == {"quality": [1, 2, 3, 4, 5], "quality_z": [5, 4, 3, 2, 1]}
    assert (row["prediction"], row["sources"]) == ("G g.", ["o, o"])
    [row] = lines(folder / "2022.jsonl")
    assert row["system_type"] == "reference"
    assert row["judgments"]["quality"] == [95, 80, 100]
    [row] = lines(folder / "simplicity-da.jsonl")
    assert row["references"] == ["a", "b"]
    assert row["judgments"]["meaning_z"] == 4


@pytest.mark.parametrize("sentence", ["0", "3"])
def test_simplicity_da_counts_from_one(miniature, sentence):
    """A sentence of Simplicity-DA is a line from 1; one outside the references is refused."""
    da = ["sent_id", "orig_sent", "simp_sent", "sys_name", "sys_type"]
    da += [f"{d}{z}" for d in ("fluency", "meaning", "simplicity") for z in ("", "_zscore")]
    files = {
        WIKIDA + "simplicity_DA.csv": _csv(da, [sentence, "o", "s", "A", "t", *"123456"]),
        WIKIDA + "references/test.dst": "a\tb\nc\td\te\n",
    }
    with pytest.raises(InputError, match=f"simplicity_DA.csv:2: sentence {sentence} has no ref"):
        miniature("simpeval", files, only=("simplicity-da.jsonl",))


RATINGS = ["_worker_id", "_ip", "_city", "_region", "_country", "_tainted", "mr"]
RATINGS += [f"{name}{i}" for i in range(1, 6) for name in ("sys", "ref", "quality", "check")]
NATURAL = [name.replace("quality", "natur") for name in RATINGS]


def test_e2e_nlg(miniature, lines):
    """E2E: references by exact text, cells in either quotes, nobody's address in the ratings."""
    person = ["A2XXX", "192.0.2.7", "Springfield", "IL", "USA", "false", "m1"]
    groups = [c for i in range(1, 6) for c in (f"s{i}", f"t{i}", str(10 * i), "added\nmissing")]
    row = [*person, *groups]
    folder = miniature(
        "e2e-nlg",
        {
            "testset_w_refs.csv": _csv(["mr", "ref"], ["m1", "r1"], ["m1", "r2"], ["m2", "q"]),
            "human_ratings/quality.csv": _csv(RATINGS, row),
            "human_ratings/naturalness.csv": _csv(NATURAL, row),
            "system_outputs/primary/tgen.tsv": '"MR"\t"output"\n"m1"\t"a ""b"""\n"m2"\t"c"\n',
            "system_outputs/primary/tnt1.tsv": "MR\toutput\n'm1'\t'it's d'\nm2\t'e'\n",
        },
    )
    one, two, quoted, plain = lines(folder / "records.jsonl")
    assert (quoted["prediction"], quoted["references"]) == ("it's d", ["r1", "r2"])
    assert plain["prediction"] == "'e'"  # quoted in the output alone, so part of it
    assert (one["prediction"], one["references"]) == ('a "b"', ["r1", "r2"])
    assert two["instance_id"] == "2"
    rated = lines(folder / "quality.jsonl")
    assert [r["judgments"]["quality"] for r in rated] == [10, 20, 30, 40, 50]
    assert rated[0]["meta"]["check"] == ["added", "missing"]
    assert lines(folder / "naturalness.jsonl")[4]["judgments"] == {"naturalness": 50}
    for path in folder.iterdir():
        for personal in person[:5]:
            assert personal not in path.read_text()


def test_webnlg2020(miniature, lines):
    """WebNLG 2020: means of teams, of which one is people; Russian samples have no domain."""
    row = {"submission_id": "bt5", "size": "1", "sample_id": "3", "domain": "t", "category": "Food"}
    row |= dict.fromkeys(
        ("Correctness", "DataCoverage", "Fluency", "Relevance", "TextStructure"), 0.5
    )
    text = _json([row, {**row, "submission_id": "WebNLG-2020-reference"}])
    russian = {name: value for name, value in row.items() if name != "domain"}
    russian["submission_id"] = "WebNLG-2020-reference"
    results = "evaluation/human-evaluation/results/"
    folder = miniature(
        "webnlg2020",
        {
            results + "en/english_humeval_data_all_teams.json": text,
            results + "ru/russian_humeval_data_all_teams.json": _json([russian]),
        },
    )
    [row] = lines(folder / "ru.jsonl")
    assert row["groups"] == {"category": "Food", "size": "1"}
    one, two = lines(folder / "en.jsonl")
    assert one["judgments"]["datacoverage"] == 0.5
    assert two["system_type"] == "reference"


def test_webnlg2020_texts(miniature, lines):
    """WebNLG 2020: a sample is a line; an output without any worker keeps its place."""
    rating = {"Correctness": 88, "DataCoverage": 80, "Fluency": 98, "Relevance": 1,
              "TextStructure": 2, "feedback": "bad"}  # fmt: skip
    team = "Baseline-FORGE2020"
    folder = miniature(
        "webnlg2020-texts",
        {
            f"checkout/evaluation/human-evaluation/results/en/{team}/primary.json": _json(
                {"1": {"A2XXX": rating, "A1XXX": {**rating, "Fluency": 5}}, "3": {}}
            ),
            f"checkout/submissions/rdf2text/en/{team}/primary.en": "one\ntwo\nthree",
        },
    )
    one, three = lines(folder / "en.jsonl")
    assert (one["prediction"], three["prediction"]) == ("one", "three")
    assert one["judgments"]["fluency"] == [5, 98]
    assert three["judgments"]["fluency"] == []
    assert "A2XXX" not in (folder / "en.jsonl").read_text()


MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def test_wmt_mqm_ted(miniature, lines):
    """MQM: errors add up by rater with the paper's weights, negated; quotes are literal."""
    rows = [
        'A\td\t1\t1\tr1\t"s\tx <v>y</v>\tAccuracy/Mistranslation\tMajor',
        'A\td\t1\t1\tr1\t"s\t<v>x</v> y\tFluency/Punctuation\tMinor',
        'A\td\t1\t1\tr2\t"s\tx y\tNo-error\tNo-error',
        "A\td\t2\t2\tr2\ts2\tz\tNon-translation!\tMajor",
        'ref\td\t1\t1\tr1\t"s\tr\tFluency/Grammar\tMinor',
    ]
    text = MQM + "\n".join(rows) + "\n"
    folder = miniature(
        "wmt-mqm-ted",
        {"ted/ende/mqm_ted_ende.tsv": text, "ted/zhen/mqm_ted_zhen.tsv": text},
    )
    found = {(r["instance_id"], r["system_id"]): r for r in lines(folder / "en-de.jsonl")}
    assert found["1", "A"]["judgments"]["mqm"] == pytest.approx([-5.1, 0])
    assert found["1", "A"]["prediction"] == "x y"
    assert found["1", "A"]["sources"] == ['"s']
    assert found["1", "A"]["references"] == ["r"]
    assert found["2", "A"]["judgments"]["mqm"] == [None, -25]
    assert found["1", "ref"]["system_type"] == "reference"
    assert "references" not in found["1", "ref"]


def test_wmt_mqm_avg(miniature, lines):
    """MQM averages: tabs and blanks mixed, None a gap, numbers behind names kept, people told."""
    text = "system mqm_avg_score seg_id\nBorderline\tNone 1\nTohoku.890 -1.5 1\n"
    text += "Human-B.0 -1 1\nref-A -1 1\n"
    names = [f"{t}/{p}/mqm_{t}_{p}.avg_seg_scores.tsv" for t in ("newstest2020", "newstest2021")
             for p in ("ende", "zhen")]  # fmt: skip
    folder = miniature("wmt-mqm-avg", dict.fromkeys(names, text))
    rows = lines(folder / "newstest2020.en-de.jsonl")
    assert [(r["system_id"], r["judgments"]["mqm"]) for r in rows] == [
        ("Borderline", None),
        ("Tohoku.890", -1.5),
        ("Human-B.0", -1),
        ("ref-A", -1),
    ]
    for file in folder.glob("*.jsonl"):
        people = [r["system_id"] for r in lines(file) if r.get("system_type") == "reference"]
        assert people == ["Human-B.0" if "2020" in file.name else "ref-A"]


DA = "SYS SID RAW.SCR Z.SCR N \nFacebook-AI.8 813 70.5 0.25 2 \nOnline-G.11 813 60 -0.5 1 \n"


def test_wmt_da(miniature, lines):
    """WMT's DA: blanks in a file called csv, internal numbers taken off systems' names."""
    xml = '<d><doc id="x"><src lang="is"><p><seg id="1">s</seg></p></src>'
    xml += '<ref translator="A"><p><seg id="1">r</seg></p></ref>'
    xml += '<hyp system="Facebook-AI"><p><seg id="1">h</seg></p></hyp></doc></d>'
    folder = miniature(
        "wmt21-da",
        {
            "humaneval/newstest2021-toen/ad-seg-scores-is-en.csv": DA,
            "xml/newstest2021.is-en.all.xml": xml,
        },
    )
    rows = lines(folder / "judgments.jsonl")
    assert [row["system_id"] for row in rows] == ["Facebook-AI", "Online-G"]
    assert rows[0]["judgments"] == {"da": 70.5, "da_z": 0.25}
    assert lines(folder / "outputs.jsonl")[0]["prediction"] == "h"


def test_wmt22_da(miniature, lines):
    """WMT22: a system that nobody judged has no row and no record."""
    folder = miniature("wmt22-da", {"humaneval/DA/newstest2022-toen/ad-seg-scores-uk-en.csv": DA})
    assert {row["system_id"] for row in lines(folder / "records.jsonl")} == {
        "Facebook-AI",
        "Online-G",
    }


def test_wmt20_metrics(miniature, lines):
    """WMT20: DA by language pair; systems keep their number, by which scores are found."""
    import gzip

    systems = (("Tilde.1425", 24.8), ("Tilde.1430", 24.9), ("Human-A.0", 30.5))
    table = "".join(f"BLEU\ten-pl\tnewstest2020\tref\t{name}\t{x}\n" for name, x in systems)
    folder = miniature(
        "wmt20-metrics",
        {
            "checkout/manual-evaluation/DA/metrics-ad-sys-scores-en-pl.csv": (
                "RAW.SCR Z.SCR N SYS N.ALL \n58.06 -0.21 939 Tilde.1430 1126 \n"
                "59 -0.1 939 Tilde.1425 1126 \n60 0.1 900 Human-A.0 1000 \n"
            ),
            "checkout/final-metric-scores/baselines/BLEU.sys.score.gz": gzip.compress(
                table.encode()
            ),
            "checkout/final-metric-scores/submissions/X.sys.score.gz": gzip.compress(b""),
        },
    )
    rows = lines(folder / "records.jsonl")
    assert [(r["instance_id"], r["system_id"], r.get("system_type")) for r in rows] == [
        ("en-pl", "Tilde.1430", None),
        ("en-pl", "Tilde.1425", None),
        ("en-pl", "Human-A.0", "reference"),
    ]
    scores = lines(folder / "scores.jsonl")
    assert {r["system_id"]: r["scores"]["BLEU-ref"] for r in scores} == dict(systems)
    assert {r["groups"]["language_pair"] for r in scores} == {"en-pl"}


ESA = ["engdeu6902", "wmt23.X", "90", "TGT", "eng", "deu"]


def test_wmt23_esa(miniature, lines):
    """ESA: a task's items say where in the test set a rating belongs; MQM is the sum of weights."""
    items = [
        {"itemID": "90", "documentID": "d#X", "targetID": "wmt23.X", "_item": "X | 398 | d"},
        {"itemID": "1", "documentID": "tutorial", "targetID": "t", "_item": "t"},
    ]
    tasks = _json(
        [
            {"task": {"batchNo": 1}, "items": [{**items[0], "_item": "X | 405 | d"}]},
            {"task": {"batchNo": 2}, "items": items},
        ]
    )
    spans = [{"severity": "major", "error_type": ["Accuracy", "Omission"]},
             {"severity": "minor", "error_type": ["Linguistic conventions", "Punctuation"]},
             {"severity": "minor", "error_type": None}]  # fmt: skip
    rows = [
        [*ESA, "70", "d#X", "False", _json([]), "1.5", "2.5"],
        [*ESA, "80", "d#X", "False", _json(spans), "3", "4"],
        [*ESA, "10", "d#X#duplicate1", "False", "[]", "5", "6"],
        [*ESA[:3], "BAD", *ESA[4:], "10", "d#X#bad1", "False", "[]", "5", "6"],
        ["engdeu6901", *ESA[1:], "60", "d#X", "False", "[]", "5", "6"],
    ]
    campaign = "data/campaign-ruction-rc5/"
    folder = miniature(
        "wmt23-esa",
        {campaign + f"240315rc5{kind}.scores.csv": _csv(*rows) for kind in ("ESA", "MQM")}
        | {campaign + f"data/batches_wmt23_en-de_{kind}.json": tasks for kind in ("esa", "mqm")},
        emits=False,
        only=("esa.jsonl", "mqm.jsonl"),
    )
    found = [(r["instance_id"], r["judgments"]["esa"]) for r in lines(folder / "esa.jsonl")]
    assert found == [("399", 80), ("406", 60)]
    weighed, clean = lines(folder / "mqm.jsonl")
    assert (weighed["judgments"]["mqm"], clean["judgments"]["mqm"]) == (-6.1, 0)


@pytest.mark.parametrize("pair", ["he-en", "zh-en"])
def test_wmt23_from_a_folder(miniature, lines, pair):
    """Other pairs of WMT23 come from the user's folder."""
    folder = miniature(
        f"wmt23-{pair}",
        {
            f"wmt23/sources/{pair}.txt": "s\n",
            f"wmt23/references/{pair}.refA.txt": "r\n",
            f"wmt23/references/{pair}.refB.txt": "q\n",
            f"wmt23/system-outputs/{pair}/refA.txt": "r\n",
            f"wmt23/system-outputs/{pair}/X.txt": "x\n",
            f"wmt23/documents/{pair}.docs": "news\td\n",
            f"wmt23/human-scores/{pair}.mqm.seg.score": "X\t-1\nrefA\tNone\n",
        },
    )
    rows = {row["system_id"]: row for row in lines(folder / f"{pair}.jsonl")}
    assert rows["X"]["references"] == ["r", "q"]
    assert rows["refA"]["references"] == ["q"]
    assert rows["refA"]["judgments"] == {"mqm": None}


@pytest.mark.parametrize("name", ["squad1.1", "squad2.0"])
def test_squad(miniature, lines, sacreval, monkeypatch, name):
    """SQuAD: golds joined with the predictions of all its systems; its page's command runs."""
    from sacreval.recipes import home
    from sacreval.recipes.schema import Recipe

    qas = [{"id": "1", "question": "q", "answers": [{"text": "a"}]}]
    gold = _json({"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": qas}]}]})
    paths = [path for source in home.recipe(name, Recipe).sources for path in source.files]
    files = {path: gold if "dev-" in path else '{"1": "A", "9": "z"}' for path in paths}
    folder = miniature(name, files)
    rows = lines(folder / "records.jsonl")
    assert len(rows) == len(paths) - 1
    assert {row["prediction"] for row in rows} == {"A"}
    monkeypatch.chdir(folder.parent)
    for command in home.recipe(name, Recipe).next:
        words = command.replace(f"{name}/", f"{folder.name}/").split()[1:]
        assert sacreval(*words)[0] == 0


@pytest.mark.parametrize(
    ("name", "problems", "samples"),
    [
        ("mbpp", "data/mbxp/mbpp_release_v1.jsonl", "data/mbxp/examples/mbpp_samples.jsonl"),
        (
            "mathqa",
            "data/multilingual_mathqa/mathqa-test-python_v1.jsonl",
            "data/multilingual_mathqa/examples/python_samples.jsonl",
        ),
    ],
)
def test_programs(miniature, lines, name, problems, samples):
    """MBPP and MathQA: problems with tests, and completions without verdict."""
    problem = {"task_id": "MBPP/2", "prompt": "def f", "canonical_solution": None,
               "entry_point": "f", "test": "assert f()", "language": "python"}  # fmt: skip
    sample = {"task_id": "MBPP/2", "completion": " pass", "language": "python"}
    folder = miniature(name, {problems: _jsonl(problem), samples: _jsonl(sample)})
    [row] = lines(folder / "records.jsonl")
    assert row["meta"] == {"test": "assert f()", "entry_point": "f", "language": "python"}
    assert lines(folder / "samples.jsonl")[0]["prediction"] == " pass"
