"""Packages outside `sacreval/` and the compiled kernels; the rest is in pyproject.toml."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

DATA = ("datasets_setup", "metric_setup", "configs")
NATIVE = Path("sacreval/native")

# No FMA contraction, no fast-math: the same bits on every machine.
GCC = ["-O3", "-std=c++17", "-ffp-contract=off", "-fvisibility=hidden"]
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
    """Compiles the kernels' files at the same time, one on each core; by default it is in turn."""

    def build_extension(self, ext: Extension) -> None:
        """Build an extension."""
        compile_one = self.compiler.compile

        def compile_all(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = pool.map(lambda source: compile_one([source], **options), sources)
                return [path for paths in done for path in paths]

        if self.compiler.compiler_type == "unix":
            self.compiler.compile = compile_all
        super().build_extension(ext)


setup(
    packages=[*find_packages(include=["sacreval", "sacreval.*"]), *(f"sacreval.{d}" for d in DATA)],
    package_dir={f"sacreval.{d}": d for d in DATA},
    include_package_data=False,  # what is listed here gets in, not what happens to lie about
    package_data={
        "sacreval": [
            "py.typed",
            "judges/*.yaml",
            "report/citations/*.yaml",
            "report/*.schema.json",
            "report/html/*.css",
            "report/html/*.js",
            "metrics/index.json",
        ],
        **{f"sacreval.{d}": ["*.yaml", "**/*.yaml", "**/*.jsonl"] for d in DATA},
    },
    exclude_package_data={"sacreval.native": ["*.cpp", "*.hpp"]},  # in the sdist, not the wheel
    ext_modules=[kernels],
    cmdclass={"build_ext": AllAtOnce},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
