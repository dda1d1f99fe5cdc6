"""Messages of a chat as logs store them: contents that are a text, or a list of parts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

_TEXTS = ("text", "input_text", "output_text")  # kinds of parts; others are images, reasoning, …


class Part(msgspec.Struct, frozen=True):
    """A part of a message.

    Args:
        type: What it is.
        text: Its text, if it has one.
    """

    type: str = "text"
    text: str | None = None


class Message(msgspec.Struct, frozen=True):
    """A message.

    Args:
        content: Its text, or its parts.
        role: Who wrote it.
    """

    content: str | list[Part | str] | None = None
    role: str = ""


def content_text(content: str | Sequence[Part | str] | None) -> str:
    """Return the text of a message: its parts of text joined, without reasoning and images."""
    if content is None or isinstance(content, str):
        return content or ""
    texts = (part if isinstance(part, str) else _text(part) for part in content)
    return "".join(texts)


def prompt_text(prompt: str | Sequence[Message] | None) -> str | None:
    """Return a prompt as one text.

    Args:
        prompt: A text, or messages.

    Returns:
        The text, or that of the only message; more messages have their roles before them and a
        blank line between them. None where there is none.
    """
    if prompt is None or isinstance(prompt, str):
        return prompt
    if len(prompt) == 1:
        return content_text(prompt[0].content)
    return "\n\n".join(f"{m.role}: {content_text(m.content)}" for m in prompt) or None


def _text(part: Part) -> str:
    return (part.text or "") if part.type in _TEXTS else ""
