"""Option sets of a metric, from its constructor: every value of every option at least once."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from sacreval.core.contract.metric_records import is_settled
from sacreval.core.metric import Metric, SetMetric, metrics
from sacreval.core.options.registry import RESERVED
from sacreval.core.records import Batch
from sacreval.errors import NotSetUpError, SacrevalError, UsageError
from support import sql_databases, tiny_classifiers, tiny_comet, tiny_models, tiny_seq2seq
from support.mirror import CHECKOUT
from support.specimens import instances

NUMBERS: dict[str, tuple[Any, ...]] = {
    "max_ngram_order": (1, 2, 6),
    "smooth_value": (0.5,),
    "char_order": (0, 3),
    "word_order": (2,),
    "alpha": (0.5, 1.0),
    "beta": (1, 3),
    "gamma": (0.0, 0.2),
    "min_n": (2,),
    "max_n": (4,),
    "window": (1,),
    "delta": (0.5,),
    "weights": (),
    "beam_size": (1, 3),
    "function_words": (),
    "min_len": (2,),
    "max_len": (2,),
    "trg_lang": ("zh", "ja", "ko", "de"),
    "normalize": (
        "squad",
        "drop",
        "quac",
        "strip+lower",
        "multilingual-de",
        "helm-lighteval",
        "strip+py:string:capwords",
    ),
    "threshold": (0.8,),
    "rho": (0.0,),
    "deletion": (0.5,),
    "insertion": (2.0,),
    "order": (1, 3),
    "orders": (1, 3),
    "sigma": (3.0,),
    "bins": (3,),
    "k": (1, 2),
    "n": (5,),
    "first": (2,),
    "shares": (0.5,),
    "labels": (),
    "delimiter": ("<OR>", ""),
    "positive": ("a",),
    "answer": ("last-number",),
    "scorer": (),
    "tolerance": (0.0,),
    "context_words": (1, 3),
    "vectors": (str(CHECKOUT / "tests" / "golden" / "word_vectors.txt"),),
    "vectors_sha256": (),
    "references_sha256": (),
    "features": (),
    "reference_features": (),
    "files_sha256": (),
    "buckets": (10,),
    "kmeans_seed": (3,),
    "scaling": (1.0,),
    "weight_length": (0.0,),
    "weight_position": (0.0, 3.0),
    "weight_overlap": (1.0,),
    "max_ngram": (0, 1, 4),
    "weight": (0.5, 1.2),
    "skip_distance": (-1, 0, 4),
    "max_words": (3,),
    "max_bytes": (12,),
    "bootstrap_samples": (0, 20),
    "language": (),
    "model": (),
    "model_sha256": (),
    "layer": (2,),
    "idf_sha256": (),
    "baselines": (),
    "baselines_sha256": (),
    "weights_sha256": (),
    "directions": ("precision",),
    "source_language": (),
    "max_tokens": (40,),
    "stride": (11,),
    "chunk_words": (3,),
    "mask_every": (1,),
    "dimensions": (),
    "prompt": (),
    "stop_words": (),
    "stop_words_sha256": (),
    "layers": (),
    "layers_sha256": (),
    "most_sentences": (),
    "chunk_tokens": (),
    "judge": ("coherence",),
    "judge_digest": (),
    "replies": (),
    "reply_fields": (),
    "opponent": (),
    "opponent_system": (),
    "asked": (),
    "boxed_priority": (0, -1),
    "float_rounding": (2,),
    "numeric_precision": (30,),
    "timeout": (60.0,),
    "memory": (4096,),
    "none": ("match",),
    "database": (),
    "databases": (),
    "max_steps": (),
    "max_rows": (),
    "max_memory": (),
    "field": ("b=accuracy",),
    "metric": ("token-f1/token_f1_f1",),
    "keys": (),
    "checks": ('startend:end_checker{"end_phrase": "answer"}',),
    "score": ("accuracy",),
    "lower_is_better": ("accuracy",),
}


def with_model(kind: str, *options: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return option sets with a tiny model; none without the packages of the extra."""
    folders = tiny_seq2seq.folders(kind)
    return tuple({"model": folder, **more} for folder in folders for more in options)


