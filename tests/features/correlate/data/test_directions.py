"""Scores of which smaller values are better are turned before anything is compared."""

import csv
import json

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.analysis import TaskRun, run_one, run_tasks, tasks_with_judgments
from sacreval.features.correlate.data.directions import by_name
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from support.correlations import options_of

N_SYSTEMS, N_INPUTS = 7, 9
TESTS = (
    "wmt", "auto",
    *(pytest.param(name, marks=pytest.mark.long) for name in (
        "bootstrap-both", "centred-inputs", "perm-systems", "perm-both-xor", "perm-both-cells",
        "perm-pairs", "williams",
    )),
)  # fmt: skip
LEVELS = ("summary", "system", "global", "group-by-system")


def scores(seed=0):
    """Return matrices of two metrics and of people; `b` has ties and a missing score."""
    rng = np.random.default_rng(seed)
    z = np.round(2 * (np.arange(N_SYSTEMS)[:, None] / 3 + rng.normal(size=(N_SYSTEMS, N_INPUTS))))
    a, b = z + rng.normal(size=z.shape), np.round(z + 2 * rng.normal(size=z.shape))
    b[1, 2] = np.nan
    return {"a": a, "b": b, "h": z}


def score_set(tables, **other):
    """Return a set of scores, with official scores of systems."""
    human = {"h": tables["h"]}
    metrics = {name: table for name, table in tables.items() if name != "h"}

    def official(of):
        return {name: np.nanmean(table, axis=1) for name, table in of.items()}

    return ScoreSet(
        tuple(f"s{i}" for i in range(N_SYSTEMS)),
        tuple(f"{i:02}" for i in range(N_INPUTS)),
        scores=metrics,
        judgments=human,
        system_scores=official(metrics),
        system_judgments=official(human),
        **other,
    )


def compared(report):
    """Return what must be the same: values, intervals, tests and ranks, without signatures."""
    rows = [
        {name: x for name, x in row.items() if name not in {"signature", "turned"}}
        for part in ("results", "tests", "ranking", "averages", "explanation")
        for row in report.get(part, ())
    ]
    return json.dumps(rows, sort_keys=True)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_negated_metric_is_the_metric_with_its_direction_reversed(level, test):
    """In every measure, level and test: the same values, intervals, p-values, ranks."""
    names = [name for name, c in COEFFICIENTS.items() if level in {x.value for x in c.levels}]
    tables = scores()
    options = {
        "human": "h", "level": level, "coefficient": names, "test": test, "resamples": 10,
        "correction": "none", "interval": "auto" if test == "auto" else "none",
        "explain": test == "auto",
    }  # fmt: skip
    plain = run_one(TaskRun(score_set(tables), options_of(**options), ("all",)))
    for lower in (("b",), ("a", "h")):
        turned = {name: -table if name in lower else table for name, table in tables.items()}
        asked = options_of(**options, lower_is_better=lower)
        report = run_one(TaskRun(score_set(turned), asked, ("all",)))
        assert compared(report) == compared(plain), lower
        assert {row["turned"] for row in report["results"]} != {None}


def test_official_scores_of_systems_are_turned_too():
    """Files of whole systems, and averages over tasks, follow the same directions."""
    tables, more = scores(), scores(1)
    asked = {"human": "h", "level": "system", "coefficient": ["pearson", "pa"], "resamples": 20,
             "test": "bootstrap-systems", "system_scores": "files"}  # fmt: skip
    reports = []
    for lower in ((), ("b",)):
        options = options_of(**asked, lower_is_better=lower, tasks_by=("t",))
        runs = {
            name: TaskRun(
                score_set({n: -t if n in lower else t for n, t in by_metric.items()}),
                options,
                ("all",),
            )
            for name, by_metric in {"x": tables, "y": more}.items()
        }
        reports.append(compared(run_tasks(runs, tasks_with_judgments(runs))))
    assert reports[0] == reports[1]


