"""Files of paraphrases as METEOR 1.5 reads them."""

import gzip


def packed(path, entries, end="\n"):
    """Write entries of a phrase and its paraphrase to a gzip file."""
    lines = [line for phrase, other in entries for line in ("0.5", phrase, other)]
    path.write_bytes(gzip.compress("".join(line + end for line in lines).encode()))
    return path
