"""Packages outside `sacreval/`, and the compiled kernels; the rest is in pyproject.toml."""

from setuptools import find_packages, setup

DATA = ("datasets_setup", "metric_setup", "configs")

setup(
    packages=[*find_packages(include=["sacreval", "sacreval.*"]), *(f"sacreval.{d}" for d in DATA)],
    package_dir={f"sacreval.{d}": d for d in DATA},
    package_data={
        "sacreval": ["py.typed"],
        **{f"sacreval.{d}": ["*.yaml", "**/*.yaml", "**/*.jsonl"] for d in DATA},
    },
)
