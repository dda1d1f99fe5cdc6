"""Tables: columns, details, data sets, best scores, missing records.

Also tests `data_set_tables`.
"""

import csv
import io
import json
from types import SimpleNamespace

import msgspec
import pytest
from msgspec import UNSET

from sacreval.commands.app import run
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Detail, Missing, Result
from sacreval.features.compare import tables as comparison
from sacreval.features.compare.result import ComparisonReport, Settings
from sacreval.report.best_scores import best_values, in_order, is_best
from sacreval.report.details import detail_columns, detail_tables
from sacreval.report.lacking import lacking_columns, lacking_lines
from sacreval.report.result_notes import signature_lines
from sacreval.report.result_tables import wide_table
from sacreval.report.tables import Table, rendered, to_text
from sacreval.scoring.collected_batches import evaluate
from support.mirror import CHECKOUT
from support.program import records, write_jsonl
from support.two_sets import WORDS, write_two_sets

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_text_table(cli):
    """Piped, a plain table marks the best of several systems with a star, then the signature."""
    out = cli("evaluate", "bleu", SAMPLE).out
    head, *rows, legend, signature = out.splitlines()
    assert head.split() == ["system", "n", "BLEU", "↑"]
    assert legend == "↑: higher is better; *: best of its column"
    assert [row.endswith("*") for row in rows] == [True, False, False]
    assert signature.startswith("bleu|tokenize:13a|refs:2|")


def test_ties_are_best_together(cli, tmp_path):
    """Systems with the same best score are all marked; a single system, or all, are not."""
    for name in ("a", "b"):
        write_jsonl(tmp_path / f"{name}.jsonl", records())
    assert "*" not in cli("evaluate", "bleu", "a.jsonl", "b.jsonl").out
    write_jsonl(tmp_path / "c.jsonl", [record | {"prediction": "no"} for record in records()])
    assert cli("evaluate", "bleu", "a.jsonl", "b.jsonl", "c.jsonl").out.count("*\n") == 2
    assert "*" not in cli("evaluate", "bleu", "a.jsonl").out


def test_a_shorter_file_is_not_the_best(cli, tmp_path):
    """Systems with scores of different numbers of records have no mark, whatever the format."""
    write_jsonl(tmp_path / "whole.jsonl", [record | {"prediction": "no"} for record in records()])
    write_jsonl(tmp_path / "part.jsonl", records()[:-1])
    files = ["part.jsonl", "whole.jsonl"]
    sets = [word for name in files for word in ("--dataset", f"one={name}")]
    assert "*" not in cli("evaluate", "chrf", *files).out
    assert "*" not in cli("evaluate", "chrf", *sets).out
    for form, mark in (("md", "**"), ("tex", "\\textbf")):
        assert mark not in cli("evaluate", "chrf", *files, "--format", form).out
    assert cli("evaluate", "chrf", *files, "--style", "paper", "-o", "t.tex", "-q").code == 0
    assert "\\textbf" not in (tmp_path / "t.tex").read_text()
    write_jsonl(tmp_path / "part.jsonl", records())
    assert cli("evaluate", "chrf", *files).out.count("*\n") == 1


ROWS = [{"name": "é", "value": 0.5}, {"name": "b", "value": None}]


def render(form):
    return rendered(
        form,
        document=lambda: {"rows": ROWS},
        rows=ROWS,
        table=lambda: Table(["name", "value"], [["é", "0.5"], ["b", ""]]),
        printed=lambda: f"printed as {form}",
    )


def test_json():
    """The document is indented and ends with a line feed."""
    text = render("json")
    assert json.loads(text) == {"rows": ROWS}
    assert text.startswith('{\n  "rows"')
    assert text.endswith("}\n")


def test_lines():
    """Each row is a line of JSON; tsv and csv have the same rows with a header."""
    assert [json.loads(line) for line in render("jsonl").splitlines()] == ROWS
    assert render("tsv").splitlines() == ["name\tvalue", "é\t0.5", "b\t"]
    assert render("csv").splitlines() == ["name,value", "é,0.5", "b,"]


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_printed(form):
    """Other formats are what the report prints."""
    assert render(form) == f"printed as {form}"


def result(output, system="a", group=None, **details):
    return Result(
        metric=output, output=output, system_id=system, group=group, value=1.0, n=1,
        higher_is_better=True, interval=None, signature=output, engine="native", main=True,
        details={name: Detail(**value) for name, value in details.items()},
    )  # fmt: skip


