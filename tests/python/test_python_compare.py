"""compare and compare_results as Python functions."""

import json

import pytest

import sacreval
from sacreval.errors import ResultWarning, UsageError
from support.set_results import write_sets

OUTPUTS = ["The cat sat on the mat.", "Rain falls in the north.", "Frost."]
REFERENCES = ["The cat sat on a mat.", "It rains in the north.", "Frost at night."]


@pytest.fixture
def records():
    """Give the same data as records of two systems."""
    return [
        {"instance_id": i, "system_id": system, "prediction": text, "references": [reference]}
        for system in ("a", "b")
        for i, (text, reference) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))
    ]


def test_compare_and_score_and_correlate(records):
    """The other verbs find what their commands find."""
    result = sacreval.compare(records, metrics="chrf", trials=100)
    assert [c.finding for c in result.report.comparisons] == ["no difference shown"]
    assert "no difference shown" in str(result)
    assert result.rows()[0]["other"] == "b"
    scored = sacreval.score(records, metrics="chrf", jackknife=False)
    assert len(scored) == 6
    assert "chrf" in str(scored)
    assert scored.to_dict()["scores"][0]["scores"]
    judged = [
        {**record, "judgments": {"quality": i % 4}, "prediction": record["prediction"][: 4 + i]}
        for i, record in enumerate(records)
    ]
    agreement = sacreval.correlate(
        sacreval.score(judged, metrics="chrf"), human="quality", level="global",
        metrics="chrf", coefficient="spearman", interval="none",
    )  # fmt: skip
    (row,) = agreement.rows()
    assert (row["metric"], row["n_used"]) == ("chrf", 6)
    assert "spearman" in str(agreement)


def test_compare_results(tmp_path):
    """Data sets are files, named files, or groups of one file, as for the command."""
    files = write_sets(tmp_path, {f"s{i}": {"a": i % 3, "b": 2 + i % 2} for i in range(6)})
    result = sacreval.compare_results(files)
    assert [x["system_id"] for x in result.rows()] == ["b", "a"]
    named = sacreval.compare_results({path.stem: path for path in files})
    assert result.to_dict() == named.to_dict()
    assert result.to_dict() == sacreval.compare_results(files, metric=None).to_dict()
    assert "mean-of-sets" in str(result)
    for wrong in (3, files[0].open, [3], {"a": 3}):
        with pytest.raises(UsageError, match="`files` "):
            sacreval.compare_results(wrong)
    with pytest.raises(UsageError, match="confidence is 1"):
        sacreval.compare_results(files, confidence=1)
    with pytest.warns(ResultWarning, match="2 data sets are few"):
        sacreval.compare_results(files[:2], base="b")


def test_compare_has_the_options_of_the_command(records):
    """Tests, families, units and margins have the names that they have on the command line."""
    more = [{**record, "groups": {"doc": record["instance_id"]}} for record in records]
    result = sacreval.compare(
        more, metrics="chrf", test="mid-p", interval="jackknife", family="all", all_tests=True,
        all_pairs=True, ranks="separate", resample_by="doc",
        equivalent={"chrf": 5.0}, not_worse={"chrf": 5.0}, trials=100,
    )  # fmt: skip
    [c] = result.report.comparisons
    assert (c.test, c.interval.method, c.unit) == ("mid-p", "jackknife", "doc")
    assert [answer.question for answer in c.margins] == ["equivalent", "not worse"]
    assert len(c.tests) == 6
    with pytest.raises(UsageError, match=r"not_worse chrf=0\.0: .* above 0"):
        sacreval.compare(more, metrics="chrf", not_worse={"chrf": 0.0})


SETS = {
    "long": ({"good": ["the cat sat", "a dog ran", "it rained", "birds fly"],
              "bad": ["cat", "dog", "rain", "bird"]},
             ["the cat sat", "a dog ran", "it rains", "birds fly"]),
    "short": ({"good": ["one two", "three"], "bad": ["one", "tree"]}, ["one two", "three"]),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_data_sets(cli, tmp_path):
    """Data sets have the comparisons of the command, in each and over them."""
    words = []
    for name, (outputs, references) in SETS.items():
        for system, texts in outputs.items():
            lines = [
                {"prediction": text, "references": [reference]}
                for text, reference in zip(texts, references, strict=True)
            ]
            path = tmp_path / f"{name}-{system}.jsonl"
            path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
            words += ["--dataset", f"{name}={system}={path.name}"]
    result = sacreval.compare(datasets=SETS, metrics="chrf", base="bad")
    known = cli("compare", "chrf", *words, "--base", "bad", "--format", "json").json()
    assert json.loads(result.render("json")) == known
    assert {row["dataset"] for row in result.rows()} == {"long", "short"}
    assert len(result.tables()) == 2


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_verify_takes_data_sets():
    """verify recomputes each data set and the means, and refuses inputs without data sets."""
    result = sacreval.evaluate(datasets=SETS, metrics="chrf", ci=True)
    assert sacreval.verify(result, datasets=SETS)
    other = {**SETS, "short": (SETS["short"][0], ["one two", "four"])}
    assert not sacreval.verify(result, datasets=other)
    with pytest.raises(UsageError, match="the results are of the data sets long, short"):
        sacreval.verify(result, *SETS["long"])


def test_data_sets_and_outputs():
    """Outputs of no data set beside data sets are refused, and so is neither."""
    with pytest.raises(UsageError, match="with `datasets`, outputs and references are there"):
        sacreval.compare(["a"], datasets=SETS, metrics="chrf")
    with pytest.raises(UsageError, match="there are no outputs"):
        sacreval.compare(metrics="chrf")
