"""What takes part: systems, inputs, main outputs, and what score files hold."""

from dataclasses import replace

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.coverage import contents
from sacreval.features.correlate.data.main_outputs import INDEX, generate, main_outputs
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row, ScoreSet, SystemRow
from support.correlations import correlate

QUICK = {"resamples": 20}


def test_filters_are_noted(small):
    """Each filter says whom it left out."""
    notes = correlate(small, human="quality", metrics=["good"], interval="none", min_inputs=8).notes
    assert any("not of kind peer): s6" in n for n in notes)
    assert any("fewer than 8 judged inputs): s2" in n for n in notes)
    notes = correlate(small, human="quality", interval="none", common_inputs=True).notes
    assert any("1 inputs left out (not judged for every system)" in n for n in notes)
    notes = correlate(small, human="quality", interval="none", min_systems=6).notes
    assert any("judged for too few systems" in n for n in notes)


def test_left_out_systems_are_counted():
    """Names beyond ten are counted."""
    rows = [Row(f"s{i:02}", "1", "peer", {"m": i}, {"h": i}, "") for i in range(15)]
    rows += [Row(f"r{i:02}", "1", "reference", {}, {}, "") for i in range(12)]
    notes = correlate(score_set(rows), human="h", level=["system"], interval="none").notes
    assert "12 systems left out (not of kind peer): r00" in notes[0]
    assert notes[0].endswith("r09 and 2 more.")
    options = {"human": "h", "level": ["system"], "interval": "none", "systems": "all"}
    assert correlate(score_set(rows), **options).notes[0].endswith("r09 and 2 more.")


def test_systems_in_one_file_only():
    """A system without judgments, or without scores, is left out and noted."""
    rows = [
        Row("a", "1", "peer", {"m": 1.0}, {"h": 2.0}, ""),
        Row("b", "1", "peer", {"m": 2.0}, {"h": 1.0}, ""),
        Row("c", "1", "peer", {"m": 2.0}, {}, ""),
        Row("d", "1", "peer", {}, {"h": 1.0}, ""),
    ]
    report = correlate(score_set(rows), human="h", level=["system"], **QUICK)
    assert report.results[0].n_systems == 2
    assert "1 system has no human score: c." in report.notes
    assert "1 judged outputs have no score of m and were left out." in report.notes


def test_metrics_by_reference(small):
    """A metric of a folder of WMT without its reference is answered with both ways to name one."""
    scores = {
        f"{name}-{of}": small.scores["good"] for name in ("BLEU", "BLEURT") for of in ("s6", "src")
    }
    data = replace(small, scores=scores)
    with pytest.raises(UsageError) as error:
        correlate(data, human="quality", metrics=["bleu"])
    said = str(error.value)
    assert said.startswith(
        "There are scores of BLEU with each reference (s6); write --metric BLEU-s6"
    )
    assert said.endswith(
        "of a folder of WMT also --reference s6 for all metrics, which are then named as BLEU"
    )
    with pytest.raises(UsageError, match="There is no metric 'BLEUX'; did you mean"):
        correlate(data, human="quality", metrics=["BLEUX"])


def test_a_metric_may_have_the_name_of_a_human_score():
    """A score of coherence is correlated with that of people; a metric with itself is not."""
    rows = [Row(f"s{i}", "1", "peer", {"h": i, "m": -i}, {"h": i % 3}, "") for i in range(5)]
    quick = {"human": "h", "level": ["system"], "interval": "none"}
    both = correlate(score_set(rows), metrics=["main"], **quick)
    assert {result.metric for result in both.results} == {"h", "m"}
    rows = [row._replace(judgments={}) for row in rows]
    alone = correlate(score_set(rows), metrics=["main"], **quick)
    assert {result.metric for result in alone.results} == {"m"}


def test_official_system_scores():
    """With --system-scores files the system level correlates what the files say."""
    data = ScoreSet(
        systems=("a", "b", "c"),
        instances=("1",),
        scores={"m": np.array([[1.0], [2.0], [3.0]])},
        judgments={"h": np.array([[1.0], [2.0], [3.0]])},
        system_scores={"m": np.array([3.0, 2.0, 1.0])},
        system_judgments={"h": np.array([1.0, 2.0, 3.0])},
    )
    options = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "interval": "none"}
    assert correlate(data, system_scores="mean", **options).results[0].value == pytest.approx(1)
    for source in ("files", "auto"):
        result = correlate(data, system_scores=source, **options).results[0]
        assert result.value == pytest.approx(-1)
        assert "scores:files" in result.signature


def row(system, instance, scores, judgments=(), **more):
    kind, groups = more.get("kind", "peer"), more.get("groups")
    return Row(system, instance, kind, scores, dict(judgments), "here", groups)