def test_a_table_for_each_metric():
    """Counts have no decimals, numbers below 10 four, others two; metrics without details none."""
    results = [
        result("bleu", bp={"value": 0.5}, sys_len={"value": 60.0, "low": 40.0, "high": 70.5}),
        result("bleu", "b", bp={"value": 1.0}),
        result("accuracy"),
        result("ter", edits={"value": 12.345}),
    ]
    bleu, ter = detail_tables(results)
    assert to_text(bleu).splitlines() == [
        "BLEU of      bp          sys_len",
        "a        0.5000  60 [40.0, 70.5]",
        "b        1.0000                -",
    ]
    assert to_text(ter).splitlines() == ["TER of  edits", "a       12.35"]  # 12.345 is below


def test_groups_follow_the_whole():
    """All records come first, then the groups, in sorted order."""
    parts = [result("ter", group=g, edits={"value": 2.0}) for g in (None, "d=y", "d=x")]
    (table,) = detail_tables(parts)
    assert [row[:2] for row in table.rows] == [["a", ""], ["a", "d=x"], ["a", "d=y"]]


def test_columns():
    """Columns of CSV and data frames have the bounds where there are any."""
    bleu = result("bleu", bp={"value": 0.5}, ratio={"value": 2.0, "low": 1.0, "high": 3.0})
    assert detail_columns(bleu) == {
        "details_bp": 0.5,
        "details_ratio": 2.0,
        "details_ratio_low": 1.0,
        "details_ratio_high": 3.0,
    }


def best_scores_result(system, value, missing=None, *, n=9, dataset=None, up=True):
    return Result(
        metric="m", output="m", system_id=system, group=None, value=value, n=n, interval=None,
        higher_is_better=up, signature="m", engine="native", missing=missing, dataset=dataset,
    )  # fmt: skip


def marks(*results):
    best = best_values(results)
    return [is_best(result, best) for result in results]


@pytest.mark.parametrize(("up", "expected"), [(True, [0, 1]), (False, [1, 0]), (None, [0, 0])])
def test_direction(up, expected):
    """The highest is best, or the lowest, or neither."""
    assert (
        marks(best_scores_result("a", 3.0, up=up), best_scores_result("b", 4.0, up=up)) == expected
    )


def test_no_mark():
    """A single system, equal ones, and systems with other records have none."""
    assert marks(best_scores_result("a", 3.0)) == [False]
    assert marks(best_scores_result("a", 3.0), best_scores_result("b", 3.0)) == [False, False]
    assert marks(best_scores_result("a", 3.0), best_scores_result("b", 4.0, n=8)) == [False, False]


def test_each_data_set():
    """Each data set has its best."""
    first = [best_scores_result("a", 3.0, dataset="x"), best_scores_result("b", 4.0, dataset="x")]
    other = [best_scores_result("a", 9.0, dataset="y"), best_scores_result("b", 8.0, dataset="y")]
    assert marks(*first, *other) == [False, True, True, False]


def test_no_result_with_missing_records_is_the_best():
    """It may still hide that another is."""
    results = [best_scores_result("a", 4.0, Missing(failed=1)), best_scores_result("b", 3.0)]
    assert marks(*results) == [False, False]
    assert is_best(best_scores_result("a", 4.0), best_values(results))


OUTPUTS = {"middle": "a b c x", "best": "a b c d", "worst": "x", "also": "a b c x"}


def results(metric):
    records = [
        Instance(prediction=text, references=["a b c d"], system_id=name, instance_id="1")
        for name, text in OUTPUTS.items()
    ]
    return evaluate([Batch(records)], metrics.get(metric)()).report().results


def systems(results):
    return list(dict.fromkeys(result.system_id for result in results))


@pytest.mark.parametrize("metric", ["chrf", "wer"])
def test_by_score(metric):
    """The best is first, by the smallest score where less is better; equal ones stay as given."""
    assert systems(in_order(results(metric), "score")) == ["best", "middle", "also", "worst"]


def test_by_name():
    """Names are sorted, and each system keeps the order of its outputs."""
    ordered = in_order(results("rouge"), "name")
    assert systems(ordered) == sorted(OUTPUTS)
    outputs = [result.output for result in ordered if result.system_id == "best"]
    assert outputs == [result.output for result in results("rouge") if result.system_id == "best"]


def test_as_given():
    """Systems stay as they are given, as they do where no direction is better."""
    assert systems(in_order(results("chrf"), "given")) == list(OUTPUTS)
    assert systems(in_order(results("length"), "score")) == list(OUTPUTS)


