"""Records of an lm-eval log: a row, what is known of its task, and options make one."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw

from sacreval.core.missing_outputs import Outputs, missing_output
from sacreval.core.record_parts import LEAST_LOGPROB
from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.readers._lm_eval.log_rows import NULL, Request, Row, RunOfTask, TaskConfig
from sacreval.readers._messages import Message, prompt_text

INVALID = "[invalid]"  # the regex filters' word for "nothing found"
UNPARSED = missing_output("unparsed", INVALID)


def with_samples(output: Outputs, repeats: Sequence[Any]) -> Outputs:
    """Return all replies beside what the filter leaves of them, such as the first."""
    if None in repeats:
        return Outputs(error=missing_output("not asked", "null among the repeats"))
    if output.samples is not None:  # of a filter that keeps all
        return output
    prediction = "" if output.error == UNPARSED else output.prediction
    return Outputs(prediction, [_text(repeat) for repeat in repeats])


def several(answers: list[Any]) -> Outputs:
    """Return the output where a filter keeps several answers, which are then the samples."""
    if not answers:
        return Outputs(error=missing_output("unparsed", "the filter kept nothing"))
    if None in answers:
        return Outputs(error=missing_output("not asked", "null in the log"))
    if all(answer == INVALID for answer in answers):
        return Outputs(error=UNPARSED)
    texts = ["" if answer == INVALID else _text(answer) for answer in answers]
    return Outputs(texts[0]) if len(texts) == 1 else Outputs(samples=texts)


def prompt(row: Row) -> str | None:
    """Return the prompt of the first request."""
    arguments = row.arguments
    if not arguments:
        return None
    context = (
        next(iter(arguments.values())).arg_0
        if isinstance(arguments, dict)
        else arguments[0][0]
        if arguments[0]
        else None
    )
    if type(context) is str or context is None:
        return context
    return _chat(context)


def _chat(context: Any) -> str | None:
    """Return the text of messages, which are one JSON text in a list."""
    text = context[0] if isinstance(context, list) and len(context) == 1 else context
    if not isinstance(text, str):
        return msgspec.json.encode(text).decode()
    try:
        return prompt_text(msgspec.json.decode(text, type=list[Message]))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return text


def _text(value: Any) -> str:
    """Return an answer as text; older logs hold numbers."""
    return value if isinstance(value, str) else str(value)


Targets = Literal["auto", "text", "list"]
_LONGEST = 2**20  # characters of a target that may be a list
_MOST_DIGITS = 9  # of a place; Python reads no number of some thousand digits


def references(target: Any, doc: Any, config: TaskConfig | None, how: Targets) -> list[Any]:
    """Return the acceptable answers of a row.

    lm-eval writes `str(target)`, so that the list `['7', '8']` is a text. It is read as a list
    where the data set has a list there, or where lm-eval itself reads a template's text as one.
    """
    if isinstance(target, list):
        return target
    answers = as_list(target) if how != "text" else None
    if answers is None or (how == "auto" and not _is_list(answers, target, doc, config)):
        return [target if isinstance(target, str) else str(target)]
    return [answer if isinstance(answer, str) else str(answer) for answer in answers]


def as_list(target: Any) -> list[Any] | None:
    """Return the list whose text a target is; None where it is no list's text."""
    if not (isinstance(target, str) and target[:1] == "[" and target[-1:] == "]"):
        return None
    if len(target) > _LONGEST:
        return None
    try:
        values = ast.literal_eval(target)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return values if str(values) == target and values else None


def _is_list(answers: list[Any], target: str, doc: Any, config: TaskConfig | None) -> bool:
    """Return whether a target that may be a list was one, or a text that looks like one."""
    values = list(doc.values()) if isinstance(doc, dict) else []
    how = config.doc_to_target if config else None
    if isinstance(how, str) and isinstance(doc, dict) and how in doc:
        return isinstance(doc[how], list)
    if isinstance(how, list):
        return True
    if isinstance(how, str) and "{{" in how:
        return True  # lm-eval reads the list that a template writes
    if any(value == answers for value in values):
        return True
    if any(value == target for value in values):
        return False
    return all(isinstance(answer, str) for answer in answers)  # no answer is written like that


