"""Several samples of an answer: pass@k, its relatives, votes and the noise of scores."""

import json
import pickle
from itertools import product
from math import comb

import numpy as np
import pytest

from sacreval.core.contract import metric_records
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError, UsageError
from sacreval.metrics._wrappers import extracted
from sacreval.metrics.samples._base import at_least, average, flags, noise, scorer_of, tally
from sacreval.metrics.samples.maj_at_k import classes, same_by, voting, winners
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.system_intervals import HasSamplingNoise
from support import missing
from support.mirror import MIRROR
from support.tasks import scores_of

PASS = metrics.get("pass-at-k")
HOST = MIRROR / "raw.githubusercontent.com"
SOLVERS = {
    "6b_finetuning": 21.68,
    "6b_verification": 39.04,
    "175b_finetuning": 34.72,
    "175b_verification": 56.25,
}
RECORD = {"samples": ["5", "4", "4", "6"], "references": ["4"]}
MAJ = metrics.get("maj-at-k")


@pytest.mark.parametrize(
    ("m", "n", "c", "k", "chance"),
    [(1, 5, 2, 2, 0.7), (2, 5, 2, 2, 0.1), (3, 5, 2, 3, 0.0), (1, 4, 4, 1, 1.0)],
)
def test_draws_by_hand(m, n, c, k, chance):
    """Of the 10 pairs of 5 samples with 2 right ones, 3 have none and 1 has both."""
    assert at_least(m, n, c, k) == pytest.approx(chance)


def test_flags_and_counts():
    """Flags are counted, and counts are taken as they are."""
    assert tally([True, 0, 1]) == tally({"n": 3, "c": 2}) == (3, 2)


def test_a_scorer_that_counts_over_the_run():
    """A scorer such as nist is settled on all records, and the signature has what it found."""
    records = [
        Instance(instance_id=str(i), samples=["a red cat", "x"], references=[text])
        for i, text in enumerate(["a red cat", "a dog"])
    ]
    metric = PASS(scorer="nist|order:2", threshold=1.0)
    assert not metric.is_settled()
    settled = metric.settle([Batch(records[:1]), Batch(records[1:])])
    assert settled.is_settled()
    assert "references_sha256" in settled.signature()
    whole = settled.rows(Batch(records))
    moved = pickle.loads(pickle.dumps(settled))  # noqa: S301 - as workers do
    assert whole.tobytes() == moved.rows(Batch(records)).tobytes()
    again = from_signature(settled.signature()).settle([Batch(records)])
    assert again == settled


def test_too_few_samples():
    """Fewer samples than k, or another number than n, are a fault of the record."""
    record = Instance(samples=[True, False])
    assert PASS(k=(2,), n=2).fault(record) is None
    assert "2 samples" in PASS(k=(3,)).fault(record)
    assert "2 samples" in PASS(n=5).fault(record)


def test_avg_at_k_by_hand():
    """Of the first sample 1 and 0 are right, of the first four 2 and 1 of four."""
    records = [{"samples": [1, 1, 0, 0]}, {"samples": [0, 0, 0, 1, 1]}]
    scores = scores_of("avg-at-k", records, {"k": [1, 4]})
    assert scores == {"avg_at_1": 0.5, "avg_at_4": 0.375}


def test_counts_have_no_order():
    """Counts say nothing of the first samples, and are a fault unless k covers all."""
    record = Instance(samples={"n": 4, "c": 1})
    metric = metrics.get("avg-at-k")
    assert "--k 4" in metric(k=(2,)).fault(record)
    assert metric(k=(4,)).fault(record) is None


def find(repository: str, name: str):
    paths = sorted((HOST / repository).glob(f"*/**/{glob_escape(name)}"))
    if not paths:
        missing.say(f"{repository}/{name}: not in the mirror")
        pytest.skip(f"{name} is not in the mirror")
    return paths[0]


