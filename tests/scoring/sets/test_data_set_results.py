"""Results of several data sets, and means over them."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import ttest_ind

from sacreval.core import signature
from sacreval.core.results import Result
from sacreval.core.signature import read
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.sets.data_set_results import interval_of_mean, merged, sets_of_mean, why_none
from sacreval.stats.intervals.independent_means import mean_of_shares
from support.calibration import evaluation, shared_resamples
from support.two_sets import RECORDS, WORDS, without_output, write_lines, write_two_sets


def results(outcome):
    """Return data set, system and output to result."""
    return {
        (r["dataset"], r["system_id"], r["output"]): r
        for r in outcome.json()["results"]
        if r["group"] is None
    }


@pytest.mark.parametrize("options", [(), ("--ci",), ("--by", "kind")])
def test_a_data_set_has_the_results_of_a_run_of_its_own(cli, tmp_path, options):
    """Each data set has, to the byte, the results of a run of it alone."""
    write_two_sets(tmp_path)
    together = cli("evaluate", "chrf", *WORDS, *options, "--format", "json").json()["results"]
    for name, files in {
        "boolq": ["boolq/careful.jsonl", "boolq/careless.jsonl"],
        "nq": ["careful=nq/one.jsonl", "careless=nq/two.jsonl"],
    }.items():
        alone = cli("evaluate", "chrf", *files, *options, "--format", "json").json()["results"]
        assert [{**row, "dataset": None} for row in together if row["dataset"] == name] == alone


def test_means_count_data_sets_alike(cli, tmp_path):
    """A mean is over the data sets that have the output; n is their number."""
    write_two_sets(tmp_path)
    by_set = results(cli("evaluate", "suite", "suite.yaml", "--format", "json"))
    mean = by_set["(mean)", "careful", "token_f1_f1"]
    both = [by_set[name, "careful", "token_f1_f1"]["value"] for name in ("boolq", "nq")]
    assert mean["value"] == sum(both) / 2
    assert mean["n"] == 2
    assert ("(mean)", "careful", "chrf") not in by_set
    parts = signature.read(mean["signature"])[1]
    assert parts["datasets"] == ["boolq", "nq"]
    hashes = [
        int(str(signature.read(by_set[name, "careful", "token_f1_f1"]["signature"])[1]["data"]), 16)
        for name in ("boolq", "nq")
    ]
    assert int(str(parts["data"]), 16) == sum(hashes) % 2**64


def test_a_system_without_a_data_set_has_no_mean(cli, tmp_path):
    """A mean over fewer data sets than others' is not given; a notice says so."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS[:-2], "--format", "json")
    assert ("(mean)", "careless", "chrf") not in results(done)
    assert "no mean over data sets of chrf of 'careless': no score in nq" in done.err


def test_other_options_are_told(cli, tmp_path):
    """A mean of scores with different options has a notice; other conditions have none."""
    write_two_sets(tmp_path)
    file = '"inputs": ["boolq/careful.jsonl"]'
    sets = ["--dataset", f"a{{{file}}}", "--dataset",
            f'b{{{file}, "metrics": ["chrf{{\\"word_order\\": 2}}"]}}']  # fmt: skip
    done = cli("evaluate", "suite", "-m", "chrf", *sets)
    assert "chrf differs between the data sets a and b: chrf has word_order 0 there" in done.err
    sets = ["--dataset", f"a{{{file}}}", "--dataset", f'b{{{file}, "where": "meta.n > `1`"}}']
    assert "differs" not in cli("evaluate", "suite", "-m", "chrf", *sets).err


def test_sets_of_a_mean():
    """The names of data sets are read from the signature, whatever they contain."""
    text = signature.write("bleu", {"datasets": ["a|b", "c d"]})
    assert sets_of_mean(SimpleNamespace(signature=text)) == ["a|b", "c d"]


