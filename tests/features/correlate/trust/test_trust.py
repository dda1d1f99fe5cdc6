"""`sacreval.trust` in Python."""

from random import Random

import msgspec
import pytest

import sacreval
from sacreval.core.records import Instance
from sacreval.errors import ResultWarning, UsageError
from support.program import write_jsonl
from support.ratings import judged

pytestmark = pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")


@pytest.fixture
def file(tmp_path):
    """Write outputs of three systems, with a judge that favours one and long outputs."""
    records = judged(bias=0.3, favour=0.6, by_length=0.5)
    return write_jsonl(tmp_path / "judged.jsonl", records)


def test_python_and_command_agree(cli, file):
    """The function returns what the command prints."""
    words = [file, "--human", "good", "--own", "judge=own", "--epsilon", "0.1"]
    trust = sacreval.trust(file, human="good", own={"judge": "own"}, epsilon=0.1)
    done = cli("correlate", "trust", *words, "--format", "json")
    assert trust.to_dict() == done.json()
    assert str(trust) == cli("correlate", "trust", *words).out.rstrip("\n")
    assert "trust" in sacreval.__all__


def test_biases_are_found(file):
    """A judge that favours its own system and long outputs is found out; people are not blamed."""
    judge = next(x for x in sacreval.trust(file, human="good", own={"judge": "own"}).report.judges
               if x.metric == "judge")  # fmt: skip
    assert (judge.on_scale, judge.n, judge.instances) == (True, 180, 60)
    assert judge.length.interval.low > 0
    assert judge.own.effect.interval.low > 0
    assert judge.bias.interval.low > 0
    assert judge.alternative.advantage > 0.4


def test_another_scale(file):
    """A metric on another scale has correlations and biases in standard deviations, and a note."""
    with pytest.warns(ResultWarning, match="far: scores from .* are not on the human scale"):
        trust = sacreval.trust(file, human="good", metrics="far")
    (judge,) = trust.report.judges
    assert (judge.on_scale, judge.alternative, judge.kappa, judge.bias) == (False, None, None, None)
    assert judge.correlations["pearson"] > 0.8
    assert judge.unit == "standard deviations"
    wide = sacreval.trust(file, human="good", metrics=["far"], scale=(0, 1000))
    assert wide.report.judges[0].on_scale


def test_scores_of_which_smaller_ones_are_better(file):
    """Their sign is changed for correlations, of outputs and of means of systems."""
    (plain,) = sacreval.trust(file, human="good", metrics="far").report.judges
    (turned,) = sacreval.trust(
        file, human="good", metrics="far", lower_is_better=["far"]
    ).report.judges
    assert (plain.reversed, turned.reversed) == (False, True)
    for of in ("correlations", "system_correlations"):
        before, after = getattr(plain, of), getattr(turned, of)
        assert {name: -x for name, x in before.items()} == pytest.approx(after)
    both = sacreval.trust(file, human="good", metrics="far", lower_is_better=["far", "good"])
    assert both.report.judges[0].correlations == plain.correlations