def _jsonl(path, tables):
    with path.open("w") as file:
        for i in range(N_SYSTEMS):
            for k in range(N_INPUTS):
                cells = {n: None if np.isnan(t[i, k]) else t[i, k] for n, t in tables.items()}
                human = {"h": cells.pop("h")}
                row = {"system_id": f"s{i}", "instance_id": f"{k}", "scores": cells}
                file.write(json.dumps({**row, "judgments": human}) + "\n")


def _table(path, tables):
    with path.open("w", newline="") as file:
        rows = csv.writer(file, delimiter="\t" if path.suffix == ".tsv" else ",")
        rows.writerow(["system_id", "instance_id", "a", "b", "judgments.h"])
        for i in range(N_SYSTEMS):
            for k in range(N_INPUTS):
                cells = [tables[n][i, k] for n in ("a", "b", "h")]
                rows.writerow([f"s{i}", k, *("" if np.isnan(x) else x for x in cells)])


def _folder(path, tables):
    for name, table in tables.items():
        human = name == "h"
        place = path / "human-scores" if human else path / "metric-scores" / "en-de"
        place.mkdir(parents=True, exist_ok=True)
        lines = [
            f"s{i}\t{'None' if np.isnan(x) else x}" for i in range(N_SYSTEMS) for x in table[i]
        ]
        stem = "en-de.h" if human else f"{name}-src"
        (place / f"{stem}.seg.score").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("form", ["s.jsonl", "s.csv", "s.tsv", "wmt"])
def test_every_format_of_files_follows_directions(tmp_path, form):
    """The law holds for JSONL, tables and folders of mt-metrics-eval."""
    write = {".jsonl": _jsonl, ".csv": _table, ".tsv": _table}.get(f".{form.partition('.')[2]}")
    metric = "b" if write else "b-src"
    reports = []
    for lower in ((), (metric,)):
        path = tmp_path / str(len(lower)) / form
        path.parent.mkdir()
        tables = scores()
        tables["b"] = -tables["b"] if lower else tables["b"]
        (write or _folder)(path, tables)
        options = options_of(
            human="h", coefficient=["kendall", "pa", "acc-eq"], test="bootstrap-inputs",
            resamples=20, interval="none", lower_is_better=lower,
        )  # fmt: skip
        data = load_tasks([path], ())[""]
        reports.append(compared(run_one(TaskRun(data, options, ("all",)))))
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    ("name", "direction"),
    [
        ("TER", False), ("TER-refA", False), ("ter_jk", False), ("CharacTER", False),
        ("MetricX-23-QE-src", False), ("GPT2-perplexity", False), ("MQM", False), ("EED", False),
        ("WER-synthetic_ref", False), ("wer_hits", True), ("BLEU", True), ("xcomet_mqm", True),
        ("character_ngrams", True), ("filter", True), ("mbr-metricx-qe-src", True),
        ("length_words", None),
    ],
)  # fmt: skip
def test_names_of_the_field(name, direction):
    """The direction that a name says, whatever its case and the reference behind it."""
    assert by_name(name) is direction


def run(tables, names, **options):
    """Correlate at system level by Pearson's coefficient and pairwise accuracy."""
    asked = {"human": "h", "level": "system", "coefficient": ["pearson", "pa"]}
    return run_one(
        TaskRun(score_set(tables), options_of(**asked, interval="none", **options), tuple(names))
    )


def values(report):
    """Return the values by metric and coefficient."""
    return {(row["metric"], row["coefficient"][:2]): row["value"] for row in report["results"]}


def test_a_name_counts_as_long_as_the_sign_fits():
    """TER from 0 on is turned, a negated one is not, and one of both signs is told."""
    tables = scores()
    errors = tables["a"].max() - tables["a"]
    by_metric = values(run({"ter": errors, "wer": -errors, "h": tables["h"]}, ["all"]))
    assert by_metric["ter", "pe"] == by_metric["wer", "pe"] > 0.5
    mixed = {"cer": 5 + tables["h"] - 2 * np.eye(N_SYSTEMS, N_INPUTS) * 9, "h": tables["h"]}
    notes = run(mixed, ["all"])["notes"]
    assert any(note.startswith("cer: by the name smaller values are better, but") for note in notes)
    notes = run(mixed, ["all"], higher_is_better=("cer",))["notes"]
    assert not any(note.startswith("cer") for note in notes)