TOGETHER: dict[str, tuple[dict[str, Any], ...]] = {
    "bleu": (
        {"smooth_method": "floor", "smooth_value": 0.01, "effective_order": True},
        {"smooth_method": "add-k", "smooth_value": 2.0, "max_ngram_order": 3},
        {"smooth_method": "none", "effective_order": True, "lowercase": True},
    ),
    "chrf": (
        {"char_order": 0, "word_order": 2},
        {"word_order": 2, "eps_smoothing": True, "lowercase": True, "whitespace": True},
    ),
    "ter": (
        {"normalized": True, "asian_support": True},
        {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True},
        {"normalized": True, "no_punct": True},
        {"no_punct": True, "asian_support": True},
    ),
    "rouge": (
        {"types": ("1", "2", "3", "4", "5", "6", "7", "8", "9", "L", "Lsum")},
        {"types": ("Lsum", "1"), "stemmer": True, "multi_reference": "mean"},
        {"types": ("Lsum", "2", "L"), "tokenize": "13a", "stemmer": True},
        {"types": ("Lsum", "1"), "tokenize": "zh", "multi_reference": "mean"},
    ),
    "rouge-1.5.5": (
        {"skip_distance": 4, "unigrams": "both", "weight": 1.2, "max_ngram": 3},
        {"skip_distance": 1, "unigrams": "with", "weight": 2.0, "scoring": "best"},
        {"stemmer": True, "skip_distance": 4, "weight": 1.2, "remove_stopwords": True},
        {"stem_models_only": True, "skip_distance": 4, "weight": 1.2, "max_words": 4},
        {"counting": "token", "skip_distance": 4, "weight": 1.2, "max_bytes": 20},
        {"max_ngram": 0, "rouge_l": False, "weight": 1.2},
    ),
    "meteor-1.5": (
        *({"language": code, "modules": ("exact", "stem")} for code in ("de", "es", "fr", "ru")),
        *(
            {"language": code, "normalization": "lowercase"}
            for code in ("da", "fi", "hu", "it", "nl", "no", "pt", "ro", "sv", "tr", "other")
        ),
        {"language": "ar-bw-red", "normalization": "none"},
        {"language": "cs", "modules": ("exact",), "normalization": "no-punctuation"},
        {"modules": ("exact", "paraphrase"), "weights": (1.0, 0.5), "characters": True},
    ),
    "google-bleu": ({"min_len": 2, "max_len": 3, "lowercase": True},),
    "exact-match": ({"normalize": "squad", "match": "suffix"},),
    "accuracy": (
        {"labels": ("same", "a"), "find": "first"},
        {"labels": ("a",), "find": "only"},
        {"labels": ("a=same",)},
    ),
    "simetrix": (
        {"features": ("divergence", "probability"), "remove_stopwords": False},
        {"features": ("probability",), "remove_stopwords": False, "stemmer": False},
    ),
    "token-f1": ({"normalize": "helm", "bag": "set"},),
    "bertscore": tuple(
        {"model": folder, "layer": 2, **more}
        for folder in tiny_models.folders()
        for more in ({}, {"idf": "inputs"}, {"idf": "records"}, {"tokenizer": "fast"})
    )
    + tuple({"model": folder, "all_layers": True} for folder in tiny_models.folders()[:1]),
    "bartscore": with_model(
        "bart",
        {},
        {"directions": ("f", "recall"), "multi_reference": "best"},
        {"directions": ("precision", "faithfulness"), "multi_reference": "mean"},
    ),
    "prism": with_model(
        "bart",
        {"language": "<mask>"},
        {"language": "<mask>", "multi_reference": "mean", "source_language": "<unk>"},
        {"language": "<mask>", "against": "sources"},
    ),
    "model-perplexity": with_model(
        "gpt2",
        {},
        {"average": "texts", "per": ("token", "byte"), "max_tokens": 40, "stride": 11},
        {"start_token": False, "max_tokens": 40},
    ),
    "unieval": with_model(
        "t5",
        {"sentences": "lines"},
        {"sentences": "rule", "dimensions": ("relevance", "fluency"), "max_tokens": 120},
    ),
    "metricx": with_model(
        "mt5", {}, {"version": "23"}, {"qe": True}, {"version": "23", "qe": True}
    ),
    "blanc-help": with_model(
        "masked",
        {"sentences": "lines"},
        {"sentences": "rule", "mask_every": 3, "measure": "improve"},
    ),
    "minicheck-t5": with_model(
        "t5", {"sentences": "lines"}, {"sentences": "rule", "chunk_words": 3, "max_tokens": 40}
    ),
    "comet": tuple(
        {"model": folder, **more}
        for folder in tiny_comet.folders("regression", "normalised")
        for more in ({}, {"multi_reference": "mean"})
    ),
    "comet-kiwi": tuple({"model": folder} for folder in tiny_comet.folders("kiwi")),
    "xcomet": tuple(
        {"model": folder, **more}
        for folder in tiny_comet.folders("xcomet")
        for more in ({}, {"multi_reference": "mean"}, {"reference_free": True})
    ),
    "moverscore": tuple(
        {"model": folder, **more}
        for folder in tiny_models.folders()
        for more in ({}, {"idf": "none", "layer": 2}, {"multi_reference": "max"})
    ),
    "sentence-similarity": tuple(
        {"model": folder, "pooling": pooling, "multi_reference": how}
        for folder in tiny_models.folders()
        for pooling, how in (("mean", "max"), ("cls", "mean"))
    ),
    "sql-execution": tuple(
        {"databases": sql_databases.folder(), **more}
        for more in ({}, {"compare": "unitxt"}, {"compare": "bird"}, {"keep_distinct": True})
    ),
    "tool-call": ({"rules": "bfcl", "underscores": True}, {"schema": True, "order": "given"}),
    "judge": (
        {"judge": "coherence", "unparsed": "worst"},
        {"judge": "coherence", "unparsed": "zero"},
        {"judge": "coherence", "unparsed": "perfect"},
        {"judge": "coherence", "asked": "openai:MODEL"},
    ),
    **tiny_classifiers.options(),
}


