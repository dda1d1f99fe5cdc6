"""Kinds of missing outputs."""

from sacreval.core.missing_outputs import counted, kind_of, missing_output


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