def gold(
    target: Any, texts: Sequence[str], doc: Any, config: TaskConfig | None
) -> int | list[int] | None:
    """Return the places of the right choices.

    Args:
        target: The field `target`: the place, the text, or a list of these, as text.
        texts: Texts of the choices, in order.
        doc: The row of the data set, decoded.
        config: The task's configuration; None where it is not known.

    Returns:
        None where the target is no choice.
    """
    several = target if isinstance(target, list) else as_list(target)
    if several is not None:
        places = [_place(answer, texts, is_place=isinstance(answer, int)) for answer in several]
        return [place for place in places if place is not None] or None
    is_place = isinstance(target, int) or not _is_text_of_doc(str(target), doc, config)
    return _place(target, texts, is_place=is_place)


def _place(target: Any, texts: Sequence[str], *, is_place: bool) -> int | None:
    text = str(target)
    plain = [text.strip() for text in texts]
    if (not is_place or not text.isdecimal()) and text.strip() in plain:
        return plain.index(text.strip())
    return written_place(text, len(texts)) if text.isascii() else None


def written_place(text: str, count: int) -> int | None:
    """Return the place that digits write, if it is one of so many."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) >= count:
        return None
    return int(text)


def _is_text_of_doc(target: str, doc: Any, config: TaskConfig | None) -> bool:
    """Return whether digits are the text of a choice, as where the data set holds text there."""
    how = config.doc_to_target if config else None
    if isinstance(how, str) and isinstance(doc, dict) and how in doc:
        return isinstance(doc[how], str)
    return not target.isdecimal()


def numbered_option(doc: Any, contexts: Sequence[str]) -> int | None:
    """Return which context holds the right option, as `answer` and `option1` of Winogrande state.

    Args:
        doc: The row of the data set.
        contexts: The contexts, one for each choice.

    Returns:
        None where `doc` has no such fields, or they do not decide.
    """
    if not isinstance(doc, dict):
        return None
    option = doc.get(f"option{doc.get('answer')}")
    if not isinstance(option, str) or not option:
        return None
    ends = [i for i, context in enumerate(contexts) if context.rstrip().endswith(option)]
    return ends[0] if len(ends) == 1 else None


_BLANKS = re.compile(r"\s+")  # lm-eval's words are what is between these
_TRUE = (True, "True", "true")


class LogProb(NamedTuple):
    """What the model returned for a continuation.

    Args:
        value: Its log-probability.
        greedy: Whether greedy decoding writes it; None where it is not stated.
    """

    value: float
    greedy: bool | None


def log_prob(reply: Any, where: str) -> LogProb:
    """Read a log-probability, alone or with the flag for greedy decoding, stored as text or not.

    That of a probability of 0 is `LEAST_LOGPROB`, as in JSONL.
    """
    pair = reply if isinstance(reply, list) else [reply]
    try:
        value = float(pair[0])
    except (IndexError, TypeError, ValueError, OverflowError):
        raise InputError(
            f"{where}: `resps` has {str(reply)[:60]!r} where a log-probability belongs; the log "
            "may be edited; copy it again"
        ) from None
    value = LEAST_LOGPROB if value == -inf else value
    return LogProb(value, pair[1] in _TRUE if len(pair) > 1 else None)


def fault(logprobs: Sequence[LogProb]) -> str | None:
    """Return the `error` of a record whose log-probabilities are not all finite."""
    for i, logprob in enumerate(logprobs):
        if not isfinite(logprob.value):
            return missing_output("failed", f"log-probability {i} is {logprob.value}")
    return None


def continuation(request: Request) -> str:
    """Return the text whose log-probability was asked for."""
    try:
        return msgspec.json.decode(request.arg_1, type=str)
    except msgspec.ValidationError:
        return ""


def of_choices(row: Row, doc: Any, config: TaskConfig | None, where: str) -> dict[str, Any]:
    """Return the fields of a record with choices."""
    requests = row.requests()
    logprobs = [log_prob(reply[0] if reply else None, where) for reply in row.resps]
    if len(requests) != len(logprobs):
        raise InputError(
            f"{where}: {len(logprobs)} replies to {len(requests)} requests; the log may be edited; "
            "copy it again"
        )
    if wrong := fault(logprobs):
        return {"error": wrong}
    texts = [continuation(request) for request in requests]
    half = len(texts) // 2
    if _is_mutual_information(requests, texts):
        choices = [
            _choice(text, logprob) | {"unconditioned": alone.value}
            for text, logprob, alone in zip(
                texts[:half], logprobs[:half], logprobs[half:], strict=True
            )
        ]
        return {"choices": choices, "gold": gold(row.target, texts[:half], doc, config)}
    contexts = [str(request.arg_0) for request in requests]
    if len(texts) > 1 and len(set(texts)) == 1 and len(set(contexts)) > 1:
        choices = [_choice(text, logprob) for text, logprob in zip(contexts, logprobs, strict=True)]
        return {"choices": choices, "gold": _gold_of_contexts(doc, config, contexts)}
    choices = [_choice(text, logprob) for text, logprob in zip(texts, logprobs, strict=True)]
    if len(choices) == 1:
        return {"choices": choices, "gold": 0, **of_text(texts[0], logprobs[0])}
    return {"choices": choices, "gold": gold(row.target, texts, doc, config)}


def of_text(text: str, logprob: LogProb) -> dict[str, Any]:
    """Return the fields of a record with the log-probability of a whole text."""
    words, size = len(_BLANKS.split(text)), len(text.encode())
    return {"sequence": {"logprob": logprob.value, "words": words, "bytes": size}}


def _choice(text: str, logprob: LogProb) -> dict[str, Any]:
    choice = {"text": text, "logprob": logprob.value}
    return choice if logprob.greedy is None else {**choice, "greedy": logprob.greedy}


def _is_mutual_information(requests: Sequence[Request], texts: Sequence[str]) -> bool:
    """Return whether the choices are asked for again without the question."""
    half, odd = divmod(len(texts), 2)
    if odd or not half or any(request.arg_0 for request in requests[half:]):
        return False
    conditioned = any(request.arg_0 for request in requests[:half])
    return conditioned and [t.strip() for t in texts[:half]] == [t.strip() for t in texts[half:]]


def _gold_of_contexts(doc: Any, config: TaskConfig | None, contexts: Sequence[str]) -> int | None:
    """Return the right one of several contexts, which the target does not state."""
    how = config.doc_to_text if config else None
    place = doc.get(how) if isinstance(how, str) and isinstance(doc, dict) else None
    digits = str(place) if isinstance(place, int | str) else ""
    right = written_place(digits, len(contexts))
    return numbered_option(doc, contexts) if right is None else right


_decode = msgspec.json.decode


class Options(msgspec.Struct, frozen=True):
    """How rows become records; see the reader's options of the same names."""

    answer: Literal["filtered", "raw"]
    targets: Targets
    doc: bool


