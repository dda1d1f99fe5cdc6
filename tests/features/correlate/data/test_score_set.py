"""Score files: flat names, one grid, one set, and how scores were made."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, TER

import sacreval
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.directions import turned
from sacreval.features.correlate.data.human_scores import agreement
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_files import flat, read_table
from sacreval.features.correlate.data.score_grid import judged_outputs, score_set, split_rows
from sacreval.features.correlate.data.score_origins import origin, signatures_beside
from sacreval.features.correlate.data.score_set import OwnScores, Row, ScoreSet, common
from sacreval.features.correlate.measures.measures import Plain
from sacreval.scoring.entries.run_metrics import entry
from sacreval.stats.association import coefficients as c
from sacreval.stats.draws import Units, draw_resamples
from support.correlate_command import found
from support.correlations import compare_metrics, correlate, options_of
from support.mirror import CHECKOUT
from support.pages import SAMPLE
from support.program import write_jsonl
from support.scores import load_scores

DATA = ScoreSet(
    ("a", "b", "c"),
    ("1", "2"),
    references=frozenset("c"),
    scores={"m": np.array([[1.0, 2], [3, 4], [5, 6]])},
    judgments={"h": np.array([[7.0, 8], [9, 0], [1, 2]])},
    ratings={"h": np.arange(18.0).reshape(3, 2, 3)},
    system_scores={"m": np.array([1.0, 2, 3])},
    other_types={"b": "baseline"},
)


def test_types():
    """A system is a reference, of another type, or a peer."""
    assert [DATA.type_of(system) for system in DATA.systems] == ["peer", "baseline", "reference"]


def test_keep():
    """Systems and instances that are not kept are in none of the arrays."""
    kept = DATA.keep(np.array([True, False, True]), np.array([False, True]))
    assert (kept.systems, kept.instances) == (("a", "c"), ("2",))
    assert kept.scores["m"].tolist() == [[2], [6]]
    assert kept.judgments["h"].tolist() == [[8], [2]]
    assert kept.ratings["h"].tolist() == [[[3, 4, 5]], [[15, 16, 17]]]
    assert kept.system_scores["m"].tolist() == [1, 3]
    assert DATA.keep(np.ones(3, dtype=bool)).instances == DATA.instances


def test_notes_are_added():
    """Notes come after those that were there."""
    assert DATA.noted("x").noted("y", "z").notes == ("x", "y", "z")


SCORE_SET_SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

SYSTEMS, INPUTS = 7, 12


@pytest.fixture(scope="module")
def texts():
    """Return outputs of seven systems, the first the best, and the references."""
    rng = np.random.default_rng(4)
    lengths = rng.integers(4, 18, size=INPUTS)
    references = [[f"w{k}" for k in rng.integers(0, 40, size=length)] for length in lengths]
    outputs = [
        [" ".join(w if rng.random() > s / 10 else "x" for w in words) for words in references]
        for s in range(SYSTEMS)
    ]
    return outputs, [" ".join(words) for words in references]


def corpus(metric, outputs, references):
    """Score with sacrebleu."""
    return (BLEU() if metric == "bleu" else TER()).corpus_score(outputs, [references]).score


def formula(name):
    """Return the formula of a metric's score of systems."""
    metric = entry(name).metric
    return lambda sums: metric.reduce(sums)[name]


@pytest.fixture(scope="module")
def data(texts):
    """Return scores by BLEU and TER with their rows, and human scores with holes."""
    outputs, references = texts
    rng = np.random.default_rng(5)
    judged = np.round(5 - np.arange(SYSTEMS)[:, None] / 2 + rng.normal(size=(SYSTEMS, INPUTS)), 1)
    judged[rng.random(judged.shape) < 0.2] = np.nan
    scores, own = {}, {}
    for name in ("bleu", "ter"):
        one = entry(name).on_engine(None)
        rows = np.array([one.metric.rows(batch(system, references)) for system in outputs])
        own[name] = OwnScores(rows, formula(name))
        scores[name] = one.for_instances().metric.reduce(rows)[name]
    return ScoreSet(
        tuple(f"s{i}" for i in range(SYSTEMS)),
        tuple(f"{i:02}" for i in range(INPUTS)),
        scores=scores,
        judgments={"h": judged},
        own=own,
        directions={"bleu": True, "ter": False},
    )


