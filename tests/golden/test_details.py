"""What scores are made of, against sacrebleu on real text: its whole line can be written again."""

import pytest
from sacrebleu.metrics.bleu import BLEUScore
from sacrebleu.metrics.ter import TERScore

from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from support import mirror, official
from support.mirror import Corpus
from support.variants import identify, variants

SAME = {"rel": 1e-12, "abs": 1e-12}
OFFICIAL = [metric for metric in variants()[0] if official.has(metric)]
SMALL = Corpus(
    ["the cat sat on the mat", "x y", "", "a dog barked at night loudly", "one"],
    [["a cat sat on the mat", "the cat sits"], ["a b"], ["one word"], ["the dog barked"], ["one"]],
)


def of(name):
    return pytest.mark.parametrize(
        "metric", [metric for metric in OFFICIAL if metric.name == name], ids=identify
    )


def corpora(count=300):
    """Return small texts, single ones, and a part of WMT23 where the mirror has it."""
    yield SMALL
    yield from (SMALL.part(i, i + 1) for i in range(len(SMALL.predictions)))
    yield mirror.wmt23("ONLINE-W").part(0, count, 3)


def found(metric, data):
    """Return the result of a corpus."""
    pairs = zip(data.predictions, data.references, strict=True)
    records = [Instance(prediction=p, references=r) for p, r in pairs]
    (result,) = evaluate([Batch(records)], metric).report().results
    return result.value, {name: one.value for name, one in result.details.items()}


@of("bleu")
def test_bleu(metric):
    """Precisions, penalty, ratio and lengths are sacrebleu's, and so is the line it prints."""
    for data in corpora():
        theirs = official.sacrebleu_of(metric).corpus_score(data.predictions, data.streams())
        score, parts = found(metric, data)
        orders = range(1, metric.max_ngram_order + 1)
        precisions = [parts[f"precision_{n}"] for n in orders]
        assert precisions == pytest.approx(theirs.precisions, **SAME)
        want = [theirs.bp, theirs.ratio, theirs.sys_len, theirs.ref_len]
        assert [parts[x] for x in ("bp", "ratio", "sys_len", "ref_len")] == pytest.approx(
            want, **SAME
        )
        lengths = int(parts["sys_len"]), int(parts["ref_len"])
        ours = BLEUScore(score, theirs.counts, theirs.totals, precisions, parts["bp"], *lengths)
        assert ours.format() == theirs.format()


@of("ter")
def test_ter(metric):
    """Edits and the length of references are sacrebleu's."""
    for data in (*list(corpora())[:-1], mirror.wmt23("ONLINE-W").short(16).part(0, 12)):
        theirs = official.sacrebleu_of(metric).corpus_score(data.predictions, data.streams())
        score, parts = found(metric, data)
        ours = TERScore(score, parts["edits"], parts["ref_len"])
        assert (ours.num_edits, ours.ref_length) == pytest.approx(
            (theirs.num_edits, theirs.ref_length), **SAME
        )
        assert ours.format() == theirs.format()


@of("chrf")
def test_chrf(metric):
    """Precision and recall of each order are those of sacrebleu's counts, in percent."""
    for data in corpora(60):
        scorer = official.sacrebleu_of(metric)
        rows = scorer._extract_corpus_statistics(data.predictions, data.streams())
        counts = [sum(column) for column in zip(*rows, strict=True)]
        score, parts = found(metric, data)
        assert score == pytest.approx(scorer._compute_f_score(counts), **SAME)
        kinds = [("char", n) for n in range(1, metric.char_order + 1)]
        kinds += [("word", n) for n in range(1, metric.word_order + 1)]
        ps, rs = [], []
        for (kind, n), hyp, ref, match in zip(
            kinds, counts[::3], counts[1::3], counts[2::3], strict=True
        ):
            ps.append(100 * match / hyp if hyp else 0.0)
            rs.append(100 * match / ref if ref else 0.0)
            assert parts[f"{kind}_precision_{n}"] == pytest.approx(ps[-1], **SAME)
            assert parts[f"{kind}_recall_{n}"] == pytest.approx(rs[-1], **SAME)
        occurs = [bool(h and r) for h, r in zip(counts[::3], counts[1::3], strict=True)]
        used = max(len(kinds) if metric.eps_smoothing else sum(occurs), 1)
        for name, values in (("precision", ps), ("recall", rs)):
            assert parts[name] == pytest.approx(sum(values) / used, **SAME)
        p, r, beta2 = parts["precision"], parts["recall"], metric.beta**2
        if not metric.eps_smoothing and p + r:
            assert score == pytest.approx((1 + beta2) * p * r / (beta2 * p + r), **SAME)