def glob_escape(name: str) -> str:
    return "".join(f"[{c}]" if c in "[]*?" else c for c in name)


def gsm8k():
    path = find("openai/grade-school-math", "example_model_solutions.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_gsm8k_flags():
    """Four systems' flags are pass@1 of one sample: their published accuracies."""
    rows = gsm8k()
    for system, value in SOLVERS.items():
        records = [{"samples": [row[system]["is_correct"]]} for row in rows]
        assert round(100 * scores_of("pass-at-k", records)["pass_at_1"], 2) == value


def test_humaneval():
    """The sample of HumanEval: three of six samples are right, pass@1 is 0.5."""
    path = find("openai/human-eval", "example_samples.jsonl")
    samples = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    # What running them gives, from the README of the corpus; sacreval runs no code.
    codes = [sample["completion"] for sample in samples]
    flags = ["return 1" in code and "sleep" not in code for code in codes]
    assert len(flags) == 6
    scores = scores_of("pass-at-k", [{"samples": flags}], {"k": [1]})
    assert scores["pass_at_1"] == 0.5


def test_counts():
    """Counts of samples give what flags give, whatever their number."""
    flags = [[i < c for i in range(n)] for n, c in ((5, 2), (6, 0), (7, 7))]
    counts = [{"n": len(samples), "c": sum(samples)} for samples in flags]
    for name, options in (("pass-at-k", {"k": [1, 3, 5]}), ("g-pass-at-k", {"k": [4]})):
        want = scores_of(name, [{"samples": samples} for samples in flags], options)
        assert scores_of(name, [{"samples": samples} for samples in counts], options) == want
    assert scores_of("avg-at-k", [{"samples": {"n": 4, "c": 1}}], {"k": [4]}) == {"avg_at_4": 0.25}


def test_samples_by_math_verify():
    """Samples are right if math-verify finds them equal; those without an answer are counted."""
    record = {"samples": [r"$\frac12$", "0.5", "1", "who knows"], "references": ["0.5"]}
    scores = scores_of("pass-at-k", [record], {"k": [1, 2], "scorer": "math-verify"})
    assert scores == {"pass_at_1": 0.5, "pass_at_2": 5 / 6, "unparsed_samples": 0.25}


def test_a_sample_without_a_verdict():
    """A record with a sample that is neither right nor wrong is missing, by the reason."""
    hostile = {"samples": ["1", r"$\binom{10^9}{5\cdot 10^8}$"], "references": ["1"]}
    metric = metrics.get("pass-at-k")(k=(1,), scorer="math-verify|timeout:0.5")
    batch = Batch([Instance(instance_id="a", **hostile),
                   Instance(instance_id="b", samples=["1", "1"], references=["1"])])  # fmt: skip
    first, *_ = evaluate([batch], metric).report(None).results
    assert (first.value, first.n, first.missing.counts) == (1.0, 2, {"timeout": 1})


def test_texts_without_scorer(cli, tmp_path):
    """Texts that are no flags are missing; the reason names --scorer and run-tests."""
    (tmp_path / "s.jsonl").write_text('{"samples": ["7", "8"], "references": ["7"]}\n')
    done = cli("evaluate", "pass-at-k", "s.jsonl")
    assert (done.code, "--scorer METRIC" in done.err, "run-tests" in done.err) == (3, True, True)


def test_g_pass_at_k_by_hand():
    """Of the 6 pairs of 4 samples with 2 right ones, 5 have one or more and 1 has both."""
    scores = scores_of(
        "g-pass-at-k", [{"samples": [1, 0, 1, 0]}], {"k": [2], "shares": [0.0, 0.5, 1]}
    )
    assert scores == {
        "g_pass_at_2_0": pytest.approx(5 / 6),
        "g_pass_at_2_0.5": pytest.approx(5 / 6),
        "g_pass_at_2_1": pytest.approx(1 / 6),
        "mg_pass_at_2": pytest.approx(1 / 6),
    }


def test_shares():
    """A share above 1 is refused."""
    with pytest.raises(UsageError, match="shares"):
        metrics.get("g-pass-at-k")(shares=(1.5,))


@pytest.mark.parametrize(
    ("k", "ties", "right", "consensus"),
    [
        (1, "share", 0.0, 1.0),
        (2, "share", 0.5, 0.5),
        (2, "first", 0.0, 0.5),
        (4, "share", 1.0, 0.5),
    ],
)
def test_maj_at_k_by_hand(k, ties, right, consensus):
    """5 and 4 are tied after two samples, and 4 has two of four votes after four."""
    scores = scores_of("maj-at-k", [RECORD], {"k": [k], "ties": ties})
    assert scores == {f"maj_at_{k}": right, f"consensus_at_{k}": consensus}


def test_samples_without_an_answer_do_not_vote():
    """One of three samples votes; without any vote the record is unanswered, and wrong."""
    metric = metrics.get("maj-at-k")(k=(3,), answer="last-number")
    assert metric.scores(["who knows", "it is 4", ""], metric.prepare(["4"])) == [1.0, 1 / 3]
    assert metric.scores(["a", "b", "c"], {"4"}) == [0.0, 0.0]
    records = [Instance(samples=x, references=["4"]) for x in (["a", "b", "c"], ["a", "4", "c"])]
    assert list(metric_records.unanswered(metric, Batch(records))) == [0]
    with_wrapper = extracted(metrics.get("maj-at-k")(k=(3,)), extract="last-number")
    assert with_wrapper.rows(Batch(records))[:, 0].tolist() == [0.0, 1.0]
    assert "3 samples" in metrics.get("maj-at-k")(k=(4,)).fault(Instance(samples=[1, 2, 3]))


def test_samples_without_an_answer_leave_no_record_unanswered_while_others_vote() -> None:
    """The count of unanswered records is the same by --extract and by --answer."""
    samples = [["a", "4", "c"], ["a", "b", "c"], ["4", "4", "5"], ["a", "b", "4"]]
    for k, expected in (((3,), [1]), ((1,), [0, 1, 3]), ((1, 3), [1])):
        batch = Batch([Instance(samples=x, references=["4"]) for x in samples])
        metric = metrics.get("maj-at-k")(k=k, answer="last-number")
        by_wrapper = extracted(metrics.get("maj-at-k")(k=k), extract="last-number")
        assert (
            list(metric_records.unanswered(metric, batch))
            == list(metric_records.unanswered(by_wrapper, batch))
            == expected
        )
        by_wrapper.rows(batch)
        assert list(metric_records.unanswered(by_wrapper, batch)) == expected


def near(pairs):
    """Find numbers equal that differ by at most 1."""
    return [any(abs(value - other) <= 1 for other in others) for value, others in pairs]


def test_classes_are_not_transitive():
    """An answer joins the first class whose first answer it equals, in the order of samples."""
    assert classes([[1, 2, 3, 4], [2, 1, 3], [None, 5, 5]], near) == [
        [0, 0, 2, 2], [0, 0, 0], [None, 1, 1],
    ]  # fmt: skip


def test_equal_answers_are_not_compared():
    """An answer that occurred before has its class, without a comparison."""
    asked = []

    def same(pairs):
        asked.extend(pairs)
        return [False] * len(pairs)

    assert classes([["a", "b", "a", "b"]], same) == [[0, 1, 0, 1]]
    assert asked == [("b", ["a"])]


def test_silent_samples():
    """Samples do not vote if the scorer finds no answer in them, or fails on them."""
    same = same_by(scorer_of("math-verify|timeout:0.5"), 1.0)
    hostile = "(" * 2000 + "1" + ")" * 2000
    assert voting(["1", "nobody knows", None, "1", f"${hostile}$"], same) == [
        True, False, False, True, False,
    ]  # fmt: skip


def test_winners():
    """Ties are in the order of occurrence; without votes there is none."""
    assert winners([3, None, 1, 1, 3]) == ([3, 1], 2)
    assert winners([None]) == ([], 0)


@pytest.mark.parametrize(("ties", "right", "consensus"), [("share", 0.5, 0.5), ("first", 1.0, 0.5)])
def test_math_verify_votes(ties, right, consensus):
    """One half, 0.5 and 2/4 are one answer; a sample without an answer has no vote."""
    record = {"samples": [r"$\frac12$", "3", "so 0.5", "3.0"], "references": ["0.5"]}
    scores = scores_of("maj-at-k", [record], {"k": [4], "ties": ties, "scorer": "math-verify"})
    assert scores == {"maj_at_4": right, "consensus_at_4": consensus, "unparsed_samples": 0.0}
    record["samples"] += [r"$\frac{2}{4}$", "?"]
    scores = scores_of("maj-at-k", [record], {"k": [1, 6], "ties": ties, "scorer": "math-verify"})
    assert scores["maj_at_6"] == scores["maj_at_1"] == 1.0
    assert (scores["consensus_at_6"], scores["unparsed_samples"]) == (0.5, 1 / 6)


def test_texts_and_a_scorer_agree():
    """With exact-match as the scorer, votes are those of equal texts."""
    records = [
        {"samples": list(s), "references": ["a", "b"]} for s in ("abca", "bbaa", "cccc", "abcd")
    ]
    for ties in ("share", "first"):
        options = {"k": [1, 2, 4], "ties": ties}
        scores = scores_of("maj-at-k", records, {**options, "scorer": "exact-match"})
        assert scores.pop("unparsed_samples") == 0.0
        assert scores == scores_of("maj-at-k", records, options)


@pytest.mark.parametrize(
    "options",
    [{"scorer": "exact-match", "normalize": "squad"}, {"scorer": "nist"}, {"scorer": "length"}],
)
def test_refused(options):
    """Scorers that do not compare with references alone are refused, and so are two rules."""
    with pytest.raises(UsageError):
        MAJ(**options)


@pytest.mark.parametrize(
    ("scorer", "threshold", "right"),
    [("exact-match", 1.0, [True, False, False]), ("token-f1", 0.5, [True, True, False]),
     ("wer", 0.5, [True, True, False])],
)  # fmt: skip
def test_a_scorer_judges_samples(scorer, threshold, right):
    """A sample is right from the threshold on, or up to it where less is better."""
    batch = Batch([Instance(samples=["red cat", "red dog", "x"], references=["red cat"])])
    assert flags(batch, from_signature(scorer), threshold) == [(right, 0.0)]


def test_samples_without_an_answer():
    """A scorer that counts outputs without an answer gives their share in each record."""
    records = [Instance(samples=["1", "who knows"], references=["1"]),
               Instance(samples=["2", "1", "1"], references=["1"])]  # fmt: skip
    verdicts = flags(Batch(records), from_signature("math-verify"), 1.0)
    assert verdicts == [([True, False], 0.5), ([False, True, True], 0.0)]


@pytest.mark.parametrize("scorer", ["distinct-n", "length", "exact-match|no_such:1"])
def test_refused_scorers(scorer):
    """Metrics of sets, metrics without a direction and unknown options are refused."""
    with pytest.raises(UsageError):
        PASS(scorer=scorer)


@pytest.mark.parametrize(
    "scorer",
    ['exact-match{"normalize":"squad"}', "exact_match(normalize=squad)", "exact-match:squad",
     "exact-match|no_such:1"],
)  # fmt: skip
def test_options_in_another_form(scorer):
    """The message shows one that is right, which works."""
    with pytest.raises(UsageError, match="as in --scorer 'exact-match.normalize:squad'"):
        PASS(scorer=scorer)
    assert PASS(scorer="exact-match|normalize:squad").scorer


def test_a_scorer_that_is_none():
    """An unknown name has its own message, and stored scores are mapped."""
    with pytest.raises(UsageError, match="did you mean 'bleu'"):
        PASS(scorer="bleuu")
    with pytest.raises(UsageError, match=r"--map 'samples=meta.epochs\[\*\].scores.NAME'"):
        PASS(scorer="stored-score")


def test_nan_of_a_scorer(monkeypatch):
    """A sample for which the scorer returns NaN is no wrong one: its record fails with a reason."""
    scorer = from_signature("exact-match")
    monkeypatch.setattr(
        type(scorer), "reduce", lambda _, sums: {"exact_match": sums[:, 0] * np.nan}
    )
    batch = Batch([Instance(samples=["a", "b"], references=["a"])])
    with pytest.raises(RecordError, match="exact-match returned NaN for a sample, which"):
        flags(batch, scorer, 1.0)


@pytest.mark.parametrize("kernel", [(0.0, 1.0), (0.0, 1.0, 1.0), (0.0, 0.5, 1.0), (0.0, 0.0, 1.0)])
def test_without_bias(kernel):
    """The mean estimate over all numbers of correct samples is the true variance of the score."""
    n, p = 5, 0.3
    chance = np.array([comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)])
    scores = np.array([average(kernel, n, c) for c in range(n + 1)])
    true = chance @ (scores - chance @ scores) ** 2
    estimate = noise(kernel, np.full(n + 1, n), np.arange(n + 1))
    assert chance @ estimate.variance == pytest.approx(true, rel=1e-12)
    truth = chance @ scores
    assert true <= estimate.most[0] * truth * (1 - truth) + 1e-12


