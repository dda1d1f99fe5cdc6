"""SummEval: systems with equal outputs."""


def test_equal_outputs_of_two_systems_are_kept(corpora, lines):
    """In 38 of SummEval's 100 inputs at least two systems have the same output."""
    outputs = {}
    for row in lines(corpora("fabbri2020") / "records.jsonl"):
        outputs.setdefault(row["instance_id"], []).append(row["prediction"])
    assert sum(len(set(texts)) < len(texts) for texts in outputs.values()) == 38


def test_summeval_texts_and_raters_agree(corpora, lines):
    """SummEval has 11 references, 3 experts and 5 turkers for each of 1600 outputs."""
    for row in lines(corpora("fabbri2020") / "records.jsonl"):
        assert len(row["references"]) == 11
        kinds = {len(v) for k, v in row["judgments"].items() if k.startswith("expert")}
        crowds = {len(v) for k, v in row["judgments"].items() if k.startswith("turker")}
        assert (kinds, crowds) == ({3}, {5})
