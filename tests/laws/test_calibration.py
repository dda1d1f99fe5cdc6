"""Procedures hold what they state: coverage of intervals and size of tests, in simulated worlds."""

import json

import numpy as np
import pytest

from generator import promises
from sacreval.scoring.intervals.interval_options import REQUESTED, IntervalChoice
from support.calibration import cells, evaluation, named, shared_resamples, store
from support.mirror import CHECKOUT

FAR = 3.0  # standard errors; a seeded run of so many cells has some beyond two
QUICK = {  # name of a cell to the worlds asked for
    "evaluate-0-1-chance-0.4-to-0.6-10": 30,
    "evaluate-0-1-chance-0.85-to-0.95-30": 30,
    "evaluate-0-1-chance-0.93-to-0.97-30": 30,
    "evaluate-0-1-chance-0.98-to-1-100": 30,
    "evaluate-0-1-in-passages-of-10-icc-0.3-20": 100,
    "evaluate-0-1-in-passages-of-10-icc-0.5-10": 100,
    "evaluate-likert-1-to-5-30": 20,
    "evaluate-avg-k-items-beta-7-3-30-x-4": 20,
    "evaluate-calibration-error-calibrated-model-30": 40,
    "evaluate-corrected-0-1-chance-0.85-to-0.95-scores-right-0.9-50": 400,
    "evaluate-corrected-likert-0.4-of-scores-equal-100": 120,
    "compare-corrected-0-1-of-0.5-and-0.5-0.2-in-common-50": 800,
    "compare-equal-0-1-at-.7-30": 20,
    "correlate-system-level-correlation-0.9-8-x-100": 60,
    "gates-the-same-system-sampled-again-50": 60,
    "gates-0-1-worse-by-exactly-.05-200": 400,
}
MOST_FAILING = {"evaluate": 0, "compare": 2, "correlate": 0, "gates": 0}
"""Figures of the committed run that do not hold, by verb; the numbers may only fall."""


def leaving(figures):
    """List figures far from their band, with their distance."""
    return [(figure.procedure, figure.rate, figure.se) for figure in figures if figure.beyond > FAR]


@pytest.mark.parametrize("name", QUICK)
def test_a_procedure_holds(name):
    """In a few seeded worlds, coverage and size are inside their bands, within three errors."""
    with shared_resamples():
        assert not leaving(named()[name].run(QUICK[name]))


@pytest.mark.long
@pytest.mark.parametrize("name", QUICK)
def test_a_procedure_holds_in_more_worlds(name):
    """In ten times as many worlds too."""
    with shared_resamples():
        assert not leaving(named()[name].run(10 * QUICK[name], seed=1))


@pytest.mark.parametrize("name", ["evaluate-likert-1-to-5-30", "evaluate-roc-auc-30"])
def test_shared_resamples_change_nothing(name):
    """Worlds that share their draws, which are equal, have the same figures."""
    cell = named()[name]
    with shared_resamples():
        kept = cell.run(2)
    assert kept == cell.run(2)


def test_a_procedure_that_does_not_hold_is_found(monkeypatch):
    """Percentiles instead of Wilson's interval, as before, leave the band at once."""
    wrong = IntervalChoice("percentile", REQUESTED)
    monkeypatch.setattr("sacreval.scoring.intervals.system_intervals.choose", lambda *_: wrong)
    [figure, _] = named()["evaluate-0-1-chance-0.93-to-0.97-30"].run(6)
    assert leaving([figure])


def test_dependence_that_is_not_seen_is_found():
    """Passages whose records are taken as independent leave the band at once."""
    rng = np.random.default_rng(0)
    of = np.repeat(np.arange(20), 10)
    chances = rng.beta(0.7, 0.3, (60, 20))
    seen = [
        evaluation.seen(evaluation.Share(), evaluation.mean_rows(rng.random(200) < p[of]), 0.7)
        for p in chances
    ]
    assert np.mean([trial.hit for trial in seen]) < 0.8


def test_figures_are_judged_without_the_worlds_that_have_a_notice():
    """A miss with a notice does not count; the share of notices and of unsaid misses is kept."""
    seen = [cells.Seen(i >= 40, 1.0, i < 30) for i in range(200)]
    cell = cells.Cell("evaluate", "w", "9", {"interval": "coverage"}, lambda _: {}, 1.0)
    figure = cell._figure("interval", seen)
    assert (figure.worlds, figure.judged, figure.with_notices) == (200, 170, 0.8)
    assert figure.rate == pytest.approx(160 / 170)
    assert (figure.noticed, figure.unsaid) == pytest.approx((0.15, 10 / 200))
    assert figure.verdict == "holds"


