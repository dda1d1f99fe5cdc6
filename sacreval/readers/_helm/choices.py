"""Log-probabilities of HELM's completions: of the choices of separate methods, and of texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.errors import InputError
from sacreval.readers._helm.layout import Completion, State, Token

ORIGINAL, CALIBRATION = "original", "calibration"
CALIBRATED = "multiple_choice_separate_calibrated"
_BYTES = re.compile(r"bytes:(?:\\x[0-9a-fA-F]{2})+")


class Own(NamedTuple):
    """The log-probability of a reference's own tokens, and their number."""

    logprob: float
    tokens: int


def choices(states: Sequence[State], *, calibrated: bool, where: str) -> list[dict[str, Any]]:
    """Return the choices of one input.

    Args:
        states: Its requests: one for each reference, and one more each for calibration.
        calibrated: Whether the log-probability without the question is subtracted.
        where: File and place, for messages.

    Returns:
        Choices with `text`, `logprob`, `tokens` and, if calibrated, `unconditioned`; their
        `logprob` is missing where the server returned none.

    Raises:
        InputError: If a reference has no request, or two.
    """
    texts = [reference.output.text or "" for reference in states[0].instance.references]
    by_mode = {mode: _by_reference(states, mode, where) for mode in (ORIGINAL, CALIBRATION)}
    found = []
    for i, text in enumerate(texts):
        choice: dict[str, Any] = {"text": text}
        for mode in (ORIGINAL, CALIBRATION) if calibrated else (ORIGINAL,):
            own = _own(_completion(by_mode[mode], i, mode, where), text)
            choice |= _named(own, mode) if own else {}
        found.append(choice)
    return found


def _named(own: Own, mode: str) -> dict[str, Any]:
    if mode == CALIBRATION:
        return {"unconditioned": own.logprob}
    return {"logprob": own.logprob, "tokens": own.tokens}


def text_tokens(state: State) -> list[Token] | None:
    """Return the tokens of a text, without those that it is conditioned on; None without any."""
    result = state.result
    tokens = result.completions[0].tokens if result and result.completions else []
    scored = tokens[state.num_conditioning_tokens :]
    return None if lacks_logprobs(scored) else scored


def lacks_logprobs(tokens: Sequence[Token]) -> bool:
    """Return whether no token has a log-probability; servers without them send zeros."""
    return not any(token.logprob for token in tokens)


def byte_count(tokens: Sequence[Token]) -> int:
    """Count the bytes of tokens."""
    return sum(len(_bytes(token.text)) for token in tokens)


def _bytes(text: str) -> bytes:
    r"""Return the bytes of a token; `bytes:\xe2\x80` stands for bytes that are no character."""
    if _BYTES.fullmatch(text):
        return bytes.fromhex(text.removeprefix("bytes:").replace("\\x", ""))
    return text.encode()


def _by_reference(states: Sequence[State], mode: str, where: str) -> dict[int, State]:
    found: dict[int, State] = {}
    for state in states:
        if (state.request_mode or ORIGINAL) != mode:
            continue
        place = state.reference_index or 0
        if place in found:
            raise InputError(f"{where}: reference {place} has two requests; copy the log again")
        found[place] = state
    return found


def _completion(states: Mapping[int, State], place: int, mode: str, where: str) -> Completion:
    state = states.get(place)
    if state is None or state.result is None or not state.result.completions:
        raise InputError(
            f"{where}: reference {place} has no completion ({mode}); copy the log again"
        )
    return state.result.completions[0]


def _own(completion: Completion, text: str) -> Own | None:
    """Return the log-probability of the tokens at the end that spell a reference.

    The model's tokenizer is not there to count them: tokens are taken from the end until the text
    is used up. None where they do not spell it, or have no log-probabilities.
    """
    left, own = text.strip().encode(), list[Token]()
    for token in reversed(completion.tokens):
        if not left:
            break
        piece = _bytes(token.text).strip()
        if not (left.endswith(piece) or piece.endswith(left)):
            return None
        left = left[: max(len(left) - len(piece), 0)].rstrip()
        own.append(token)
    if left or lacks_logprobs(completion.tokens):
        return None
    return Own(sum(token.logprob or 0.0 for token in own), len(own))
