"""Layouts of lighteval's details."""

from sacreval.readers._lighteval.layout import Doc, signs


def test_signs():
    """A layout is recognised where all its columns are named."""
    new = b"doc gold_index sampling_methods metric model_response"
    assert signs(new) == (True, False)
    assert signs(b"full_prompt gold_index metrics pred_logits predictions") == (False, True)
    assert not any(signs(new.replace(b"sampling_methods", b"")))


def test_gold():
    """The right choice is a place, a list of places, or not there."""
    found = [Doc(query="q", gold_index=one).gold for one in (1, [0, 1], None)]
    assert found == [[1], [0, 1], []]
