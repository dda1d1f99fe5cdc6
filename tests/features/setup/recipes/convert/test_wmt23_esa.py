"""Converting the error spans of WMT 2023, made small here."""

import pytest

from support.layouts import as_csv, as_json

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
