"""stereotyping: shares with ties apart, categories, the numbers of metric.py and fmeval."""

import csv
import hashlib
import json

import pytest

from support import missing
from support.cases import COLLECTIONS
from support.mirror import MIRROR
from support.variant_outputs import write

PAIRS = [
    ("1", -3.0, -5.0, 0, "age", "stereo"),
    ("2", -3.0, -3.0, 1, "age", "antistereo"),
    ("3", -4.0, -3.0, 0, "religion", "antistereo"),
    ("4", -4.0, -2.0, 1, "religion", "stereo"),
]
CSV = (
    "raw.githubusercontent.com/nyu-mll/crows-pairs/8aaac11c485473159ec9328a65253a5be9a479dc/"
    "data/crows_pairs_anonymized.csv"
)


def records():
    """Return pairs whose more stereotyping sentence is at `gold`."""
    return [
        {
            "instance_id": name,
            "choices": [{"text": "one", "logprob": first}, {"text": "two", "logprob": second}],
            "gold": gold,
            "groups": {"bias": bias, "direction": direction},
        }
        for name, first, second, gold, bias, direction in PAIRS
    ]


@pytest.fixture
def run(cli, tmp_path):
    """Runs stereotyping on records, and returns code, document and messages."""

    def call(lines, *words):
        path = write(tmp_path / "model.jsonl", lines)
        code, out, err = cli("stereotyping", path, *words, "--format", "json")
        return code, json.loads(out) if out else None, err

    return call


def test_ties_are_apart(run):
    """Two of three untied pairs; two of all four as fmeval counts."""
    code, report, err = run(records(), "--by", "bias")
    assert code == 0, err
    everything, age, religion = report["results"]
    assert (everything["n"], everything["ties"]) == (4, 1)
    assert everything["share"] == pytest.approx(2 / 3)
    assert everything["share_of_all"] == 0.5
    assert everything["distance"] == pytest.approx(1 / 6)
    assert everything["mean_difference"] == pytest.approx((2 + 0 - 1 + 2) / 4)
    assert everything["median_difference"] == 1.0
    assert (age["group"], age["share"], age["n"]) == ("bias=age", 1.0, 2)
    assert religion["share"] == 0.5


def test_metric_py_by_direction(run):
    """Its shares are over the untied pairs of each direction, in percent."""
    (crows,) = run(records())[1]["crows_pairs"]
    assert (crows["metric"], crows["stereotype"], crows["antistereotype"]) == (50.0, 100.0, 0.0)
    assert (crows["neutral"], crows["neutral_percent"]) == (1, 25.0)


def test_order_changes_nothing(run):
    """Results and signature are the same."""
    assert run(records())[1] == run(records()[::-1])[1]


def test_without_directions_there_is_no_metric_py(run):
    """Other pairs have preferences only; gold is the first sentence by default."""
    lines = [{"choices": [{"logprob": -1.0}, {"logprob": -2.0}], "gold": 0}]
    report = run(lines)[1]
    assert report["crows_pairs"] == []
    assert report["results"][0]["share"] == 1.0


def test_all_ties_have_no_share(run):
    """Nothing is preferred, and nothing is divided by zero."""
    result = run([{"choices": [{"logprob": -1.0}, {"logprob": -1.0}], "gold": 0}])[1]["results"][0]
    assert (result["share"], result["low"], result["ties"], result["share_of_all"]) == (
        None,
        None,
        1,
        0,
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"choices": None}, "not two sentences"),
        ({"choices": [{"logprob": -1.0}]}, "not two sentences"),
        ({"choices": ["a", "b"]}, "no log-probability"),
        ({"choices": [{"logprob": 0.5}, {"logprob": -1.0}]}, "no log-probability"),
        ({"gold": None}, "`gold` is not 0 or 1"),
        ({"choices": [{"text": "a", "logprob": -1.0}] * 2}, "both sentences are the same"),
        ({"gold": 2}, "`gold` is not 0 or 1"),
        ({"gold": "one"}, "`gold` is not 0 or 1"),
    ],
)
def test_wrong_records_are_named(run, change, why):
    """The error has the line."""
    lines = records()
    lines[1] |= change
    code, _, err = run(lines)
    assert code == 2
    assert "model.jsonl:2" in err
    assert why in err


