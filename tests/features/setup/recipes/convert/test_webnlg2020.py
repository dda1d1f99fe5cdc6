"""Converting WebNLG 2020, made small here."""

from support.layouts import as_json


def test_webnlg2020(miniature, lines):
    """WebNLG 2020: means of teams, of which one is people; Russian samples have no domain."""
    row = {"submission_id": "bt5", "size": "1", "sample_id": "3", "domain": "t", "category": "Food"}
    row |= dict.fromkeys(
        ("Correctness", "DataCoverage", "Fluency", "Relevance", "TextStructure"), 0.5
    )
    text = as_json([row, {**row, "submission_id": "WebNLG-2020-reference"}])
    russian = {name: value for name, value in row.items() if name != "domain"}
    russian["submission_id"] = "WebNLG-2020-reference"
    results = "evaluation/human-evaluation/results/"
    folder = miniature(
        "webnlg2020",
        {
            results + "en/english_humeval_data_all_teams.json": text,
            results + "ru/russian_humeval_data_all_teams.json": as_json([russian]),
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
            f"checkout/evaluation/human-evaluation/results/en/{team}/primary.json": as_json(
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