def test_names_systems_and_groups():
    """Metrics and judgments have their outputs and raters; a missing value is none."""
    content = contents([
        row("a", "1", {"bleu": 1.0, "ter": None}, {"q": [1, 2]}, groups={"d": "news"}),
        row("b", "1", {"bleu": 2.0}, {"q": 3.0}, kind="reference", groups={"d": "talks"}),
    ], [])  # fmt: skip
    assert set(content.names) == {"bleu", "q"}
    assert (content.names["q"].kind, content.names["q"].raters) == ("judgment", 2)
    assert content.systems == {"a": "peer", "b": "reference"}
    assert content.groups == {"d": ["news", "talks"]}


@pytest.mark.parametrize(
    ("cells", "levels"),
    [
        (["a1", "b1"], ["system", "summary", "global"]),
        (["a1", "a2"], ["group-by-system", "global"]),
        (["a1", "b2"], ["system", "global"]),
        (["a1"], []),
    ],
)
def test_levels_have_pairs(cells, levels):
    """A level is there if it has two outputs, or two systems, to compare."""
    content = contents([row(*cell, {"bleu": 1.0}) for cell in cells], [])
    assert content.names["bleu"].levels() == levels


def test_official_scores():
    """A metric with scores of whole systems alone has the system level."""
    content = contents([], [SystemRow(name, "m", 1.0, is_judgment=False) for name in "ab"])
    assert content.names["m"].levels() == ["system"]
    assert content.names["m"].official == {"a", "b"}


def test_nothing_there():
    """Files without any score are an error."""
    with pytest.raises(InputError, match="no scores and no judgments"):
        contents([], [])


def _data(*names, empty=(), of_reference=()):
    def row(system, kind):
        scores = {
            n: None if n in empty or (n in of_reference and kind == "peer") else 1.0 for n in names
        }
        return Row(system, "1", kind, scores, {}, "here")

    return score_set([row("a", "peer"), row("b", "peer"), row("human", "reference")])


def _chosen(*names, human_texts=False, **data):
    return main_outputs(_data(*names, **data), names, human_texts=human_texts)


def test_index():
    """The index is what the metrics say; the module writes it where it is run as a program."""
    assert INDEX.read_text(encoding="utf-8") == generate()


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("rouge1_f1", ["rouge1_precision", "rouge1_recall"]),
        ("rouge5_f1", ["rouge5_recall"]),
        ("wer", ["wer_hits", "wer_deletions"]),
        ("en_wer", ["en_wer_hits"]),
        ("bertscore_f1", ["bertscore_precision"]),
    ],
)
def test_parts_of_known_metrics(whole, parts):
    """Parts of sacreval's metrics are left out beside the main output, jackknifed or not."""
    assert _chosen(*parts, whole).names == [whole]
    twins = [f"{name}_jk" for name in (*parts, whole)]
    assert _chosen(*twins).names == [f"{whole}_jk"]


def test_each_type_of_rouge_is_a_metric():
    """ROUGE-1, ROUGE-2 and ROUGE-L are metrics of their own."""
    names = ["rouge1_f1", "rouge2_f1", "rougeL_f1"]
    assert _chosen(*names) == (names, None)


@pytest.mark.parametrize(
    "names", [["mine", "mine_precision", "mine_recall"], ["rouge1_recall"], ["a_wer", "wer_hits"]]
)
def test_other_scores_stay(names):
    """Scores of unknown metrics, and parts whose main output is not there, are metrics."""
    assert _chosen(*names) == (names, None)


def test_jackknifed_twins():
    """Jackknifed scores are used where human texts take part, and nowhere beside plain ones."""
    names = ["bleu", "bleu_jk", "chrf_jk", "mine", "rouge-1_f1", "rouge-1_jk_f1"]
    assert _chosen(*names).names == ["bleu", "chrf_jk", "mine", "rouge-1_f1"]
    assert _chosen(*names, human_texts=True).names == [
        "bleu_jk",
        "chrf_jk",
        "mine",
        "rouge-1_jk_f1",
    ]


def test_jackknifed_scores_that_systems_lack():
    """Plain scores are used where only human texts have jackknifed ones."""
    chosen = _chosen("bleu", "bleu_jk", human_texts=True, of_reference=["bleu_jk"])
    assert chosen.names == ["bleu"]


def test_jackknifed_scores_without_a_value():
    """A jackknifed score that nobody has is gone, without a word; a plain one stays."""
    assert _chosen("bleu", "bleu_jk", "mine", empty=["bleu_jk", "mine"]) == (["bleu", "mine"], None)


def test_note():
    """One line names what was left out, and how to have it."""
    names = ["rouge1_f1", "rouge1_precision", "rouge1_recall", "rouge1_f1_jk"]
    assert _chosen(*names).note == (
        "Left out: rouge1_precision, rouge1_recall (parts of other scores); rouge1_f1_jk "
        "(jackknifed). --metric NAME or --metric all has them."
    )
    assert _chosen("rouge1_f1").note is None
