"""Time classic metrics with the programs that define them, in one run, and compare every line.

python benchmarks/classic.py RECORDS.jsonl --rouge ROUGE-1.5.5.pl --rouge-data DIR

RECORDS.jsonl is what `sacreval setup-dataset fabbri2020 DIR` writes: 16 systems, 100 inputs, 11
references. The script needs Perl with XML::DOM (Debian's libxml-dom-perl; `--perl "perl -I DIR"`
for another place); DIR has its stop words and exceptions with `WordNet-2.0.exc.db`. Times are user
CPU. sacreval is timed called from Python, after imports and in a new process each time, and as a
command.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import msgspec

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.readers.jsonl import JsonlReader

RUNS = 3
ROUGE = {
    "-n 4 -m -x": ["--max-ngram", "4", "--stemmer", "--no-rouge-l"],
    "-n 4 -m -2 4 -u -w 1.2": [
        "--max-ngram", "4", "--stemmer", "--skip-distance", "4", "--unigrams", "with",
        "--weight", "1.2",
    ],
}  # fmt: skip
SHARED = "-c 95 -r 1000 -p 0.5 -t 0 -d -a"


class Timed(NamedTuple):
    """User CPU of a process, in seconds, and what it printed."""

    seconds: float
    printed: str


def run(words: Sequence[str]) -> Timed:
    """Run a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    return Timed(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout)


def read(path: str) -> list[Instance]:
    """Read records, with the sentences of SummEval on a line each."""
    found = [one for batch in JsonlReader().read(path) for one in batch]
    return [
        msgspec.structs.replace(
            one,
            prediction=_lines(one.prediction),
            references=[_lines(text) for text in one.references or ()],
        )
        for one in found
    ]


def _lines(text: str) -> str:
    return text.replace(" . ", " .\n")


def rouge_config(records: Sequence[Instance], folder: Path) -> Path:
    """Write texts and the configuration that the script reads."""
    evals: dict[str, list[Instance]] = {}
    for one in records:
        evals.setdefault(str(one.instance_id), []).append(one)
    parts = []
    for i, (name, peers) in enumerate(evals.items()):
        models = _write(folder, f"{i}m", peers[0].references or ())
        texts = _write(folder, f"{i}p", [one.prediction for one in peers])
        names = [escape(str(one.system_id)) for one in peers]
        parts.append(
            f'<EVAL ID="{escape(name)}"><PEER-ROOT>{folder}</PEER-ROOT>'
            f'<MODEL-ROOT>{folder}</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT><PEERS>'
            + "".join(f'<P ID="{x}">{t}</P>' for x, t in zip(names, texts, strict=True))
            + "</PEERS><MODELS>"
            + "".join(f'<M ID="{j}">{t}</M>' for j, t in enumerate(models))
            + "</MODELS></EVAL>"
        )
    path = folder / "config.xml"
    path.write_text(f"<ROUGE-EVAL>{''.join(parts)}</ROUGE-EVAL>", encoding="utf-8")
    return path


def _write(folder: Path, head: str, texts: Sequence[str]) -> list[str]:
    names = [f"{head}{k}" for k in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    return names


def rouge_in_python(path: str, options: dict[str, Any]) -> Timed:
    """Score records as `evaluate` does; call it in a new process, which has read nothing yet."""
    from sacreval.core.metric import metrics
    from sacreval.scoring.collected_batches import evaluate
    from sacreval.scoring.rouge_output import printed

    records = [one for batch in JsonlReader().read(path) for one in batch]
    metric = metrics.get("rouge-1.5.5")(**options).with_engine("native")
    _load(metric)
    start = _user()
    text = printed(evaluate([Batch(records)], metric), 0.95, details=True)
    return Timed(_user() - start, text)


def rouge_jackknife(path: str, options: dict[str, Any], *, jackknife: bool) -> float:
    """Score every record, with or without leaving references out; in a new process."""
    from sacreval.core.metric import metrics
    from sacreval.scoring.pair_scores import score

    records = [one for batch in JsonlReader().read(path) for one in batch]
    metric = metrics.get("rouge-1.5.5")(**options).with_engine("native")
    _load(metric)
    start = _user()
    score([Batch(records)], metric, jackknife=jackknife)
    return _user() - start


def _user() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _load(metric: Metric) -> None:
    """Import what scoring imports: one record of two words is scored."""
    from sacreval.scoring.collected_batches import evaluate
    from sacreval.scoring.pair_scores import score

    batch = Batch([Instance(instance_id="0", prediction="a", references=["b", "b"])])
    evaluate([batch], metric).report()
    score([batch], metric)


def rouge(path: str, script: str, data: str, perl: str) -> dict[str, Any]:
    """Compare with ROUGE-1.5.5.pl."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records = read(path)
        config = rouge_config(records, folder)
        ours = folder / "records.jsonl"
        ours.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in records))
        for switches, words in ROUGE.items():
            options = _options(words)
            fresh = [_fresh(rouge_in_python, str(ours), options) for _ in range(RUNS)]
            command = [sys.executable, "-m", "sacreval", "evaluate", "rouge-1.5.5", str(ours)]
            whole = [run([*command, *words, "--format", "rouge-1.5.5-d"]) for _ in range(RUNS)]
            theirs = run(
                [*perl.split(), script, "-e", data, *SHARED.split(), *switches.split(), str(config)]
            )
            here = statistics.median(one.seconds for one in fresh)
            program = statistics.median(one.seconds for one in whole)
            jackknife = [
                statistics.median(
                    _fresh(rouge_jackknife, str(ours), options, jackknife=on) for _ in range(RUNS)
                )
                for on in (True, False)
            ]
            found[switches] = {
                "script": theirs.seconds,
                "python": here,
                "command": program,
                "times as fast": theirs.seconds / here,
                "times as fast, command": theirs.seconds / program,
                "lines": len(theirs.printed.splitlines()),
                "equal": theirs.printed == whole[0].printed == fresh[0].printed,
                "jackknife over plain scores": jackknife[0] / jackknife[1],
            }
    return found


def _options(words: Sequence[str]) -> dict[str, Any]:
    """Convert options of the command line to those of the constructor."""
    found: dict[str, Any] = {}
    for word in words:
        if word.startswith("--no-"):
            found[word.removeprefix("--no-").replace("-", "_")] = False
        elif word.startswith("--"):
            last = word.removeprefix("--").replace("-", "_")
            found[last] = True
        else:
            found[last] = word if word.isalpha() else json.loads(word)
    return found


def _fresh(function: Any, *arguments: Any, **options: Any) -> Any:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments, **options).result()


def main() -> None:
    """Print the comparisons as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", metavar="RECORDS.jsonl")
    parser.add_argument("--rouge", metavar="SCRIPT", help="ROUGE-1.5.5.pl")
    parser.add_argument("--rouge-data", metavar="DIR", help="its data folder")
    parser.add_argument("--perl", default="perl", help="how Perl is called")
    asked = parser.parse_args()
    found = {}
    if asked.rouge:
        found["rouge-1.5.5"] = rouge(asked.records, asked.rouge, asked.rouge_data, asked.perl)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
