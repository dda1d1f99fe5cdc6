"""Tables of correlations: numbers, notes, judgments and documents."""

import json
from copy import deepcopy

import msgspec
import pytest

from sacreval.features.correlate.tables import correlation_tables
from sacreval.features.correlate.tables.contents_tables import notes, render_contents, table
from sacreval.features.correlate.tables.correlation_files import (
    at_levels,
    check,
    counted,
    inputs_used,
    of_correlations,
)
from sacreval.features.correlate.tables.correlation_notes import (
    basis,
    condensed,
    omissions,
    populations,
)
from sacreval.features.correlate.tables.correlation_tables import clusters, headed, methods
from support.pages import SAMPLE
from support.sizes import few


def test_columns_of_clusters():
    """In the table of rank clusters the last column, and no other, is one of numbers to align."""
    place = {"level": "system", "coefficient": "pearson", "over": None}
    clustered = clusters([place | {"cluster": 1, "metric": "chrf", "value": 0.5}])
    assert clustered.head[-2:] == ["metric", "value"]
    assert clustered.numeric == {len(clustered.head) - 1}
    assert all(len(row) == len(clustered.head) for row in clustered.rows)


def test_p_values_are_never_zero():
    """Small p-values are below a bound, and those that there are not are a hyphen."""
    test = {"level": "system", "coefficient": "pearson", "metric_a": "a", "metric_b": "b"}
    small = {**test, "delta": 0.1, "p_value": 0.00001, "p_adjusted": 0.0, "significant": True}
    none = {**test, "delta": None, "p_value": None, "p_adjusted": None, "significant": False}
    table = correlation_tables.tests([small, none], 4)
    assert [row[-2:] for row in table.rows] == [["<0.0001", "<0.0001*"], ["-", "-"]]


def result(coefficient, level="system", method="percentile-both", reason=None):
    """Make a correlation with an interval, or without one."""
    units = method.rpartition("-")[2]
    interval = {"method": method, "units": units, "reason": reason, "confidence": 0.95}
    return {"coefficient": coefficient, "level": level, "interval": interval if method else None}


def test_the_head_names_the_units():
    """A column is headed by its coefficient and what its intervals are over."""
    mixed = [result("spa"), result("spa", method="jackknife-systems"), result("acc-eq", method="")]
    assert headed("spa", mixed) == "spa [both/systems]"
    assert headed("acc-eq", mixed) == "acc-eq"


def test_one_method_is_one_phrase():
    """Where all intervals are computed alike, the line names the method and the reason alone."""
    alike = [result("spa", reason="pairs of systems"), result("pa", reason="pairs of systems")]
    assert methods(alike) == ["Intervals of 95 %: percentile (pairs of systems)."]
    assert methods([result("spa", method="")]) == []


def test_several_methods_name_their_coefficients():
    """Each method is followed by its coefficients and levels, those of several levels once."""
    several = [
        result("kendall", "summary", "jackknife-both", "a mean"),
        result("kendall", "system"),
        result("kendall", "global", "jackknife-z-both", "a mean"),
        result("pearson", "system", "rule-of-three", "all pairs right"),
    ]
    said = (
        "Intervals of 95 %: jackknife of kendall at summary and global level (a mean); percentile "
        "of kendall at system level; rule-of-three of pearson at system level (all pairs right)."
    )
    assert methods(several) == [said]


def test_a_table_for_people(cli, judged):
    """A row for each system has, for each dimension, the mean and the number of inputs."""
    text = cli("correlate", "judgments", judged).out.splitlines()
    assert text[0].split() == ["system", "good", "n", "new", "n"]
    assert text[2].split() == ["b", "2.7500", "2", "1.0000", "1"]
    assert text[1].split() == ["a", "3.0000", "1", "-", "0"]


CONTENT = {
    "names": [
        {"name": "q", "kind": "judgment", "systems": 2, "inputs": 3, "outputs": 6, "raters": 2,
         "levels": ["system", "global"]},
        {"name": "bleu", "kind": "metric", "systems": 2, "inputs": 3, "outputs": 6, "raters": 0,
         "levels": []},
    ],
    "systems": {"a": "peer", "b": "peer", "r": "reference"},
    "groups": {"d": [str(i) for i in range(20)]},
}  # fmt: skip


def test_a_row_for_each_name():
    """Raters are of judgments, and levels are listed."""
    assert table(CONTENT).rows == [
        ["q", "judgment", "2", "3", "6", "2", "system, global"],
        ["bleu", "metric", "2", "3", "6", "", ""],
    ]


def test_lines_below():
    """Systems by kind, the first values of a group, and the next command."""
    systems, group, following = notes(CONTENT)
    assert systems == "systems: 2 peer, 1 reference"
    assert group == f"group d: {', '.join(str(i) for i in range(12))} and 8 more"
    assert following.endswith("--human q")


def test_formats():
    """JSON has everything, text the table and the lines."""
    assert json.loads(render_contents(CONTENT, "json")) == CONTENT
    assert "group d: 0, 1" in render_contents(CONTENT, "text")


PEARSON = {"level": "system", "coefficient": "pearson", "metric": "bleu"}