@pytest.mark.parametrize(
    ("kind", "rate", "verdict"),
    [
        ("coverage", 0.95, "holds"),
        ("coverage", 0.925, "within error"),
        ("coverage", 0.90, "does not hold"),
        ("coverage", 0.99, "does not hold"),
        ("cautious", 0.99, "holds"),
        ("size", 0.01, "does not hold"),
        ("exact", 0.01, "holds"),
        ("exact", 0.09, "does not hold"),
        ("power", 0.2, "holds"),
    ],
)
def test_a_figure_is_judged_by_its_band(kind, rate, verdict):
    """A figure holds inside its band; two standard errors outside it does not."""
    seen = [cells.Seen(i < 1000 * rate) for i in range(1000)]
    cell = cells.Cell("evaluate", "w", "9", {"x": kind}, lambda _: {}, 1.0)
    assert cell._figure("x", seen).verdict == verdict


@pytest.mark.parametrize(("quiet", "verdict"), [(40, "with a notice"), (50, "does not hold")])
def test_a_figure_of_few_data_sets_without_a_notice_is_not_judged(quiet, verdict):
    """Where one data set in twenty has no notice, misses without one are as few as promised."""
    seen = [cells.Seen(i >= quiet, 1.0, i >= quiet) for i in range(1000)]
    cell = cells.Cell("evaluate", "w", "9", {"interval": "coverage"}, lambda _: {}, 1.0)
    figure = cell._figure("interval", seen)
    assert (figure.judged, figure.verdict) == (quiet, verdict)


def test_intervals_cover_too_often_only_in_all_worlds():
    """Notices take away the misses: the upper end of the band is judged with them."""
    seen = [cells.Seen(i >= 40, 1.0, i < 40) for i in range(1000)]
    cell = cells.Cell("evaluate", "w", "9", {"interval": "coverage"}, lambda _: {}, 1.0)
    figure = cell._figure("interval", seen)
    assert (figure.rate, figure.verdict) == (1.0, "holds")
    assert cell._figure("interval", seen[40:]).verdict == "does not hold"


def test_a_run_goes_on_where_it_ended(tmp_path):
    """Finished cells are not run again, unless more worlds are asked for; the draws are seeded."""
    drawn = []

    def simulate(rng):
        drawn.append(rng.random())
        return {"x": cells.Seen(drawn[-1] < 0.95)}

    every = [cells.Cell("gates", name, "9", {"x": "coverage"}, simulate) for name in "ab"]
    assert len(list(store.run(every, tmp_path, worlds=30, hours=0))) == 0
    assert next(store.run(every, tmp_path, worlds=30, hours=1))["worlds"] == 30
    assert len(list(store.run(every, tmp_path, worlds=30, hours=1))) == 1
    assert len(list(store.run(every, tmp_path, worlds=30, hours=1))) == 0
    assert len(list(store.run(every, tmp_path, worlds=60, hours=1))) == 2
    assert drawn[:30] == drawn[60:90]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gates-a-9.json", "gates-b-9.json"]
    run = store.collected([*every, cells.Cell("compare", "c", "9", {}, simulate)], tmp_path)
    assert (run["cells"], run["finished"], run["not_run"]) == (3, 2, ["compare"])


def test_every_cell_has_its_own_file():
    """No two cells share a name, and every verb has cells."""
    names = [cell.name for cell in named().values()]
    assert len(names) == len(set(names))
    assert {name.partition("-")[0] for name in names} == set(MOST_FAILING)


def test_the_page_shows_the_committed_run():
    """docs/promises.md is what the figures of docs/promises.json give, and no cell got worse."""
    run = json.loads((CHECKOUT / promises.FIGURES).read_text(encoding="utf-8"))
    assert promises.page(run) == (CHECKOUT / promises.PAGE).read_text(encoding="utf-8")
    assert (CHECKOUT / promises.PICTURE).read_bytes().startswith(b"\x89PNG")
    failing = [figure["verb"] for figure in run["figures"] if figure["verdict"] == promises.BAD]
    assert all(failing.count(verb) <= most for verb, most in MOST_FAILING.items())