def test_command(cli, tmp_path):
    """`--sort` orders the rows of tables and of JSON, which `verify` computes again."""
    for name, text in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text(f"{text}\n")
    (tmp_path / "ref.txt").write_text("a b c d\n")
    words = ("evaluate", "chrf", *(f"{name}.txt" for name in OUTPUTS), "-r", "ref.txt")
    done = cli(*words, "--sort", "score", "-q", "-o", "r.json")
    order = ["best", "middle", "also", "worst"]
    assert [line.split()[0] for line in done.out.splitlines()[1:5]] == order
    inputs = words[2:]
    assert cli("verify", "r.json", *inputs).code == 0


def lacking_result(system, missing=None, output="q", value=3.0, unanswered=0):
    return Result(
        metric="judge", output=output, system_id=system, group=None, value=value, n=9,
        interval=None, higher_is_better=True, signature="judge", engine="definition",
        missing=missing, unanswered=unanswered,
    )  # fmt: skip


def test_lines_of_lacking():
    """A line has systems, counts, reasons, and what the score may be, where there are bounds."""
    some = Missing(unparsed=2, truncated=1, if_worst=2.0, if_best=4.0)
    (line,) = lacking_lines(
        [lacking_result("a", some), lacking_result("b"), lacking_result("c", Missing(not_asked=1))]
    )
    assert line == (
        "missing, and not scored: a 3 of 9 (2 unparsed, 1 truncated); c 1 of 9 (1 not asked); "
        "with all of them at the worst and at the best q of a from 2 to 4"
    )
    assert lacking_lines([lacking_result("a", unanswered=4), lacking_result("b")]) == [
        "unanswered, and scored as wrong: a 4 of 9"
    ]
    assert lacking_lines([lacking_result("a")]) == []


def test_outputs_are_named_where_they_differ():
    """Metrics that lack the same records are counted once."""
    same = [lacking_result("a", unanswered=4), lacking_result("a", output="r", unanswered=4)]
    assert lacking_lines(same) == ["unanswered, and scored as wrong: a 4 of 9"]
    other = [lacking_result("a", unanswered=4), lacking_result("a", output="r", unanswered=5)]
    assert lacking_lines(other) == ["unanswered, and scored as wrong: a 4 of 9 by q; a 5 of 9 by r"]


def test_many_systems():
    """Only the first are named."""
    (line,) = lacking_lines([lacking_result(str(i), unanswered=1) for i in range(9)])
    assert line.endswith("5 1 of 9; 3 more are in the JSON")


def test_means_over_data_sets():
    """Their counts are of the records of all sets, and come before those of each."""
    single = msgspec.structs.replace(
        lacking_result("a", Missing(failed=2), unanswered=1), dataset="s"
    )
    mean = msgspec.structs.replace(single, dataset="(mean)", n=2, records=18)
    assert lacking_lines([single, mean]) == [
        "unanswered, and scored as wrong: a on all data sets 1 of 18; a on s 1 of 9",
        "missing, and not scored: a on all data sets 2 of 18 (2 failed); a on s 2 of 9 (2 failed)",
    ]


def test_columns_of_lacking():
    """Only numbers of which one is not 0 have a column."""
    rows = [
        [lacking_result("a", unanswered=2), lacking_result("a", output="r")],
        [lacking_result("b")],
    ]
    assert lacking_columns(rows) == {"unanswered": [2, 0]}
    assert lacking_columns([[lacking_result("a", Missing(failed=3))]]) == {"missing": [3]}


class Counted:
    """A result that counts how often one of its fields is read."""

    reads = 0

    def __init__(self, system, output, group=None):
        self._fields = {
            "system_id": system, "output": output, "metric": output, "group": group, "value": 0.5,
            "n": 3, "of": None, "higher_is_better": True, "interval": None, "signature": output,
            "engine": "official", "alias": None, "best_rank": 1, "worst_rank": 1,
            "sacrebleu": UNSET,
            "band": None, "repeats": None, "corrected": None, "missing": None, "dataset": None,
            "renamed": None, "unanswered": 0, "missing_total": 0, "samples": None,
        }  # fmt: skip

    def __getattr__(self, name):
        Counted.reads += 1
        return self._fields[name]


def reads(result, use):
    """Count the fields that a function reads of results."""
    Counted.reads = 0
    use(result)
    return Counted.reads


def results_results(systems, outputs=2, groups=(None,)):
    return [
        Counted(f"s{i}", f"m{j}", group)
        for i in range(systems)
        for group in groups
        for j in range(outputs)
    ]


def table(results):
    """Set the table of results, all with four decimal places."""
    return wide_table(results, dict.fromkeys((result.output for result in results), 4))


