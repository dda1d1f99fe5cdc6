"""Laws of the direction of every output: better high, better low, or neither."""

from collections.abc import Mapping

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import metrics
from sacreval.features.correlate.data.directions import by_name
from support.law_items import CLASSES, METRICS
from support.variants import variants

MADE, _ = variants()
NEITHER = {
    "length": {"length_words", "length_characters"},
    "length-to-reference": {"length_ratio"},
    "extractiveness": {"coverage", "density", "compression"},
    "max-f1": {"max_f1_threshold"},
    "regard": {"regard_positive", "regard_negative", "regard_neutral", "regard_other"},
    "squad-threshold": {"squad_best_exact_match_threshold", "squad_best_f1_threshold"},
}
LOW = {
    "accuracy": {"unknown"},
    "brier": {"brier"},
    "calibration-error": {"calibration_error", "largest_calibration_error"},
    "character": {"character"},
    "classification": {"unknown"},
    "edit-distance": {"edit_distance"},
    "eed": {"eed"},
    "length-to-reference": {"length_deviation"},
    "mauve": {"frontier_integral"},
    "mean-absolute-error": {"mean_absolute_error"},
    "mean-squared-error": {"mean_squared_error", "root_mean_squared_error"},
    "mer": {"mer"},
    "meteor-1.5": {"meteor_1.5_penalty"},
    "multi-label": {"hamming_loss"},
    "readability": {"ari", "coleman_liau", "fkgl"},
    "self-bleu": {"self_bleu"},
    "simetrix": {
        "simetrix_kl_source_summary",
        "simetrix_kl_summary_source",
        "simetrix_jsd",
        "simetrix_smoothed_jsd",
    },
    "squad": {"squad_missing"},
    "squad-threshold": {"squad_missing"},
    "ter": {"ter"},
    "wil": {"wil"},
    "xcomet": {"xcomet_minor", "xcomet_major", "xcomet_critical"},
}
ALL_LOW = {"metricx", "model-perplexity", "perplexity", "repetition", "toxicity"}
LISTED = """
    accuracy alignscore anls autosummeng average-precision avg-at-k bartscore bertscore blanc-help
    bleu bleurt brier calibration-error cer character chrf cider classification comet comet-kiwi
    confusion-matrix d-sari distinct-n drop edit-distance eed embedding-average embedding-extrema
    embedding-greedy entities exact-match extractiveness factual-knowledge g-pass-at-k google-bleu
    greedy-match hlepor jaccard kendall length length-to-reference lepor longest-common-prefix
    maj-at-k mauve max-f1 mean-absolute-error mean-squared-error mer meteor meteor-1.5 metricx
    minicheck minicheck-t5 model-perplexity moverscore multi-label multiple-choice nist
    nli-faithfulness pass-at-k pearson perplexity prism pyramid ranking readability regard
    relaxed-accuracy repetition ribes roc-auc rouge rouge-we sari self-bleu sentence-similarity
    sequence-labelling simetrix spearman squad squad-threshold string-containment summac-conv
    summac-zs ter token-accuracy token-f1 toxicity truthfulqa unieval wer wil wip xcomet
""".split()  # whose other outputs are better high


def _is_low(name: str, output: str) -> bool:
    if name == "confusion-matrix":
        right, _, predicted = output.partition("->")
        return right != predicted
    if name in {"cer", "wer"}:
        return not output.endswith("_hits")
    return name in ALL_LOW or output in LOW.get(name, ())


@METRICS.of(metric for metric in MADE if metric.name in LISTED)
def every_output_has_the_direction_that_is_written_here(metric):
    """An output of these metrics is better high unless listed as better low or as neither."""
    for output in metric.outputs:
        want = None if output in NEITHER.get(metric.name, ()) else not _is_low(metric.name, output)
        assert direction(metric, output) is want, output


WORDS = {"unknown"}  # names of details that say nothing without their metric


@METRICS.of(metric for metric in MADE if metric.name in {*LISTED} - {"confusion-matrix"})
def names_in_files_say_the_same(metric):
    """Files without a manifest have outputs with the directions that the metrics declare."""
    for output in {*metric.outputs} - WORDS:
        assert by_name(output) is direction(metric, output), output


@CLASSES.of(metrics)
def directions_by_output_are_complete(name):
    """A metric whose directions go by output declares one for each of its outputs, or for *."""
    for metric in MADE:
        if metric.name == name and isinstance(metric.higher_is_better, Mapping):
            declared = set(metric.higher_is_better)
            assert "*" in declared or declared == set(metric.outputs)
