"""The layout of OpenAI evals' logs."""

from sacreval.readers._openai_evals.layout import LINE


def test_lines():
    """A line is the run, an event whose data stays encoded, or the report."""
    assert LINE.decode(b'{"spec": {"eval_name": "t"}}').spec.eval_name == "t"
    event = LINE.decode(b'{"sample_id": "a", "type": "match", "data": {"x": 1}}')
    assert (event.type, bytes(event.data)) == ("match", b'{"x": 1}')
