"""Comparisons: systems, instances, units, tests, and families of findings.

Also tests `compared_pairs`.
"""

from typing import get_args

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.features.compare import comparison_names as names
from sacreval.features.compare.compare import compare_data_sets
from sacreval.features.compare.comparison_tests import (
    BESIDE,
    DECIDES,
    corrected,
    deciding,
    draws,
    finding,
    shared_by,
    stated_tests,
)
from sacreval.features.compare.result import Settings, TestResult
from sacreval.features.compare.result import TestResult as Tested
from sacreval.scoring.collected_batches import evaluate
from sacreval.stats.significance.multiple_testing import holm
from support.mirror import CHECKOUT
from support.pairs import compared
from support.program import write_jsonl
from support.two_sets import RECORDS, WORDS, changed, write_lines, write_two_sets

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_the_base_is_the_first_system_or_the_one_named(cli):
    """In one file of several systems, --base and --other choose."""
    first = cli("compare", "bleu", SAMPLE, "--format", "json").json()["comparisons"]
    assert [(c["base"], c["other"]) for c in first] == [
        ("careful", "literal"),
        ("careful", "terse"),
    ]
    chosen = cli("compare", "bleu", SAMPLE, "--base", "terse", "--format", "json").json()
    assert {c["base"] for c in chosen["comparisons"]} == {"terse"}


def test_groups_are_compared_too(cli):
    """--by gives every comparison again for the instances of each value."""
    report = cli("compare", "bleu", SAMPLE, "--by", "domain", "--format", "json").json()
    groups = {c["group"] for c in report["comparisons"]}
    assert groups == {None, *(f"domain={d}" for d in ("news", "recipes", "travel", "weather"))}
    assert sum(c["n"] for c in report["comparisons"] if c["group"]) == 2 * 20


def test_what_a_system_lacks_is_missing(cli, tmp_path):
    """What one system of a pair lacks is counted, and is not compared."""
    for name, ids in (("a", range(10)), ("b", range(3, 12))):
        write_jsonl(tmp_path / f"{name}.jsonl", [
            {"instance_id": i, "prediction": f"{name} cat {i}", "references": ["a cat 4"]}
            for i in ids
        ])  # fmt: skip
    done = cli("compare", "chrf", "a.jsonl", "b.jsonl", "--format", "json")
    (row,) = done.json()["comparisons"]
    assert (row["n"], row["base_missing"], row["other_missing"]) == (12, 2, 3)
    assert sum(row[name] for name in ("wins", "ties", "losses")) == row["shared"] == 7
    alone = cli("evaluate", "chrf", "a.jsonl", "b.jsonl", "--format", "json").json()["results"]
    assert [x["value_of_all"] for x in done.json()["standings"]] == [x["value"] for x in alone]


@pytest.fixture
def many(tmp_path):
    """Write a data set of twenty records, and six of three; return the words that name them."""
    longer = [{**record, "meta": {"i": i}} for i in range(7) for record in RECORDS][:20]
    sets = {"long": longer} | {f"s{i}": RECORDS[: 2 + i % 2] for i in range(6)}
    words = []
    for name, records in sets.items():
        write_lines(tmp_path / name / "a.jsonl", records)
        write_lines(tmp_path / name / "b.jsonl", changed(records))
        words += [x for s in "ab" for x in ("--dataset", f"{name}={name}/{s}.jsonl")]
    return words


def test_holm_is_over_systems_and_data_sets(cli, many):
    """The p-values of an output are corrected for the tests of all data sets together."""
    done = cli("compare", "chrf", *many, "--test", "paired-ar", "--format", "json", "-q")
    rows = done.json()["comparisons"]
    single = [c["tests"]["paired-ar"]["p"] for c in rows]
    assert [c["dataset"] for c in rows] == ["long", *(f"s{i}" for i in range(6))]
    assert [c["tests"]["paired-ar"]["p_holm"] for c in rows] == pytest.approx(list(holm(single)))


def test_a_data_set_has_the_tests_of_a_run_of_its_own(cli, many):
    """Differences and p-values of single tests are those of a comparison of one data set."""
    together = cli("compare", "chrf", *many, "--format", "json", "-q").json()["comparisons"]
    words = ["compare", "chrf", "long/a.jsonl", "long/b.jsonl", "--format", "json", "-q"]
    alone = cli(*words, "--confidence", 1 - 0.05 / 7)  # intervals of all data sets hold at once
    [row] = alone.json()["comparisons"]
    for name in ("difference", "n", "base_value", "interval", "wins"):
        assert together[0][name] == row[name]
    assert together[0]["tests"][row["test"]]["p"] == row["tests"][row["test"]]["p"]


def test_sets_are_units_as_in_compare_results(cli, many):
    """The comparison over sets is that of `compare results` on the results of these data sets."""
    done = cli("compare", "chrf", *many, "--format", "json", "-q").json()
    cli("evaluate", "chrf", *many, "-o", "r.json", "-q")
    over = cli("compare", "results", "r.json", "--format", "json", "-q").json()
    assert done["over_sets"] == over
    assert over["ranks"][0]["sets"] == ["long", *(f"s{i}" for i in range(6))]


