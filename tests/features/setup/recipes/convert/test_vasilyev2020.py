"""Vasilyev 2020: annotators and notes."""


def test_vasilyev_scores_are_put_back_in_annotators_places(corpora, lines, mirror):
    """Vasilyev's scores stand sorted in the file; annotators tell them apart."""
    import json

    raw = json.loads(next(mirror.glob("*/PrimerAI/blanc/*/data/CNN*.json")).read_text("utf-8"))
    rows = lines(corpora("vasilyev2020") / "cnn-dailymail.jsonl")
    annotators = sorted({a for item in raw for a in item["annotators_ids"]})
    assert all(item["scores"] == sorted(item["scores"]) for item in raw)
    for item, row in zip(raw, rows, strict=True):
        given = dict(zip(item["annotators_ids"], item["scores"], strict=True))
        assert row["judgments"]["quality"] == [given.get(a) for a in annotators]
    means = [
        [s for row in rows if (s := row["judgments"]["quality"][i]) is not None]
        for i in range(len(annotators))
    ]
    assert len({round(sum(m) / len(m), 3) for m in means if m}) > 5  # people do differ


def test_vasilyev_notes_are_dropped(corpora, lines):
    """The line NO ANNOTATIONS FOUND PREVIOUSLY is no part of an article."""
    rows = lines(corpora("vasilyev2020") / "dailynews-aspects.jsonl")
    assert not any("NO ANNOTATIONS FOUND" in row["sources"][0] for row in rows)
    assert {len(row["judgments"]) for row in rows} == {5}
