"""Commands are imported only when they are called."""

import os
import subprocess
import sys

import pytest

from sacreval import native
from support.mirror import CHECKOUT
from support.sizes import few

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
HEAVY = ("scipy", "nltk", "sacrebleu", "numpy", "pydantic", "pandas", "torch", "transformers",
         "tokenizers", "safetensors", "rich.table")  # fmt: skip
UNUSED = (
    "scipy", "nltk", "sacrebleu", "pydantic", "rich", "yaml", "platformdirs", "logging", "csv",
    "gzip", "tempfile", "concurrent.futures", "importlib.metadata", "sacreval.execution.ray",
    "sacreval.features.gates.gates", "sacreval.scoring.result_files",
    "sacreval.features.gates.regression",
    "sacreval.report.terminal_width",
    "torch", "transformers", "tokenizers", "safetensors",
)  # fmt: skip


def python(code: str, *arguments: object) -> str:
    """Run code in a process of its own and give what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


@few(
    2,
    "words",
    [
        ["--help"],
        ["--version"],
        ["evaluate", "--help"],
        ["evaluate", "bleu", "--help"],
        ["evaluate", "rouge", "--help"],
    ],
)
def test_imports(words):
    """Help imports no numerical or official library."""
    code = (
        "import sys; from sacreval.commands.app import run; run(sys.argv[1:]);"
        f"print('imported:', [m for m in {HEAVY} if m in sys.modules])"
    )
    assert python(code, *words).endswith("imported: []\n")


@pytest.mark.skipif(not native.available(), reason="the kernels are not built here")
@few(
    1,
    "words",
    [
        ["evaluate", "bleu", SAMPLE],
        ["evaluate", "bleu", SAMPLE, "--engine", "native", "--workers", "1", "--format", "md"],
        [
            "evaluate",
            "ter",
            SAMPLE,
            "--ci",
            "--confidence",
            "0.9",
            "--seed",
            "3",
            "--case-sensitive",
        ],
        ["evaluate", "suite", "-m", "bleu", "-m", 'chrf{"word_order": 2}', SAMPLE],
        ["score", "bleu", SAMPLE],
    ],
)
def test_scoring_imports_what_it_uses(words):
    """Scoring with kernels imports no official library, and nothing that was not asked for."""
    code = (
        "import sys; from sacreval.commands.app import run; code = run(sys.argv[1:]);"
        f"print('imported:', code, [m for m in {UNUSED} if m in sys.modules])"
    )
    assert python(code, *words).endswith("imported: 0 []\n")


@few(1,
    "words",
    [["list", "metrics"], ["evaluate", "bertscore", "--help"],
     ["evaluate", "ter", str(SAMPLE), "--engine", "official"]],
)  # fmt: skip
def test_models_are_imported_by_who_runs_them(words):
    """Lists, help of metrics that run a model, and all other metrics import no torch."""
    code = (
        "import sys; from sacreval.commands.app import run; code = run(sys.argv[1:]);"
        "names = {'torch', 'transformers', 'tokenizers', 'safetensors'};"
        "print('imported:', code, sorted(names & set(sys.modules)))"
    )
    assert python(code, *words).endswith("imported: 0 []\n")


pytestmark = pytest.mark.usefixtures("alone")


def test_help_is_light():
    """`sacreval --help` imports neither network nor recipes nor readers."""
    code = (
        "import sys; from sacreval.commands.app import run; run(['--help']); "
        "recipes = 'sacreval.features.setup.recipes'; "
        "names = {'urllib3', 'yaml', 'msgspec', 'numpy', 'nltk', recipes}; "
        "heavy = names & set(sys.modules); "
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not native.available(), reason="the kernels are not built here")
@few(1,
    "words",
    [["bleu", SAMPLE], ["exact-match", "one.jsonl", "--format", "json"],
     ["chrf", "one.jsonl", "--word-order", "2", "-o", "out.json", "-q"],
     *([name, "one.jsonl"] for name in
       ("rouge", "token-f1", "token-accuracy", "edit-distance", "anls", "ter", "wer", "cer"))],
)  # fmt: skip
def test_plain_runs_import_neither_numpy_nor_typer(words, tmp_path, monkeypatch):
    """Usual words are parsed without Typer, and one reference each is scored without NumPy."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.jsonl").write_text('{"prediction": "a b", "references": ["a c"]}\n')
    code = (
        "import sys; from sacreval.commands.app import run;"
        "code = run(['evaluate', *sys.argv[1:]]);"
        "names = {'numpy', 'typer', 'subprocess', 'hashlib', 'sacreval.metrics._wrappers'};"
        "print('imported:', code, sorted(names & set(sys.modules)))"
    )
    assert python(code, *words).endswith("imported: 0 []\n")


@pytest.mark.parametrize(
    ("words", "most"),
    [(["--help"], 49), (["evaluate", "bleu", "--help"], 110), (["evaluate", "bleu", SAMPLE], 160)],
)
def test_modules_of_a_start(words, most):
    """What every run waits for does not grow; where fewer modules do, the number here falls."""
    code = (
        "import sys; from sacreval.commands.app import run; run(sys.argv[1:]);"
        "print('imported:', sum(name.partition('.')[0] == 'sacreval' for name in sys.modules))"
    )
    assert int(python(code, *words).rpartition(" ")[2]) <= most
