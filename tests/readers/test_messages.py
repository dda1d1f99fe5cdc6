"""Messages of a chat."""

import msgspec

from sacreval.readers._messages import Message, content_text, prompt_text


def messages(*found):
    """Return messages as they are decoded."""
    return msgspec.convert(list(found), list[Message])


def test_content():
    """Parts of text are joined; reasoning and images are left out."""
    (one,) = messages(
        {
            "content": [
                {"type": "reasoning", "reasoning": "hm", "text": "hm"},
                {"type": "text", "text": "a"},
                "b",
                {"type": "image", "image": "data:"},
                {"type": "output_text", "text": "c"},
            ]
        }
    )
    assert content_text(one.content) == "abc"
    assert content_text(None) == ""


def test_prompts():
    """A prompt of one message is its text; of several, roles are before the texts."""
    assert prompt_text("a") == "a"
    assert prompt_text(None) is None
    assert prompt_text(messages({"role": "user", "content": "a"})) == "a"
    two = messages({"role": "system", "content": "s"}, {"role": "user", "content": "u"})
    assert prompt_text(two) == "system: s\n\nuser: u"