def batch(outputs, references):
    """Return outputs with a reference each."""
    pairs = zip(outputs, references, strict=True)
    return Batch([Instance(prediction=text, references=[reference]) for text, reference in pairs])


OPTIONS = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "interval": "none"}


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_they_are_sacrebleus_corpus_scores_of_the_judged_outputs(data, texts, metric):
    """In the whole sample and in a resample: the official corpus score of the drawn outputs."""
    outputs, references = texts
    judged = ~np.isnan(data.judgments["h"])
    counts = np.array([[1] * INPUTS, [0, 3, 1, 0, 2, 1, 1, 0, 1, 2, 0, 1]])
    got = data.own[metric].among(judged).scores(counts)
    want = [
        [
            corpus(
                metric,
                [text for i, text in enumerate(outputs[s]) for _ in range(draw[i] * judged[s, i])],
                [text for i, text in enumerate(references) for _ in range(draw[i] * judged[s, i])],
            )
            for s in range(SYSTEMS)
        ]
        for draw in counts
    ]
    np.testing.assert_allclose(got, want, atol=1e-9)
    [row] = correlate(data, metrics=[metric], **OPTIONS).results
    means = np.nanmean(data.judgments["h"], axis=1)
    sign = 1 if metric == "bleu" else -1
    assert row.value == pytest.approx(sign * np.corrcoef(want[0], means)[0, 1], abs=1e-9)
    assert "|scores:metric|" in row.signature
    assert (row.n_systems, row.n_instances) == (SYSTEMS, INPUTS)


def test_the_mean_is_one_option(data):
    """`mean` correlates means of sentence scores, as SacreROUGE, and differs."""
    own = correlate(data, metrics=["bleu"], **OPTIONS).results[0]
    mean = correlate(data, metrics=["bleu"], **OPTIONS, system_scores="mean").results[0]
    there = ~np.isnan(data.judgments["h"])
    sentences = [row[seen].mean() for row, seen in zip(data.scores["bleu"], there, strict=True)]
    expected = np.corrcoef(sentences, np.nanmean(data.judgments["h"], axis=1))[0, 1]
    assert mean.value == pytest.approx(expected, abs=1e-12)
    assert own.value != pytest.approx(mean.value, abs=1e-6)


@pytest.mark.parametrize("units", list(Units))
@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "pa", "acc-eq"])
def test_resampling_means_by_rows_is_resampling_means(data, units, coefficient):
    """A metric whose score is a mean has the replicates that it has without rows."""
    x = data.scores["bleu"]
    by_rows = replace(data, own={"bleu": OwnScores.of_means(x)})
    options = {**OPTIONS, "coefficient": [coefficient], "units": units.value, "resamples": 50}
    options["interval"] = "percentile"
    found = [
        correlate(one, metrics=["bleu"], **options, system_scores=source).results[0]
        for one, source in ((by_rows, "metric"), (data, "mean"))
    ]
    ends = [(one.value, one.interval.low, one.interval.high) for one in found]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


def test_each_resample_is_computed_from_its_rows(data):
    """The replicates of Pearson's r are those of corpus scores of drawn systems and inputs."""
    data = turned(data, options_of(human="h"))
    z = data.judgments["h"]
    [sides] = common([data.own["ter"]], z)
    draws = draw_resamples(Units.BOTH, SYSTEMS, INPUTS, 20, 3)
    got = sides.replicates(Plain("pearson", c.PearsonCoefficient()), draws)
    want = []
    for r in range(20):
        drawn = np.repeat(np.arange(SYSTEMS), draws.systems[r])
        columns = np.repeat(np.arange(INPUTS), draws.inputs[r])
        rows = np.where(np.isnan(z)[..., None], 0.0, data.own["ter"].rows)
        sums = rows[drawn][:, columns].sum(axis=1)
        scores = -formula("ter")(sums)
        want.append(np.corrcoef(scores, np.nanmean(z[drawn][:, columns], axis=1))[0, 1])
    np.testing.assert_allclose(got, want, atol=1e-9)


