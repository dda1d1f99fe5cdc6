"""Packages outside `sacreval/` and the compiled kernels; the rest is in pyproject.toml."""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from shutil import move
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

DATA = ("datasets_setup", "metric_setup", "configs")
NATIVE = Path("sacreval/native")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)

# No FMA contraction, no fast-math: the same bits on every machine. No debugging symbols, which
# Python's own flags ask for: they are nine tenths of the file.
GCC = ["-O3", "-g0", "-std=c++17", "-ffp-contract=off", "-fvisibility=hidden"]
MSVC = ["/O2", "/std:c++17", "/fp:precise", "/EHsc", "/utf-8"]

kernels = Extension(
    "sacreval.native._native",
    sources=sorted(str(path) for path in NATIVE.glob("*.cpp")),
    depends=sorted(str(path) for path in NATIVE.glob("*.hpp")),
    define_macros=[("Py_LIMITED_API", "0x030B0000")],
    extra_compile_args=MSVC if sys.platform == "win32" else GCC,
    language="c++",
    py_limited_api=True,
    optional=True,  # without a compiler sacreval installs and scores with the official libraries
)


class AllAtOnce(build_ext):
    """Compiles the kernels' files at the same time, one on each core; by default it is in turn.

    A file is not compiled again if neither it nor a header that it includes changed since it was
    compiled with the same flags.
    """

    def build_extension(self, ext: Extension) -> None:
        """Build an extension."""
        compile_one = self.compiler.compile
        self.build_temp = f"build/objects-{_flags()}"  # also of editable installs

        def compile_once(source: str, **options: Any) -> list[str]:
            [made] = self.compiler.object_filenames([source], output_dir=self.build_temp)
            read = (Path(__file__), *_included(Path(source)))
            last = max(path.stat().st_mtime for path in read)
            if Path(made).exists() and Path(made).stat().st_mtime > last:
                return [made]
            with TemporaryDirectory() as folder:  # an interrupted compiler leaves no object behind
                [new] = compile_one([source], **options | {"output_dir": folder})
                Path(made).parent.mkdir(parents=True, exist_ok=True)
                move(new, made)
            return [made]

        def compile_all(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = pool.map(lambda source: compile_once(source, **options), sources)
                return [path for paths in done for path in paths]

        if self.compiler.compiler_type == "unix":
            self.compiler.compile = compile_all
        super().build_extension(ext)


def _included(source: Path) -> set[Path]:
    """Return a file and the project's files that it includes, directly or not."""
    found, new = set(), {source}
    while new:
        found |= new
        names = (name for path in new for name in INCLUDE.findall(path.read_text("utf-8")))
        new = {NATIVE / name for name in names if (NATIVE / name).exists()} - found
    return found


def _flags() -> str:
    """Return a name for what compiled files depend on besides their sources."""
    given = [os.environ.get(name, "") for name in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS")]
    return sha256("\0".join([sys.version, *given]).encode()).hexdigest()[:16]


setup(
    packages=[*find_packages(include=["sacreval", "sacreval.*"]), *(f"sacreval.{d}" for d in DATA)],
    package_dir={f"sacreval.{d}": d for d in DATA},
    include_package_data=False,  # what is listed here gets in, not what happens to lie about
    package_data={
        "sacreval": [
            "py.typed",
            "judges/*.yaml",
            "features/*/*.yaml",
            "**/*.schema.json",
            "features/page/*.css",
            "features/page/*.js",
            "metrics/index.json",
            "metrics/parts.json",
        ],
        **{f"sacreval.{d}": ["*.yaml", "**/*.yaml", "**/*.jsonl"] for d in DATA},
    },
    exclude_package_data={"sacreval.native": ["*.cpp", "*.hpp"]},  # in the sdist, not the wheel
    ext_modules=[kernels],
    cmdclass={"build_ext": AllAtOnce},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
