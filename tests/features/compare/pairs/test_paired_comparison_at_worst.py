"""Comparisons of systems of which records are unanswered or missing."""

import json

import pytest

from support.fixtures import write_jsonl

WORDS = ("compare", "exact-match", "--extract", "last-number", "--format", "json")


def system(path, right, *, refused=(), failed=(), gone=(), n=100):
    """Write answers to `n` questions, of which the first are right, and some are not there."""
    records = []
    for i in range(n):
        record = {"instance_id": i, "references": [str(i)], "prediction": f"so {i + (i >= right)}"}
        if i in refused:
            record["prediction"] = "I cannot help with that."
        if i in failed:
            record["error"] = f"failed: {record.pop('prediction')}"
        if i not in gone:
            records.append(record)
    return write_jsonl(path, records)


@pytest.fixture
def compared(cli, tmp_path):
    """Compare files of systems by the number of right answers; return comparisons by system."""

    def compare(*systems, words=()):
        paths = [
            system(tmp_path / f"{i}.jsonl", right, **lacking)
            for i, (right, lacking) in enumerate(systems)
        ]
        done = cli(*WORDS, *paths, "--allow-errors", *words)
        assert done.code == 0
        return {one["other"]: one for one in done.json()["comparisons"]}, done.err

    return compare


def test_unanswered_records_are_wrong(compared):
    """A model that skips its hard items is no better than one that gets them wrong."""
    found, _ = compared((65, {}), (65, {"refused": range(76, 100)}))
    one = found["1"]
    assert (one["n"], one["base_value"], one["other_value"]) == (100, 0.65, 0.65)
    assert (one["base_unanswered"], one["other_unanswered"]) == (0, 24)
    assert one["finding"] == "no difference shown"


@pytest.mark.parametrize("lacking", ["failed", "gone"])
def test_a_finding_must_hold_with_missing_records_against_it(compared, lacking):
    """A difference that missing records could undo is none; one that they could not stands."""
    found, said = compared((60, {}), (95, {lacking: range(25)}), (95, {lacking: range(90, 95)}))
    one, other = found["1"], found["2"]
    assert (one["n"], one["base_missing"], one["other_missing"]) == (100, 0, 25)
    assert (one["difference"] > 0.4, one["tests"][one["test"]]["p"] < 0.001) == (True, True)
    assert (one["finding"], one["p_at_worst"] > 0.01) == ("depends on missing", True)
    assert (other["other_missing"], other["finding"]) == (5, "better")
    assert "records are missing ('1' 25, '2' 5); a finding is one only if it holds" in said


def test_what_the_other_system_lacks_may_have_been_right(compared):
    """The missing records of the worse system are taken for right."""
    one = compared((70, {"failed": range(40)}), (85, {}))[0]["1"]
    assert one["difference"] == pytest.approx(45 / 60 - 30 / 60)
    assert one["finding"] == "better"
    one = compared((10, {"failed": range(50, 100)}), (48, {}))[0]["1"]
    assert (one["difference"] > 0.7, one["finding"]) == (True, "depends on missing")


def test_other_systems_change_no_record_of_a_pair(compared):
    """With a third system, which lacks records, the comparison of the others is the same."""
    alone = compared((65, {}), (80, {}))[0]["1"]
    beside = compared((65, {}), (80, {}), (90, {"failed": range(30), "gone": range(30, 70)}))[0][
        "1"
    ]
    for one in (alone, beside):
        for test in one["tests"].values():
            test.pop("p_holm")
        one.pop("detectable")
    assert [one.pop("interval")["level"] for one in (alone, beside)] == [0.95, 0.975]
    assert alone == beside


def test_margins(compared):
    """That a system is not worse must hold whatever the missing records would have scored."""
    words = ("--not-worse", "exact_match=0.1", "--equivalent", "exact_match=0.1")
    whole = compared((80, {}), (80, {}), words=words)[0]["1"]["margins"]
    assert [one["answer"] for one in whole] == ["equivalent", "not worse"]
    lacking = compared((80, {}), (80, {"failed": range(60, 80)}), words=words)[0]["1"]["margins"]
    assert [one["answer"] for one in lacking] == ["cannot tell", "cannot tell"]


