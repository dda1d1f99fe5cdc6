"""METEOR 1.5 beside the Java program: user and system CPU seconds of whole processes.

python benchmarks/classic_meteor.py --jar meteor-1.5.jar --texts outputs.txt references.txt

The texts have one segment in each line, and the jar's folder has `data/paraphrase-en.gz`. Start-up
is the time for one segment, subtracted in the second ratio. Scores are equal to the last bit.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path


def seconds(command: list[str]) -> tuple[float, str]:
    """Run a command; return its CPU seconds and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return used, output


def write(folder: Path, outputs: list[str], references: list[str]) -> None:
    """Write segments for both programs."""
    (folder / "outputs").write_text("\n".join(outputs) + "\n", encoding="utf-8")
    (folder / "references").write_text("\n".join(references) + "\n", encoding="utf-8")
    records = [
        {"prediction": output, "references": [reference]}
        for output, reference in zip(outputs, references, strict=True)
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "records.jsonl").write_text(lines, encoding="utf-8")


def run(folder: Path, jar: Path) -> tuple[float, float]:
    """Return the CPU seconds of the Java program and of sacreval, whose scores must be equal."""
    texts = [str(folder / name) for name in ("outputs", "references")]
    java = ["java", "-Xmx2G", "-jar", str(jar), *texts, "-l", "en", "-norm"]
    theirs, printed = seconds(java)
    records = str(folder / "records.jsonl")
    own = [sys.executable, "-m", "sacreval", "evaluate", "meteor-1.5", records, "--format", "json"]
    ours, report = seconds(own)
    want = float(printed.rsplit("Final score:", 1)[1])
    results = json.loads(report)["results"]
    found = next(one["value"] for one in results if one["output"] == "meteor_1.5")
    if found != want:
        raise SystemExit(f"the scores differ: {found} and {want}")
    return theirs, ours


def main() -> None:
    """Print both times, and both ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jar", type=Path, required=True)
    parser.add_argument("--texts", type=Path, nargs=2, required=True)
    parser.add_argument("--segments", type=int, default=1000)
    given = parser.parse_args()
    outputs, references = (
        path.read_text(encoding="utf-8").split("\n")[: given.segments] for path in given.texts
    )
    times = []
    for count in (1, given.segments):
        with tempfile.TemporaryDirectory() as name:
            write(Path(name), outputs[:count], references[:count])
            times.append(min(run(Path(name), given.jar) for _ in range(3)))
            print(f"{count} segments: Java {times[-1][0]:.2f} s, sacreval {times[-1][1]:.2f} s")
    (java_start, start), (java, whole) = times
    print(f"whole process: {java / whole:.0f} times")
    print(f"beyond start-up: {(java - java_start) / (whole - start):.0f} times")


if __name__ == "__main__":
    main()
