"""Plain words: what msgspec says in types, said as people say it."""

import msgspec
import pytest

from sacreval.core.options.wrong_values import in_plain_words
from sacreval.core.records import Instance

SAID = {
    '{"references": {}}': "`references` must be a list, not an object",
    '{"sources": [1]}': "`sources[0]` must be text, not a whole number",
    '{"system_type": ""}': "`system_type` must not be empty",
    '{"judgments": {"a": "x"}}': "a value in `judgments` must be a number or a list, not text",
    '{"groups": {"a": []}}': (
        "a value in `groups` must be true or false, a number or text, not a list"
    ),
    '{"instance_id": 1.5}': "`instance_id` must be a whole number or text, not a number",
    '{"judgments": {"a": 1e999}}': "a value in `judgments`: number out of range",
    "[1]": "it must be an object, not a list",
    '{"reference": 1, "references": [2]}': (
        "it has both `reference` and `references`; keep one of them"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_plainly(text):
    """A wrong value is named by its field, what it must be and what it is."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(text, type=Instance)
    assert in_plain_words(caught.value) == SAID[text]


def test_places_without_a_field():
    """An error inside a mapping without a name of its own names no empty field."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"a": "b"}, dict[str, int])
    assert in_plain_words(caught.value) == "a value must be a whole number, not text"
