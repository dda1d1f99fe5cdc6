"""Systems and human texts pair by pair: the same references, and wins that do not lean."""

import csv

import msgspec
import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams.bleu import Bleu
from sacreval.metrics.ngrams.chrf import ChrF
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.human_pairs import (
    AgainstHumans,
    HumanPair,
    against_humans,
    humans_table,
    sign_p,
    write_pairs,
)
from sacreval.scoring.inputs.selected_records import add_references
from sacreval.scoring.pair_scores import score
from sacreval.stats.significance.mid_p import mcnemar, sign_flips, whole_steps
from support.mirror import lines

ASSET = (
    "feralvam/easse/6a4352ec299ed03fda8ee45445ca43d9c7673e89/easse/resources/data/test_sets/asset/"
    "asset.test.simp"
)

TEXTS = ["the cat sat on a mat", "a cat sat on the mat", "on a mat sat the old cat"]


def peer(system, prediction, references, instance="1"):
    return Instance(
        instance_id=instance, system_id=system, prediction=prediction, references=references
    )


def human(name, prediction, references, instance="1"):
    return Instance(
        instance_id=instance, system_id=name, prediction=prediction, references=references,
        system_type="reference",
    )  # fmt: skip


def scored(*instances, metric=None):
    return score([Batch(list(instances))], metric or ChrF(), pairs=True)


def test_both_are_scored_against_the_same_references():
    """The score of a pair is that of the output against the references without the human's text."""
    batch = Batch([peer("a", "the cat sat", TEXTS), peer("b", "a mat", TEXTS)])
    evaluated = score(list(add_references([batch])), [Entry(ChrF()), Entry(Bleu())], pairs=True)
    assert len(evaluated.pairs) == 2 * 2 * 3
    for pair in evaluated.pairs:
        j = int(pair.human_id.removeprefix("reference-")) - 1
        others = TEXTS[:j] + TEXTS[j + 1 :]
        text = {"a": "the cat sat", "b": "a mat"}[pair.system_id]
        metric = {"chrf": ChrF(), "bleu": Bleu()}[pair.output]
        for prediction, value in ((text, pair.score), (TEXTS[j], pair.human_score)):
            alone = score([Batch([peer("x", prediction, others)])], metric, jackknife=False)
            assert value == pytest.approx(alone.records[0].scores[pair.output], abs=1e-12)
    jackknifed = next(r for r in evaluated.records if r.system_id == "a").scores["chrf_jk"]
    scores = [p.score for p in evaluated.pairs if (p.system_id, p.output) == ("a", "chrf")]
    assert np.mean(scores) == pytest.approx(jackknifed)


def test_the_order_of_references_is_irrelevant():
    """A record of a human text is paired whatever the order of its references."""
    evaluated = scored(peer("a", "the cat", TEXTS), human("ann", TEXTS[0], TEXTS[:0:-1]))
    assert [(p.system_id, p.human_id) for p in evaluated.pairs] == [("a", "ann")]
    assert evaluated.notices() == []


def test_other_references_are_no_pair():
    """A human text with other references is in no pair, and is counted; without any, told so."""
    evaluated = scored(peer("a", "the cat", TEXTS), human("ann", TEXTS[0], ["other"]))
    assert evaluated.pairs == []
    assert evaluated.notices()[0].startswith("1 scores of human texts are in no pair")
    assert "no human text was scored" in scored(peer("a", "the cat", TEXTS)).notices()[0]


@pytest.mark.parametrize("metric", [metrics.get("sari")(), metrics.get("ter")()])
def test_other_metrics(metric):
    """Outputs have their own direction, and sources are part of what is scored against."""
    source = ["the old cat sat on a mat"]
    both = [peer("a", TEXTS[0], TEXTS), human("h", "nothing at all", TEXTS[:2])]
    evaluated = scored(*[msgspec.structs.replace(x, sources=source) for x in both], metric=metric)
    assert {pair.output for pair in evaluated.pairs} == set(metric.outputs)
    (count,) = [x for x in evaluated.against_humans() if x.output == metric.outputs[0]]
    assert (count.wins, count.losses) == (1, 0)
    other = msgspec.structs.replace(both[1], sources=["other"])
    if metric.name == "sari":
        first = msgspec.structs.replace(both[0], sources=source)
        assert scored(first, other, metric=metric).pairs == []


