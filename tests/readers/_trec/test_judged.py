"""Rankings with the judgments of their topics."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice
from sacreval.readers._trec.judged import Judging
from sacreval.readers._trec.qrels import Qrels

QRELS = Qrels("q", {"1": {"a": 1}, "2": {"b": 0}, "3": {"c": 2}})


def batch(*pairs):
    made = [Instance(instance_id=t, system_id=s, ranking=["a"]) for t, s in pairs]
    return Batch(made, "run", range(1, len(made) + 1), "run")


def judged(*pairs, **options):
    found = Judging(QRELS, "run", **options).add_to([batch(*pairs)])
    return [(b.system_ids[i], x.instance_id, x.ranking) for b in found for i, x in enumerate(b)]


def test_topics_without_judgments_or_ranking(recwarn):
    """Without judgments or without a ranking a topic is left out, and counted in the notice."""
    assert judged(("9", None), ("2", None)) == [("run", "2", ["a"])]
    [notice] = recwarn
    assert notice.category is InputNotice
    text = str(notice.message)
    assert text.startswith("run: 1 topics without relevance judgments are left out")
    assert "2 topics of q without a ranking, such as '1', are left out, as in trec_eval" in text
    assert '"complete": true' in text


def test_complete():
    """Every system has every topic of the judgments, with an empty ranking where it has none."""
    with pytest.warns(InputNotice, match="2 topics of q without a ranking of 'x'.* count as 0"):
        found = judged(("2", "x"), ("1", "y"), ("9", "z"), complete=True)
    assert [(s, t) for s, t, ranking in found if not ranking] == [
        ("x", "1"), ("x", "3"), ("y", "2"), ("y", "3"), ("z", "1"), ("z", "2"), ("z", "3"),
    ]  # fmt: skip


def test_silence(recwarn):
    """Where all topics have both, nothing is said."""
    assert len(judged(("1", None), ("2", None), ("3", None))) == 3
    assert not recwarn


def test_refusals():
    """Judgments of other topics, and records with judgments of their own, are errors."""
    with pytest.raises(InputError, match="q has no relevance judgments for its topics.* '9'"):
        judged(("9", None))
    own = Batch([Instance(instance_id="1", ranking=["a"], qrels={"a": 1})], "run", [4])
    with pytest.raises(InputError, match="run:4: this record has its own `qrels`"):
        list(Judging(QRELS, "run").add_to([own]))