class Records:
    """Makes the records of a file.

    Args:
        run: What is known of the file.
        options: Options of the reader.

    Attributes:
        texts_none: Number of outputs that are the text None.
    """

    def __init__(self, run: RunOfTask, options: Options) -> None:
        self._run = run
        self._options = options
        self._groups: dict[str, Any] | None = {"task": run.task} if run.task is not None else None
        self._kind = run.config.output_type if run.config else None
        self._all = run.task is not None and options.doc
        self.texts_none = 0

    def of(
        self, rows: Sequence[Row], scores: Callable[[Row], dict[str, Any]], system: str
    ) -> list[Instance]:
        """Return the records of rows.

        Args:
            rows: The rows.
            scores: Returns the scores of a row by name.
            system: Name of the system.

        Raises:
            InputError: If replies are not of the form that lm-eval writes.
        """
        return [self._instance(row, scores(row), system) for row in rows]

    def _doc(self, row: Row) -> Any:
        """Return the row of the data set, which is decoded last and may be damaged."""
        try:
            return _decode(row.doc) if type(row.doc) is Raw else row.doc
        except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
            problem = f"`doc` is damaged ({error})"
            raise InputError(f"{self._where(row)}: {problem}; copy the log again") from None

    def _instance(self, row: Row, scores: dict[str, Any], system: str) -> Instance:
        first = row.resps[0][0] if row.resps and row.resps[0] else None
        doc = self._doc(row) if self._options.doc or _needs_doc(row, first) else None
        meta = self._meta(row, scores, doc)
        if isinstance(first, list):
            fields = of_choices(row, doc, self._run.config, self._where(row))
        elif self._is_rolling(row, first):
            fields = self._rolling(row)
        else:
            return self._generated(row, doc, meta, system)
        return Instance(
            instance_id=row.doc_id,
            system_id=system,
            input=prompt(row),
            groups=self._groups,
            meta=meta,
            **fields,
        )

    def _meta(self, row: Row, scores: dict[str, Any], doc: Any) -> dict[str, Any]:
        meta = {
            "task": self._run.task,
            "filter": row.filter,
            "doc": doc if self._options.doc else None,
            "doc_hash": row.doc_hash,
            "scores": scores,
        }
        if row.doc_hash is not None and row.filter is not None and doc is not None and self._all:
            return meta
        return {name: value for name, value in meta.items() if value is not None}

    def _generated(self, row: Row, doc: Any, meta: dict[str, Any], system: str) -> Instance:
        repeats = row.resps[0] if row.resps else []
        output = self._output(row, repeats)
        if output.error == UNPARSED:
            meta["unparsed"] = True
        if len(repeats) > 1:
            output = with_samples(output, repeats)
        else:
            meta["raw"] = repeats[0] if repeats else None
        return Instance(
            instance_id=row.doc_id,
            system_id=system,
            input=prompt(row),
            prediction=output.prediction,
            samples=output.samples,
            references=self._references(row, doc),
            groups=self._groups,
            error=output.error,
            meta=meta,
        )

    def _output(self, row: Row, repeats: Sequence[Any]) -> Outputs:
        """Return what the filter leaves of the replies, or the first reply."""
        answers = row.filtered_resps if self._options.answer == "filtered" else repeats
        answer = answers[0] if answers else None
        if type(answer) is str:
            if answer == INVALID:
                return Outputs(error=UNPARSED)
            self.texts_none += answer == "None"
            return Outputs(answer)
        if isinstance(answer, list):
            return several(answer)
        if answer is None:
            return Outputs(error=missing_output("not asked", "null in the log"))
        return Outputs(str(answer))  # older logs hold numbers

    def _where(self, row: Row) -> str:
        return f"{self._run.path}: document {row.doc_id}"

    def _references(self, row: Row, doc: Any) -> list[Any] | None:
        target = row.target
        if type(target) is str and target[:1] != "[":
            return [target]
        if target is None:
            return None
        return references(target, doc, self._run.config, self._options.targets)

    def _is_rolling(self, row: Row, first: Any) -> bool:
        if self._kind is not None:
            return self._kind == "loglikelihood_rolling"
        if isinstance(row.arguments, dict):
            request = row.arguments.get("gen_args_0")
            return request is not None and request.arg_1 == NULL and _is_number(first)
        return bool(row.arguments) and len(row.arguments[0]) == 1 and _is_number(first)

    def _rolling(self, row: Row) -> dict[str, Any]:
        whole = log_prob(row.resps[0][0] if row.resps and row.resps[0] else None, self._where(row))
        if wrong := fault([whole]):
            return {"error": wrong}
        text = row.target if isinstance(row.target, str) else prompt(row)
        if text is None:
            raise InputError(f"{self._where(row)}: no `target`, whose words are counted; add it")
        return of_text(text, whole)


def _needs_doc(row: Row, first: Any) -> bool:
    """Return whether the row of the data set states what is right."""
    return isinstance(first, list) or not isinstance(row.target, str) or row.target[:1] == "["


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
