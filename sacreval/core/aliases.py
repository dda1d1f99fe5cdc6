"""Other names of metrics that people type: what each stands for, or what to write instead.

The same table serves every verb, suites, Python, `sacreval list metrics --aliases` and the docs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sacreval.core.options.registry import Registry


_OWN_CODE = re.compile(r"(?:\./)?([A-Za-z_][\w./]*?)(?:\.py)?:{1,2}([A-Za-z_]\w*)")


class Alias(NamedTuple):
    """Another name of a metric.

    Args:
        name: The name, in lower case and with hyphens; in capitals or with underscores it is found
            too.
        metric: The metric that it stands for.
        options: The options that it stands for.
    """

    name: str
    metric: str
    options: Mapping[str, Any] = {}

    @property
    def flags(self) -> str:
        """The metric with its options, as on the command line."""
        return " ".join([self.metric, *(_flag(*pair) for pair in self.options.items())])

    @property
    def short(self) -> str | None:
        """The name in results beside the same metric with other options; None without options."""
        return self.name.replace("+", "p").replace("@", "-at-") if self.options else None


ALIASES: Sequence[Alias] = (
    Alias("acc-norm", "multiple-choice", {"norm": ["char"]}),
    Alias("ap", "average-precision"),
    Alias("auc", "roc-auc"),
    Alias("auroc", "roc-auc"),
    Alias("avg@k", "avg-at-k"),
    Alias("bert-score", "bertscore"),
    Alias("bleu-1", "bleu", {"max_ngram_order": 1}),
    Alias("bleu-4", "bleu"),
    Alias("chrf2", "chrf"),
    Alias("chrf++", "chrf", {"word_order": 2}),
    Alias("chrf2++", "chrf", {"word_order": 2}),
    Alias("cider-d", "cider"),
    Alias("cometkiwi", "comet-kiwi"),
    Alias("distinct-1", "distinct-n", {"orders": [1]}),
    Alias("distinct-2", "distinct-n", {"orders": [2]}),
    Alias("ece", "calibration-error"),
    Alias("em", "exact-match"),
    Alias("g-pass@k", "g-pass-at-k"),
    Alias("gleu", "google-bleu"),
    Alias("kendalltau", "kendall"),
    Alias("levenshtein", "edit-distance"),
    Alias("mae", "mean-absolute-error"),
    Alias("maj@k", "maj-at-k"),
    Alias("mover-score", "moverscore"),
    Alias("mse", "mean-squared-error"),
    Alias("pass@1", "pass-at-k"),
    Alias("pass@10", "pass-at-k", {"k": [10]}),
    Alias("pass@k", "pass-at-k"),
    Alias("pearsonr", "pearson"),
    Alias("rouge-1", "rouge", {"types": ["1"]}),
    Alias("rouge-2", "rouge", {"types": ["2"]}),
    Alias("rouge-l", "rouge", {"types": ["L"]}),
    Alias("rouge-lsum", "rouge", {"types": ["Lsum"]}),
    Alias("rouge1", "rouge", {"types": ["1"]}),
    Alias("rouge2", "rouge", {"types": ["2"]}),
    Alias("rougel", "rouge", {"types": ["L"]}),
    Alias("rougelsum", "rouge", {"types": ["Lsum"]}),
    Alias("sacrebleu", "bleu"),
    Alias("spbleu", "bleu", {"tokenize": "flores200"}),
    Alias("spearmanr", "spearman"),
    Alias("unbabel-comet", "comet"),
)
"""Names that stand for one metric."""

ANSWERS: Mapping[str, str] = {
    "acc": "write accuracy for labels, exact-match for answers, or multiple-choice for choices by "
    "log-probability",
    "bleu-2": "write bleu --max-ngram-order 2, which is BLEU up to bigrams",
    "bleu-3": "write bleu --max-ngram-order 3, which is BLEU up to trigrams",
    "f1": "write token-f1 for answers in words, classification for one label a record, multi-label "
    "for several, or sequence-labelling for tags",
    "faithfulness": "write nli-faithfulness, minicheck, alignscore or summac-zs, which run a model",
    "g-eval": "write judge geval-coherence after sacreval setup-metric geval; see sacreval list "
    "judges",
    "llm-judge": "write judge NAME; see sacreval list judges",
    "map": "write ranking, which has MAP among its outputs",
    "mcc": "write classification, which has MCC among its outputs",
    "mrr": "write ranking, which has MRR among its outputs",
    "ndcg": "write ranking, which has nDCG among its outputs",
    "ndcg@10": "write ranking --k 10, which has nDCG among its outputs",
    "ppl": "write perplexity for log-probabilities in the records, or model-perplexity, which runs "
    "a model",
    "precision": "write classification for labels, or ranking for documents",
    "recall": "write classification for labels, or ranking for documents",
    "rmse": "write mean-squared-error, which has the root among its outputs",
    "summac": "write summac-zs or summac-conv",
    "wer%": "write wer, a share: 0.25 is 25 %",
}
"""Names that may stand for several metrics, or for another number, and what to write instead."""


def find(name: str, known: Registry[Any]) -> Alias | None:
    """Return what another name stands for; None for a metric's own name, or an unknown one.

    A name of a metric in another case, or with underscores, stands for that metric.

    Args:
        name: The name as given.
        known: The registry of metrics.
    """
    if name in known:
        return None
    folded = _folded(name)
    if folded in known:
        return Alias(name, folded)
    return next((alias for alias in ALIASES if alias.name == folded), None)


def of_output(output: str) -> tuple[Alias, str] | None:
    """Return the alias that an output is named after in a run, and its name without that.

    Args:
        output: The name in the run, as `chrfpp`, or `rouge-l_rougeL_f1`; not `rouge1_f1`, which is
            a name of ROUGE itself.
    """
    for alias in ALIASES:
        metric = alias.metric.replace("-", "_")
        if alias.short and output.removesuffix("_jk") == alias.short:
            return alias, output.replace(alias.short, metric)
        rest = output.removeprefix(f"{alias.short}_")
        if alias.short and rest != output and rest.startswith(metric):
            return alias, rest
    return None


def answer(name: str, known: Registry[Any]) -> str | None:
    """Return what to write instead of a name that stands for no single metric; None if unknown.

    Args:
        name: The name as given.
        known: The registry of metrics.
    """
    for alias in ALIASES:  # where options cannot be given with it, as inside another metric
        if alias.name == _folded(name):
            return f"it stands for {alias.flags}"
    parts = [part.strip() for part in name.split(",")]
    if len(parts) > 1 and all(part.replace("-", "").isalnum() for part in parts):
        each = f"-m {' -m '.join(parts)}"
        return f"for several metrics repeat -m: {each}, as in sacreval evaluate suite {each}"
    return ANSWERS.get(_folded(name)) or _of_own_code(name, known)


def _of_own_code(name: str, known: Registry[Any]) -> str | None:
    """Return how a function of one's own is written; None if a name does not look like one."""
    match = _OWN_CODE.fullmatch(name)
    if match is None or _folded(match[1]) in known:
        return None
    return f"for a function or class of your own, write py:{match[1].replace('/', '.')}:{match[2]}"


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-")


def _flag(option: str, value: Any) -> str:
    """Return an option of the command line."""
    values = value if isinstance(value, list) else [value]
    return " ".join(f"--{option.replace('_', '-')} {part}" for part in values)
