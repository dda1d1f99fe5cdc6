"""HTML built as a tree."""

import json

import pytest

from sacreval.features.page.parts import element, hidden, inert_json, serialize


def test_texts_are_escaped():
    """Texts and values of attributes are never markup."""
    found = serialize(element("p", {"title": '"><b>'}, "<script>&"))
    assert found == '<!doctype html>\n<p title="&quot;&gt;<b&gt;">&lt;script&gt;&amp;</p>\n'


def test_children_and_attributes():
    """Nested lists are flat, None is left out, and texts stay in their places."""
    found = element(
        "p", {"a": None, "b": False, "open": True, "n": 3}, "x", [None, [element("i")]], "y"
    )
    assert serialize(found).splitlines()[1] == '<p open="" n="3">x<i></i>y</p>'
    assert hidden("x").get("class") == "unseen"


@pytest.mark.parametrize("text", ["</script>", "<!--", "a\u2028b", "&lt;"])
def test_json_ends_no_script(text):
    """JSON in a script is the same value, without a character that would end it."""
    found = inert_json({"t": text})
    assert not set("<>&\u2028") & set(found)
    assert json.loads(found) == {"t": text}
