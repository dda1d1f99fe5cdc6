"""Cases of other tools: which are in scope, and which of those differ on purpose."""

NAMES = {  # what the collections call the metrics that exist here
    "jury": {
        "bleu", "sacrebleu", "chrf", "chrf++", "ter", "wer", "cer", "google_bleu", "squad",
        "rouge", "ROUGE_L", "exact_match", "f1", "precision", "recall",
        "Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4",
    },
    "lighteval": {
        "exact_match", "f1_bag_of_words", "rouge", "bleu_sentence_nltk", "corpus_bleu",
        "corpus_chrf", "corpus_chrf++", "corpus_ter",
    },
    "fmeval": {"qa_accuracy", "summarization_accuracy.rouge", "word_error_rate"},
}  # fmt: skip

NO_PREDICTION = "an input without a prediction is an error here, and never left out"
CLASSES = "about classes, which are not texts"
ONE_ORDER = "n-gram precision of one order alone; ours, like sacrebleu's, is over all up to it"
DIFFERENT = {
    "jury/bleu/H": NO_PREDICTION,
    "jury/squad/H": NO_PREDICTION,
    "jury/rouge/H": NO_PREDICTION,
    "jury/precision/H": NO_PREDICTION,
    "jury/rouge/C": "a mean over several outputs for one input, which are not averaged here",
    "jury/f1/A": "the harmonic mean of mean precision and mean recall; F1 is averaged here",
    "jury/f1/D/seqcls": CLASSES,
    "jury/f1/E/seqcls": CLASSES,
    "jury/precision/D/seqcls": CLASSES,
    "jury/precision/E/seqcls": CLASSES,
    "jury/recall/D/seqcls": CLASSES,
    "jury/recall/E/seqcls": CLASSES,
    "jury/recall/F/seqcls": CLASSES,
    "evaluate/exact_match": "patterns to ignore, which exact-match does not have",
    "exact_match.13": "a normaliser for GSM8K answers, which exact-match does not have",
    "exact_match.15": "a normaliser for formulas, which exact-match does not have",
    "f1_bag_of_words.11": "the mean over references; the best reference counts here",
    "bleu_sentence_nltk.3": ONE_ORDER,
    "bleu_sentence_nltk.4": ONE_ORDER,
    "bleu_sentence_nltk.8": ONE_ORDER,
    "bleu_sentence_nltk.9": ONE_ORDER,
    "bleu_sentence_nltk.11": "a mean over several outputs for one input, which are not averaged",
    "word_error_rate-06": "an error; an empty reference is defined here, as in jiwer 4",
}
