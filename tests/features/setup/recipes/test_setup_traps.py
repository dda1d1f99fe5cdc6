"""Traps of corpora: repetitions, people as systems, levels of judges, order, line ends, scales."""

import pytest


def test_missing_and_surplus_predictions(corpora, lines):
    """XQuAD's Logistic Regression left two questions out; its surplus ids are passed over."""
    rows = [
        row
        for row in lines(corpora("xquad") / "en.jsonl")
        if row["system_id"] == "Logistic-Regression"
    ]
    missing = [row for row in rows if row.get("meta") == {"missing": True}]
    assert (len(rows), len(missing)) == (1190, 2)
    assert {row["prediction"] for row in missing} == {""}


def test_null_comparison(corpora, lines):
    """Multeval's sys2 is baseline byte for byte, and is kept so."""
    texts = {}
    for row in lines(corpora("multeval") / "records.jsonl"):
        texts.setdefault(row["system_id"], []).append(row["prediction"])
    for run in range(3):
        assert texts[f"sys2-opt{run}"] == texts[f"baseline-opt{run}"]
    assert texts["sys1-opt0"] != texts["baseline-opt0"]


def test_attention_checks_are_dropped(corpora, lines, mirror):
    """ESA's rows that test attention, and its tutorials, are no judgments."""
    path = next(mirror.glob("*/wmt-conference/*/*/data/campaign*/240315rc5ESA.scores.csv"))
    raw = path.read_text().splitlines()
    assert sum(",BAD," in line for line in raw) == 398
    file = corpora("wmt23-esa") / "esa.jsonl"
    if not file.exists():
        pytest.skip("SACREVAL_MIRROR lacks the tasks of ESA's campaign")
    rows = lines(file)
    assert not any("#" in row["system_id"] for row in rows)
    assert len({row["system_id"] for row in rows}) == 13
    assert len({row["instance_id"] for row in rows}) == 207
    # 2,718 rows of the task: 13 were rated anew by the same rater, 14 stand there to fill tasks up.
    assert len(rows) == 2916 - 2 * 99 - 13 - 14


def test_people_among_systems(corpora, lines):
    """Texts that people wrote are of type reference where they are judged like systems."""
    expected = {
        "topicalchat": {"Original Ground Truth", "New Human Generated"},
        "wmt23": {"refA", "synthetic_ref"},
    }
    for name, people in expected.items():
        rows = lines(corpora(name) / "records.jsonl")
        found = {row["system_id"] for row in rows if row.get("system_type") == "reference"}
        assert found == people


def test_levels_are_not_pooled(corpora, lines):
    """SummEval's experts and turkers, WMT's MQM and DA, stand under names of their own."""
    row = lines(corpora("fabbri2020") / "records.jsonl")[0]
    assert len(row["judgments"]) == 8
    assert {name.split("_")[0] for name in row["judgments"]} == {"expert", "turker"}
    row = lines(corpora("wmt23") / "records.jsonl")[0]
    assert set(row["judgments"]) == {"mqm", "da-sqm"}


def test_no_trailing_newline(corpora, lines):
    """A last line without line feed counts."""
    assert len(lines(corpora("webnlg2017") / "en.jsonl")) == 1862


def test_blank_padded_references(corpora, lines):
    """WebNLG's references of one blank are none: 1862, 1753, 1279 and 17 real ones."""
    rows = lines(corpora("webnlg2017") / "en.jsonl")
    lengths = [len(row["references"]) for row in rows]
    assert [sum(n >= k for n in lengths) for k in (1, 2, 3, 4)] == [1862, 1753, 1279, 17]
    assert all(text.strip() for row in rows for text in row["references"])


def test_carriage_returns_are_no_lines(corpora, lines):
    """MLQE-PE's second reference has CRLF line ends, and a thousand lines all the same."""
    rows = lines(corpora("mlqe-pe") / "et-en.jsonl")
    assert not any(text.endswith("\r") for row in rows for text in row["references"])


def test_scales_are_the_files(corpora, lines):
    """Judgments keep the scale of their corpus; nothing is rescaled."""
    rows = lines(corpora("topicalchat") / "records.jsonl")
    tops = {}
    for row in rows:
        for name, value in row["judgments"].items():
            tops[name] = max(value, tops.get(name, 0))
    assert (tops["understandability"], tops["naturalness"], tops["overall"]) == (1, 3, 5)
    assert max(row["judgments"]["mqm"] or 0 for row in lines(corpora("wmt23") / "records.jsonl")
               if row.get("judgments", {}).get("mqm") is not None) == 0  # fmt: skip


def test_hostile_completions_are_only_text(corpora, lines):
    """HumanEval's hostile samples are carried as text."""
    rows = lines(corpora("humaneval") / "samples.jsonl")
    assert any("rm -rf tmp" in row["prediction"] for row in rows)


def test_a_fake_is_told_by_its_hash(mirror, tmp_path, sacreval):
    """A file of the right name and another content is not punkt."""
    import shutil

    copy = tmp_path / "mirror"
    for path in mirror.glob("*/open-webui/open-webui/*/nltk_data/tokenizers/punkt_tab/english/*"):
        target = copy / path.relative_to(mirror)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o644)
    next(copy.rglob("abbrev_types.txt")).write_text("a" * 105)
    code, _, err = sacreval("setup-metric", "punkt-english", "--mirror", copy)
    assert code == 2
    assert "105 bytes instead of 619" in err
    assert not list((tmp_path / "home").rglob("*.txt"))
