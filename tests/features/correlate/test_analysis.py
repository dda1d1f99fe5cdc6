"""Agreement of raters, and a value under other choices."""

import json

from sacreval.commands.app import run
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
FEW = ["--resamples", "50"]


def found(capsys, *words):
    assert run(["correlate", *map(str, words), "--format", "json"]) == 0
    text = capsys.readouterr().out
    assert "NaN" not in text
    return json.loads(text)


def test_agreement_and_explanation(capsys):
    """--agreement measures raters, --explain gives the value under other choices."""
    report = found(
        capsys, "bleu", SAMPLE, "--human", "adequacy", "--agreement", "--explain", *FEW
    )  # fmt: skip
    assert {"krippendorff-alpha", "fleiss-kappa"} <= {a["measure"] for a in report["agreement"]}
    assert {"level", "coefficient", "raters"} <= {e["choice"] for e in report["explanation"]}
