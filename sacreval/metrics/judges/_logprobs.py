"""The parse rule `logprobs`: the expected value over a scale at the token of the verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from math import exp

from msgspec import Struct

from sacreval.core.record_replies import TokenLogprob
from sacreval.metrics.judges._patterns import Pick
from sacreval.metrics.judges._scale_base import ScaleBase, Verdict, unparsed

_MOST = 1e-3  # which rounding may give to a log-probability
_NEAR = 2  # characters before a token that decide whether it continues a word or number
_BEFORE = re.compile(r"(?:\w|[0-9][.,]|-)\Z")
_AFTER = re.compile(r"\w|[.,][0-9]")


class LogprobsRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Compute the expected value of the verdict from the probabilities of tokens.

    The token of the verdict is the one whose text, without blanks around it, is a label of the
    scale and that is not part of a longer word or number.

    Args:
        top: How many of the most probable tokens to ask for.
        least_mass: The least share of probability that the labels must have together; a reply with
            less is unparsed, such as one under a grammar, whose probabilities are of other tokens.

    Source:
        Liu et al. (2023), G-Eval, sum(p_i s_i), here divided by sum(p_i).
    """

    top: int = 20
    least_mass: float = 0.9

    def __post_init__(self) -> None:
        if not (1 <= self.top <= 20 and 0 < self.least_mass <= 1):  # noqa: PLR2004 - OpenAI's most
            raise ValueError("`top` must be 1 to 20, and `least_mass` above 0 and at most 1")

    def verdict(
        self, tokens: Sequence[TokenLogprob] | None, scale: ScaleBase, pick: Pick
    ) -> Verdict | None:
        """Return the expected value; None if the reply has no probabilities or no label.

        Args:
            tokens: The generated tokens.
            scale: A scale with labels.
            pick: Which of several tokens that are labels decides.
        """
        if not tokens:
            return None
        places = _places([token.token for token in tokens], scale)
        if pick == "only" and len(places) > 1:
            return unparsed(f"{len(places)} tokens are labels, where one is expected")
        if not places:
            return None
        return self._expected(tokens[places[0 if pick == "first" else -1]], scale)

    def _expected(self, token: TokenLogprob, scale: ScaleBase) -> Verdict:
        logprobs = {token.token: token.logprob, **token.top}
        if not all(each <= _MOST for each in logprobs.values()):
            return unparsed("a log-probability is above 0")
        values = {text: scale.value_of(text.strip()) for text in logprobs}
        weighted = [(exp(logprobs[text]), s) for text, s in values.items() if s is not None]
        mass = sum(p for p, _ in weighted)
        if not mass >= self.least_mass:
            return unparsed(
                f"the labels have {mass:.3f} of the probability, not {self.least_mass:g}"
            )
        return Verdict((sum(p * s for p, s in weighted) / mass,), details={"mass": mass})


def _places(tokens: Sequence[str], scale: ScaleBase) -> list[int]:
    """Return the indices of tokens that are labels and not part of a longer word or number."""
    text = "".join(tokens)
    ends = list(accumulate(map(len, tokens)))
    return [
        i
        for i, token in enumerate(tokens)
        if scale.value_of(token.strip()) is not None
        and not _BEFORE.search(_near(text, ends[i] - len(token.lstrip())))
        and not _AFTER.match(text, ends[i] - len(token) + len(token.rstrip()))
    ]


def _near(text: str, end: int) -> str:
    """Return the last characters before a place."""
    return text[max(0, end - _NEAR) : end]
