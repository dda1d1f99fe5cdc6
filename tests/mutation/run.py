"""Change the code in small ways, one at a time, and print the changes that no test notices.

Run from the repository's root, after `pip install -e '.[test]' --group mutation`:

    python -m pytest -p pytest_cov --cov=sacreval --cov-context=test --cov-report=
    python tests/mutation/run.py --seed 16 --python 80 --cpp 20

Coverage of the first command names the tests of each line, so that a change is tried only with
those; C++ is tried with the tests of the kernels, of what uses one, and the lock. Changes are made
in a copy of the repository.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Queue

from mutants import ROOT, Mutant, sample

PYTEST = [sys.executable, "-m", "pytest", "-n0", "-x", "-q"]
_FAILED = r"^(?:FAILED|ERROR) (\S+::.*?)(?: - .*)?$"
MOST = 300  # tests for one change, those of the fewest lines first


def main() -> None:
    """Try the changes and print a line for each, then how many were noticed."""
    options = _options()
    drawn = sample(options.python, cpp=False, seed=options.seed)
    drawn += sample(options.cpp, cpp=True, seed=options.seed)
    drawn = drawn[options.after :]
    tests = Tests(ROOT / ".coverage") if options.python else None
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Path] = Queue()
        for i in range(options.jobs):
            copies.put(_copy(Path(folder) / str(i)))
        fate = Trial(copies, tests, options.limit).fate
        with ThreadPoolExecutor(options.jobs) as pool:
            fates = []
            for i, (mutant, said) in enumerate(zip(drawn, pool.map(fate, drawn), strict=True), 1):
                fates.append(said.partition(" by ")[0])
                print(f"{i} {said}: {mutant.path}:{mutant.line}: {mutant.old}  =>  {mutant.new}",
                      flush=True)  # fmt: skip
    print({said: fates.count(said) for said in sorted(set(fates))})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=16, help="which changes are drawn")
    parser.add_argument("--python", type=int, default=80, help="how many changes of Python")
    parser.add_argument("--cpp", type=int, default=20, help="how many changes of C++")
    parser.add_argument("--after", type=int, default=0, help="leave out the first of them")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one change")
    return parser.parse_args()


def _copy(folder: Path) -> Path:
    """Copy what git knows of, and the compiled kernels."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    built = [str(path.relative_to(ROOT)) for path in ROOT.glob("sacreval/native/_native*")]
    for name in filter(None, [*listed, *built]):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


class Tests:
    """Which tests run a line, by the contexts that coverage noted.

    Args:
        file: What `pytest --cov-context=test` wrote.
    """

    def __init__(self, file: Path) -> None:
        from coverage import CoverageData

        self._data = CoverageData(str(file))
        self._data.read()
        self._paths = {path.replace("\\", "/"): path for path in self._data.measured_files()}
        self._lines: dict[str, int] = {}
        for path in self._data.measured_files():
            for names in self._data.contexts_by_lineno(path).values():
                for name in names:
                    self._lines[name] = self._lines.get(name, 0) + 1

    def of(self, mutant: Mutant) -> list[str]:
        """List tests of a line, or of the nearest above: of its module, then the most specific."""
        path = next(p for name, p in self._paths.items() if name.endswith("/" + mutant.path))
        by_line = self._data.contexts_by_lineno(path)
        names = {name for name in by_line.get(mutant.line, []) if name}
        for line in range(mutant.line - 1, 0, -1):
            if names or "" in by_line.get(line, []):
                break
            names = set(by_line.get(line, []))
        test_file = f"/test_{Path(mutant.path).stem.lstrip('_')}.py::"
        ordered = sorted(names, key=lambda name: (test_file not in name, self._lines[name], name))
        return [name.rpartition("|")[0] for name in ordered][:MOST] or self._of_module(path)

    def _of_module(self, path: str) -> list[str]:
        """List some tests of a module whose line is run at import."""
        contexts = self._data.contexts_by_lineno(path).values()
        tests = {name for names in contexts for name in names if name}
        ordered = sorted(tests, key=lambda name: (self._lines[name], name))
        return [name.rpartition("|")[0] for name in ordered][:MOST]


class Trial:
    """Tries changes in copies of the repository.

    Args:
        copies: Where nobody works at the moment.
        tests: Which tests run a line of Python.
        limit: Seconds for the tests of one change.
    """

    def __init__(self, copies: "Queue[Path]", tests: Tests | None, limit: float) -> None:
        self._copies, self._tests, self._limit = copies, tests, limit
        self._failing: set[str] = set()  # without any change; they say nothing

    def fate(self, mutant: Mutant) -> str:
        """Say what became of a change, and by which test."""
        cpp = mutant.path.endswith("pp")
        chosen = _of_kernel(mutant) if cpp else self._tests.of(mutant)
        if not chosen:
            return "uncovered"
        folder = self._copies.get()
        file = folder / mutant.path
        before = file.read_bytes()
        try:
            while True:
                file.write_text(mutant.text, encoding="utf-8")
                if cpp and not _built(folder):
                    return "killed by the compiler"
                outcome = self._run(folder, chosen)
                file.write_bytes(before)
                test = outcome.removeprefix("killed by ")
                if "::" not in outcome or test in self._failing or (cpp and not _built(folder)):
                    return outcome
                if self._run(folder, [test]) == "survived":
                    return outcome
                self._failing.add(test)
        finally:
            file.write_bytes(before)
            self._copies.put(folder)

    def _run(self, folder: Path, chosen: list[str]) -> str:
        """Run tests until one fails."""
        names = [name for name in chosen if name not in self._failing]
        left_out = [f"--deselect={name}" for name in self._failing]
        (folder / "chosen.txt").write_text("\n".join([*left_out, *names]), encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        with (folder / "said.txt").open("w+", encoding="utf-8") as said:
            process = subprocess.Popen(
                [*PYTEST, "@chosen.txt"], cwd=folder, env=environment,
                stdout=said, stderr=said, start_new_session=True,
            )  # fmt: skip
            try:
                code = process.wait(self._limit)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, 9)
                process.wait()
                return "timeout"
            said.seek(0)
            failed = re.search(_FAILED, said.read(), re.MULTILINE)
        return "survived" if code == 0 else f"killed by {failed[1]}" if failed else "killed"


SERVED = {"blake2b": "hashes"}  # what kernels serve whose names no test file has


def _of_kernel(mutant: Mutant) -> list[str]:
    """List tests: of all kernels, of what has a word of the name, and the lock."""
    words = Path(mutant.path).stem.removeprefix("module_").split("_")
    wanted = {SERVED.get(word, word) for word in words}
    files = {str(path.relative_to(ROOT)): path for path in ROOT.glob("tests/**/test_*.py")}
    named = [
        name
        for name, path in sorted(files.items())
        if wanted & {*path.stem.split("_")} and "/native/" not in name
    ]
    return ["tests/native", *named, "tests/lock"]


def _built(folder: Path) -> bool:
    words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    library = folder / "sacreval/native/_native.abi3.so"
    library.unlink(missing_ok=True)
    subprocess.run(words, cwd=folder, capture_output=True, check=False)
    return library.exists()


if __name__ == "__main__":
    main()
