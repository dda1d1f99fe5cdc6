"""correlate in Python: records and files, studies of the field, averages over tasks."""

import json
from dataclasses import replace

import msgspec
import pytest

import sacreval
from sacreval.core.records import Scored
from sacreval.errors import UsageError
from sacreval.features.correlate.analysis import TaskRun, ready, run_tasks, tasks_with_judgments
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.public import correlate
from sacreval.features.correlate.styles import STYLES, style
from sacreval.features.paper.paper_options import OF_FIELD
from support import missing
from support.correlations import options_of
from support.mirror import CHECKOUT
from support.pages import SAMPLE

SCORED = [
    Scored(instance_id=str(i), system_id=f"s{j}", scores={"m": i + 2.0 * j, "n": 1.0 * (i * j % 3)},
           judgments={"h": float(j)})
    for i in range(4) for j in range(4)
]  # fmt: skip

QUICK = {"human": "h", "level": "system", "coefficient": "kendall", "interval": "none"}


def test_records_and_files_are_the_same(tmp_path):
    """A metric that orders systems as people do correlates 1, from records or their file."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in SCORED))
    ours, theirs = (correlate(source, metrics="m", **QUICK) for source in (SCORED, path))
    assert ours.rows() == theirs.rows()
    (row,) = ours.rows()
    assert (row["metric"], row["value"]) == ("m", 1.0)
    assert correlate(str(path), metrics=["m"], **QUICK).rows() == ours.rows()
    assert correlate([path], metrics=["m"], **QUICK).rows() == ours.rows()


def test_one_table_a_result():
    """The tables and notes are those of the command."""
    result = correlate(SCORED, **QUICK)
    assert {row["metric"] for row in result.rows()} == {"m", "n"}
    values = [row["value"] for row in result.to_dict()["results"]]
    assert values == [row["value"] for row in result.rows()]
    assert result.tables()
    assert any("signature" in note for note in result.notes())


def test_several_human_scores():
    """Each is a task, and tasks are averaged, as on the command line."""
    both = [
        msgspec.structs.replace(
            row, judgments={"h": 1.0 * int(row.system_id[1]), "g": -1.0 * int(row.system_id[1])}
        )
        for row in SCORED
    ]
    result = correlate(both, metrics="m", **QUICK | {"human": ["h", "g"]})
    assert [(row["task"], row["value"]) for row in result.rows()] == [("g", -1.0), ("h", 1.0)]
    assert result.to_dict()["averages"][0]["value"] == 0
    assert "average" in str(result)


def test_levels_as_asked():
    """Tables call a level as the user asked for it, and the document states the word."""
    result = correlate(SCORED, **QUICK | {"level": "segment", "coefficient": "pearson"})
    assert "segment  m" in str(result)
    assert "segment" in result.tables()[0].rows[0]
    assert result.to_dict()["asked_levels"] == {"summary": "segment"}
    assert result.rows()[0]["level"] == "summary"
    assert "asked_levels" not in correlate(SCORED, **QUICK).to_dict()


@pytest.mark.parametrize("scores", [[], 3, ["s.jsonl"], [{"scores": {}}]], ids=str)
def test_what_is_no_scores(scores):
    """Anything but results of `score` and files is refused in a sentence."""
    with pytest.raises(UsageError, match="`scores`"):
        correlate(scores, **QUICK)


def test_data_frames():
    """A frame with instances, systems and numbers is correlated like files of scores."""
    pd = missing.module("pandas", "data frames of pandas")
    rows = [
        {"instance_id": record.instance_id, "system_id": record.system_id, **record.scores,
         "h": record.judgments["h"]}
        for record in SCORED
    ]  # fmt: skip
    frame, expected = pd.DataFrame(rows), correlate(SCORED, **QUICK).rows()
    assert correlate(frame, **QUICK).rows() == expected
    assert correlate(frame.rename(columns={"h": "judgments.h"}), **QUICK).rows() == expected
    with pytest.raises(UsageError, match="scores:1: .*system_id.*; give a row for each output"):
        correlate(frame.drop(columns="system_id"), **QUICK)
    assert correlate(frame.assign(prediction="a"), **QUICK).rows() == expected
    for value, shown in (("de", "'de'"), (True, "True")):
        with pytest.raises(UsageError, match=f"scores:1: the column 'x' holds {shown}, not a num"):
            correlate(frame.assign(x=value), **QUICK)


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_scores_of_systems_are_those_of_the_command(cli):
    """From scores in Python, corpus metrics have their own scores of systems, as on the command."""
    scored = sacreval.score(SAMPLE, metrics=["bleu", "ter"])
    options = {"human": "adequacy", "level": "system", "coefficient": "pearson"}
    words = ["correlate", "suite", "-m", "bleu", "-m", "ter", SAMPLE, "--human", "adequacy"]
    done = cli(*words, "--level", "system", "--coefficient", "pearson", "--format", "json")
    expected = [(result["metric"], result["value"]) for result in done.json()["results"]]
    result = sacreval.correlate(scored, **options)
    assert [(row["metric"], row["value"]) for row in result.rows()] == expected
    means = sacreval.correlate(scored, **options, system_scores="mean").rows()
    assert [row["value"] for row in means] != [value for _, value in expected]
    with pytest.raises(UsageError, match="needs a metric that is computed in this run"):
        sacreval.correlate(list(scored), **options, system_scores="metric")


@pytest.mark.parametrize(("source", "order"), [("metric", "false"), ("mean", "true")])
def test_the_signature_of_tests_says_which_scores(cli, source, order):
    """Tests of the metric's own scores of systems, and of means, have signatures of their own."""
    words = "correlate suite -m bleu -m ter --human adequacy --level system --coefficient pearson"
    more = ["--test", "williams", "--system-scores", source, "--format", "json", "-q"]
    report = cli(*words.split(), SAMPLE, *more).json()
    for signature in (report["results"][0]["signature"], report["tests"][0]["signature"]):
        assert f"|scores:{source}|" in signature
        assert f"|effective_order:{order}|" in signature


