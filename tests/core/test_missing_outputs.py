"""Kinds of missing outputs."""

from sacreval.core.missing_outputs import (
    counted,
    counted_among,
    kind_of,
    missing_output,
    no_output,
)


def test_kinds():
    """The kind is read back from the error; an error of another form is a failure."""
    assert missing_output("refused", "no: never") == "refused: no: never"
    assert kind_of("refused: no: never") == "refused"
    assert kind_of(missing_output("unparsed")) == "unparsed"
    assert kind_of("timed out") == "failed"


def test_counted():
    """Kinds are counted apart, in one order."""
    assert counted(["unparsed: [invalid]", "boom", "refused", "unparsed"]) == (
        "1 failed, 1 refused, 2 unparsed"
    )


def test_counted_among():
    """Records without an output are counted among all that could not be scored."""
    texts = [
        f"f:{i}: {no_output(error)}" for i, error in enumerate(("refused", "unparsed: x", "y"))
    ]
    assert counted_among([*texts, "f:4: NaN"]) == "1 failed, 1 refused, 1 unparsed"
    assert not counted_among(["f:4: NaN"])
