"""Rules of agreement: how a tool's score is derived again, and the table of `evaluate --agree`.

The table of `evaluate --agree`: which metric derives which score of which tool. Sources:
lm-evaluation-harness 0.4.13, lighteval 0.13.0, inspect_ai 0.3.285, HELM of November 2025, promptfoo
0.121, OpenAI evals, fmeval, deepeval 4.3.

Runs compare the tool's scores of records (`scoring/rows/logged_scores.py`) with theirs by the same
table.
"""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sacreval.core.records import Instance
from sacreval.text.normalizers import PUNCTUATION

Options = Mapping[str, Any]

_TIME = 1.0  # seconds of a search for a pattern that a log names
_DIGITS = str.maketrans("", "", string.digits)
_LETTER = re.compile(r"\d+|[^\W\d_]")
_ESCAPED = re.compile(r"\\([$£€*_,])")
_FORMATTING = str.maketrans("", "", "$£€,*_")
_FULL_STOP = re.compile(r"\.(?=\s|$|\D)")
_EDGES = "!?:;()[]{}'\"`"
_MINUS = "\N{MINUS SIGN}"
_SIGNIFICANT = 5  # digits by which inspect_ai compares numbers


def unchanged(record: Instance, _options: Options) -> list[Instance]:
    """Return the record as it is."""
    return [record]


def whole_output(record: Instance, _options: Options) -> list[Instance]:
    """Return the record with the whole output, of which a filter of lm-eval left a part."""
    raw = (record.meta or {}).get("raw")
    return [replace(record, prediction=raw) if isinstance(raw, str) else record]


def each_sample(record: Instance, _options: Options) -> list[Instance]:
    """Return a record for each output of an input, of which the best counts."""
    texts = record.samples if isinstance(record.samples, list) else [record.prediction]
    return [replace(record, prediction=text, samples=None) for text in texts]


def of_lm_eval(record: Instance, options: Options) -> list[Instance]:
    """Apply the options of lm-eval's exact_match to both texts, in its order."""
    import regex

    patterns = [regex.compile(pattern) for pattern in options.get("regexes_to_ignore") or ()]

    def change(text: str) -> str:
        for pattern in patterns:
            text = pattern.sub("", text, timeout=_TIME)
        text = text.lower() if options.get("ignore_case") else text
        text = text.translate(PUNCTUATION) if options.get("ignore_punctuation") else text
        return text.translate(_DIGITS) if options.get("ignore_numbers") else text

    return [_changed(record, change)]


def in_bytes(record: Instance, _options: Options) -> list[Instance]:
    """Return the record with a character for each byte of its choices, whose lengths divide."""
    choices = [
        {**x, "text": str(x["text"]).encode().decode("latin-1")} for x in record.choices or ()
    ]
    return [replace(record, choices=choices)]


def folded(record: Instance, options: Options) -> list[Instance]:
    """Return the texts without case, unless an option of inspect_ai's scorer keeps it."""
    return [record if options.get("ignore_case") is False else _changed(record, str.casefold)]


def letters(record: Instance, _options: Options) -> list[Instance]:
    """Return the letters that inspect_ai read from an output, and those of all targets."""
    answer = (record.meta or {}).get("answers", {}).get("choice") or ""
    wanted = _letters(" ".join(map(str, record.references or ())))
    return [replace(record, prediction=_letters(answer), references=[wanted])]


def matched(record: Instance, options: Options) -> list[Instance]:
    """Return what inspect_ai's `match` compares: one record a target, of which one must match."""
    targets = record.references or []
    return [_matched(record, str(target), options) for target in targets]


def _matched(record: Instance, target: str, options: Options) -> Instance:
    text, wanted = str(record.prediction).strip(), target.strip()
    if options.get("ignore_case") is not False:
        text, wanted = text.casefold(), wanted.casefold()
    if options.get("numeric"):
        wanted = _plain_number(wanted)
        if _number(wanted) is not None:
            number = _number_at(_plain_number(text), str(options.get("location", "end")), wanted)
            return replace(record, prediction=_whole(number), references=[_whole(_rounded(wanted))])
    edges = string.whitespace + string.punctuation
    return replace(record, prediction=text.strip(edges), references=[wanted.strip(edges)])


def _number_at(text: str, location: str, wanted: str) -> str:
    """Return the number of a text that is compared; "" if there is none."""
    words = text.split()
    if location == "exact":
        return _rounded(text)
    numbers = [_rounded(word) for word in words if _number(word) is not None]
    if location == "any":
        return next((number for number in numbers if number == _rounded(wanted)), "")
    return (numbers[0 if location == "begin" else -1]) if numbers else ""


def _whole(number: str) -> str:
    """Enclose a number, so that 17 neither ends with 7 nor contains it."""
    return f"={number}="


def _plain_number(text: str) -> str:
    return _FULL_STOP.sub("", _ESCAPED.sub(r"\1", text).translate(_FORMATTING))


def _number(word: str) -> float | None:
    bare = word.strip(_EDGES).replace(_MINUS, "-")
    try:
        value = float(bare)
    except ValueError:
        return unicodedata.numeric(bare, None) if len(bare) == 1 else None
    return value if math.isfinite(value) else None