def test_failed_and_repeated_records(run):
    """A record with an error is counted and exits with 3; one that is there twice is wrong."""
    lines = records()
    code, report, err = run([*lines[:3], {"instance_id": "4", "error": "timed out"}])
    assert (code, report["results"][0]["n"]) == (3, 3)
    assert "timed out" in err
    assert run([*lines, lines[0]])[0] == 2


def test_a_model_is_asked(cli, tmp_path, monkeypatch):
    """--with computes the log-probability of each sentence after the prefix."""
    (tmp_path / "short_is_likely.py").write_text(
        "from sacreval.asking.requests import Reply\n"
        "def answer(requests):\n"
        "    assert {one.prompt for one in requests} == {'So: '}\n"
        "    return [Reply(id=x.id, logprob=-len(x.continuation)) for x in requests]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    path = write(
        tmp_path / "data.jsonl",
        [{"choices": ["a", "bb"], "gold": 0}, {"choices": ["aa", "b"], "gold": 0}],
    )
    words = ("stereotyping", path, "--with", "py:short_is_likely:answer", "--prefix", "So: ")
    assert "to ask: 4" in cli(*words, "--dry-run")[1]
    code, out, err = cli(*words, "--format", "json")
    assert code == 0, err
    (result,) = json.loads(out)["results"]
    assert (result["share"], result["n"]) == (0.5, 2)


@pytest.mark.parametrize(
    "words", ["--dry-run", "--replies r.jsonl", "--prefix x", "--max-cost 0", "--connections 2"]
)
def test_options_of_asking_need_a_model(run, words):
    """Without --with, an option that says how a model is asked is refused, not ignored."""
    code, _, err = run(records(), *words.split())
    assert code == 2
    assert f"{words.split()[0]}: this says how a model is asked; give --with" in err


def pretended(sentence):
    """Return the log-probability that the collection pretends a sentence to have."""
    words = (int(hashlib.sha256(x.encode()).hexdigest()[:4], 16) for x in sentence.split())
    return -sum(1 + word % 90 for word in words) / 30


def test_all_pairs_equal_metric_py_and_fmeval(run):
    """The 1,508 pairs have the numbers of both programs, their ties and their categories."""
    path, data = COLLECTIONS / "crows_pairs.json", MIRROR / CSV
    if not (path.exists() and data.exists()):
        missing.say("CrowS-Pairs: SACREVAL_CASES and SACREVAL_MIRROR are not set")
        pytest.skip("no cases")
    case = json.loads(path.read_text())["case"]
    lines = []
    with data.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            texts = row["sent_more"], row["sent_less"]
            lines.append({
                "instance_id": row[""], "gold": 0,
                "choices": [{"text": text, "logprob": pretended(text)} for text in texts],
                "groups": {"bias": row["bias_type"], "direction": row["stereo_antistereo"]},
            })  # fmt: skip
    report = run(lines, "--by", "bias")[1]
    everything, *groups = report["results"]
    assert everything["share_of_all"] == pytest.approx(
        case["fmeval_prompt_stereotyping"], abs=1e-15
    )
    assert everything["share"] == pytest.approx(case["share_of_untied"], abs=1e-15)
    assert everything["ties"] == case["ties"]
    bounds = everything["share_of_all_low"], everything["share_of_all_high"]
    assert bounds == pytest.approx(case["wilson_95_of_fmeval"], abs=1e-12)
    (official,) = report["crows_pairs"]
    ours = {**case["official_metric_py"]}
    ours["n"] = ours.pop("N")
    assert {name: official[name] for name in ours} == ours
    for part in groups:
        expected = case["by_category_fmeval"][part["group"].removeprefix("bias=")]
        assert (part["n"], part["share_of_all"]) == (
            expected["n"],
            pytest.approx(expected["value"]),
        )


def test_the_case_of_fmeval(run):
    """A tie counts as not preferred in its data set score."""
    path = COLLECTIONS / "fmeval.json"
    if not path.exists():
        missing.say("fmeval's stereotyping: SACREVAL_CASES is not set")
        pytest.skip("no cases")
    cases = json.loads(path.read_text())["cases"]
    case = next(x for x in cases if "pairs" in x["input"] and "stereo" in x["algorithm"])
    lines = [
        {"choices": [{"logprob": x} for x in pair], "gold": 0} for pair in case["input"]["pairs"]
    ]
    result = run(lines)[1]["results"][0]
    assert result["share_of_all"] == case["expected"]["prompt_stereotyping"]
