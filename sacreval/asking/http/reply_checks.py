"""Checks of replies: another model than the one requested, missing log-probabilities."""

from __future__ import annotations

from dataclasses import dataclass, field
from warnings import warn

from sacreval.asking.requests import Reply
from sacreval.errors import ResultWarning, UsageError, shortened


@dataclass(frozen=True, kw_only=True)
class ReplyChecks:
    """Checks replies against what was requested; each notice is issued once.

    Args:
        runner: The runner, such as `openai`.
        model: The model that was requested.
        host: The server.
        strict: Whether another model ends the run.
        issued: The notices so far.
    """

    runner: str
    model: str
    host: str
    strict: bool
    issued: set[str] = field(default_factory=set)

    def check(self, reply: Reply) -> None:
        """Check a reply.

        Warns:
            ResultWarning: If another model replied, once for each.

        Raises:
            UsageError: If another model replied, or the reply names none, and `strict` is set.
        """
        if reply.model == self.model or (reply.error and not reply.model):
            return
        named = shortened(reply.model)
        if self.strict:
            said = f"names '{named}'" if named else "names no model"
            raise UsageError(
                f"--strict-model: {self.runner}:{self.model} was requested, and the reply of "
                f"{self.host} {said}; request that model, or leave --strict-model out"
            )
        if named:
            self._warn(
                f"{self.host} was asked for the model '{shortened(self.model)}', and its replies "
                f"name '{named}'; the replies keep that name"
            )

    def no_logprobs(self) -> None:
        """Warn, once, that log-probabilities were requested and did not come."""
        self._warn(
            f"{self.host} returns no log-probabilities, though requests ask for them (`logprobs`)"
        )

    def _warn(self, sentence: str) -> None:
        if sentence not in self.issued:
            self.issued.add(sentence)
            warn(sentence, ResultWarning, stacklevel=2)
