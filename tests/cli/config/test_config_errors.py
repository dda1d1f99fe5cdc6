"""The line of a config that an error of a run is about."""

import pytest

from sacreval.cli.config.config_errors import place_among
from sacreval.cli.config.config_file import load

TEXT = """metrics:
  - bleu
  - chrf
check:
  - bleu > x
  - "'bleu' > 1"
fail-under:
  chrff: 60
"""


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("--check bleu > x: 'x' is not a finite number", 5),
        ("--fail-under: this run has no output 'chrff'; did you mean 'chrf'?", 8),
        ("--check: a sentence about no value", 4),
        ("there is no metric 'bleu'", 2),
        ("something else", None),
    ],
)
def test_places(tmp_path, sentence, line):
    """The option at the beginning of a sentence decides, before values that it quotes."""
    path = tmp_path / "s.yaml"
    path.write_text(TEXT)
    found = load(str(path), dict.fromkeys(("metrics", "check", "fail_under"), ""))
    place = place_among(found, found.values, sentence)
    assert place == (line and f"{path}:{line}")