def test_means_count_the_missing_records_of_all_sets(cli, tmp_path):
    """They say how many there are, by reason, and are not marked as the best."""
    write_two_sets(tmp_path)
    write_lines(tmp_path / "boolq" / "careful.jsonl", without_output(RECORDS, 1))
    done = cli("evaluate", "token-f1", *WORDS, "--allow-errors", "--format", "json")
    by_set = results(done)
    mean = by_set["(mean)", "careful", "token_f1_f1"]
    assert (mean["n"], mean["records"], mean["missing"]["refused"]) == (2, 5, 1)
    first, other = (by_set[name, "careful", "token_f1_f1"] for name in ("boolq", "nq"))
    assert mean["missing"]["if_worst"] == (first["missing"]["if_worst"] + other["value"]) / 2
    assert "records" not in by_set["(mean)", "careless", "token_f1_f1"]
    row = cli("evaluate", "token-f1", *WORDS, "--allow-errors").out.splitlines()[1]
    assert row.startswith("careful")
    assert not row.endswith("*")


SETS = ("--dataset", "a=s=a.jsonl", "--dataset", "b=s=b.jsonl")


def write(folder, name, numbers):
    """Write records whose predictions are numbers, with the reference 0."""
    lines = [json.dumps({"prediction": x, "references": [0]}) for x in numbers]
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")


def mean_of(outcome):
    """Return the mean over data sets of the only output."""
    [row] = [row for row in outcome.json()["results"] if row["dataset"] == "(mean)"]
    return row


def over_sets(metric, scores, groups=None, **options):
    """Return the mean over data sets of record scores, each an array."""
    parts = []
    for k, set_scores in enumerate(scores):
        rows = evaluation.collected(metric, evaluation.mean_rows(set_scores), groups and groups[k])
        report = Evaluation([Entry(metric)], {"s": rows}).report(IntervalOptions(**options))
        parts.append((f"set {k}", report))
    return merged(parts)


def test_t_intervals_give_welchs(cli, tmp_path):
    """From t intervals of two means follows Welch's interval, and the signature names it."""
    rng = np.random.default_rng(5)
    x, y = np.abs(rng.normal(5, 1, 8)), np.abs(rng.normal(30, 9, 13))
    write(tmp_path, "a", x)
    write(tmp_path, "b", y)
    words = ("evaluate", "mean-absolute-error", *SETS, "--interval", "jackknife")
    mean = mean_of(cli(*words, "--format", "json"))
    known = ttest_ind(x, -y, equal_var=False).confidence_interval()
    assert 2 * mean["interval"]["low"] == pytest.approx(known.low)
    assert 2 * mean["interval"]["high"] == pytest.approx(known.high)
    assert mean["interval"]["method"] == read(mean["signature"])[1]["ci"] == "t"
    assert "its interval is for other records of the same sets" in cli(*words).out


@pytest.mark.long
def test_resampling_each_set_gives_about_the_same(cli, tmp_path):
    """Resamples drawn in each set on its own give the interval, to within a tenth of its width."""
    rng = np.random.default_rng(6)
    x, y = rng.exponential(5, 150), rng.exponential(30, 120)
    write(tmp_path, "a", x)
    write(tmp_path, "b", y)
    mean = mean_of(cli("evaluate", "mean-absolute-error", *SETS, "--ci", "--format", "json"))
    means = [(rng.choice(x, 150).mean() + rng.choice(y, 120).mean()) / 2 for _ in range(4000)]
    low, high = np.quantile(means, [0.025, 0.975])
    got = mean["interval"]
    assert [got["low"], got["high"]] == pytest.approx([low, high], abs=(high - low) / 10)


def test_shares_have_wilsons_interval_of_the_mean(cli, tmp_path):
    """The mean of shares of records has Wilson's interval, whatever a right record counts."""
    write(tmp_path, "a", [0] * 29 + [1])
    write(tmp_path, "b", [0] * 10)
    words = ("evaluate", "exact-match", *SETS, "--ci", "--format", "json")
    interval = mean_of(cli(*words))["interval"]
    low, high = map(float, mean_of_shares([29 / 30, 1.0], [30, 10]))
    assert (interval["low"], interval["high"]) == pytest.approx((low, high))
    points = [np.array([100.0] * 29 + [0.0]), np.array([100.0] * 10)]
    [mean] = [x for x in over_sets(evaluation.Points(), points).results if x.dataset == "(mean)"]
    assert mean.interval.method == "wilson"
    assert mean.interval.high == pytest.approx(100 * high)


