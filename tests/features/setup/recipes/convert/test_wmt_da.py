"""Converting judgments of translations and simplifications, made small here."""

import pytest

from sacreval.errors import InputError
from support.layouts import as_csv, as_json

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


MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"

ESA = ["engdeu6902", "wmt23.X", "90", "TGT", "eng", "deu"]


def test_wmt23_esa(miniature, lines):
    """ESA: a task's items say where in the test set a rating belongs; MQM is the sum of weights."""
    items = [
        {"itemID": "90", "documentID": "d#X", "targetID": "wmt23.X", "_item": "X | 398 | d"},
        {"itemID": "1", "documentID": "tutorial", "targetID": "t", "_item": "t"},
    ]
    tasks = as_json(
        [
            {"task": {"batchNo": 1}, "items": [{**items[0], "_item": "X | 405 | d"}]},
            {"task": {"batchNo": 2}, "items": items},
        ]
    )
    spans = [{"severity": "major", "error_type": ["Accuracy", "Omission"]},
             {"severity": "minor", "error_type": ["Linguistic conventions", "Punctuation"]},
             {"severity": "minor", "error_type": None}]  # fmt: skip
    rows = [
        [*ESA, "70", "d#X", "False", as_json([]), "1.5", "2.5"],
        [*ESA, "80", "d#X", "False", as_json(spans), "3", "4"],
        [*ESA, "10", "d#X#duplicate1", "False", "[]", "5", "6"],
        [*ESA[:3], "BAD", *ESA[4:], "10", "d#X#bad1", "False", "[]", "5", "6"],
        ["engdeu6901", *ESA[1:], "60", "d#X", "False", "[]", "5", "6"],
    ]
    campaign = "data/campaign-ruction-rc5/"
    folder = miniature(
        "wmt23-esa",
        {campaign + f"240315rc5{kind}.scores.csv": as_csv(*rows) for kind in ("ESA", "MQM")}
        | {campaign + f"data/batches_wmt23_en-de_{kind}.json": tasks for kind in ("esa", "mqm")},
        emits=False,
        only=("esa.jsonl", "mqm.jsonl"),
    )
    ratings = [(r["instance_id"], r["judgments"]["esa"]) for r in lines(folder / "esa.jsonl")]
    assert ratings == [("399", 80), ("406", 60)]
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
            "data/simpeval_past.csv": as_csv(
                past, ["0", "o, o", "g g", "G g.", "0", "A", *"12345", *"54321"]
            ),
            "data/simpeval_2022.csv": as_csv(
                new,
                ["7", 'o ""q""', "g", "Human 1 Writing", "Deletions", "95.0", "80", "100", *"123"],
            ),
            WIKIDA + "simplicity_DA.csv": as_csv(da, ["1", "o", "s", "A", "t", *"123456"]),
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
        WIKIDA + "simplicity_DA.csv": as_csv(da, [sentence, "o", "s", "A", "t", *"123456"]),
        WIKIDA + "references/test.dst": "a\tb\nc\td\te\n",
    }
    with pytest.raises(InputError, match=f"simplicity_DA.csv:2: sentence {sentence} has no ref"):
        miniature("simpeval", files, only=("simplicity-da.jsonl",))