def test_a_mean_of_samples():
    """The variance of a mean of 0/1 samples is that of the samples, divided by their number."""
    estimate = noise((0.0, 1.0), np.array([4, 4]), np.array([1, 4]))
    np.testing.assert_allclose(estimate.variance, [0.25 * 0.75 / 3, 0.0], atol=1e-15)
    assert estimate.is_mean
    assert estimate.most.tolist() == [0.25, 0.25]


def test_too_few_samples_for_noise():
    """Fewer than 2 k samples of some record do not show the noise."""
    assert noise((0.0, 1.0, 1.0), np.array([4, 3]), np.array([1, 1])) is None
    assert noise((0.0, 1.0), np.array([]), np.array([])) is None


@pytest.mark.parametrize("name", ["pass-at-k", "g-pass-at-k"])
def test_kernels_are_the_scores(name):
    """The kernels of pass@k and G-pass@k, averaged over subsets, are their scores."""
    metric = metrics.get(name)(k=(1, 3))
    for n, c in product([3, 6], range(4)):
        scores = metric.scores({"n": n, "c": c}, None)
        again = [average(kernel, n, c) for kernel in metric.kernels().values()]
        assert list(metric.kernels()) == list(metric.outputs)
        assert again == pytest.approx(scores, abs=1e-12)


def test_noise_of_metrics():
    """avg@k and pass@1 of the same samples have one noise; outputs without any are left out."""
    flags = [[True, False, True, True], [False, False, True, False]]
    rows = {
        name: np.array([metric.row(samples, None) for samples in flags])
        for name, metric in (
            ("avg", metrics.get("avg-at-k")(k=(1, 4))),
            ("pass", metrics.get("pass-at-k")(k=(1, 2, 3))),
        )
    }
    mean = metrics.get("avg-at-k")(k=(1, 4)).sampling_noise(rows["avg"])
    passed = metrics.get("pass-at-k")(k=(1, 2, 3)).sampling_noise(rows["pass"])
    assert list(mean) == ["avg_at_4"]
    assert list(passed) == ["pass_at_1", "pass_at_2"]
    np.testing.assert_allclose(mean["avg_at_4"].variance, passed["pass_at_1"].variance)
    assert not passed["pass_at_2"].is_mean
    assert not isinstance(metrics.get("maj-at-k")(), HasSamplingNoise)