def _rounded(word: str) -> str:
    value = _number(word)
    return word if value is None else f"{value:.{_SIGNIFICANT}g}"


def _letters(text: str) -> str:
    return ",".join(sorted({letter.upper() for letter in _LETTER.findall(text)}))


def _changed(record: Instance, change: Any) -> Instance:
    texts = [change(x) if isinstance(x, str) else x for x in record.references or ()]
    said = record.prediction
    return replace(
        record, prediction=change(said) if isinstance(said, str) else said, references=texts
    )


def has_any(record: Instance, _: Options) -> bool:
    """Return whether a record has a prediction or choices."""
    return record.prediction is not None or record.choices is not None


def has_choices(record: Instance, _: Options) -> bool:
    """Return whether a record has several choices."""
    return len(record.choices or ()) > 1


def has_one_choice(record: Instance, _: Options) -> bool:
    """Return whether a record has one choice."""
    return len(record.choices or ()) == 1


def has_text(record: Instance, _: Options) -> bool:
    """Return whether a record has a prediction."""
    return record.prediction is not None


def has_sequence(record: Instance, _: Options) -> bool:
    """Return whether a record has the likelihood of a text."""
    return record.sequence is not None


def has_samples(record: Instance, _: Options) -> bool:
    """Return whether a record has several outputs."""
    return isinstance(record.samples, list) and not has_flags(record, _)


def has_flags(record: Instance, _: Options) -> bool:
    """Return whether a record has verdicts on several outputs."""
    samples = record.samples
    return isinstance(samples, list) and bool(samples) and isinstance(samples[0], bool)


class AgreementRule(Struct, frozen=True, kw_only=True):
    """How a score of a tool is derived again.

    Args:
        score: A pattern of the tool's name of the score.
        metric: The metric with its options, in which `<name>` stands for a group of the pattern.
        output: The output of that metric.
        texts: What the tool compares: one record, or several of which the best counts.
        applies: Whether the rule is for a record with such fields, and a score with such options.
        corpus: Whether the value is of all rows together, not a mean over them.
        pairs: Whether a row's score is a log-probability with a number of units, as for
            perplexities; rows are compared with those of the `sequence` then.
        digits: Digits that the tool rounds to; None if it does not.
        missing: The tool's score of a record without an output; None if it has none.
        notes: What is known of differences.
    """

    score: str
    metric: str
    output: str
    texts: Callable[[Instance, Options], list[Instance]] = unchanged
    applies: Callable[[Instance, Options], bool] = has_any
    corpus: bool = False
    pairs: str = ""
    digits: int | None = None
    missing: float | None = None
    notes: tuple[str, ...] = ()

    def spec(self, score: str) -> str:
        """Return the metric that derives a score of this name."""
        match = re.fullmatch(self.score, score)
        groups = match.groupdict() if match else {}
        return re.sub(r"<(\w+)>", lambda name: groups[name[1]], self.metric)


_TIES = "ties between choices: the tool takes the first one, sacreval the chance of each"
_OWN_CODE = "the task may score by code of its own (process_results)"
_VERSIONS = "other releases of inspect_ai read numbers from texts by other rules"
_BOOTSTRAP = (
    "lighteval divides a bootstrap's standard error by the root of the number of resamples; with "
    "1,000 it is 31.6 times too small"
)


def _perplexity(score: str, per: str, output: str, pairs: str) -> AgreementRule:
    metric = f'perplexity{{"per": ["{per}"]}}'
    return AgreementRule(
        score=score, metric=metric, output=output, applies=has_sequence, corpus=True, pairs=pairs
    )


def _exact(score: str, normalize: str, match: str = "full", **more: Any) -> AgreementRule:
    metric = f'exact-match{{"normalize": "{normalize}", "match": "{match}"}}'
    more = {"applies": has_text, **more}
    return AgreementRule(score=score, metric=metric, output="exact_match", **more)


def _containment(score: str, normalize: str = "", **more: Any) -> AgreementRule:
    options = f'{{"normalize": "{normalize}"}}' if normalize else ""
    more = {"applies": has_text, **more}
    return AgreementRule(
        score=score, metric=f"string-containment{options}", output="string_containment", **more
    )


def _token_f1(score: str, normalize: str, bag: str = "", **more: Any) -> AgreementRule:
    bags = f', "bag": "{bag}"' if bag else ""
    metric = f'token-f1{{"normalize": "{normalize}"{bags}}}'
    return AgreementRule(score=score, metric=metric, output="token_f1_f1", applies=has_text, **more)


def _located(location: str) -> Callable[[Instance, Options], bool]:
    return lambda record, options: (
        record.prediction is not None and options.get("location", "end") == location
    )


def _match(location: str, match: str) -> AgreementRule:
    located = _located(location)
    return _exact("match", "none", match, texts=matched, applies=located, notes=(_VERSIONS,))


def _of_helm(
    score: str, normalize: str, match: str = "full"
) -> tuple[AgreementRule, AgreementRule]:
    """Return the rules of a score of HELM: of the first output, and of the best of k."""
    best = _exact(rf"{score}@\d+", normalize, match, texts=each_sample, missing=0.0)
    return _exact(score, normalize, match, missing=0.0), best