def test_printed_tables_and_notices(cli, tmp_path):
    """Both tables are printed; an output of one data set has no comparison over sets."""
    write_two_sets(tmp_path)
    done = cli("compare", "suite", "suite.yaml")
    assert done.code == 0, done.err
    assert "data set" in done.out.splitlines()[0]
    assert "Holm over systems and data sets" in done.out
    assert "mean-of-sets" in done.out
    assert "chrf: fewer than 2 sets" in done.err


def test_a_set_without_the_base_is_refused(cli, tmp_path):
    """A data set that lacks the base is an error with its name."""
    write_two_sets(tmp_path)
    done = cli("compare", "chrf", *WORDS[:4], "--dataset", "nq=x=nq/one.jsonl",
               "--dataset", "nq=nq/two.jsonl")  # fmt: skip
    assert (done.code, "no system 'careful'" in done.err) == (2, True)
    assert "(data set nq)" in done.err


@pytest.mark.parametrize("kind", ["gone", "failed"])
def test_all_records_on_request(cli, tmp_path, kind):
    """--require-all refuses systems that lack a record, or the score of one, with their number."""
    lines = [
        {"instance_id": str(i), "system_id": system, "prediction": "a b", "references": ["a c"]}
        for system in "ab" for i in range(6)
    ]  # fmt: skip
    write_jsonl(tmp_path / "all.jsonl", lines)
    if kind == "gone":
        del lines[-2:]
    else:
        lines[-1] = {"instance_id": "5", "system_id": "b", "references": ["a"], "error": "refused"}
    write_jsonl(tmp_path / "some.jsonl", lines)
    words = ("compare", "chrf", "--require-all", "--allow-errors")
    assert cli(*words, "all.jsonl").code == 0
    done = cli(*words, "some.jsonl")
    assert done.code == 2
    what = {
        "gone": "b lacks 2 of 6 records, such as record 4",
        "failed": "b has no score of 1 of 6 records, such as record 5",
    }
    assert f"{what[kind]}; add them, or drop --require-all" in done.err


QUICK = {"trials": 1_000, "resamples": 100}


def evaluation(passages=12, size=6, *, alike=True):
    """Return two systems; the second differs from the first by whole passages, or by record."""
    rng = np.random.default_rng(8)
    instances = []
    for g in range(passages):
        turned = rng.random() < 0.4
        for j in range(size):
            easy = rng.random() < 0.5
            other = easy != (turned if alike else rng.random() < 0.4)
            for name, good in (("a", easy), ("b", other)):
                instances.append(
                    Instance(
                        instance_id=f"{g:02}-{j}",
                        system_id=name,
                        prediction="x" if good else "y",
                        references=["x"],
                        groups={"passage": str(g), "half": "lo" if g < passages / 2 else "hi"},
                    )
                )
    return evaluate([Batch(instances)], metrics.get("chrf")(), every_group=True)


def test_groups_are_found_in_differences():
    """Differences that are alike within passages are tested over passages, with a notice."""
    report = compare_data_sets({None: evaluation()}, "a", ["b"], Settings(**QUICK))
    [comparison] = report.comparisons
    assert (comparison.unit, comparison.n_units, comparison.n) == ("passage", 12, 72)
    assert comparison.interval.unit == report.settings.unit == "passage"
    [notice] = report.notices
    assert "tests and intervals are over passage; --test paired-ar takes records" in notice


@pytest.mark.parametrize(
    "options", [{"test": "paired-ar"}, {"interval": "percentile"}], ids=lambda x: next(iter(x))
)
def test_named_methods_take_records(options):
    """Where a test or an interval is named, nothing is looked for."""
    report = compare_data_sets({None: evaluation()}, "a", ["b"], Settings(**QUICK, **options))
    assert report.comparisons[0].unit is None
    assert not report.notices


def test_independent_records_are_units():
    """Without likeness of the differences, records are tested, though scores are in groups."""
    [comparison] = compare_data_sets(
        {None: evaluation(alike=False)}, "a", ["b"], Settings(**QUICK)
    ).comparisons
    assert (comparison.unit, comparison.n_units) == (None, 72)


def test_few_groups_find_nothing():
    """Five passages cannot reach the level: no finding, a t interval, and a notice."""
    report = compare_data_sets(
        {None: evaluation(passages=5)}, "a", ["b"], Settings(unit="passage", **QUICK)
    )
    [comparison] = report.comparisons
    assert (comparison.finding, comparison.n_units) == ("no difference shown", 5)
    assert comparison.interval.method == "jackknife"
    assert "a test of 5 values of passage cannot reach the level of 0.05" in report.notices


SIGN = Tested(p=0.5, p_holm=None)

BOTH = {"paired-ar": SIGN, "sign": SIGN}


def of(output, test, **more):
    """Return a comparison by one output that a test decides."""
    return compared(output, test=test, **more)