def missing(metric, reason):
    """Return the row of a correlation that has no value."""
    return PEARSON | {
        "metric": metric, "reason": reason, "interval_reason": "", "skipped": {}, "n_used": 0,
    }  # fmt: skip


def test_metrics_with_the_same_remark_share_a_line():
    """A reason is given once, with the metrics that it is about; after five, they are counted."""
    rows = [missing(f"m{i}", "all are equal") for i in range(7)]
    text = "no pearson at system level: all are equal (m0, m1, m2, m3, m4 and 2 more)"
    assert omissions(rows) == [text]


def test_common_fields_of_signatures_are_written_once():
    """The first line has the fields that all signatures share; further lines what differs."""
    rows = [
        PEARSON | {"metric": name, "signature": f"corr|human:quality|ci:{ci}|seed:1"}
        for name, ci in (("bleu", "fisher"), ("chrf", "bootstrap"))
    ]
    assert condensed(rows, "correlations") == [
        "signature of correlations: corr:|human:quality|seed:1",
        "  bleu: ci:fisher",
        "  chrf: ci:bootstrap",
    ]


def test_the_basis_names_test_and_correction():
    """The sentence names test, side, correction and level, and daggers only where there are any."""
    test = {
        "test": "perm-both", "alternative": "greater", "correction": "holm", "n_tests": 3,
        "alpha": 0.05,
    }  # fmt: skip
    assert basis([], [test], marked=False) == []
    (line,) = basis([test, test], [], marked=False)
    assert line == "Tests rest on: perm-both, greater, holm over 3 tests, at 0.05."
    assert "over 1 test," in basis([{**test, "n_tests": 1}], [], marked=False)[0]
    assert basis([test], [], marked=True)[0].startswith("Tests, † rest on: ")
    apart = basis([test], [{**test, "correction": "none"}], marked=True)
    assert apart[1].startswith("Ranks rest on: perm-both, greater, without correction, at 0.05")


def test_a_population_that_combines_others_is_left_out():
    """An average over different tests repeats the populations of its parts, and is left out."""
    tests = [{"population": "systems"}, {"population": "systems; inputs"}]
    assert populations(tests) == ["systems"]


WORDS = (
    "-m chrf -m bleu --human adequacy --level system --level segment --test perm-both-xor",
    "-m ter -m bleu --human adequacy --level system --signed --explain --agreement",
    "-m chrf -m bleu --human adequacy --human fluency --level system",
)


@pytest.mark.parametrize("words", WORDS)
def test_what_correlate_writes(cli, tmp_path, words):
    """Whatever the verb writes is a whole document; each row needs its values, of their types."""
    done = cli("correlate", "suite", SAMPLE, *words.split(), "-o", "k.json")
    assert done.code == 0, done.err
    document = json.loads((tmp_path / "k.json").read_text())
    check(document)
    rows = {part: rows[0] for part, rows in document.items() if isinstance(rows, list) and rows}
    rows.pop("notes", None)
    assert rows.keys() >= {"results"}
    for part, row in rows.items():
        for key in row.keys() - {"task", "reversed", "turned", "chance"}:
            changed = deepcopy(document)
            del changed[part][0][key]
            with pytest.raises(msgspec.ValidationError):
                check(changed)


@few(
    3,
    ("change", "said"),
    [
        (lambda d: d["results"].clear(), "it has no correlations"),
        (lambda d: d.update(results="x"), "Expected `array`"),
        (lambda d: d["results"][0].update(value="high"), "Expected `float | null`"),
        (lambda d: d["results"][0].update(interval=[1, 2]), r"Expected `object \| null`"),
        (lambda d: d["results"][0].update(task="en-de"), "some rows have a task"),
        (lambda d: d.update(notes=[1]), "Expected `str`"),
        (lambda d: d.update(asked_levels=["x"]), "Expected `object`"),
    ],
)
def test_what_is_no_document(cli, tmp_path, change, said):
    """A value of another type, and rows that do not belong together, are refused."""
    words = WORDS[0].split()
    assert cli("correlate", "suite", SAMPLE, *words, "-o", "k.json").code == 0
    document = json.loads((tmp_path / "k.json").read_text())
    change(document)
    with pytest.raises(msgspec.ValidationError, match=said):
        check(document)


SUMMARY = "level:summary|group:input|n:3x20"


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([("system", 20, 3, "group:none"), ("global", 20, 60, "|group:none|")], "20 inputs"),
        ([("segment", 20, 18, SUMMARY)], "18 inputs"),
        (
            [("segment", 20, 18, SUMMARY), ("segment", 20, 17, SUMMARY), ("system", 20, 3, "")],
            "17 to 18 inputs at segment level and 20 inputs at system level",
        ),
        ([("system", 0, 3, "")], ""),
        ([("system", 0, 3, ""), ("segment", 20, 18, SUMMARY)], "18 inputs at segment level"),
        ([("system", 1, 3, "")], "1 input"),
    ],
)
def test_inputs(results, said):
    """At summary level inputs without a value are not counted; levels are named if they differ."""
    assert inputs_used(results) == said


