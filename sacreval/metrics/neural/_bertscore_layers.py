"""The layer of each model at which BERTScore agrees best with people, as its authors measured.

Source: bert-score 0.3.13, whose table is by Pearson correlation on WMT16 to English.
"""

from sacreval.errors import UsageError

LAYERS = {
    "SpanBERT/spanbert-base-cased": 8,
    "SpanBERT/spanbert-large-cased": 17,
    "albert-base-v1": 10,
    "albert-base-v2": 9,
    "albert-large-v1": 17,
    "albert-large-v2": 14,
    "albert-xlarge-v1": 16,
    "albert-xlarge-v2": 13,
    "albert-xxlarge-v1": 8,
    "albert-xxlarge-v2": 8,
    "allenai/longformer-base-4096": 7,
    "allenai/longformer-large-4096": 14,
    "allenai/scibert_scivocab_cased": 9,
    "allenai/scibert_scivocab_uncased": 8,
    "bert-base-cased-finetuned-mrpc": 9,
    "bert-base-chinese": 8,
    "bert-base-multilingual-cased": 9,
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "dbmdz/bert-base-turkish-cased": 10,
    "dbmdz/distilbert-base-turkish-cased": 4,
    "distilbert-base-multilingual-cased": 5,
    "distilbert-base-uncased": 5,
    "distilbert-base-uncased-distilled-squad": 4,
    "distilroberta-base": 5,
    "facebook/bart-base": 6,
    "facebook/bart-large": 10,
    "facebook/bart-large-cnn": 10,
    "facebook/bart-large-mnli": 11,
    "facebook/bart-large-xsum": 9,
    "google/electra-base-discriminator": 9,
    "google/electra-large-discriminator": 14,
    "google/electra-small-discriminator": 11,
    "microsoft/deberta-base": 9,
    "microsoft/deberta-base-mnli": 9,
    "microsoft/deberta-large": 16,
    "microsoft/deberta-large-mnli": 18,
    "microsoft/deberta-v3-base": 9,
    "microsoft/deberta-v3-large": 12,
    "microsoft/deberta-v3-small": 4,
    "microsoft/deberta-v3-xsmall": 10,
    "microsoft/deberta-xlarge": 18,
    "microsoft/deberta-xlarge-mnli": 40,
    "microsoft/mdeberta-v3-base": 10,
    "microsoft/mpnet-base": 8,
    "princeton-nlp/sup-simcse-bert-base-uncased": 10,
    "princeton-nlp/sup-simcse-roberta-large": 16,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
    "t5-base": 11,
    "t5-large": 23,
    "t5-small": 6,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
    "xlnet-base-cased": 5,
    "xlnet-large-cased": 7,
}


def default_layer(model: str) -> int:
    """Return the layer of a model."""
    layer = LAYERS.get(authors_name(model))
    if layer is None:
        raise UsageError(
            f"The authors of BERTScore name no layer for '{model}'; name one, from 1: --layer N"
        )
    return layer


def authors_name(model: str) -> str:
    """Return the name by which the authors call a model; the given one if their table lacks it."""
    if model in LAYERS:
        return model
    short = {name.rpartition("/")[2]: name for name in LAYERS}
    return short.get(model.rpartition("/")[2], model)