@pytest.mark.parametrize("test", ["bootstrap-both", "centred-inputs", "williams"])
def test_tests_of_means_by_rows_are_tests_of_means(data, test):
    """Two metrics whose scores are means have the p-values that they have without rows."""
    own = {name: OwnScores.of_means(x) for name, x in data.scores.items()}
    options = {**OPTIONS, "test": test, "resamples": 40}
    found = [
        compare_metrics(one, **options, system_scores=source).tests[0]
        for one, source in ((replace(data, own=own), "metric"), (data, "mean"))
    ]
    assert found[0].delta == pytest.approx(found[1].delta, abs=1e-9)
    assert found[0].p_value == pytest.approx(found[1].p_value, abs=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_score_without_a_direction_is_tested_by_its_size(data, sign):
    """Beside corpus scores too: by |r| in either sign, and by no accuracy."""
    length = sign * np.abs(data.scores["bleu"])
    described = replace(data, scores={**data.scores, "length_words": length})
    options = {**OPTIONS, "coefficient": ["pearson", "pa"], "test": "bootstrap-inputs"}
    report = compare_metrics(described, metrics=["ter", "length_words"], resamples=20, **options)
    values = {one.metric: one.value for one in report.results if one.coefficient == "pearson"}
    tests = {one.coefficient: one for one in report.tests}
    assert np.sign(values["length_words"]) == sign
    size = values["ter"] - abs(values["length_words"])
    assert abs(tests["pearson"].delta) == pytest.approx(abs(size))
    assert 0 < tests["pearson"].p_value <= 1
    assert np.isnan(tests["pairwise-accuracy"].p_value)


def test_what_exchanges_single_outputs_is_refused_or_said(data):
    """Hybrids of two metrics have no corpus score: auto takes means and says so."""
    options = {**OPTIONS, "test": "perm-inputs", "resamples": 20}
    report = compare_metrics(data, **options)
    assert all("|scores:mean|" in one.signature for one in report.results)
    assert any("is not drawn by --test perm-inputs" in note for note in report.notes)
    with pytest.raises(UsageError, match="use --test bootstrap-both, or --system-scores mean"):
        compare_metrics(data, **options, system_scores="metric")


def test_the_command_correlates_the_scores_that_evaluate_prints(cli):
    """`correlate bleu` at system level has the scores of `evaluate bleu` on the same records."""
    sample = str(SCORE_SET_SAMPLE)
    printed = cli("evaluate", "bleu", sample, "--format", "json").json()
    scores = {one["system_id"]: one["value"] for one in printed["results"]}
    human: dict[str, list[float]] = {}
    for line in Path(sample).read_text().splitlines():
        record = json.loads(line)
        ratings = record["judgments"]["fluency"]
        human.setdefault(record["system_id"], []).append(float(np.mean(ratings)))
    expected = np.corrcoef(list(scores.values()), [np.mean(human[name]) for name in scores])[0, 1]
    words = ["--human", "fluency", "--level", "system", "--coefficient", "pearson"]
    done = cli("correlate", "bleu", sample, *words, "--interval", "none", "--format", "json")
    [row] = done.json()["results"]
    assert row["value"] == pytest.approx(expected, abs=1e-12)
    assert "|effective_order:false|" in row["signature"]
    assert "the metric's own score of each system" in done.json()["notes"][0]


def write(path, *records):
    """Write records as lines of JSON."""
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    return path


def record(system="s1", instance="1", **fields):
    """Make one line."""
    return {"instance_id": instance, "system_id": system, **fields}


def test_the_order_of_lines_and_files_is_forgotten(tmp_path):
    """Shuffled lines in other files give the same set."""
    lines = [
        record(f"s{s}", f"i{i}", scores={"m": s * i}, judgments={"h": [s, i]})
        for s in range(4)
        for i in range(5)
    ]
    one = load_scores([write(tmp_path / "one.jsonl", *lines)])
    random.Random(0).shuffle(lines)
    parts = [write(tmp_path / "a.jsonl", *lines[:7]), write(tmp_path / "b.jsonl", *lines[7:])]
    two = load_scores(parts)
    assert (one.systems, one.instances) == (two.systems, two.instances)
    np.testing.assert_array_equal(one.scores["m"], two.scores["m"])
    np.testing.assert_array_equal(one.ratings["h"], two.ratings["h"])


def test_duplicates(tmp_path):
    """Equal repeats are merged and noted; different ones are an error, or follow the policy."""
    equal = write(tmp_path / "e.jsonl", record(scores={"m": 1}), record(scores={"m": 1}))
    assert load_scores([equal]).notes == ("1 repeated score was merged (equal).",)
    lines = [record(scores={"m": v}) for v in (1, 3, 8)]
    other = write(tmp_path / "o.jsonl", *lines)
    with pytest.raises(InputError, match=r"o\.jsonl:2: system 's1' has a second, different 'm'"):
        load_scores([other])
    for policy, expected in (("first", 1), ("last", 8), ("mean", 4)):
        assert load_scores([other], duplicates=policy).scores["m"][0, 0] == expected


def test_repeated_judgments(tmp_path):
    """Judgments that are merged are called judgments, beside scores."""
    line = record(scores={"m": 1}, judgments={"h": 2, "g": 3})
    found = load_scores([write(tmp_path / "e.jsonl", line, line)])
    assert found.notes == (
        "1 repeated score was merged (equal).",
        "2 repeated judgments were merged (equal).",
    )


QUICK = {"resamples": 20}


def test_lists_of_unequal_length():
    """Means are over the ratings there are, and the unevenness is noted."""
    rows = [
        Row("a", "1", "peer", {"m": 1.0}, {"h": [1.0, 2.0, 3.0]}, ""),
        Row("b", "1", "peer", {"m": 2.0}, {"h": [3.0]}, ""),
        Row("c", "1", "peer", {"m": 3.0}, {"h": [4.0, 5.0]}, ""),
    ]
    data = score_set(rows)
    report = correlate(data, human="h", level=["system"], **QUICK)
    assert "Outputs have 1 to 3 ratings" in " ".join(report.notes)
    assert report.results[2].value == pytest.approx(1)
    assert any("differ in length" in (a.note or "") for a in agreement(data, human="h"))


@pytest.mark.parametrize(("factor", "remedy"), [(1e155, "divide"), (1e-200, "multiply")])
def test_scores_whose_squares_overflow(tmp_path, factor, remedy):
    """Scores that correlations cannot square are refused, where they would correlate by 0."""
    lines = [
        {"instance_id": str(i), "system_id": s, "scores": {"m": (i + 1) * factor},
         "judgments": {"h": i}}
        for i in range(3) for s in "ab"
    ]  # fmt: skip
    path = write_jsonl(tmp_path / "s.jsonl", lines)
    with pytest.raises(InputError, match=f"m: the largest score is .*; {remedy} all by one power"):
        load_tasks([path], ())


def row(system, instance, score, length=None):
    """Return a row with one score."""
    return Row(system, instance, "peer", {"m": score}, {}, "f:1", length=length)


def test_lengths_and_lists():
    """Lengths are in their cells, and a list is repetitions with their mean as the score."""
    found = judged_outputs([row("a", "1", [1.0, 2.0, None]), row("b", "1", 4.0, 7)])
    np.testing.assert_array_equal(found.lengths, [[np.nan], [7]])
    np.testing.assert_array_equal(found.repeats["m"], [[[1, 2, np.nan]], [[np.nan] * 3]])
    np.testing.assert_array_equal(found.data.scores["m"], [[1.5], [4]])


def test_runs_are_repetitions_on_request():
    """Different scores of one output are an error, or repetitions, equal ones too."""
    rows = [row("a", "1", 1.0), row("a", "1", 3.0), row("a", "1", 3.0), row("b", "1", 2.0)]
    with pytest.raises(InputError, match="--duplicates"):
        judged_outputs(rows)
    found = judged_outputs(rows, duplicates="repeats")
    np.testing.assert_array_equal(found.repeats["m"][0, 0], [1, 3, 3])
    assert found.data.scores["m"][0, 0] == pytest.approx(7 / 3)
    assert found.data.scores["m"][1, 0] == 2
    assert judged_outputs(rows, duplicates="first").data.scores["m"][0, 0] == 1


def test_other_scores_of_a_row_stay():
    """A row that only judges, and one that only scores, are one output."""
    judgment = Row("a", "1", "peer", {}, {"h": 4.0}, "f:2", length=3)
    found = judged_outputs([row("a", "1", 1.0), judgment], duplicates="repeats")
    assert (found.data.scores["m"][0, 0], found.data.judgments["h"][0, 0]) == (1, 4)
    assert found.lengths[0, 0] == 3


def rows_of(groups):
    return [
        Row(s, i, "peer", {"m": float(i)}, {}, f"line {n}", g)
        for n, (i, g) in enumerate(groups)
        for s in "ab"
    ]


def test_rows_without_a_group_follow_their_instance():
    """A line that does not name its group belongs where the others of its instance do."""
    judged = [Row("a", "1", "peer", {}, {"h": 1.0}, "judgments", None)]
    found = split_rows([*rows_of([("1", {"d": "news"}), ("2", {"d": "web"})]), *judged], (), ["d"])
    assert sorted(found) == ["news", "web"]
    assert found["news"].judgments["h"].shape == (2, 1)


@pytest.mark.parametrize(
    ("groups", "by", "error", "said"),
    [
        ([("1", {"domain": "news"})], ["domian"], UsageError, "did you mean 'domain'"),
        ([("1", None)], ["d"], UsageError, "no output has this group"),
        ([("1", {"d": "x"}), ("2", None)], ["d"], InputError, "no other line of this instance"),
        (
            [("1", {"d": "x"}), ("1", {"d": "y"}), ("1", None)], ["d"],
            InputError, "several tasks have it",
        ),
    ],
)  # fmt: skip
def test_rows_that_belong_nowhere(groups, by, error, said):
    """A misspelt group is answered with the nearest; a line without one is named."""
    with pytest.raises(error, match=said):
        split_rows(rows_of(groups), (), by)


def test_names():
    """Numbers of objects in objects are named after both; null is no number, and whole ones are."""
    found = flat({"rouge": {"1": {"f1": 0.5}}, "h": [1, None, 2.5], "none": None, "n": 3}, "here")
    assert found == {"rouge_1_f1": 0.5, "h": [1.0, None, 2.5], "none": None, "n": 3.0}
    assert type(found["n"]) is float


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": {"b": 1}, "a_b": 2}, "two nested scores flatten to 'a_b'"),
        ({"a": float("nan")}, "'a' is nan, not a finite number"),
        ({"a": [1, True]}, "'a' is True"),
        ({"a": "high"}, "'a' is 'high'"),
        pytest.param({"a": 10**400}, "'a' is too large to be read", id="huge"),
        pytest.param({"a": [0.5, -(10**400)]}, "'a' is too large to be read", id="huge-of-a-list"),
    ],
)
def test_what_is_no_number(value, said):
    """Anything else is refused with its place and name."""
    with pytest.raises(InputError, match=f"here: {said}"):
        flat(value, "here")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a,1", "t.csv:2: 2 cells under 3 headings"),
        ('a,1,"0.5', r"t.csv:2: not a table \(unexpected end of data\)"),
        ("a,1\r2,0.5", "t.csv:2: a carriage return outside quotes"),
    ],
)
def test_what_is_no_table(tmp_path, line, message):
    """A table that cannot be read says what is wrong, and where."""
    (tmp_path / "t.csv").write_text(f"system,instance,m\n{line}\n", newline="")
    with pytest.raises(InputError, match=message):
        list(read_table(tmp_path / "t.csv"))


