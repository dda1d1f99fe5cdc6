"""Corpora that are not in the mirror, read by general readers: their recipes, on small files."""

import json
import pickle

import pytest

from support.layouts import as_json, as_jsonl


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
    files = json.loads((folder / "manifest.json").read_text())["files"]
    assert "scores" not in files["records.jsonl"]
    assert files["scores.jsonl"]["scores"] == 1


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
    text = as_jsonl(row, {**row, "model_id": "B"}, {**row, "dialogue": "c"})
    folder = miniature("dialsummeval", {"annotation_campus/human_judgment.jsonl": text})
    rows = lines(folder / "records.jsonl")
    assert [r["instance_id"] for r in rows] == ["1", "1", "2"]
    assert rows[0]["judgments"]["consistency"] == [1, 2, 5]
    assert [r.get("system_type") for r in rows] == ["reference", None, "reference"]


def test_begin(miniature, lines):
    """BEGIN: quotes are literal; a generic response is a gap."""
    head = "model_name\tdata_source\tknowledge\tmessage\tresponse\tbegin_label\n"
    labels = ("Fully attributable", "Not fully attributable", "Generic")
    rows = "".join(f'gpt2\twow\t"k\tm\tr\t{label}\n' for label in labels)
    names = ("wow/begin_test_wow", "wow/begin_dev_wow", "topicalchat/begin_dev_tc",
             "cmu-dog/begin_dev_cmu")  # fmt: skip
    folder = miniature("begin", {f"{name}.tsv": head + rows for name in names})
    records = lines(folder / "wow-test.jsonl")
    assert [row["judgments"]["attributable"] for row in records] == [1, 0, None]
    assert records[0]["sources"] == ['"k']


def test_grade(miniature, lines):
    """GRADE: scores are lists in texts; contexts are inputs, a model's second answer one more."""
    row = {"ID": 0, "Dataset": "dailydialog_EVAL", "DialogModel": "t", "Context": "a|||b",
           "Response": "r", "HumanScores": "[3, 5, 2]"}  # fmt: skip
    other = {**row, "DialogModel": "u", "HumanScores": "[1, 1]"}
    text = as_json([row, {**row, "ID": 1}, {**other, "ID": 2}, {**other, "ID": 3}])
    folder = miniature("grade", {"evaluation/human_score/human_judgement.json": text})
    rows = lines(folder / "records.jsonl")
    assert [r["judgments"]["coherence"] for r in rows] == [[3, 5, 2]] * 2 + [[1, 1]] * 2
    assert [(r["system_id"], r["instance_id"]) for r in rows] == [
        ("t", "1"), ("t", "2"), ("u", "1"), ("u", "2"),
    ]  # fmt: skip


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


@pytest.mark.parametrize("name", ["squad1.1", "squad2.0"])
def test_squad(miniature, lines, sacreval, monkeypatch, name):
    """SQuAD: golds joined with the predictions of all its systems; its page's command runs."""
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import Recipe

    qas = [{"id": "1", "question": "q", "answers": [{"text": "a"}]}]
    gold = as_json({"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": qas}]}]})
    paths = [path for source in place.recipe(name, Recipe).sources for path in source.files]
    files = {path: gold if "dev-" in path else '{"1": "A", "9": "z"}' for path in paths}
    folder = miniature(name, files)
    rows = lines(folder / "records.jsonl")
    assert len(rows) == len(paths) - 1
    assert {row["prediction"] for row in rows} == {"A"}
    monkeypatch.chdir(folder.parent)
    for command in place.recipe(name, Recipe).next:
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
    folder = miniature(name, {problems: as_jsonl(problem), samples: as_jsonl(sample)})
    [row] = lines(folder / "records.jsonl")
    assert row["meta"] == {"test": "assert f()", "entry_point": "f", "language": "python"}
    assert lines(folder / "samples.jsonl")[0]["prediction"] == " pass"
