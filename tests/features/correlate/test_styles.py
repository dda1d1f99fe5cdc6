"""Studies of the field in one switch, beside the official implementation on public files."""

import json
from dataclasses import replace

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.analysis import TaskRun, ready, run_tasks, tasks_with_judgments
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.styles import STYLES, style
from sacreval.features.paper.paper_options import OF_FIELD
from support.correlations import options_of
from support.mirror import CHECKOUT

OFFICIAL = json.loads((CHECKOUT / "tests" / "golden" / "wmt23_official.json").read_text())
PAIRS = ("en-de", "he-en", "zh-en")
WMT23 = (
    "raw.githubusercontent.com/wmt-conference/ErrorSpanAnnotation/"
    "e7f88b51a5d36dd5a9c9c1d80556f69637716cd4/data/mt-metrics-eval-v2/wmt23"
)
SPA = 5e-4
"""SPA breaks exact ties of people by the rounding of single precision, which hangs on BLAS."""


@pytest.mark.long
@pytest.mark.parametrize("name", ["wmt23", "wmt24"])
def test_the_tables_of_mt_metrics_eval(mirror, name):
    """All values of 43 metrics, of the language pairs that are there, and with all the averages."""
    folder = mirror / WMT23
    pairs = [pair for pair in PAIRS if (folder / "metric-scores" / pair).is_dir()]
    made = replace(
        STYLES[name], references=STYLES["wmt23"].references, systems=STYLES["wmt23"].systems
    )
    options = replace(made.of(CorrelationOptions()), test=None, ranks="adjusted")
    tasks = load_tasks([folder], options.tasks_by, references=made.reference_options)
    tasks = made.with_systems({pair: tasks[pair] for pair in pairs})
    runs = ready({pair: TaskRun(data, options, ("all",)) for pair, data in tasks.items()})
    found = run_tasks(runs, tasks_with_judgments(runs))
    got = {}
    for one in found["results"]:
        at = f"{one['task']} {one['level']} {one['coefficient']}"
        got.setdefault(at, {})[one["metric"]] = one["value"]
    for one in found["averages"] if len(pairs) == len(PAIRS) else ():
        at = {"all": "average"}.get(one["level"], f"all {one['level']} {one['coefficient']}")
        got.setdefault(at, {})[one["metric"]] = one["value"]
    compared = {at for at in OFFICIAL[name] if at in got}
    assert len(compared) >= len(pairs) * (2 if name == "wmt24" else 3)
    for at in compared:
        want = {m: x for m, x in OFFICIAL[name][at].items() if m in got[at]}
        assert len(want) == 43
        near = SPA if at.endswith("spa") or name == "wmt24" else 1e-6
        assert {m: got[at][m] for m in want} == pytest.approx(want, abs=near), at


def test_options_of_the_user_count_first():
    """What differs from a default stays; the rest is that of the style."""
    given = options_of(human="da-sqm", test="williams", significance=0.1, resamples=7)
    made = STYLES["wmt24"].of(given)
    assert (made.human, made.test, made.significance, made.resamples) == (
        ("da-sqm",), "williams", 0.1, 7,
    )  # fmt: skip
    assert made.coefficient == ("spa@system", "acc-eq@summary")
    assert (made.ranks, made.correction, made.tasks_by) == ("wmt", "none", ("language_pair",))


def test_references_of_the_user_count_first():
    """A human text that is then the reference of metrics takes no part as a system."""
    usual, other = STYLES["wmt23"], STYLES["wmt23"].using(["refA"])
    assert usual.using([]).reference_options == ["refA", "he-en=refB"]
    assert other.reference_options == ["refA"]
    data = ScoreSet(("refA", "refB", "s"), ("1",), references=frozenset({"refA", "refB"}))
    for made, references in ((usual, {"refB"}), (other, {"refA", "refB"})):
        assert made.with_systems({"he-en": data})["he-en"].references == references


def test_the_command_has_every_style():
    """The styles of the command are those that there are."""
    assert set(OF_FIELD) == STYLES.keys()


def test_a_folder_is_needed():
    """Other files name no language pairs, which studies of summarization do not have."""
    assert style("summeval", has_folder=False) is STYLES["summeval"]
    with pytest.raises(UsageError, match="folders in the layout of mt-metrics-eval"):
        style("wmt23", has_folder=False)