def test_the_test_that_decides():
    """A single test needs no outputs; what stands beside it has a sentence of its own."""
    comparisons = [of("bleu", "paired-ar", tests=BOTH)]
    assert list(stated_tests(comparisons, Settings())) == [
        ("paired-ar", DECIDES, ("10000 trials", "seed 12345")),
        ("sign", BESIDE, ()),
    ]


def test_several_tests_that_decide():
    """Where several tests decide, each has its outputs."""
    comparisons = [of("x", "paired-ar"), of("y", "sign", tests={"sign": SIGN})]
    assert deciding(comparisons) == {"paired-ar": ["x"], "sign": ["y"]}
    assert [conditions[-1] for _, _, conditions in stated_tests(comparisons, Settings())] == [
        "for x",
        "for y",
    ]


@pytest.mark.parametrize(
    ("test", "reason", "said"),
    [
        ("mid-p", "few values", ("10000 trials", "seed 12345")),
        ("mid-p", "0/1 scores", ()),
        ("centred-bs", "", ("1000 resamples", "seed 12345")),
        ("wilcoxon", "", ()),
    ],
)
def test_draws(test, reason, said):
    """Only tests that draw have numbers of draws and the seed."""
    assert draws(test, [of("bleu", test, test_reason=reason)], Settings()) == said


def test_units_of_tests():
    """Tests over a group state it beside their draws."""
    comparisons = [compared("x", "b")]
    (stated,) = stated_tests(comparisons, Settings(unit="document"))
    assert stated == ("paired-ar", DECIDES, ("10000 trials", "seed 12345", "units: document"))


TABLE = [
    compared("x", "b", 0.02),
    compared("x", "c", 0.01),
    compared("y", "b", 0.03),
    compared("y", "c", 0.9),
]


def comparison_tests_holm(pairs):
    """Return the corrected p-values of the tests that decide."""
    return [pair.tests[pair.test].p_holm for pair in pairs]


def test_over_systems():
    """Each output is a family: the smaller of two p-values is doubled."""
    adjusted = corrected(TABLE, Settings())
    assert comparison_tests_holm(adjusted) == pytest.approx([0.02, 0.02, 0.06, 0.9])
    assert [pair.finding for pair in adjusted] == ["better", "better"] + ["no difference shown"] * 2


def test_over_all():
    """Four tests share the level: the smallest p-value is multiplied by four."""
    adjusted = corrected(TABLE, Settings(family="all"))
    assert comparison_tests_holm(adjusted) == pytest.approx([0.06, 0.04, 0.06, 0.9])
    assert [pair.finding for pair in adjusted] == ["no difference shown", "better"] + [
        "no difference shown"
    ] * 2


def test_primary():
    """Only the primary output over all records is tested; other findings are exploratory."""
    grouped = compared("x", "b", 0.001, group="domain=news")
    adjusted = corrected([*TABLE, grouped], Settings(primary="x"))
    assert comparison_tests_holm(adjusted) == [0.02, 0.02, None, None, None]
    assert [pair.exploratory for pair in adjusted] == [False, False, True, True, True]
    assert adjusted[2].finding == "better"


def test_tests_of_other_kinds_are_one_family():
    """The tests that decide are corrected together, whatever kind each is."""
    other = compared("x", "c", test="mid-p", tests={"mid-p": TestResult(p=0.04, p_holm=0.04)})
    assert comparison_tests_holm(corrected([TABLE[0], other], Settings())) == pytest.approx(
        [0.04, 0.04]
    )


def test_too_few_records_find_nothing():
    """Five units show no difference by the chosen test, whatever p a run of trials has."""
    few = compared(p=0.001, n_units=5)
    assert corrected([few], Settings())[0].finding == "no difference shown"
    assert corrected([few], Settings(test="paired-bs"))[0].finding == "better"


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, 3), ({"family": "all"}, 18), ({"all_pairs": True}, 6),
     ({"all_pairs": True, "family": "all"}, 36), ({"primary": "x", "family": "all"}, 3)],
)  # fmt: skip
def test_number_of_tests_that_share_a_level(options, expected):
    """Of four systems, two outputs and three parts of the data."""
    assert shared_by(4, 2, 3, Settings(**options)) == expected


@pytest.mark.parametrize(
    ("p", "difference", "better", "expected"),
    [
        (0.05, 1.0, True, "better"),
        (0.05, 1.0, False, "worse"),
        (0.05, 1.0, None, "different"),
        (0.051, 1.0, True, "no difference shown"),
        (0.05, 0.0, True, "no difference shown"),
    ],
)
def test_finding(p, difference, better, expected):
    """A difference is found up to the level, with its direction."""
    assert finding(p, difference, 0.05, better=better) == expected


def test_every_default_is_a_name():
    """Defaults of settings are among the names, and choices by the data are named auto."""
    stated = Settings()
    assert stated.test == get_args(names.TestName)[0] == "auto"
    assert stated.interval == get_args(names.DifferenceInterval)[0] == "auto"
    assert stated.family in get_args(names.FamilyName)
    assert stated.ranks in get_args(names.RankName)
