"""Names of scores as papers write them: BLEU, chrF2, chrF++, ROUGE-1 F1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sacreval.core import aliases, signature
from sacreval.core.metric import metrics

_OWN = ("judge", "stored-score")  # metrics whose outputs have names of the user
_SENTENCE_PIECES = ("flores101", "flores200")  # tokenizers of BLEU
_WHOLE = {
    "anls": "ANLS",
    "avg_logprob": "average log-probability",
    "d_sari": "D-SARI",
    "g_pass": "G-pass",
    "google_bleu": "Google BLEU",
    "lepor": "LEPOR",
    "hlepor": "hLEPOR",
    "math_verify": "math-verify",
    "mg_pass": "mG-pass",
    "minicheck_t5": "MiniCheck-T5",
    "nist": "NIST",
    "npower": "NPowER",
    "coleman_liau": "Coleman-Liau",
    "comet_kiwi": "CometKiwi",
    "rouge_we": "ROUGE-WE",
    "self_bleu": "self-BLEU",
    "summac_conv": "SummaC-Conv",
    "summac_zs": "SummaC-ZS",
    "token_f1": "token",
    "mauve_star": "MAUVE star",
    "max_f1": "maximum F1",
}
_WORDS = {
    "acc": "accuracy",
    "alignscore": "AlignScore",
    "ari": "ARI",
    "auc": "AUC",
    "autosummeng": "AutoSummENG",
    "bartscore": "BARTScore",
    "bertscore": "BERTScore",
    "blanc": "BLANC",
    "bleu": "BLEU",
    "bleurt": "BLEURT",
    "brier": "Brier score",
    "cer": "CER",
    "character": "CharacTER",
    "cider": "CIDEr-D",
    "codebleu": "CodeBLEU",
    "comet": "COMET",
    "drop": "DROP",
    "eed": "EED",
    "f1": "F1",
    "fkgl": "FKGL",
    "flesch": "Flesch",
    "hamming": "Hamming",
    "inst": "instruction",
    "jaccard": "Jaccard",
    "kendall": "Kendall",
    "map": "MAP",
    "mauve": "MAUVE",
    "mc1": "MC1",
    "mc2": "MC2",
    "mcc": "MCC",
    "memog": "MeMoG",
    "mer": "MER",
    "meteor": "METEOR",
    "metricx": "MetricX",
    "minicheck": "MiniCheck",
    "moverscore": "MoverScore",
    "mrr": "MRR",
    "ndcg": "nDCG",
    "nli": "NLI",
    "pearson": "Pearson",
    "prism": "Prism",
    "ribes": "RIBES",
    "roc": "ROC",
    "sari": "SARI",
    "simetrix": "SIMetrix",
    "spearman": "Spearman",
    "sql": "SQL",
    "squad": "SQuAD",
    "summac": "SummaC",
    "ter": "TER",
    "unieval": "UniEval",
    "wer": "WER",
    "wil": "WIL",
    "wip": "WIP",
    "xcomet": "XCOMET",
}
ROUGE = re.compile(r"rouge(\d|L|Lsum|W[0-9.]*|S\w*)_(precision|recall|f1)")


def display_names(results: Iterable[Any]) -> dict[str, str]:
    """Return the name of each output in a table; its identifier where two would have one name.

    Args:
        results: Results or comparisons, with `output`, `alias` and a signature.
    """
    names: dict[str, str] = {}
    typed: dict[str, str] = {}  # outputs that are named after an alias, such as chrfpp
    for result in results:
        if result.output not in names:
            names[result.output] = display_name(result)
            typed |= {result.output: name} if (name := _of_alias(result)) else {}
    names |= {output: name for output, name in typed.items() if name not in names.values()}
    uses = Counter(names.values())
    return {output: output if uses[name] > 1 else name for output, name in names.items()}


def display_name(result: Any) -> str:
    """Return the name of the output of a result or a comparison; as it is if a user named it."""
    if result.alias or result.renamed or result.metric in _OWN or not metrics.is_own(result.metric):
        return str(result.output)
    text = result.signature if hasattr(result, "signature") else result.base_signature
    return written(result.output, signature.read(text)[1])


def _of_alias(result: Any) -> str | None:
    """Return the name of an output that a run calls by an alias, such as chrF++ of `chrfpp`."""
    alias = next((x for x in aliases.ALIASES if x.short and x.short == result.alias), None)
    if alias is None or alias.metric != result.metric:
        return None
    text = result.signature if hasattr(result, "signature") else result.base_signature
    return written(metric_output(result), signature.read(text)[1])


def metric_output(result: Any) -> str:
    """Return the name that the metric has for the output of a result or a comparison."""
    output: str = result.output
    return str(result.renamed or output.removeprefix(f"{result.alias}_" if result.alias else ""))


def written(output: str, options: Mapping[str, Any]) -> str:
    """Return the name of an output in papers.

    Args:
        output: Its identifier.
        options: The options of the metric.
    """
    if output == "chrf":
        return _chrf(options)
    if output == "bleu" and (order := options.get("max_ngram_order", 4)) != 4:
        return f"BLEU-{order}"
    if output == "bleu" and options.get("tokenize") in _SENTENCE_PIECES:
        return "spBLEU"
    if match := ROUGE.fullmatch(output):
        return f"ROUGE-{match[1]} {_words(match[2])}"
    return _words(output)


def is_word(output: str) -> bool:
    """Return whether an output begins with a word whose form in papers is known."""
    parts = output.split("_")
    starts = {"_".join(parts[:end]) for end in range(1, len(parts) + 1)}
    return bool(ROUGE.fullmatch(output) or parts[0] in _WORDS or not starts.isdisjoint(_WHOLE))


def _chrf(options: Mapping[str, Any]) -> str:
    """Return chrF2, chrF++ or, with another beta, such as chrF1++."""
    words, beta = options.get("word_order", 0), options.get("beta", 2)
    plus = "+" * words
    return f"chrF{plus}" if words and beta == 2 else f"chrF{beta:g}{plus}"


def _words(output: str) -> str:
    """Replace the words of an identifier by those of papers, its longest known start first."""
    parts = output.split("_")
    for end in range(len(parts), 0, -1):
        if known := _WHOLE.get("_".join(parts[:end])):
            parts = [known, *parts[end:]]
            break
    text = " ".join(_WORDS.get(x, x) for x in parts)
    return text.replace(" at ", "@")