def test_records_in_passages_count_less():
    """Shares whose records agree within passages have a wider interval of the mean."""
    scores = [np.repeat([1.0, 1.0, 0.0, 1.0] * 4, 5)] * 2
    groups = [{"passage": np.repeat(np.arange(16), 5)}] * 2
    plain = over_sets(evaluation.Share(), scores)
    alike = over_sets(evaluation.Share(), scores, groups, unit="passage")
    widths = [x.results[-1].interval.high - x.results[-1].interval.low for x in (plain, alike)]
    assert widths[1] > 1.5 * widths[0]


def test_where_there_is_no_interval(cli, tmp_path):
    """A mean has no interval where a set has none, or holds otherwise; a notice says so."""
    write(tmp_path, "a", [1.5, 2.5, 7])
    write(tmp_path, "b", [1])
    words = ("evaluate", "mean-absolute-error", *SETS, "--ci", "--format", "json")
    done = cli(*words)
    assert mean_of(done)["interval"] is None
    notice = "no interval of the mean over data sets of mean_absolute_error of 's'"
    assert f"{notice}: none in b" in done.err
    write(tmp_path, "b", [0, 1])
    done = cli("evaluate", "exact-match", *SETS, "--anytime", "--format", "json")
    assert mean_of(done)["interval"] is None
    assert "of 's': anytime intervals of data sets are not combined" in done.err
    assert "no interval of" not in cli("evaluate", "exact-match", *SETS).err


def test_groups_without_a_right_record_are_told():
    """Shares of 0 over passages do not show what a right record counts."""
    zeros, of = [np.zeros(20)] * 2, [{"passage": np.repeat(np.arange(5), 4)}] * 2
    summary = over_sets(evaluation.Share(), zeros, of, unit="passage")
    members: list[Result] = [x for x in summary.results if x.dataset != "(mean)"]
    assert interval_of_mean(members) is None
    assert why_none(members) == "no record has a score above 0"
    assert any("no record has a score above 0" in text for text in summary.notices)


def test_verify_recomputes_the_interval(cli, tmp_path):
    """verify finds an interval of a mean that was changed."""
    write(tmp_path, "a", [1, 2, 3])
    write(tmp_path, "b", [1, 2])
    cli("evaluate", "mean-absolute-error", *SETS, "--ci", "-o", "r.json")
    assert cli("verify", "r.json", *SETS).code == 0
    text = json.loads((tmp_path / "r.json").read_text())
    text["results"][-1]["interval"]["high"] += 1
    (tmp_path / "r.json").write_text(json.dumps(text))
    assert "the upper bound is" in cli("verify", "r.json", *SETS).err


WORLDS = {
    "ratings": (evaluation.Rating(), lambda r: [r.choice([1, 2, 4, 5], 10) * 1.0], 3.0, 4),
    "a share and a mean": (
        evaluation.Share(), lambda r: [(r.random(20) < 0.95) * 1.0, r.beta(9, 1, 20)], 0.925, 1
    ),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", WORLDS)
def test_coverage(name):
    """In seeded worlds the mean over few small data sets is covered as often as stated."""
    metric, draw, truth, times = WORLDS[name]
    rng, worlds, covered = np.random.default_rng(1), 80, 0
    with shared_resamples():
        for _ in range(worlds):
            scores = [score for _ in range(times) for score in draw(rng)]
            interval = over_sets(metric, scores).results[-1].interval
            covered += interval.low <= truth <= interval.high
    assert 0.95 - 3 * (0.95 * 0.05 / worlds) ** 0.5 < covered / worlds