OFFICIAL = json.loads((CHECKOUT / "tests" / "golden" / "wmt23_official.json").read_text())

PAIRS = ("en-de", "he-en", "zh-en")

WMT23 = (
    "raw.githubusercontent.com/wmt-conference/ErrorSpanAnnotation/"
    "e7f88b51a5d36dd5a9c9c1d80556f69637716cd4/data/mt-metrics-eval-v2/wmt23"
)

SPA = 5e-4


@pytest.mark.long
@pytest.mark.parametrize("name", ["wmt23", "wmt24"])
def test_the_tables_of_mt_metrics_eval(mirror, name):
    """All values of 43 metrics, of the language pairs that are there, and with all the averages."""
    folder = mirror / WMT23
    pairs = [pair for pair in PAIRS if (folder / "metric-scores" / pair).is_dir()]
    preset = replace(
        STYLES[name], references=STYLES["wmt23"].references, systems=STYLES["wmt23"].systems
    )
    options = replace(preset.of(CorrelationOptions()), test=None, ranks="adjusted")
    tasks = load_tasks([folder], options.tasks_by, references=preset.reference_options)
    tasks = preset.with_systems({pair: tasks[pair] for pair in pairs})
    runs = ready({pair: TaskRun(data, options, ("all",)) for pair, data in tasks.items()})
    report = run_tasks(runs, tasks_with_judgments(runs))
    got = {}
    for row in report["results"]:
        at = f"{row['task']} {row['level']} {row['coefficient']}"
        got.setdefault(at, {})[row["metric"]] = row["value"]
    for row in report["averages"] if len(pairs) == len(PAIRS) else ():
        at = {"all": "average"}.get(row["level"], f"all {row['level']} {row['coefficient']}")
        got.setdefault(at, {})[row["metric"]] = row["value"]
    compared = {at for at in OFFICIAL[name] if at in got}
    assert len(compared) >= len(pairs) * (2 if name == "wmt24" else 3)
    for at in compared:
        want = {m: x for m, x in OFFICIAL[name][at].items() if m in got[at]}
        assert len(want) == 43
        near = SPA if at.endswith("spa") or name == "wmt24" else 1e-6
        assert {m: got[at][m] for m in want} == pytest.approx(want, abs=near), at


def test_options_of_the_user_count_first():
    """What differs from a default stays; the rest is that of the style."""
    chosen = options_of(human="da-sqm", test="williams", significance=0.1, resamples=7)
    styled = STYLES["wmt24"].of(chosen)
    assert (styled.human, styled.test, styled.significance, styled.resamples) == (
        ("da-sqm",), "williams", 0.1, 7,
    )  # fmt: skip
    assert styled.coefficient == ("spa@system", "acc-eq@summary")
    assert (styled.ranks, styled.correction, styled.tasks_by) == ("wmt", "none", ("language_pair",))


def test_references_of_the_user_count_first():
    """A human text that is then the reference of metrics takes no part as a system."""
    usual, other = STYLES["wmt23"], STYLES["wmt23"].using(["refA"])
    assert usual.using([]).reference_options == ["refA", "he-en=refB"]
    assert other.reference_options == ["refA"]
    data = ScoreSet(("refA", "refB", "s"), ("1",), references=frozenset({"refA", "refB"}))
    for styled, references in ((usual, {"refB"}), (other, {"refA", "refB"})):
        assert styled.with_systems({"he-en": data})["he-en"].references == references


def test_the_command_has_every_style():
    """The styles of the command are those that there are."""
    assert set(OF_FIELD) == STYLES.keys()


def test_a_folder_is_needed():
    """Other files name no language pairs, which studies of summarization do not have."""
    assert style("summeval", has_folder=False) is STYLES["summeval"]
    with pytest.raises(UsageError, match="folders in the layout of mt-metrics-eval"):
        style("wmt23", has_folder=False)
