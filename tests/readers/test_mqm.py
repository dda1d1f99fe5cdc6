"""MQM tables."""

import pytest

MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def test_wmt_mqm_ted(miniature, lines):
    """MQM: errors add up by rater with the paper's weights, negated; quotes are literal."""
    rows = [
        'A\td\t1\t1\tr1\t"s\tx <v>y</v>\tAccuracy/Mistranslation\tMajor',
        'A\td\t1\t1\tr1\t"s\t<v>x</v> y\tFluency/Punctuation\tMinor',
        'A\td\t1\t1\tr2\t"s\tx y\tNo-error\tNo-error',
        "A\td\t2\t2\tr2\ts2\tz\tNon-translation!\tMajor",
        'ref\td\t1\t1\tr1\t"s\tr\tFluency/Grammar\tMinor',
    ]
    text = MQM + "\n".join(rows) + "\n"
    folder = miniature(
        "wmt-mqm-ted",
        {"ted/ende/mqm_ted_ende.tsv": text, "ted/zhen/mqm_ted_zhen.tsv": text},
    )
    found = {(r["instance_id"], r["system_id"]): r for r in lines(folder / "en-de.jsonl")}
    assert found["1", "A"]["judgments"]["mqm"] == pytest.approx([-5.1, 0])
    assert found["1", "A"]["prediction"] == "x y"
    assert found["1", "A"]["sources"] == ['"s']
    assert found["1", "A"]["references"] == ["r"]
    assert found["2", "A"]["judgments"]["mqm"] == [None, -25]
    assert found["1", "ref"]["system_type"] == "reference"
    assert "references" not in found["1", "ref"]
