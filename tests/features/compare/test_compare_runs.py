"""Tests between runs, from their files alone."""

import json
import re
from hashlib import sha256

import numpy as np
import pytest

from sacreval.core.records import Scored
from sacreval.errors import UsageError
from sacreval.features.compare.compare_runs import find_run_unit
from support.pages import SAMPLE
from support.program import write_jsonl


def test_significance_is_that_of_compare(cli, sample):
    """The page's p-values and findings are those of `compare` on the same files."""
    cli("report", "result.json", "-o", "r.html", "-q")
    compared = cli("compare", "bleu", SAMPLE, "--format", "json").json()["comparisons"]
    page = (sample / "r.html").read_text(encoding="utf-8")
    for comparison in compared:
        assert comparison["base"] == "careful"
        p = comparison["tests"][comparison["test"]]["p_holm"]
        row = rf"<bdi>{comparison['other']}</bdi></th><td class=\"finding loss\">▼ worse</td>.*?"
        assert re.search(rf'{row}data-value="{p}"', page)


def test_base(cli, sample):
    """--base names the system that others are compared with."""
    assert cli("report", "result.json", "--base", "terse", "-o", "r.html", "-q").code == 0
    assert "Against terse" in (sample / "r.html").read_text(encoding="utf-8")


def test_other_options_are_not_tested(cli, evaluated, tmp_path):
    """Systems scored with other options stand in the table, but no test compares them."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    for name, words in (("careful", ()), ("terse", ("--lowercase",))):
        kept = [json.loads(line) for line in lines if f'"system_id": "{name}"' in line]
        evaluated(name, "bleu", write_jsonl(tmp_path / f"{name}.jsonl", kept), *words)
    done = cli("report", "careful.json", "terse.json", "-o", "r.html")
    assert done.code == 0
    assert "'terse' is not tested: bleu has lowercase False there, True here" in done.err
    assert 'id="tests"' not in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_baseline_differences(cli, evaluated, tmp_path):
    """A changed output shows its change, the test and the record that changed most."""
    records = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    evaluated("before", "bleu", SAMPLE)
    for record in records:
        if (record["system_id"], record["instance_id"]) == ("terse", "7"):
            record["prediction"] = record["references"][0]
    evaluated("now", "bleu", write_jsonl(tmp_path / "now.jsonl", records))
    assert cli("report", "now.json", "--baseline", "before.json", "-o", "r.html", "-q").code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    section = page[page.index('id="baseline"') : page.index('id="spread"')]
    terse = section[section.index("terse") :]
    assert re.search(r"gains: <(\w+)[^>]*><bdi>7</bdi></\1> \(", terse)
    assert "≈ no difference shown" in section
    assert "+0.00" in section


def test_missing_records(cli, evaluated, tmp_path):
    """A third system changes no test of a pair, and what a finding depends on is said."""
    for name, right, gone in (("a", 60, range(0)), ("b", 95, range(25)), ("c", 80, range(0))):
        write_jsonl(tmp_path / f"{name}.jsonl", [
            {"instance_id": i, "references": ["x"],
             **({"error": "failed"} if i in gone else {"prediction": "x" if i < right else "y"})}
            for i in range(100)
        ])  # fmt: skip
        evaluated(name, "exact-match", tmp_path / f"{name}.jsonl", "--allow-errors")
    cli("report", "a.json", "b.json", "c.json", "-o", "r.html", "-q")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "? depends on 25 missing" in page
    words = ("a.jsonl", "b.jsonl", "c.jsonl", "--allow-errors", "--format", "json")
    by_other = {x["other"]: x for x in cli("compare", "exact-match", *words).json()["comparisons"]}
    assert by_other["c"]["finding"] == "better"
    p = by_other["c"]["tests"][by_other["c"]["test"]]["p_holm"]
    row = r"<bdi>c</bdi></th><td class=\"finding gain\">▲ better</td>.*?"
    assert re.search(rf'{row}data-value="{p}"', page)


def damage(folder, names):
    """Write `bad.json` from the run `old`, with the rows of some records cut by hand."""
    records = [json.loads(line) for line in (folder / "old.i.jsonl").read_text().splitlines()]
    for record in records:
        if record["instance_id"] in names:
            record["statistics"]["bleu"].pop()
    path = write_jsonl(folder / "bad.jsonl", records)
    result = json.loads((folder / "old.json").read_text())
    result["instances"] = {"path": "bad.jsonl", "sha256": sha256(path.read_bytes()).hexdigest()}
    (folder / "bad.json").write_text(json.dumps(result))


def test_messages_on_a_baseline_name_both_runs_and_the_file(cli, tmp_path):
    """Runs of one system are told apart, and rows that were changed by hand are located."""
    for name, n in (("old", 3), ("new", 4)):
        records = [{"prediction": f"the cat {i}", "reference": "the cat"} for i in range(n)]
        source = write_jsonl(tmp_path / f"{name}.jsonl", [{**x, "system_id": "a"} for x in records])
        words = ("-o", f"{name}.json", "--instances", f"{name}.i.jsonl", "-q")
        assert cli("evaluate", "bleu", source, *words).code == 0

    def report(baseline):
        return cli("report", "new.json", "--baseline", baseline, "-o", "r.html", "--force")

    text = "old.json: bleu is tested on the 3 records that a of the baseline and a share"
    assert text in report("old.json").err
    damage(tmp_path, ["1", "2", "3"])
    text = "bad.json: 'a' is not tested: its statistics of bleu have another length than those of"
    assert text in report("bad.json").err
    damage(tmp_path, ["2"])
    done = report("bad.json")
    assert done.code == 2
    assert "bad.json: the statistics of bleu have rows of different lengths" in done.err
    assert "records 3 and 2 of 'a'" in done.err


def test_unanswered_records_are_counted(cli, tmp_path):
    """Tables of tests have the numbers of unanswered records of both sides, if there are any."""
    for name, lost in (("old", 0), ("new", 3)):
        outputs = ["none" if i < lost else f"so {i}" for i in range(20)]
        records = [
            {"instance_id": str(i), "system_id": system, "prediction": x, "reference": str(i)}
            for system, texts in (("a", outputs), ("b", [f"so {i % 7}" for i in range(20)]))
            for i, x in enumerate(texts)
        ]
        source = write_jsonl(tmp_path / f"{name}.jsonl", records)
        words = ["--extract", "last-number", "-o", f"{name}.json", "--instances", f"{name}.i.jsonl"]
        assert cli("evaluate", "exact-match", source, *words, "-q").code == 0
    words = ["--base", "b", "--baseline", "old.json", "-o", "r.md", "-q"]
    assert cli("report", "new.json", *words).code == 0
    page = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "| records | unanswered (base) |" in page
    assert "| 20 | 3 (0) |" in page
    assert "| unanswered (then) |" in page
    assert cli("report", "old.json", "-o", "old.md", "-q").code == 0
    assert "unanswered" not in (tmp_path / "old.md").read_text(encoding="utf-8")


def run(scores, groups=None):
    """Return the scores of the records of a run, by id."""
    named = groups or [None] * len(scores)
    return {
        str(i): Scored(instance_id=str(i), system_id="a", scores={"x": score}, groups=group)
        for i, (score, group) in enumerate(zip(scores, named, strict=True))
    }


def passages(alike):
    """Return two runs on 12 passages of 5 records, whose differences share an effect or do not."""
    rng = np.random.default_rng(2)
    shared = np.repeat(rng.normal(size=12), 5) if alike else 0
    groups = [{"passage": f"p{i // 5}"} for i in range(60)]
    other = shared + rng.normal(0, 0.2, size=60)
    return run([0.0] * 60, groups), run(other.tolist(), groups)


def test_a_group_with_similar_differences_is_the_unit():
    """Passages whose records change alike are found, with a notice of how alike they are."""
    choice = find_run_unit([passages(alike=True)], None)
    assert choice.unit == "passage"
    assert "12 values of 5 records" in choice.notices[0]
    assert find_run_unit([passages(alike=False)], None) == (None, [])


def test_records_that_failed_do_not_count():
    """An output that a record lacks measures nothing, and neither do runs without groups."""
    base, other = passages(alike=True)
    assert find_run_unit([(run([0.0, None, 1.0]), run([1.0, None, 2.0]))], None).unit is None
    lacking = {**other, "0": Scored(instance_id="0", system_id="a", scores={"x": None})}
    assert find_run_unit([(base, lacking)], None).unit is None
    assert find_run_unit([], "passage") == ("passage", [])


def test_an_unknown_group():
    """A named group that no record has is refused; one that some have is used as it is."""
    pairs = [passages(alike=False)]
    with pytest.raises(UsageError, match="--resample-by: no record has a group 'passge'; did you"):
        find_run_unit(pairs, "passge")
    assert find_run_unit(pairs, "passage") == ("passage", [])
