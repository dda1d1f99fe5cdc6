"""Two data sets of two systems, with ids of their own, as files and as a suite."""

import json

RECORDS = [
    {"prediction": "the cat sat", "references": ["the cat sat down"], "sources": ["a cat sat"],
     "meta": {"n": 1}, "groups": {"kind": "x"}},
    {"prediction": "a dog", "references": ["the dog"], "sources": ["the dog ran"],
     "meta": {"n": 2}, "groups": {"kind": "y"}},
    {"prediction": "birds fly", "references": ["birds fly"], "sources": ["fly"],
     "meta": {"n": 3}, "groups": {"kind": "y"}},
]  # fmt: skip
SUITE = """metrics: [token-f1, chrf]
datasets:
  boolq: {inputs: [boolq/careful.jsonl, boolq/careless.jsonl]}
  nq:
    inputs: {careful: nq/one.jsonl, careless: nq/two.jsonl}
    metrics: [token-f1]
"""
WORDS = (
    "--dataset", "boolq=boolq/careful.jsonl", "--dataset", "boolq=boolq/careless.jsonl",
    "--dataset", "nq=careful=nq/one.jsonl", "--dataset", "nq=careless=nq/two.jsonl",
)  # fmt: skip


def write_lines(path, records):
    """Write records to a file of lines."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def changed(records):
    """Return the records with worse predictions."""
    return [{**r, "prediction": f"no {r['prediction'].split()[-1]}"} for r in records]


def without_output(records, count):
    """Return the records, the first without an output."""
    gone = {"prediction": None, "error": "refused"}
    return [{**record, **(gone if i < count else {})} for i, record in enumerate(records)]


def write_two_sets(folder):
    """Write the files of two data sets, and suite.yaml."""
    write_lines(folder / "boolq" / "careful.jsonl", RECORDS)
    write_lines(folder / "boolq" / "careless.jsonl", changed(RECORDS))
    write_lines(folder / "nq" / "one.jsonl", RECORDS[1:])
    write_lines(folder / "nq" / "two.jsonl", changed(RECORDS[1:]))
    (folder / "suite.yaml").write_text(SUITE)