def test_groups_and_units(cli, tmp_path):
    """Missing records are counted in their group, and in their unit."""
    rows = [
        {"instance_id": i, "prediction": "ab"[i % 3 == 0], "references": ["a"],
         "groups": {"half": i % 2, "text": i // 4}}
        for i in range(40)
    ]  # fmt: skip
    write_jsonl(tmp_path / "a.jsonl", rows)
    lost = [
        {**x, "prediction": None, "error": "refused"} if x["instance_id"] == 3 else x for x in rows
    ]
    write_jsonl(tmp_path / "b.jsonl", lost)
    words = ("a.jsonl", "b.jsonl", "--by", "half", "--allow-errors", "--format", "json")
    found = cli("compare", "exact-match", *words).json()["comparisons"]
    counts = {one["group"]: (one["n"], one["other_missing"]) for one in found}
    assert counts == {None: (40, 1), "half=0": (20, 0), "half=1": (20, 1)}
    units = cli("compare", "exact-match", *words, "--resample-by", "text").json()["comparisons"][0]
    assert (units["n_units"], units["other_missing"]) == (10, 1)


def test_scores_without_a_worst_value(cli, tmp_path):
    """Corpus scores rest on the shared records, which is said."""
    system(tmp_path / "a.jsonl", 50)
    system(tmp_path / "b.jsonl", 60, failed=range(10))
    done = cli("compare", "bleu", "a.jsonl", "b.jsonl", "--allow-errors", "--format", "json")
    (one,) = done.json()["comparisons"]
    assert (one["n"], one["other_missing"], one["p_at_worst"]) == (100, 10, None)
    assert "for bleu, which is no mean of scores with a worst value, findings rest on" in done.err


def test_tables(cli, tmp_path):
    """The counts stand in tables where there are any, beside the scores of the pair."""
    paths = [
        system(tmp_path / "a.jsonl", 60),
        system(tmp_path / "b.jsonl", 95, failed=range(25)),
        system(tmp_path / "c.jsonl", 60, refused=range(90, 100)),
    ]
    words = ("compare", "exact-match", *paths, "--extract", "last-number", "--allow-errors")
    head, base, one, other, *_ = (" ".join(x.split()) for x in cli(*words).out.splitlines())
    assert (
        head
        == "metric system finding n unanswered missing shared value base value difference p Holm"
    )
    assert base == "exact match a base 100 0 0 0.6000"
    assert one.startswith("exact match b depends on 25 missing 100 0 25 75 0.9333 0.4667 +0.4667")
    assert other.startswith("exact match c no difference shown 100 10 0 100 0.6000 0.6000 +0.0000")
    pairs = cli(*words, "--all-pairs").out
    assert "0 and 10     25 and 0" in pairs or "10 and 0" in pairs
    found = cli(*words, "--format", "jsonl").out.splitlines()
    assert [json.loads(x)["finding"] for x in found] == [
        "depends on missing", "no difference shown"
    ]  # fmt: skip


def test_undefined_records_are_not_missing(cli, tmp_path):
    """A record that the formula has no value for is not compared, and depends on nothing."""
    (tmp_path / "shares.py").write_text(
        "def share(prediction, references):\n"
        "    words = prediction.split()\n"
        "    found = [word in references for word in words]\n"
        "    return sum(found) / len(words) if words else float('nan')\n"
        "share.undefined_where = 'an output has no word'\n"
        "share.highest = 1.0\n"
        "share.higher_is_better = True\n"
    )
    for name, word in (("a", "b"), ("b", "a")):
        write_jsonl(tmp_path / f"{name}.jsonl", [
            {"instance_id": i, "prediction": "" if name == "a" and i < 3 else word,
             "references": ["a"]} for i in range(20)
        ])  # fmt: skip
    words = ("py:shares:share", "a.jsonl", "b.jsonl")
    (one,) = cli("compare", *words, "--format", "json").json()["comparisons"]
    assert (one["n"], one["base_missing"], one["p_at_worst"]) == (17, 0, None)
    assert one["finding"] == "better"