def _choice(score: str, norm: str, output: str, **more: Any) -> AgreementRule:
    metric = f'multiple-choice{{"norm": ["{norm}"]}}'
    note = more.pop("notes", ())
    return AgreementRule(
        score=score, metric=metric, output=output, applies=has_choices, notes=(_TIES, *note), **more
    )


_FIRST_K = r"pass@k:k=(?P<k>\d+)(?:&n=(?P<n>\d+))?"

RULES: Mapping[str, tuple[AgreementRule, ...]] = {
    "lm-eval": (
        _exact("exact_match", "none", texts=of_lm_eval, notes=(_OWN_CODE,)),
        _choice("acc", "none", "accuracy", notes=(_OWN_CODE,)),
        AgreementRule(
            score="acc", metric="greedy-match", output="greedy_match", applies=has_one_choice
        ),
        _choice("acc_norm", "char-no-blank", "accuracy_char-no-blank"),
        _choice("acc_bytes", "char-no-blank", "accuracy_char-no-blank", texts=in_bytes),
        _choice("acc_mutual_info", "pmi", "accuracy_pmi"),
        AgreementRule(
            score="brier_score",
            metric='brier{"over": "choices"}',
            output="brier",
            applies=has_choices,
        ),
        _perplexity("word_perplexity", "word", "perplexity_per_word", "words"),
        _perplexity("byte_perplexity", "byte", "perplexity_per_byte", "bytes"),
        _perplexity("bits_per_byte", "byte", "bits_per_byte", "bytes"),
        _perplexity("perplexity", "sequence", "perplexity_per_sequence", "sequence"),
        AgreementRule(score="bleu", metric="bleu", output="bleu", applies=has_text, corpus=True),
        AgreementRule(score="chrf", metric="chrf", output="chrf", applies=has_text, corpus=True),
        AgreementRule(score="ter", metric="ter", output="ter", applies=has_text, corpus=True),
    ),
    "lighteval": (
        _choice("acc|loglikelihood_acc", "none", "accuracy", notes=(_BOOTSTRAP,)),
        _exact("em|exact_match", "strip", notes=(_BOOTSTRAP,)),
        _exact("pem|prefix_exact_match", "strip", "prefix", notes=(_BOOTSTRAP,)),
        _exact("qem|quasi_exact_match", "helm-lighteval", notes=(_BOOTSTRAP,)),
        _exact("pqem|prefix_quasi_exact_match", "helm-lighteval", "prefix", notes=(_BOOTSTRAP,)),
        AgreementRule(
            score=_FIRST_K,
            metric='pass-at-k{"k": [<k>], "scorer": "exact-match|normalize:strip"}',
            output="pass_at_<k>",
            applies=has_samples,
            notes=(_BOOTSTRAP,),
        ),
    ),
    "inspect": (
        _match("end", "suffix"),
        _match("begin", "prefix"),
        _match("exact", "full"),
        _containment("match", texts=matched, applies=_located("any"), notes=(_VERSIONS,)),
        _containment("includes", texts=folded),
        _exact("choice", "none", texts=letters),
        _exact("exact", "drop"),
        _token_f1("f1", "drop", digits=2),
    ),
    "helm": (
        *_of_helm("exact_match", "strip"),
        *_of_helm("quasi_exact_match", "squad"),
        *_of_helm("prefix_exact_match", "strip", "prefix"),
        *_of_helm("quasi_prefix_exact_match", "squad", "prefix"),
        _token_f1("f1_score", "squad", "set", missing=0.0),
    ),
    "promptfoo": (
        _exact("equals", "none"),
        _exact("starts-with", "none", "prefix"),
        _containment("contains"),
        _containment("icontains", "lower"),
    ),
    "openai-evals": (
        _exact("match", "none", "prefix", notes=("evals of other classes than Match differ",)),
    ),
    "fmeval": (
        _exact("exact_match_score", "none"),
        _exact("quasi_exact_match_score", "quac"),
        _token_f1("f1_score", "quac", "set"),
    ),
    "deepeval": (_exact("Exact Match", "strip"),),
    "code-samples": (
        AgreementRule(
            score=r"pass@(?P<k>\d+)",
            metric='pass-at-k{"k": [<k>]}',
            output="pass_at_<k>",
            applies=has_flags,
        ),
    ),
}


def rule_for(tool: str, score: str, record: Instance, options: Options) -> AgreementRule | None:
    """Return the rule of a score of a record; None without a counterpart.

    Args:
        tool: Name of the reader.
        score: The tool's name of the score.
        record: A record with an output.
        options: Options of the score, as the log states them.
    """
    rules = (rule for rule in RULES.get(tool, ()) if re.fullmatch(rule.score, score))
    return next((rule for rule in rules if rule.applies(record, options)), None)


def is_known(tool: str, score: str) -> bool:
    """Return whether the table has a score of a tool."""
    return any(re.fullmatch(rule.score, score) for rule in RULES.get(tool, ()))
