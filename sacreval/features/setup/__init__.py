"""Corpora, models and resources fetched and converted, for those who set up a machine."""

PURPOSES = {
    "setup-dataset": "Fetch a corpus, verify it, and write its records, judgments and references "
    "as JSONL.",
    "setup-metric": "Fetch the resources or the model of a metric to the folder SACREVAL_HOME.",
}