def test_sign_test_by_input():
    """Signs of an input's pairs are added before they change sign at random."""

    def pair(i, name, score, other):
        return HumanPair(
            instance_id=str(i), system_id="a", human_id=name, output="m", score=score,
            human_score=other,
        )  # fmt: skip

    better = [pair(i, name, 2.0, 1.0) for i in range(5) for name in ("x", "y")]
    worse = [pair(9, name, 1.0, 2.0) for name in ("x", "y")]
    equal = [pair(8, "x", 0.1 + 0.2, 0.3), pair(8, "y", 1.0, 1.0)]
    every, x, y = against_humans([*better, *worse, *equal], {"m": True})
    assert (every.n, every.wins, every.ties, every.losses) == (7, 10, 2, 2)
    assert every.p == x.p == y.p == mcnemar(5, 1).mid
    assert (x.human_id, x.wins, x.ties, x.losses) == ("x", 5, 1, 1)
    turned, *_ = against_humans([*better, *worse, *equal], {"m": False})
    assert (turned.wins, turned.losses, turned.p) == (2, 10, every.p)
    assert against_humans(better, {"m": None}) == []
    split = [pair(7, "x", 2.0, 1.0), pair(7, "y", 1.0, 2.0)]
    mixed, *_ = against_humans([*better, *split], {"m": True})
    assert mixed.p == mcnemar(5, 0).mid


def test_many_inputs_are_tested_by_the_normal():
    """Where exact sums would take too long, the normal p-value is within 0.01 of the exact one."""
    rng = np.random.default_rng(3)
    sums = rng.choice([-3, -2, -1, 0, 1, 2, 3], size=4_000)
    assert whole_steps(sums.astype(float)) is None
    p_values = [sign_p(sums), sign_p(np.abs(sums))]
    assert p_values[0] == pytest.approx(sign_flips(sums).mid, abs=0.01)
    assert p_values[1] == 0.0


@pytest.mark.parametrize("metric", [Bleu(), ChrF()])
def test_wins_do_not_lean(metric):
    """ASSET, two references, a human as the system: means of two scores win more, pairs do not."""
    versions = list(zip(*[lines(f"{ASSET}.{k}") for k in range(10)], strict=True))
    rng = np.random.default_rng(0)
    chosen = []
    for shuffle in range(2):
        for i, texts in enumerate(versions):
            order = rng.permutation(10)
            output = texts[order[0]]
            chosen.append(peer("a", output, [texts[k] for k in order[1:3]], f"{shuffle}-{i}"))
    evaluated = score(list(add_references([Batch(chosen)])), metric, pairs=True)
    name = f"{metric.name}_jk"
    means = {(r.instance_id, r.system_id): r.scores[name] for r in evaluated.records}
    gains = np.array([
        round(means[instance, "a"] - value, 9)
        for (instance, system), value in means.items() if system != "a"
    ])  # fmt: skip
    every = evaluated.against_humans()[0]
    share = every.wins / (every.wins + every.losses)
    assert (gains > 0).sum() / (gains != 0).sum() > 0.53
    assert 0.46 < share < 0.54
    assert every.p > 0.01


def test_fields_are_written():
    """A pair, and a count over all human texts, are read as they were written."""
    pair = HumanPair(
        instance_id="1", system_id="a", human_id="h", output="bleu", score=1.5, human_score=2.0
    )
    count = AgainstHumans(
        output="bleu", system_id="a", human_id=None, n=2, wins=1, ties=0, losses=1, p=1.0
    )
    for record in (pair, count):
        assert msgspec.json.decode(msgspec.json.encode(record), type=type(record)) == record
    assert msgspec.to_builtins(count)["human_id"] is None


PAIR = HumanPair(
    instance_id="1", system_id='a "b"', human_id="h", output="m", score=0.1, human_score=1 / 3
)


@pytest.mark.parametrize(("ending", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_tables(tmp_path, ending, delimiter):
    """A table has a column for each field, at full precision."""
    path = tmp_path / f"p.{ending}"
    write_pairs([PAIR], path)
    with path.open(newline="") as stream:
        (row,) = csv.DictReader(stream, delimiter=delimiter)
    assert row == {name: str(value) for name, value in msgspec.to_builtins(PAIR).items()}


def test_lines(tmp_path):
    """JSON lines have one pair each."""
    write_pairs([PAIR, PAIR], tmp_path / "p.jsonl")
    text = (tmp_path / "p.jsonl").read_bytes()
    assert msgspec.json.Decoder(HumanPair).decode_lines(text) == [PAIR, PAIR]


def test_humans_table():
    """All human texts are named so; numbers are on the right."""
    common = {"output": "m", "system_id": "a", "n": 3, "wins": 2, "ties": 0, "losses": 1, "p": 0.75}
    rows = [AgainstHumans(human_id=None, **common), AgainstHumans(human_id="h", **common)]
    table = humans_table(rows)
    assert [row[2] for row in table.rows] == ["all human texts", "h"]
    assert list(table.rows[0][3:]) == ["3", "2", "0", "1", "0.7500"]
    assert table.numeric == frozenset(range(3, 8))
