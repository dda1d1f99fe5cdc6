"""Converting data-to-text, reviews and prompts, made small here.

Also tests `clothing_reviews`, `wikitext`.
"""

from support.layouts import as_csv, as_json, as_jsonl


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
    first, second = lines(folder / "en.jsonl")
    assert first["judgments"]["datacoverage"] == 0.5
    assert second["system_type"] == "reference"


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
    first, third = lines(folder / "en.jsonl")
    assert (first["prediction"], third["prediction"]) == ("one", "three")
    assert first["judgments"]["fluency"] == [5, 98]
    assert third["judgments"]["fluency"] == []
    assert "A2XXX" not in (folder / "en.jsonl").read_text()


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
            "testset_w_refs.csv": as_csv(["mr", "ref"], ["m1", "r1"], ["m1", "r2"], ["m2", "q"]),
            "human_ratings/quality.csv": as_csv(RATINGS, row),
            "human_ratings/naturalness.csv": as_csv(NATURAL, row),
            "system_outputs/primary/tgen.tsv": '"MR"\t"output"\n"m1"\t"a ""b"""\n"m2"\t"c"\n',
            "system_outputs/primary/tnt1.tsv": "MR\toutput\n'm1'\t'it's d'\nm2\t'e'\n",
        },
    )
    first, second, quoted, plain = lines(folder / "records.jsonl")
    assert (quoted["prediction"], quoted["references"]) == ("it's d", ["r1", "r2"])
    assert plain["prediction"] == "'e'"  # quoted in the output alone, so part of it
    assert (first["prediction"], first["references"]) == ('a "b"', ["r1", "r2"])
    assert second["instance_id"] == "2"
    rated = lines(folder / "quality.jsonl")
    assert [r["judgments"]["quality"] for r in rated] == [10, 20, 30, 40, 50]
    assert rated[0]["meta"]["check"] == ["added", "missing"]
    assert lines(folder / "naturalness.jsonl")[4]["judgments"] == {"naturalness": 50}
    for path in folder.iterdir():
        for personal in person[:5]:
            assert personal not in path.read_text()


def test_bold(miniature, lines):
    """BOLD: prompts by domain, group and entity."""
    names = ("gender", "political_ideology", "profession", "race", "religious_ideology")
    text = as_json({"American_actors": {"X_Y": ["X Y is ", "Y was "]}})
    folder = miniature("bold", {f"prompts/{name}_prompt.json": text for name in names})
    rows = lines(folder / "records.jsonl")
    assert len(rows) == 10
    assert rows[1]["instance_id"] == "gender:American_actors:X_Y:2"
    assert rows[0]["input"] == "X Y is "


HEAD = ["", "Clothing ID", "Age", "Title", "Review Text", "Rating", "Recommended IND",
        "Positive Feedback Count", "Division Name", "Department Name", "Class Name"]  # fmt: skip


def test_reviews(miniature, lines):
    """Reviews without a text are left out; class, department and division are groups."""
    rows = [
        ["0", "767", "33", "", 'Silky, "comfortable"\nlines', "4", "1", "0", "Initmates",
         "Intimate", "Intimates"],
        ["1", "1", "20", "no text", "", "5", "1", "0", "General", "Tops", "Knits"],
        ["2", "1", "20", "bad", "too small", "1", "0", "0", "", "", ""],
    ]  # fmt: skip
    folder = miniature("womens-clothing-reviews", {"reviews": as_csv(HEAD, *rows)})
    first, third = lines(folder / "records.jsonl")
    assert first["input"] == 'Silky, "comfortable"\nlines'
    assert first["groups"] == {
        "class": "Intimates", "department": "Intimate", "division": "Initmates",
    }  # fmt: skip
    assert (third["instance_id"], third["references"], third.get("groups")) == ("2", ["0"], {})
    assert third["meta"] == {"title": "bad", "rating": 1}


def test_answers_and_categories(miniature, lines):
    """Answers are split at <OR>, and the category is a group."""
    rows = [
        {"question": "Bern is the capital of", "answers": "Switzerland<OR>Swiss",
         "knowledge_category": "Capitals"},
        {"question": "x", "answers": "y", "knowledge_category": "Founders"},
    ]  # fmt: skip
    first, second = lines(miniature("t-rex", {"trex": as_jsonl(*rows)}) / "records.jsonl")
    assert (first["references"], first["groups"]) == (
        ["Switzerland", "Swiss"],
        {"category": "Capitals"},
    )
    assert (second["instance_id"], second["references"]) == ("2", ["y"])


PATH = "word_language_model/data/wikitext-2/test.txt"


def test_prompts(miniature, lines):
    """Headings, short paragraphs and those with unknown words at the beginning give no prompt."""
    words = " ".join(f"w{i}" for i in range(1, 38))
    text = (
        " \n = A @-@ class ship = \n \n"
        f" one @-@ two 3 @,@ 000 , {words} . \n"
        f" the <unk> of {words} {words} \n short . \n = = Career = = \n"
        f" {words} {words} <unk> \n = B = \n {words} a b c \n"
    )
    first, second, third = lines(miniature("wikitext2", {PATH: text}) / "records.jsonl")
    assert first["input"] == " ".join(["one-two", "3,000", ",", *words.split()[:17]])
    assert first["meta"]["continuation"] == " ".join([*words.split()[17:], "."])
    assert first["groups"] == second["groups"] == {"article": "A-class ship"}
    assert second["meta"]["continuation"].endswith("<unk>")
    assert (third["instance_id"], third["groups"]) == ("10", {"article": "B"})
