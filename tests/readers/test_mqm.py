"""MQM tables."""

import pytest

from sacreval.errors import InputError
from sacreval.readers.mqm import MqmReader

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


@pytest.mark.parametrize(
    ("severity", "score"),
    [("Major ", -5), ("MINOR", -1), ("Neutral", 0), ("no-error", 0), ("HOTW-test", 0)],
)
def test_severities(tmp_path, severity, score):
    """Known severities have weights in any case, with blanks around them, too."""
    path = tmp_path / "a.tsv"
    path.write_text(f"{MQM}A\td\t1\t1\tr1\ts\tx\tStyle\t{severity}\n")
    [batch] = MqmReader().read(str(path))
    assert batch.instances[0].judgments == {"mqm": [score]}


@pytest.mark.parametrize("severity", ["Critical", "Majr", "5", ""])
def test_severities_without_a_weight(tmp_path, severity):
    """A severity that the scheme does not weigh is refused, where it would be the best score."""
    path = tmp_path / "a.tsv"
    path.write_text(f"{MQM}A\td\t1\t1\tr1\ts\tx\tStyle\t{severity}\n")
    with pytest.raises(InputError, match=f"a.tsv:2: the severity '{severity}' has no weight"):
        list(MqmReader().read(str(path)))


def test_a_column_that_is_not_there(tmp_path):
    """A table without a column is refused with its name."""
    path = tmp_path / "a.tsv"
    path.write_text("system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\nA\td\t1\tr\ts\tx\tc\n")
    with pytest.raises(InputError, match="no column severity; an MQM table has system, doc"):
        list(MqmReader().read(str(path)))
