"""Fields that expressions read."""

import pytest

from sacreval.text.expression_fields import first_fields


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        ("meta.num1", ["meta"]),
        ("sources[0]", ["sources"]),
        ("join(' ', sources)", ["sources"]),
        ("[input, meta.input, input]", ["input", "meta"]),
        ("{a: meta.x, b: gold}", ["meta", "gold"]),
        ("choices[?gold].text | [0]", ["choices"]),
        ("sort_by(samples, &score)[-1]", ["samples"]),
        ("samples[].text", ["samples"]),
        ("meta.a || input", ["meta", "input"]),
        ("`1`", []),
        ("@", []),
        ("[0]", []),
    ],
)
def test_first_fields(expression, fields):
    """Fields of the data itself are listed, and not those of what they hold."""
    assert first_fields(expression) == fields