def with_rows(metrics: list[Metric]) -> list[Metric]:
    """Keep the metrics whose scores are `reduce` of sums of rows."""
    return [metric for metric in metrics if not isinstance(metric, SetMetric)]


def of_texts(metrics: list[Metric]) -> list[Metric]:
    """Keep those of them that score a text against other texts."""
    return [
        metric
        for metric in with_rows(metrics)
        if not metric.example and "references" in metric.needs
    ]


def passed_over(cls: type[Metric]) -> str | None:
    """Return why some laws cannot hold for a metric; None if all are tested."""
    if issubclass(cls, SetMetric):
        return "it scores whole sets: the laws of rows, of texts and of engines do not concern it"
    if cls.example or "references" not in cls.needs:
        return "it judges no text beside texts: the laws of texts and references do not concern it"
    return None


def option_sets(cls: type[Metric]) -> Iterator[dict[str, Any]]:
    """List option sets: none, each value of each option on its own, and some together."""
    yield {}
    hints = get_type_hints(cls, include_extras=True)
    for f in fields(cls):
        if f.name not in RESERVED:
            yield from ({f.name: value} for value in values(f.name, hints[f.name]))
    yield from TOGETHER.get(cls.name, ())


def values(name: str, hint: Any) -> tuple[Any, ...]:
    """List values of an option: all of a choice, both of a switch, else those of NUMBERS."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return tuple(v for kind in get_args(hint) for v in values(name, kind))
    if origin in (Literal, Annotated):
        return get_args(hint) if origin is Literal else names_in(get_args(hint)[1])
    if hint in (bool, type(None)):
        return (False, True) if hint is bool else ()
    if origin is tuple:
        kind = get_args(hint)[0]
        return tuple((value,) for value in values(name, kind))
    assert name in NUMBERS, f"teach tests/support/variants.py values of {name}"
    return NUMBERS[name]


def names_in(values: str) -> tuple[str, ...]:
    """List the names of annotated values, and a function instead of the user's."""
    named = [word for word in values.split("|") if ":" not in word]
    return (*named, "py:builtins:str")


@cache
def variants() -> tuple[list[Metric], list[str]]:
    """Create every registered metric with every option set.

    Returns:
        The metrics, each different; and a sentence for each reason why some cannot be made here.
    """
    distinct: dict[Metric, None] = {}
    refused: dict[str, list[str]] = {}
    for name in metrics:
        cls = metrics.get(name)
        for options in option_sets(cls):
            try:
                metric = cls(**options)
                if not is_settled(metric):
                    metric = metric.settle([Batch(instances(cls))])
                distinct[metric] = None
            except NotSetUpError as error:
                said = ", ".join(f"{key}={value}" for key, value in options.items())
                refused.setdefault(str(error), []).append(f"{name} {said}".strip())
            except UsageError:
                assert options, f"{name} refuses its own defaults"
                assert _is_combination_only(cls, options), f"{name} refuses {options}"
    return list(distinct), [f"{', '.join(names)}: {error}" for error, names in refused.items()]


def _is_combination_only(cls: type[Metric], options: dict[str, Any]) -> bool:
    """Return whether an option set of TOGETHER uses options that are refused alone."""
    return any(options.keys() <= together.keys() for together in TOGETHER.get(cls.name, ()))


def identify(metric: Metric) -> str:
    """Name a metric by the options that differ from its defaults, for test ids."""
    try:
        usual = type(metric)().options()
    except SacrevalError:
        usual = {}
    changed = {k: v for k, v in metric.options().items() if usual.get(k, ...) != v}
    return metric.name + "".join(f",{k}={v}" for k, v in changed.items())