def test_an_empty_table(tmp_path):
    """A table without headings is called empty."""
    (tmp_path / "t.csv").write_text("\n")
    with pytest.raises(InputError, match=r"t\.csv: this file is empty; write the scores again"):
        list(read_table(tmp_path / "t.csv"))


def test_judgments_of_records(cli, tmp_path):
    """A judgment that no float holds is refused for records that a metric scores, too."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace('"adequacy": ', f'"adequacy": {"9" * 400}, "other": ')
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = cli("correlate", "chrf", "a.jsonl", "--human", "adequacy")
    assert done.code == 2
    assert "'adequacy' is too large to be read" in done.err


ORIGINS_SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_signatures_and_references_have_fields_of_their_own():
    """Signatures of metrics are `metrics`, references that were chosen are `refs`."""
    assert origin("bleu|refs:2|sacreval:0.1.0") == {"metrics": "bleu|refs:2|sacreval:0.1.0"}
    assert origin("refA+he-en=refB") == {"refs": "refA+he-en=refB"}
    assert origin(None) == {"refs": None}


def test_no_field_stands_twice(capsys):
    """The signatures of a correlation and of a test name each field once."""
    words = ["--human", "fluency", "--level", "summary", "--coefficient", "pearson"]
    words += ["--test", "perm-inputs", "--resamples", "20"]
    report = found(capsys, "rouge", ORIGINS_SAMPLE, *words)
    for one in (report["results"][0], report["tests"][0]):
        names = re.findall(r"(?:^|\|)(\w+):", one["signature"])
        assert "metrics:rouge|" in one["signature"]
        assert len(names) == len(set(names))


@pytest.fixture
def scores(cli, tmp_path):
    """Return a file of scores with its manifest."""
    words = ["-m", "chrf", "-m", "rouge", ORIGINS_SAMPLE, "-o", "s.jsonl", "-q"]
    assert cli("score", "suite", *words).code == 0
    return tmp_path / "s.jsonl"


def metrics_of(text):
    """Return the names of metrics in joined signatures."""
    return [one.partition("|")[0] for one in text.split(" + ")]


def test_chosen_scores(scores):
    """The signatures are those of the metrics whose scores take part; of all for other names."""
    assert metrics_of(signatures_beside([scores], ["all"])) == ["chrf", "rouge"]
    assert metrics_of(signatures_beside([scores], ["rouge1_f1_jk"])) == ["rouge"]
    assert metrics_of(signatures_beside([scores], ["rouge1_f1", "mine"])) == ["chrf", "rouge"]


def test_python_and_trust_know_directions(cli, tmp_path, monkeypatch):
    """What the metric states of its direction counts in `correlate` of Python and in trust too."""
    (tmp_path / "mine47.py").write_text(
        "def gap(prediction, references): return abs(len(prediction) - len(references[0]))\n"
        "gap.higher_is_better = False\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert cli("score", "py:mine47:gap", ORIGINS_SAMPLE, "-o", "gap.jsonl", "-q").code == 0
    for path in ([tmp_path / "gap.jsonl"], str(tmp_path / "gap.jsonl")):
        rows = sacreval.correlate(path, human="adequacy", metrics="gap", interval="none").rows()
        assert {row["turned"] for row in rows} == {"metric"}
    [judge] = sacreval.trust(tmp_path / "gap.jsonl", human="adequacy", metrics="gap").report.judges
    assert judge.reversed
    words = ("correlate", "trust", "gap.jsonl", "--human", "adequacy", "--metric", "gap")
    assert cli(*words, "--format", "json").json()["judges"][0]["reversed"]


def test_only_of_this_file(scores):
    """A manifest of another file, a damaged one and none state nothing."""
    beside = Path(f"{scores.with_suffix('')}.manifest.json")
    beside.write_text(beside.read_text().replace('"metrics"', '"other"'))
    assert signatures_beside([scores], ["all"]) is None
    beside.write_text("{")
    assert signatures_beside([scores], ["all"]) is None
    beside.unlink()
    assert signatures_beside([scores], ["all"]) is None


def test_changed_scores(scores):
    """Scores that were changed after the manifest was written have no stated signature."""
    scores.write_text(scores.read_text() + "\n")
    assert signatures_beside([scores], ["all"]) is None


def test_several_files(scores, tmp_path):
    """Judgments in a file of their own need no manifest; other scores do."""
    judged, other = tmp_path / "j.jsonl", tmp_path / "o.jsonl"
    judged.write_text('{"instance_id": "1", "system_id": "a", "judgments": {"q": 1}}\n')
    other.write_text('{"instance_id": "1", "system_id": "a", "scores": {"mine": 1}}\n')
    assert metrics_of(signatures_beside([judged, scores], ["all"])) == ["chrf", "rouge"]
    assert signatures_beside([scores, other], ["all"]) is None


@pytest.mark.usefixtures("scores")
def test_cited(cli):
    """Scores that were written, correlated and cited keep the name of their metric."""
    words = ["--human", "adequacy", "--metric", "rouge1_f1_jk", "--level", "system", "-q"]
    assert cli("correlate", "scores", "s.jsonl", *words, "-o", "c.json").code == 0
    done = cli("cite", "c.json", "--format", "json")
    assert "we report ROUGE-1 (Lin 2004)" in json.loads(done.out)["sentences"]
    assert "is not stated" not in done.err
