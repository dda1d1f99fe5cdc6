"""Trials of a few systems at a time."""

from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from sacreval.errors import NotSetUpError
from sacreval.features.compare.compared_pairs import units
from sacreval.features.compare.pairs import paired_scores
from sacreval.features.compare.pairs.paired_comparison import Pairing
from sacreval.features.compare.pairs.paired_scores import Member, Windows
from sacreval.features.compare.result import Settings
from sacreval.scoring.entries.run_metrics import Entry
from support import missing
from support.sizes import long

SYSTEMS, RECORDS = 5, 30


def pairing(metric, **options):
    """Return systems that drop some words of their references, compared by a metric."""
    random, entry = Random(3), Entry(metrics.get(metric)())
    references = [[random.choice("abcdef") for _ in range(12)] for _ in range(RECORDS)]
    members = []
    for i in range(SYSTEMS):
        texts = [" ".join(x for x in one if random.random() > 0.1 * i) for one in references]
        records = [
            Instance(prediction=text, references=[" ".join(one)])
            for text, one in zip(texts, references, strict=True)
        ]
        members.append(Member(f"s{i}", "", entry.metric.rows(records)))
    settings = Settings(trials=300, resamples=100, **options)
    names = [str(i) for i in range(RECORDS)]
    return Pairing(entry, None, names, members, units(None, RECORDS), SYSTEMS - 1, settings)


@pytest.mark.parametrize("metric", ["bleu", long("rouge"), long("meteor")])
@pytest.mark.parametrize("all_pairs", [False, True], ids=["with the base", "all pairs"])
def test_comparisons_do_not_depend_on_the_size_of_a_window(metric, all_pairs, monkeypatch):
    """One system at a time gives the comparisons of all at once, in their order, and the ranks."""
    try:
        wanted = pairing(metric, all_pairs=all_pairs).compare()
    except NotSetUpError as error:
        missing.say(str(error))
        pytest.skip(str(error))
    pairs = [(one.base, one.other) for one in wanted[0]][: 10 if all_pairs else 4]
    assert pairs == sorted(set(pairs))
    for cells in (1, 2 * 300 * 10):
        monkeypatch.setattr(paired_scores, "CELLS", cells)
        monkeypatch.setattr(paired_scores, "CELLS", cells)
        assert pairing(metric, all_pairs=all_pairs).compare() == wanted


def test_each_window_is_made_once_beside_that_of_the_base(monkeypatch):
    """The base's window is held while others come and go, and at most two are held."""
    monkeypatch.setattr(paired_scores, "CELLS", 1)
    made, original = [], Windows._made
    monkeypatch.setattr(Windows, "_made", lambda self, k: made.append(k) or original(self, k))
    windows = Windows([np.ones((3, 1))] * 4, dict, Settings())
    for k in (1, 2, 3):
        first, second = windows.of(0)[0], windows.of(k)[0]
        assert first is windows.of(0)[0]
        assert second is windows.of(k)[0]
        assert len(windows._held) == 2
    assert made == [0, 1, 2, 3]


def test_pairs_of_the_same_windows_follow_each_other():
    """With two systems a window, pairs are taken window by window."""
    settings = Settings(trials=paired_scores.CELLS // 2)
    windows = Windows([np.ones((3, 1))] * 6, dict, settings)
    assert windows.step == 2
    pairs = [(0, 2), (0, 4), (0, 3), (1, 2), (2, 4), (1, 5)]
    assert windows.in_turn(pairs) == [(0, 2), (0, 3), (1, 2), (0, 4), (1, 5), (2, 4)]