def test_counted():
    """A number, or a range, is followed by what is counted."""
    assert counted([1, 1], "test") == "1 test"
    assert counted([2, 1], "test") == "1 to 2 tests"


def test_levels():
    """Levels are joined by and."""
    assert at_levels(["segment", "system"]) == "at segment and system level"


BLEU = "bleu|tokenize:13a|sacreval:0.1.0"

CHRF = "chrf|char_order:6|sacreval:0.1.0"

TEST = {
    "test": "perm-both",
    "correction": "holm",
    "alpha": 0.05,
    "level": "system",
    "coefficient": "pearson",
    "signature": "level:system|trials:1000|seed:7",
}


def correlation(metric="bleu", *, level="system", coefficient="pearson", metrics=BLEU, **more):
    """Return a correlation as its file has it."""
    signature = f"level:{level}|n:3x20" + (f"|metrics:{metrics}" if metrics else "")
    return {
        "metric": metric,
        "human": "expert_relevance",
        "coefficient": coefficient,
        "level": level,
        "n_systems": 3,
        "n_instances": 20,
        "n_used": 18,
        "signature": f"{signature}|ci:percentile|conf:0.95|version:0.1.0",
        **more,
    }


def test_signatures_of_metrics():
    """Signatures are those of the metrics, each once; metrics without one are named."""
    both = correlation("chrf", metrics=f"{BLEU} + {CHRF}")
    read = correlation("read", metrics="")
    content = of_correlations({"results": [correlation(), both, read]})
    assert content.signatures == (BLEU, CHRF)
    assert content.unsigned == ("read",)
    assert content.metrics == ("bleu", "chrf", "read")
    assert content.size == "3 systems and 20 inputs"


def test_files_of_earlier_versions():
    """Earlier files have the signatures of metrics under `refs`."""
    old = correlation()
    old["signature"] = old["signature"].replace("|metrics:", "|refs:")
    assert of_correlations({"results": [old]}).signatures == (BLEU,)


def test_statistics():
    """Coefficients have levels, intervals what they draw, tests what they draw and correct."""
    interval = {"method": "percentile", "confidence": 0.9, "resamples": 50, "seed": 3}
    results = [correlation(interval=interval), correlation(level="summary")]
    content = of_correlations({"results": results, "tests": [TEST, {**TEST, "test": "none"}]})
    assert content.statistics == [
        (
            "pearson",
            "Correlations with human judgments (expert relevance) are measured by",
            ("at system and summary level",),
        ),
        (
            "percentile",
            "Intervals (90 %) of correlations are computed by",
            ("50 resamples", "seed 3"),
        ),
        ("perm-both", "Correlations are compared by", ("1000 trials", "seed 7")),
        ("holm", "P-values are corrected by", ("level 0.05",)),
    ]


def test_words_of_the_user():
    """Levels are called as the user asked for them, if the file states another word."""
    content = {"results": [correlation(level="summary")], "asked_levels": {"summary": "segment"}}
    assert of_correlations(content).statistics[0][2] == ("at segment level",)


def test_what_is_correlated():
    """Metrics that no signature names, and references that were chosen, are in the sentence."""
    read = [correlation(name, metrics="") for name in ("BLEU", "COMET")]
    for result in read:
        result["signature"] = result["signature"].replace("|ci:", "|refs:refA|ci:")
    (_, before, _), *_ = of_correlations({"results": read}).statistics
    assert before == (
        "Correlations of BLEU and COMET with human judgments (expert relevance), of scores with "
        "reference refA, are measured by"
    )


def test_several_tests():
    """Where tests differ, each has what it compares, in words."""
    other = {**TEST, "test": "wmt", "level": "summary", "coefficient": "kendall", "signature": ""}
    mean = {**other, "level": "all", "coefficient": "all"}
    content = {"results": [correlation()], "tests": [TEST, other, mean]}
    compared = [x for x in of_correlations(content).statistics if "compared" in x[1]]
    assert compared[0][2] == ("1000 trials", "seed 7", "for Pearson's r at system level")
    assert compared[1][2] == ("for Kendall's tau-b at summary level and means over levels",)


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        ([None], "measured by"),
        (["news"], "measured within the task news by"),
        (["news", "talks"], "measured within the tasks news and talks by"),
        (list("abcdefg"), "measured within 7 tasks by"),
    ],
)
def test_tasks(tasks, said):
    """Tasks are named where they are few."""
    results = [correlation(task=task) for task in tasks]
    assert of_correlations({"results": results}).statistics[0][1].endswith(f" are {said}")


def test_seeds_of_tasks():
    """Where each task draws with a seed of its own, the seeds are together."""
    interval = {"method": "percentile", "confidence": 0.9, "resamples": 50, "seed": 3}
    results = [correlation(interval={**interval, "seed": seed}) for seed in (3, 5, 3)]
    _, (_, _, conditions) = of_correlations({"results": results}).statistics
    assert conditions == ("50 resamples", "seeds 3 and 5")


def test_other_files():
    """A file of another form is an error of its content."""
    with pytest.raises(msgspec.ValidationError):
        of_correlations({"results": [{"metric": "bleu"}]})
