"""How scores were made, in signatures of correlations."""

import re

from sacreval.features.correlate.data.score_origins import origin
from support.correlate_command import found
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_signatures_and_references_have_fields_of_their_own():
    """Signatures of metrics are `metrics`, references that were chosen are `refs`."""
    assert origin("bleu|refs:2|sacreval:0.1.0") == {"metrics": "bleu|refs:2|sacreval:0.1.0"}
    assert origin("refA+he-en=refB") == {"refs": "refA+he-en=refB"}
    assert origin(None) == {"refs": None}


def test_no_field_stands_twice(capsys):
    """The signatures of a correlation and of a test name each field once."""
    words = ["--human", "fluency", "--level", "summary", "--coefficient", "pearson"]
    words += ["--test", "perm-inputs", "--resamples", "20"]
    report = found(capsys, "rouge", SAMPLE, *words)
    for one in (report["results"][0], report["tests"][0]):
        names = re.findall(r"(?:^|\|)(\w+):", one["signature"])
        assert "metrics:rouge|" in one["signature"]
        assert len(names) == len(set(names))
