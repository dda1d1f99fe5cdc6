"""Tasks that metrics serve; any two metrics of a suite must share one."""

TASKS: dict[str, str] = {
    "machine-translation": "texts beside human translations",
    "summarization": "summaries beside human summaries or their sources",
    "simplification": "texts made simpler, beside their sources",
    "data-to-text": "texts that describe data or pictures",
    "transcription": "what was said or printed",
    "generation": "any text, alone or beside others",
    "question-answering": "answers beside acceptable answers",
    "mathematics": "solutions whose last answer counts",
    "code": "programs that pass their tests or do not",
    "classification": "one label a record",
    "multi-label": "any number of labels a record",
    "tagging": "one tag a token",
    "entities": "what a text names, with its type",
    "regression": "numbers beside numbers",
    "probabilities": "how likely yes is, beside yes or no",
    "multiple-choice": "log-probabilities of given choices",
    "language-modelling": "log-probabilities of whole texts",
    "retrieval": "ranked documents beside the relevant ones",
}
