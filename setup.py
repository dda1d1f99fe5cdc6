"""Packages outside `sacreval/` and the compiled kernels; the rest is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup

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

setup(
    packages=[*find_packages(include=["sacreval", "sacreval.*"]), *(f"sacreval.{d}" for d in DATA)],
    package_dir={f"sacreval.{d}": d for d in DATA},
    include_package_data=False,  # what is listed here gets in, not what happens to lie about
    package_data={
        "sacreval": ["py.typed", "report/*.schema.json", "report/html/page.*"],
        **{f"sacreval.{d}": ["*.yaml", "**/*.yaml", "**/*.jsonl"] for d in DATA},
    },
    exclude_package_data={"sacreval.native": ["*.cpp", "*.hpp"]},  # in the sdist, not the wheel
    ext_modules=[kernels],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