def test_human_scores_have_a_direction():
    """MQM as error points from 0 is turned, as negated points it is not."""
    tables = scores()
    points = tables["h"].max() - tables["h"]
    for human in (points, -points):
        data = score_set({"a": tables["a"], "h": human})
        data = ScoreSet(data.systems, data.instances, scores=data.scores, judgments={"mqm": human})
        asked = options_of(human="mqm", level="system", coefficient="pearson", interval="none")
        [row] = run_one(TaskRun(data, asked, ("a",)))["results"]
        assert row["value"] > 0.5
        assert row["turned"] == ("human" if human is points else None)
        assert ("|turned:human|" in row["signature"]) is (human is points)


def test_what_a_metric_states_counts_before_its_name():
    """A direction of the metric itself, and an option, count before the name."""
    tables = scores()
    tables = {"ter": abs(tables["a"]), "other": tables["a"], "h": tables["h"]}
    by_metric = score_set(tables, directions={"ter": True, "other": False})
    options = {"human": "h", "level": "system", "coefficient": ["pearson"], "interval": "none"}
    results = run_one(TaskRun(by_metric, options_of(**options), ("all",)))["results"]
    assert {row["metric"]: row["turned"] for row in results} == {"ter": None, "other": "metric"}
    options |= {"lower_is_better": ("ter",), "higher_is_better": ("other",)}
    results = run_one(TaskRun(by_metric, options_of(**options), ("all",)))["results"]
    assert {row["metric"]: row["turned"] for row in results} == {"ter": "metric", "other": None}


def test_signed_prints_the_sign_of_the_input():
    """Coefficients have the sign that SciPy gives; accuracies, tests and ranks do not change."""
    tables = scores()
    tables = {"a": tables["a"], "ter": 9 - tables["a"] + tables["a"].max(), "h": tables["h"]}
    plain, signed = (
        run(tables, ["all"], test="bootstrap-inputs", resamples=20, signed=signed)
        for signed in (False, True)
    )
    first, second = values(plain), values(signed)
    assert second["ter", "pe"] == -first["ter", "pe"] < 0
    means = [tables[name].mean(axis=1) for name in ("ter", "h")]
    assert second["ter", "pe"] == pytest.approx(np.corrcoef(*means)[0, 1])
    assert second["ter", "pa"] == first["ter", "pa"]
    assert second["a", "pe"] == first["a", "pe"]
    assert plain["tests"] == signed["tests"]
    assert [row["cluster"] for row in plain["ranking"]] == [
        row["cluster"] for row in signed["ranking"]
    ]


def test_scores_without_a_direction_are_tested_by_their_size():
    """The test is on |r|, in either sign of the scores; accuracies are refused."""
    tables = scores()
    reports = []
    for sign in (1, -1):
        by_metric = {"a": tables["a"], "length_words": 9 * sign * tables["b"], "h": tables["h"]}
        reports.append(run(by_metric, ["all"], test="bootstrap-inputs", resamples=20))
    assert values(reports[0])["length_words", "pe"] == -values(reports[1])["length_words", "pe"]
    tests = [[(t["delta"], t["p_value"]) for t in report["tests"]] for report in reports]
    assert tests[0] == tests[1]
    refused = next(r for r in reports[0]["results"] if (r["value"] is None))
    assert (refused["metric"], refused["coefficient"]) == ("length_words", "pairwise-accuracy")
    assert refused["reason"].startswith("no direction, which this measure needs")
    assert any("tests compare it without the sign" in note for note in reports[0]["notes"])


def test_options_that_contradict_are_refused():
    """One name in both options is a mistake."""
    with pytest.raises(UsageError, match="give one of the two"):
        options_of(human="h", lower_is_better=("a",), higher_is_better=("a",))
