"""Results in Python: printed as by the command, and as frames."""

import sys

import pytest

import sacreval
from sacreval.report.shown import to_html
from sacreval.report.tables import Table
from support import missing
from support.mirror import CHECKOUT

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


def results_of(records):
    """Return a result of every verb that has tables."""
    scored = sacreval.score(records, metrics=["chrf", "bleu"])
    people = [record | {"judgments": {"h": i % 3}} for i, record in enumerate(records)]
    judged = sacreval.score(people, metrics="chrf")
    return [
        sacreval.evaluate(records, metrics=["chrf", "rouge"], ci=True, by="groups.domain"),
        sacreval.compare(records, metrics=["chrf", "bleu"]),
        scored,
        sacreval.correlate(judged, human="h"),
        sacreval.trust(judged, human="h"),
        sacreval.plan(accuracy=(0.6, 0.7), items=[100]),
    ]


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_frames_are_tidy_and_typed(records):
    """Frames have at most 12 columns, numbers are numbers, and `wide` has all that is known."""
    pd = missing.module("pandas", "data frames of pandas")
    pl = missing.module("polars", "data frames of polars")
    records = [record | {"groups": {"domain": "ab"[i % 2]}} for i, record in enumerate(records)]
    for result in results_of(records):
        tidy, wide = result.to_pandas(), result.to_pandas(wide=True)
        assert len(tidy) >= len(wide) >= 1
        assert len(tidy.columns) <= 12 or len(tidy.columns) == len(wide.columns)
        for name in tidy.columns:
            values = [x for x in tidy[name] if not pd.isna(x)]
            kinds = {isinstance(x, str) for x in values}
            assert len(kinds) == 1, name
            assert kinds == {False} or pd.api.types.is_string_dtype(tidy[name]), name
            if kinds == {False}:
                assert pd.api.types.is_numeric_dtype(tidy[name]), name
        assert result.to_polars().columns == [*tidy.columns]
        assert isinstance(result.to_polars(wide=True), pl.DataFrame)


def test_comparisons_are_numbers(records):
    """Values of comparisons can be compared as they are."""
    missing.module("pandas", "data frames of pandas")
    result = sacreval.compare(records, metrics="chrf")
    [row] = result.to_pandas(wide=True).to_dict("records")
    assert row["higher_is_better"] is True
    assert row["p"] <= 1
    assert row["difference"] == row["other_value"] - row["base_value"]


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_frames(records):
    """A pandas data frame is read by its columns, and results become one."""
    pd = missing.module("pandas", "data frames of pandas")
    result = sacreval.evaluate(pd.DataFrame(records), metrics=["bleu", "chrf"], ci=True)
    assert [r.system_id for r in result.report.results] == ["a", "a", "b", "b"]
    table = result.to_pandas()
    assert list(table["output"]) == ["bleu", "chrf", "bleu", "chrf"]
    assert (table["low"] <= table["value"]).all()


def test_scores_by_system(records):
    """A score is found by its output, and where systems are several by the system too."""
    result = sacreval.evaluate(records, metrics="chrf")
    assert result["chrf", "a"] == result.report.results[0].value
    with pytest.raises(KeyError, match=r"name a system, as in \['chrf', 'a'\]; systems are a, b"):
        result["chrf"]
    with pytest.raises(KeyError, match="no system 'c'; name a system"):
        result["chrf", "c"]
    with pytest.raises(KeyError, match="there is no output 'bleu'; outputs are chrf"):
        result["bleu"]


def test_without_pandas(monkeypatch):
    """Where pandas is not installed, one sentence says so."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(sacreval.errors.NotSetUpError, match="pip install pandas"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf").to_pandas()
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(sacreval.errors.NotSetUpError, match="pip install polars"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf").to_polars()


def test_results_print_as_the_command_prints(tmp_path, monkeypatch, capsys):
    """The text of a result is what the command writes, in every format."""
    from sacreval.commands.app import run

    monkeypatch.chdir(tmp_path)
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    result = sacreval.evaluate(sample, metrics=["bleu"], ci=True)
    for form in ("text", "json", "md", "tex", "tsv"):
        assert run(["evaluate", "bleu", str(sample), "--ci", "--format", form]) == 0
        assert capsys.readouterr().out == result.render(form)
    assert str(result) == result.render("text").rstrip("\n")
    assert result.to_dict()["results"][0]["output"] == "bleu"
    assert result.to_latex().startswith("\\begin{tabular}")
    page = result._repr_html_()
    assert page.startswith("<table>")
    assert "<b>77.38" in page
    assert "bleu|tokenize:13a|" in page


def test_polars(records):
    """A polars data frame is read by its columns."""
    pl = missing.module("polars", "data frames of polars")
    assert len(sacreval.read(pl.DataFrame(records))) == len(records)


def test_heads_are_aligned_as_their_columns():
    """In a notebook numbers and their heads are on the right, words and theirs on the left."""
    html = to_html(Table(["system", "BLEU"], [["a", "1.0"]], numeric=frozenset((1,))))
    left, right = (f' style="text-align:{side}"' for side in ("left", "right"))
    assert f"<th{left}>system</th><th{right}>BLEU</th>" in html
    assert f"<td{left}>a</td><td{right}>1.0</td>" in html
