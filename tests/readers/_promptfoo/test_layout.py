"""The layout of promptfoo's results."""

from sacreval.readers._promptfoo.layout import ROW


def test_names():
    """Names of promptfoo are read, also those that Python reserves."""
    text = (
        b'{"testIdx": 1, "promptIdx": 2, "failureReason": 2, "testCase": {"assert": [1]}, '
        b'"gradingResult": {"componentResults": [{"pass": true}]}}'
    )
    row = ROW.decode(text)
    assert (row.test_idx, row.prompt_idx, row.failure_reason) == (1, 2, 2)
    assert row.test_case.checks == [1]
    assert row.grading_result.component_results[0].passed
