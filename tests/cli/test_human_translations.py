"""A real corpus with human translations: every verb takes it as the recipe wrote it."""

import pytest

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "bleu"],
        ["compare", "bleu", "--trials", "100", "--resamples", "100"],
        ["score", "chrf"],
        ["correlate", "chrf", "--human", "mqm", "--interval", "none"],
        ["evaluate", "length"],
        ["correlate", "judgments"],
    ],
    ids=lambda words: "-".join(words[:2]),
)
def test_wmt23(sacreval, corpora, words):
    """Human texts without references of their own are left out, and everything else is scored."""
    records = corpora("wmt23") / "records.jsonl"
    code, out, err = sacreval(*words[:2], records, *words[2:])
    assert code == 0, err
    assert "ONLINE-W" in out or words[0] == "correlate"
    told = words[0] != "correlate" and words[1] != "length"
    assert err.count("outputs of type reference have nothing to be compared with") == told