@pytest.mark.parametrize("use", [table, signature_lines])
@pytest.mark.parametrize("grow", ["systems", "outputs", "groups"])
@pytest.mark.long
def test_twice_the_results_are_twice_the_work(use, grow):
    """Twice the systems, numbers or groups cost at most twice the reads of fields."""
    small = {"systems": 20, "outputs": 20, "groups": [f"g={i}" for i in range(20)]}
    large = small | {grow: small[grow] * 2}
    if grow == "groups":
        large["groups"] = [f"g={i}" for i in range(40)]
    once, twice = (reads(results_results(**sizes), use) for sizes in (small, large))
    assert 0 < twice <= 2.2 * once


@pytest.mark.parametrize("grow", ["systems", "outputs"])
def test_twice_the_numbers_of_a_comparison_are_twice_the_work(grow):
    """Twice the systems or numbers of a comparison cost at most twice the reads of standings."""

    def table(systems, outputs):
        compared = [
            SimpleNamespace(
                dataset=None,
                group=None,
                output=f"m{j}",
                base="",
                other="",
                n=3,
                of=None,
                alias="m",
                missing=0,
                base_missing=0,
                other_missing=0,
                unanswered=0,
                base_unanswered=0,
                other_unanswered=0,
            )
            for j in range(40)
        ]
        return reads(
            ComparisonReport(Settings(), compared, results_results(systems, outputs)),
            comparison.wide_table,
        )

    small = {"systems": 20, "outputs": 20}
    once, twice = table(**small), table(**small | {grow: 40})
    assert 0 < twice <= 2.2 * once


def test_text_table_of_data_set(cli, tmp_path):
    """A table of each output has a row for each system and a column for each set, and the mean."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS)
    head, careful, careless, legend, records, mean, *_ = done.out.splitlines()
    assert head.split() == ["chrF2", "↑", "boolq", "nq", "mean", "of", "sets"]
    assert careful.startswith("careful")
    assert careful.count("*") == 3
    assert careless.startswith("careless")
    assert legend == "↑: higher is better; *: best of its column"
    assert records == "records: boolq 3, nq 2"
    assert mean.startswith("mean of sets: over the data sets that have the output")


def test_groups_are_rows(cli, tmp_path):
    """Groups inside data sets are rows below those of all records; a set may lack one."""
    write_two_sets(tmp_path)
    lines = cli("evaluate", "chrf", *WORDS, "--by", "kind").out.splitlines()
    assert lines[0].split()[:3] == ["chrF2", "↑", "group"]
    [row] = [line for line in lines if line.startswith("careful   kind=x")]
    assert row.split()[3:] == ["-", "-"]


def test_every_format_has_the_data_set(cli, tmp_path):
    """JSON lines, CSV, TSV, Markdown and LaTeX name the data sets."""
    write_two_sets(tmp_path)
    words = ["evaluate", "chrf", *WORDS, "--format"]
    assert '"dataset":"nq"' in cli(*words, "jsonl").out
    for form, delimiter in {"csv": ",", "tsv": "\t"}.items():
        rows = list(csv.DictReader(io.StringIO(cli(*words, form).out), delimiter=delimiter))
        assert [row["dataset"] for row in rows] == ["boolq"] * 2 + ["nq"] * 2 + ["(mean)"] * 2
    assert "| boolq | nq | mean of sets" in " ".join(cli(*words, "md").out.split())
    assert "boolq & nq & mean of sets" in cli(*words, "tex").out


def test_github_summary(tmp_path, monkeypatch):
    """The summary of a job on GitHub has these tables."""
    write_two_sets(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    assert run(["evaluate", "suite", "suite.yaml"]) == 0
    assert (tmp_path / "summary.md").read_text().count("boolq |") >= 2


def test_some_of_the_records(cli, tmp_path):
    """The line on records has the number of all where only some take part, by data set."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS, "--where", "groups.kind == 'y'")
    assert "records: boolq 2 of 3, nq 2 of 2" in done.out


def test_details_name_the_data_set(cli, tmp_path):
    """Rows of what scores are made of say which data set they are about."""
    write_two_sets(tmp_path)
    lines = cli("evaluate", "bleu", *WORDS, "--details").out.splitlines()
    [start] = [i for i, line in enumerate(lines) if line.startswith("BLEU of")]
    assert lines[start].split()[2:4] == ["data", "set"]
    rows = [line.split()[:2] for line in lines[start + 1 : start + 5]]
    assert rows == [[x, y] for y in ("boolq", "nq") for x in ("careful", "careless")]
