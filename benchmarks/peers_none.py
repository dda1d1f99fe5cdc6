"""Metrics that no tool of `peers.py` computes, and tools that could not be timed, with reasons."""

from peer_jobs import Job

JOBS: list[Job] = []
ALONE = {
    "It runs a model, whose time is all of it; benchmarks/neural.py, moverscore.py and comet.py "
    "compare some with their originals.": (
        "alignscore bartscore bertscore blanc-help bleurt comet comet-kiwi embedding-average "
        "embedding-extrema embedding-greedy mauve metricx minicheck minicheck-t5 model-perplexity "
        "moverscore nli-faithfulness prism regard rouge-we sentence-similarity summac-conv "
        "summac-zs toxicity unieval xcomet judge"
    ),
    "The original is a program in Perl or Java, or needs packages it does not ask for; "
    "benchmarks/classic.py, classic_meteor.py and classic_others.py compare with them.": (
        "rouge-1.5.5 meteor-1.5 autosummeng simetrix lepor hlepor"
    ),
    "It calls the package that defines it, so that both take the same time; "
    "benchmarks/math_pairs.py measures what is added.": "math-verify character",
    "The original is a script in a repository, without a package.": (
        "sari d-sari drop extractiveness squad-threshold factual-knowledge truthfulqa kpa pyramid "
        "instruction-checks tool-call relaxed-accuracy multiple-choice codebleu"
    ),
    "A few lines of Python; no package is made for it.": (
        "exact-match string-containment length length-to-reference longest-common-prefix "
        "token-accuracy jaccard repetition perplexity greedy-match avg-at-k maj-at-k pass-at-k "
        "g-pass-at-k entities stored-score key-value"
    ),
    "sacreval's own, or it runs programs, whose time is all of it.": "math sql-execution",
    "The package counts syllables by a dictionary that it downloads.": "readability",
}
ABSENT = {
    "evaluate": "it downloads each metric as a script when it runs",
    "jury": "it needs a version of pyarrow that current Python has no wheel of, and the network",
    "pytrec_eval": "its build downloads trec_eval; pytrec-eval-terrier is the same with it inside",
    "fast-bleu": "its BLEU is of sentences, with other smoothing; its self-BLEU is in the table",
    "hLepor": "it imports nptyping, which it does not ask for",
    "easse": "not on PyPI",
}
