"""compare over data sets: tests in each set, and with the sets as units."""

import pytest

from sacreval.stats.significance.multiple_testing import holm
from support.program import write_jsonl
from support.two_sets import RECORDS, WORDS, changed, write_lines, write_two_sets


@pytest.fixture
def many(tmp_path):
    """Write a data set of twenty records, and six of three; return the words that name them."""
    longer = [{**one, "meta": {"i": i}} for i in range(7) for one in RECORDS][:20]
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
    found = done.json()["comparisons"]
    single = [c["tests"]["paired-ar"]["p"] for c in found]
    assert [c["dataset"] for c in found] == ["long", *(f"s{i}" for i in range(6))]
    assert [c["tests"]["paired-ar"]["p_holm"] for c in found] == pytest.approx(list(holm(single)))


def test_a_data_set_has_the_tests_of_a_run_of_its_own(cli, many):
    """Differences and p-values of single tests are those of a comparison of one data set."""
    together = cli("compare", "chrf", *many, "--format", "json", "-q").json()["comparisons"]
    words = ["compare", "chrf", "long/a.jsonl", "long/b.jsonl", "--format", "json", "-q"]
    alone = cli(*words, "--confidence", 1 - 0.05 / 7)  # intervals of all data sets hold at once
    [one] = alone.json()["comparisons"]
    for name in ("difference", "n", "base_value", "interval", "wins"):
        assert together[0][name] == one[name]
    assert together[0]["tests"][one["test"]]["p"] == one["tests"][one["test"]]["p"]


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