def test_a_code_that_no_person_used_is_an_answer(tmp_path):
    """A judge may answer with a label that no annotator gave; it is then never as good."""
    rows = [
        {"instance_id": str(i), "system_id": f"s{i % 4}", "scores": {"judge": code},
         "judgments": {"label": [i % 2, i % 2, (i + i // 9) % 2]}}
        for i, code in enumerate([0.0, 1.0] * 19 + [2.0] * 2)
    ]  # fmt: skip
    path = write_jsonl(tmp_path / "codes.jsonl", rows)
    options = {"human": "label", "metrics": "judge", "alignment": "accuracy"}
    (judge,) = sacreval.trust(path, **options).report.judges
    assert judge.on_scale
    assert judge.alternative.annotators[0].n == 40
    assert judge.alternative.annotators[0].judge_as_good <= 38
    for row in rows:
        row["scores"]["judge"] += 0.25
    with pytest.warns(ResultWarning, match="no whole numbers are no codes of labels"):
        sacreval.trust(write_jsonl(tmp_path / "numbers.jsonl", rows), **options)


def test_codes_of_labels_are_any_numbers(tmp_path):
    """Agreement is that of the same labels by other codes, also by codes that are not whole."""
    random = Random(3)
    labels = [[random.randrange(3) for _ in range(4)] for _ in range(40)]
    agreements = []
    for codes in ([0.0, 1.0, 2.0], [0.0, 0.5, 1.0], [7.0, -3.0, 0.25]):
        rows = [
            {"instance_id": str(i), "system_id": f"s{i % 4}", "scores": {"judge": codes[judge]},
             "judgments": {"label": [codes[person] for person in people]}}
            for i, (judge, *people) in enumerate(labels)
        ]  # fmt: skip
        path = write_jsonl(tmp_path / f"{codes[1]}.jsonl", rows)
        report = sacreval.trust(path, human="label", metrics="judge", alignment="accuracy").report
        agreements.append((report.judges[0].alternative, report.judges[0].kappa))
    assert agreements[0][0] is not None
    assert agreements[1:] == agreements[:1] * 2


def test_single_judgments(file):
    """Judgments that are single numbers have biases, and a note on the test."""
    with pytest.warns(ResultWarning, match="judgments are not lists"):
        (judge,) = sacreval.trust(file, human="single", metrics="judge").report.judges
    assert judge.bias is not None
    assert judge.alternative is None


def test_scored_records(tmp_path):
    """The result of `score` is taken too, for any metric."""
    records = [
        Instance(instance_id=str(i), system_id="x", prediction="a b c"[: 1 + 2 * (i % 3)],
                 references=["a b c"], judgments={"h": [1 + i % 3, 1 + i % 2]})
        for i in range(40)
    ]  # fmt: skip
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"\n".join(map(msgspec.json.encode, records)))
    scored = sacreval.score(path, metrics="chrf")
    (judge,) = sacreval.trust(scored, human="h").report.judges
    assert judge.metric == "chrf"
    assert judge.correlations["pearson"] > 0.5


def test_order_and_repetitions(tmp_path):
    """The share of verdicts that depend on the order is read off the output of that name."""
    records = [
        {"instance_id": str(i), "system_id": "x", "judgments": {"h": i % 2},
         "scores": {"win": [i % 2, i % 2], "win_order_dependent": float(i % 4 == 0)}}
        for i in range(40)
    ]  # fmt: skip
    judges = sacreval.trust(write_jsonl(tmp_path / "s.jsonl", records), human="h").report.judges
    (judge,) = judges
    assert (judge.metric, judge.order_dependent) == ("win", 0.25)
    assert (judge.repetitions.n, judge.repetitions.equal) == (40, 1)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"human": "god"}, "did you mean 'good'"),
        ({"metrics": "juge"}, "did you mean 'judge'"),
        ({"own": {"juge": "x"}}, "did you mean 'judge'"),
        ({"own": {"judge": "z"}}, "no system 'z'"),
        ({"own": 3}, "own is 3; give"),
        ({"confidence": 2}, "confidence is 2; give 0.5 to 0.9999"),
        ({"epsilon": 2}, "from 0 to 1"),
        ({"least_outputs": 1}, "2 or more"),
        ({"scale": (5, 1)}, "the least value"),
    ],
)
def test_refused(file, options, why):
    """Unknown names and options out of range are refused."""
    with pytest.raises(UsageError, match=why):
        sacreval.trust(file, **({"human": "good"} | options))


def test_nothing_in_common(tmp_path):
    """Scores without judgments of the same outputs are refused."""
    records = [
        {"instance_id": "1", "system_id": "x", "scores": {"m": 1.0}},
        {"instance_id": "2", "system_id": "x", "judgments": {"h": 1}},
    ]
    with pytest.raises(UsageError, match="no output has both"):
        sacreval.trust(write_jsonl(tmp_path / "s.jsonl", records), human="h")
    with pytest.raises(UsageError, match="must be the result"):
        sacreval.trust([], human="h")
