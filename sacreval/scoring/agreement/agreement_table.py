"""The table of `evaluate --agree`: which metric derives which score of which tool.

Sources: lm-evaluation-harness 0.4.13, lighteval 0.13.0, inspect_ai 0.3.285, HELM of November 2025,
promptfoo 0.121, OpenAI evals, fmeval, deepeval 4.3.

Runs compare the tool's scores of records (`scoring/rows/logged_scores.py`) with theirs by the same
table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.scoring.agreement.agreement_rule import (
    Options,
    Rule,
    each_sample,
    folded,
    has_choices,
    has_flags,
    has_one_choice,
    has_samples,
    has_sequence,
    has_text,
    in_bytes,
    letters,
    matched,
    of_lm_eval,
)

_TIES = "ties between choices: the tool takes the first one, sacreval the chance of each"
_OWN_CODE = "the task may score by code of its own (process_results)"
_VERSIONS = "other releases of inspect_ai read numbers from texts by other rules"
_BOOTSTRAP = (
    "lighteval divides a bootstrap's standard error by the root of the number of resamples; with "
    "1,000 it is 31.6 times too small"
)


def _perplexity(score: str, per: str, output: str, pairs: str) -> Rule:
    metric = f'perplexity{{"per": ["{per}"]}}'
    return Rule(
        score=score, metric=metric, output=output, applies=has_sequence, corpus=True, pairs=pairs
    )


def _exact(score: str, normalize: str, match: str = "full", **more: Any) -> Rule:
    metric = f'exact-match{{"normalize": "{normalize}", "match": "{match}"}}'
    more = {"applies": has_text, **more}
    return Rule(score=score, metric=metric, output="exact_match", **more)


def _containment(score: str, normalize: str = "", **more: Any) -> Rule:
    options = f'{{"normalize": "{normalize}"}}' if normalize else ""
    more = {"applies": has_text, **more}
    return Rule(
        score=score, metric=f"string-containment{options}", output="string_containment", **more
    )


def _token_f1(score: str, normalize: str, bag: str = "", **more: Any) -> Rule:
    bags = f', "bag": "{bag}"' if bag else ""
    metric = f'token-f1{{"normalize": "{normalize}"{bags}}}'
    return Rule(score=score, metric=metric, output="token_f1_f1", applies=has_text, **more)


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
        score=score, metric=metric, output=output, applies=has_choices, notes=(_TIES, *note), **more
    )


_FIRST_K = r"pass@k:k=(?P<k>\d+)(?:&n=(?P<n>\d+))?"

RULES: Mapping[str, tuple[Rule, ...]] = {
    "lm-eval": (
        _exact("exact_match", "none", texts=of_lm_eval, notes=(_OWN_CODE,)),
        _choice("acc", "none", "accuracy", notes=(_OWN_CODE,)),
        Rule(score="acc", metric="greedy-match", output="greedy_match", applies=has_one_choice),
        _choice("acc_norm", "char-no-blank", "accuracy_char-no-blank"),
        _choice("acc_bytes", "char-no-blank", "accuracy_char-no-blank", texts=in_bytes),
        _choice("acc_mutual_info", "pmi", "accuracy_pmi"),
        Rule(
            score="brier_score",
            metric='brier{"over": "choices"}',
            output="brier",
            applies=has_choices,
        ),
        _perplexity("word_perplexity", "word", "perplexity_per_word", "words"),
        _perplexity("byte_perplexity", "byte", "perplexity_per_byte", "bytes"),
        _perplexity("bits_per_byte", "byte", "bits_per_byte", "bytes"),
        _perplexity("perplexity", "sequence", "perplexity_per_sequence", "sequence"),
        Rule(score="bleu", metric="bleu", output="bleu", applies=has_text, corpus=True),
        Rule(score="chrf", metric="chrf", output="chrf", applies=has_text, corpus=True),
        Rule(score="ter", metric="ter", output="ter", applies=has_text, corpus=True),
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
        Rule(
            score=r"pass@(?P<k>\d+)",
            metric='pass-at-k{"k": [<k>]}',
            output="pass_at_<k>",
            applies=has_flags,
        ),
    ),
}


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
