"""Tasks that metrics serve; any two metrics of a suite must share one."""

TASKS: dict[str, str] = {
    "machine-translation": "translations, compared with reference translations",
    "summarization": "summaries, compared with reference summaries or with their sources",
    "simplification": "simplified texts, compared with their sources and references",
    "data-to-text": "texts that describe data or images",
    "transcription": "transcripts of speech or of printed text",
    "generation": "any generated text, with or without references",
    "question-answering": "answers, compared with acceptable answers",
    "mathematics": "solutions, of which the final answer is scored",
    "code": "programs that pass or fail their tests",
    "structure": "SQL, tool calls, JSON and other outputs of a given form",
    "classification": "one label for each record",
    "multi-label": "any number of labels for each record",
    "tagging": "one tag for each token",
    "entities": "entities named in a text, with their types",
    "regression": "predicted numbers, compared with reference numbers",
    "probabilities": "predicted probabilities of a binary outcome",
    "multiple-choice": "log-probabilities of a record's choices",
    "language-modelling": "log-probabilities of whole texts",
    "retrieval": "ranked documents, compared with the relevant ones",
}
