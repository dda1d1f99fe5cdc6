"""Entities and sequence labelling, beside plain lists and seqeval."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support import missing
from support.program import write_jsonl
from support.tasks import scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


def test_entities():
    """Counts of bags are those of plain lists, with places taken away."""
    rng = np.random.default_rng(4)
    kinds, names = ["PER", "LOC"], ["Rome", "Dan", "rome"]
    records, hits, predicted, wanted = [], 0, 0, 0
    for _ in range(30):
        a, b = (
            [[str(rng.choice(names)), str(rng.choice(kinds))] for _ in range(rng.integers(0, 5))]
            for _ in range(2)
        )
        records.append({"prediction": a, "references": [b]})
        left = [tuple(entity) for entity in b]
        for entity in map(tuple, a):
            if entity in left:
                left.remove(entity)
                hits += 1
        predicted, wanted = predicted + len(a), wanted + len(b)
    scores = scores_of("entities", records)
    assert scores["micro_precision"] == pytest.approx(hits / predicted, **CLOSE)
    assert scores["micro_recall"] == pytest.approx(hits / wanted, **CLOSE)
    folded = scores_of("entities", records, {"normalize": "lower"})
    assert folded["micro_recall"] > scores["micro_recall"]


@pytest.mark.parametrize("scheme", ["lenient", "IOB2", "IOBES"])
def test_sequence_labelling(scheme):
    """Scores are seqeval's, in its default and its strict mode."""
    from seqeval import metrics as seqeval
    from seqeval import scheme as schemes

    rng = np.random.default_rng(0)
    prefixes = "BIES" if scheme == "IOBES" else "BI"
    tags = ["O", *(f"{b}-{t}" for b in prefixes for t in ("PER", "LOC"))]
    y, p = ([rng.choice(tags, 8).tolist() for _ in range(40)] for _ in range(2))
    p = [a if i % 3 else b for i, (a, b) in enumerate(zip(y, p, strict=True))]
    records = [{"prediction": a, "references": [b]} for a, b in zip(p, y, strict=True)]
    scores = scores_of("sequence-labelling", records, {"scheme": scheme})
    mode = {} if scheme == "lenient" else {"mode": "strict", "scheme": getattr(schemes, scheme)}
    for average in ("micro", "macro", "weighted"):
        want = seqeval.f1_score(y, p, average=average, zero_division=0, **mode)
        assert scores[f"{average}_f1"] == pytest.approx(want, **CLOSE)
    assert scores["tag_accuracy"] == pytest.approx(seqeval.accuracy_score(y, p), **CLOSE)


@pytest.mark.parametrize("scheme", ["lenient", "IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"])
def test_engines(scheme):
    """Rows of both engines are equal on random tags of every scheme, empty sequences included."""
    prefixes = {"lenient": "BIES", "BILOU": "BILU", "IOBES": "BIES"}.get(scheme, scheme[1:3] + "I")
    rng = np.random.default_rng(1)
    tags = ["O", *(f"{p}-{t}" for p in set(prefixes) - {"O"} for t in ("PER", "LOC", "A-B"))]
    sides = [[rng.choice(tags, n % 9).tolist() for n in range(90)] for _ in range(2)]
    batch = Batch([Instance(prediction=a, references=[b]) for a, b in zip(*sides, strict=True)])
    metric = metrics.get("sequence-labelling")(scheme=scheme).settle([batch])
    official = metric.with_engine("official").rows(batch)
    np.testing.assert_array_equal(metric.with_engine("native").rows(batch), official)
    assert set(metric.labels) == {x for record in batch for x in metric.labels_of(record)}


def test_without_seqeval():
    """A run on the native engine imports neither seqeval nor scikit-learn."""
    code = (
        "import sys\n"
        "from sacreval.core.metric import metrics\n"
        "from sacreval.core.records import Batch, Instance\n"
        "batch = Batch([Instance(prediction=['B-A'], references=[['B-A']])])\n"
        "metric = metrics.get('sequence-labelling')().settle([batch]).with_engine('native')\n"
        "assert metric.rows(batch).tolist() == [[1, 1, 1, 1, 1]]\n"
        "print([name for name in ('seqeval', 'sklearn', 'scipy') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_tag_outside_the_scheme(cli):
    """It is refused with the tag, the prefixes of the scheme and the remedy."""
    records = [{"prediction": ["S-A"], "references": [["B-A"]]}]
    write_jsonl(Path("in.jsonl"), records)
    done = cli("evaluate", "sequence-labelling", "in.jsonl", "--scheme", "IOB2")
    assert done.code == 2
    assert "in.jsonl:1: a tag is not in the scheme IOB2 ('S-A'; tags are O, and I, B al" in done.err


def test_parts_of_speech(cli):
    """They are refused with file and line rather than read as entities of their first letters."""
    records = [{"prediction": ["SCONJ", "NOUN"], "references": [["CCONJ", "NOUN"]]}]
    write_jsonl(Path("in.jsonl"), records)
    done = cli("evaluate", "sequence-labelling", "in.jsonl")
    assert done.code == 2
    assert done.out == ""
    assert "in.jsonl:1: a tag is not in the scheme lenient ('SCONJ'; tags are O, and" in done.err


def test_an_output_without_an_answer(cli):
    """It has no entity, and every tag of it is wrong; both engines and the library agree."""
    right = {"references": [["B-X", "O"]]}
    records = [{"prediction": x, **right} for x in ("I cannot", 'tags: ["B-X", "O"]')]
    write_jsonl(Path("in.jsonl"), records)
    words = [
        "evaluate",
        "sequence-labelling",
        "in.jsonl",
        "--extract",
        "json:@",
        "--format",
        "json",
    ]
    numbers = {}
    for engine in ("native", "official"):
        if engine == "official":
            missing.module("seqeval", "rows of seqeval without an answer")
        results = cli(*words, "--engine", engine, "-q").json()["results"]
        numbers[engine] = {x["output"]: x["value"] for x in results}
        assert numbers[engine]["tag_accuracy"] == numbers[engine]["micro_recall"] == 0.5
        assert numbers[engine]["micro_precision"] == 1.0
    assert numbers["native"] == numbers["official"]
    assert cli(*words, "-o", "r.json", "-q").code == 0
    assert cli("verify", "r.json", "in.jsonl").code == 0
