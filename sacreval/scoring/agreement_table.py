"""The table of `evaluate --agree`: which metric derives which score of which tool.

Sources: lm-evaluation-harness 0.4.13, lighteval 0.13.0, inspect_ai 0.3.285, HELM of November 2025,
promptfoo 0.121, OpenAI evals, fmeval, deepeval 4.3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from sacreval.core.records import Instance
from sacreval.scoring.agreement_texts import (
    Options,
    each_sample,
    folded,
    in_bytes,
    letters,
    matched,
    of_lm_eval,
    unchanged,
)

_TIES = "ties between choices: the tool takes the first one, sacreval the chance of each"
_OWN_CODE = "the task may score by code of its own (process_results)"
_VERSIONS = "other releases of inspect_ai read numbers from texts by other rules"
_BOOTSTRAP = (
    "lighteval divides a bootstrap's standard error by the root of the number of resamples; with "
    "1,000 it is 31.6 times too small"
)


def _any(record: Instance, _: Options) -> bool:
    return record.prediction is not None or record.choices is not None


def _several(record: Instance, _: Options) -> bool:
    return len(record.choices or ()) > 1


def _one_choice(record: Instance, _: Options) -> bool:
    return len(record.choices or ()) == 1


def _text(record: Instance, _: Options) -> bool:
    return record.prediction is not None


def _sequence(record: Instance, _: Options) -> bool:
    return record.sequence is not None


def _samples(record: Instance, _: Options) -> bool:
    return isinstance(record.samples, list) and not isinstance(record.samples[0], bool)


def _flags(record: Instance, _: Options) -> bool:
    return isinstance(record.samples, list) and isinstance(record.samples[0], bool)


class Rule(Struct, frozen=True, kw_only=True):
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
    applies: Callable[[Instance, Options], bool] = _any
    corpus: bool = False
    pairs: str = ""
    digits: int | None = None
    missing: float | None = None
    notes: tuple[str, ...] = ()

    def spec(self, score: str) -> str:
        """Return the metric that derives a score of this name."""
        found = re.fullmatch(self.score, score)
        groups = found.groupdict() if found else {}
        return re.sub(r"<(\w+)>", lambda name: groups[name[1]], self.metric)


def _perplexity(score: str, per: str, output: str, pairs: str) -> Rule:
    metric = f'perplexity{{"per": ["{per}"]}}'
    return Rule(
        score=score, metric=metric, output=output, applies=_sequence, corpus=True, pairs=pairs
    )


def _exact(score: str, normalize: str, match: str = "full", **more: Any) -> Rule:
    metric = f'exact-match{{"normalize": "{normalize}", "match": "{match}"}}'
    more = {"applies": _text, **more}
    return Rule(score=score, metric=metric, output="exact_match", **more)


def _located(location: str) -> Callable[[Instance, Options], bool]:
    return lambda record, options: (
        record.prediction is not None and options.get("location", "end") == location
    )


def _match(location: str, match: str) -> Rule:
    located = _located(location)
    return _exact("match", "none", match, texts=matched, applies=located, notes=(_VERSIONS,))


def _of_helm(score: str, normalize: str, match: str = "full") -> tuple[Rule, Rule]:
    """Return the rules of a score of HELM: of the first output, and of the best of k."""
    best = _exact(rf"{score}@\d+", normalize, match, texts=each_sample, missing=0.0)
    return _exact(score, normalize, match, missing=0.0), best


def _choice(score: str, norm: str, output: str, **more: Any) -> Rule:
    metric = f'multiple-choice{{"norm": ["{norm}"]}}'
    note = more.pop("notes", ())
    return Rule(
        score=score, metric=metric, output=output, applies=_several, notes=(_TIES, *note), **more
    )


_FIRST_K = r"pass@k:k=(?P<k>\d+)(?:&n=(?P<n>\d+))?"

RULES: Mapping[str, tuple[Rule, ...]] = {
    "lm-eval": (
        _exact("exact_match", "none", texts=of_lm_eval, notes=(_OWN_CODE,)),
        _choice("acc", "none", "accuracy", notes=(_OWN_CODE,)),
        Rule(score="acc", metric="greedy-match", output="greedy_match", applies=_one_choice),
        _choice("acc_norm", "char-no-blank", "accuracy_char-no-blank"),
        _choice("acc_bytes", "char-no-blank", "accuracy_char-no-blank", texts=in_bytes),
        _choice("acc_mutual_info", "pmi", "accuracy_pmi"),
        Rule(
            score="brier_score",
            metric='brier{"over": "choices"}',
            output="brier",
            applies=_several,
        ),
        _perplexity("word_perplexity", "word", "perplexity_per_word", "words"),
        _perplexity("byte_perplexity", "byte", "perplexity_per_byte", "bytes"),
        _perplexity("bits_per_byte", "byte", "bits_per_byte", "bytes"),
        _perplexity("perplexity", "sequence", "perplexity_per_sequence", "sequence"),
        Rule(score="bleu", metric="bleu", output="bleu", applies=_text, corpus=True),
        Rule(score="chrf", metric="chrf", output="chrf", applies=_text, corpus=True),
        Rule(score="ter", metric="ter", output="ter", applies=_text, corpus=True),
    ),
    "lighteval": (
        _choice("acc|loglikelihood_acc", "none", "accuracy", notes=(_BOOTSTRAP,)),
        _exact("em|exact_match", "strip", notes=(_BOOTSTRAP,)),
        _exact("pem|prefix_exact_match", "strip", "prefix", notes=(_BOOTSTRAP,)),
        _exact("qem|quasi_exact_match", "helm-lighteval", notes=(_BOOTSTRAP,)),
        _exact("pqem|prefix_quasi_exact_match", "helm-lighteval", "prefix", notes=(_BOOTSTRAP,)),
        Rule(
            score=_FIRST_K,
            metric='pass-at-k{"k": [<k>], "scorer": "exact-match|normalize:strip"}',
            output="pass_at_<k>",
            applies=_samples,
            notes=(_BOOTSTRAP,),
        ),
    ),
    "inspect": (
        _match("end", "suffix"),
        _match("begin", "prefix"),
        _match("exact", "full"),
        Rule(
            score="match",
            metric="string-containment",
            output="string_containment",
            texts=matched,
            applies=_located("any"),
            notes=(_VERSIONS,),
        ),
        Rule(
            score="includes",
            metric="string-containment",
            output="string_containment",
            texts=folded,
            applies=_text,
        ),
        _exact("choice", "none", texts=letters),
        _exact("exact", "drop"),
        Rule(
            score="f1",
            metric='token-f1{"normalize": "drop"}',
            output="token_f1_f1",
            applies=_text,
            digits=2,
        ),
    ),
    "helm": (
        *_of_helm("exact_match", "strip"),
        *_of_helm("quasi_exact_match", "squad"),
        *_of_helm("prefix_exact_match", "strip", "prefix"),
        *_of_helm("quasi_prefix_exact_match", "squad", "prefix"),
        Rule(
            score="f1_score",
            metric='token-f1{"normalize": "squad", "bag": "set"}',
            output="token_f1_f1",
            applies=_text,
            missing=0.0,
        ),
    ),
    "promptfoo": (
        _exact("equals", "none"),
        _exact("starts-with", "none", "prefix"),
        Rule(
            score="contains",
            metric="string-containment",
            output="string_containment",
            applies=_text,
        ),
        Rule(
            score="icontains",
            metric='string-containment{"normalize": "lower"}',
            output="string_containment",
            applies=_text,
        ),
    ),
    "openai-evals": (
        _exact("match", "none", "prefix", notes=("evals of other classes than Match differ",)),
    ),
    "fmeval": (
        _exact("exact_match_score", "none"),
        _exact("quasi_exact_match_score", "quac"),
        Rule(
            score="f1_score",
            metric='token-f1{"normalize": "quac", "bag": "set"}',
            output="token_f1_f1",
            applies=_text,
        ),
    ),
    "deepeval": (_exact("Exact Match", "strip"),),
    "code-samples": (
        Rule(
            score=r"pass@(?P<k>\d+)",
            metric='pass-at-k{"k": [<k>]}',
            output="pass_at_<k>",
            applies=_flags,
        ),
    ),
}

# Options of readers by which a log is read as the tool scored it.
READ_AS_SCORED: Mapping[str, Mapping[str, Any]] = {"lm-eval": {"invalid": "answer"}}


def rule_for(tool: str, score: str, record: Instance, options: Options) -> Rule | None:
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
