"""Registry[T]: map names to classes, each defined in one module or plug-in, imported lazily."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar
from warnings import warn

from sacreval.errors import NotSetUpError, PluginWarning, UsageError, nearest


def entry_points_of(group: str) -> dict[str, str]:
    """Return the entry points of a group: name to `module:attribute`.

    `importlib.metadata` takes longer to import and to read all packages than the rest of a short
    command, so it is used only where a package declares the group.
    """
    if not is_declared(group):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=group)}


def is_declared(group: str) -> bool:
    """Return whether an installed package may declare entry points of a group."""
    wanted = group.encode()
    return any(_declares(folder or os.curdir, wanted) for folder in sys.path)


def _declares(folder: str, wanted: bytes) -> bool:
    """Return whether a package of a folder has the group; True of an archive, which is not read."""
    if Path(folder).is_file():
        return True
    try:
        paths = [x.path for x in os.scandir(folder) if x.name.endswith(("-info", ".egg"))]
    except OSError:
        return False
    return any(path.endswith(".egg") or wanted in _points(path) for path in paths)


def _points(info: str) -> bytes:
    try:
        return Path(info, "entry_points.txt").read_bytes()
    except OSError:
        return b""


T = TypeVar("T")

RESERVED = ("engine", "fields")  # constructor parameters that are set by options of the verbs


class Registry(Generic[T]):
    """Maps names to classes of one kind, one per module: `google_bleu.py` defines `google-bleu`.

    Between digits an underscore is a dot: `rouge_1_5_5.py` defines `rouge-1.5.5`.

    Modules are in the package or in its subpackages, and are imported on first use. Plug-ins come
    from the entry point group that has the package's name (`sacreval.metrics`).

    Args:
        kind: What is registered, for messages.
        package: The package with one module per name; also the entry point group.
        outside: The module whose `load` creates classes for names such as `py:module:Class`.
        schemes: Prefixes of such names, without the colon.
        base: The class that plug-ins must be subclasses of.
        hint: Returns what to write instead of a name that the registry, its second argument, does
            not know; None for the nearest one.
    """

    def __init__(
        self,
        kind: Literal["metric", "perturbation", "reader", "runner"],
        package: str,
        *,
        outside: str = "",
        schemes: tuple[str, ...] = (),
        base: type = object,
        hint: Callable[[str, Registry[T]], str | None] = lambda *_: None,
    ) -> None:
        self.kind = kind
        self.package = package
        self.outside = outside
        self.schemes = schemes
        self.base = base
        self.hint = hint
        self._classes: dict[str, type[T]] = {}
        self._external: dict[str, tuple[object, type[T]]] = {}

    def register(self, name: str) -> Callable[[type[T]], type[T]]:
        """Register a class under a name; used as a decorator."""

        def add(cls: type[T]) -> type[T]:
            cls.name = name  # type: ignore[attr-defined]
            self._classes[name] = cls
            return cls

        return add

    def __contains__(self, name: str) -> bool:
        """Return whether a name has a class."""
        return name in self._classes or name in self._own or name in self._plugins()

    def __iter__(self) -> Iterator[str]:
        """All names, built in and plugged in, sorted."""
        return iter(sorted({*self._classes, *self._own, *self._plugins()}))

    def is_own(self, name: str) -> bool:
        """Return whether a name is defined in the package, not by a plug-in."""
        return name in self._own

    def importable(self) -> Iterator[tuple[str, type[T]]]:
        """Yield names with their classes; a plug-in that cannot be imported is skipped.

        Warns:
            PluginWarning: For each plug-in that is skipped, with the reason.
        """
        for name in self:
            try:
                yield name, self.get(name)
            except NotSetUpError as error:
                warn(str(error), PluginWarning, stacklevel=2)

    def get(self, name: str) -> type[T]:
        """Import and return the class of a name.

        Args:
            name: The name as on the command line, with hyphens.

        Returns:
            The registered class.

        Raises:
            UsageError: If there is no such name; the message suggests the closest.
            NotSetUpError: If a plug-in of that name cannot be imported.
        """
        if name.partition(":")[0] in self.schemes:
            source, cls = self._external.get(name, (None, None))
            if cls is None or source is not _object(name):  # as after importlib.reload
                cls = import_module(self.outside).load(name)
                self._external[name] = _object(name), cls
            return cls
        if name not in self._classes:
            if name in self._own:
                import_module(self._own[name])
            elif name in self._plugins():
                self._load_plugin(name)
            else:
                what = self.hint(name, self) or nearest(name, self)
                raise UsageError(f"There is no {self.kind} '{name}'; {what}")
        return self._classes[name]

    @cached_property
    def _own(self) -> dict[str, str]:
        spec = find_spec(self.package)
        folders = spec.submodule_search_locations if spec else None
        paths = (path for folder in folders or () for path in _modules(folder, self.package))
        return {_name(path): path for path in paths}

    def _plugins(self) -> dict[str, str]:
        return entry_points_of(self.package)

    def _load_plugin(self, name: str) -> None:
        module, _, attribute = self._plugins()[name].partition(":")
        try:
            plugin = getattr(import_module(module), attribute)
            self._check(plugin)
            self.register(name)(plugin)
        except Exception as error:
            raise NotSetUpError(
                f"The {self.kind} '{name}' comes from the plug-in {module}, which fails to import "
                f"({type(error).__name__}: {error}); fix or uninstall that plug-in"
            ) from error

    def _check(self, plugin: object) -> None:
        """Check that a plug-in is a concrete subclass of the base class."""
        if not (isinstance(plugin, type) and issubclass(plugin, self.base)):
            raise TypeError(f"it is not a subclass of {self.base.__name__}")
        if isabstract(plugin):
            missing = ", ".join(sorted(getattr(plugin, "__abstractmethods__", ())))
            raise TypeError(f"{plugin.__name__} does not define {missing}")


class RegistryPackage(ModuleType):
    """A package that delegates to the registry of its modules.

    So `sacreval.metrics` is both the package and the registry, whichever is imported first.
    """

    registry: Registry[Any]

    def __iter__(self) -> Iterator[str]:
        return iter(self.registry)

    def __contains__(self, name: str) -> bool:
        return name in self.registry

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "registry":
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        return getattr(self.registry, name)


def delegate_to(package: str, registry: Registry[Any]) -> None:
    """Make a package behave like its registry, as in `sacreval.metrics.get("bleu")`.

    Args:
        package: The name of a package that is being imported.
        registry: Its registry.
    """
    module = sys.modules[package]
    module.__class__ = RegistryPackage
    module.registry = registry  # type: ignore[attr-defined]


def _object(name: str) -> object:
    """Return what `py:MODULE:NAME` denotes now, None where its module is not imported."""
    module, _, attribute = name.partition(":")[2].partition(":")
    return getattr(sys.modules.get(module), attribute, None)


def _name(path: str) -> str:
    """Return the name that a module defines: `rouge_1_5_5` defines `rouge-1.5.5`."""
    words = re.sub(r"(?<=\d)_(?=\d)", ".", path.rpartition(".")[2])
    return words.replace("_", "-")


def _modules(folder: str, package: str) -> Iterator[str]:
    """Yield the modules of a package and of its subpackages, one level down.

    Files that editors and file systems create, such as `._bleu.py`, are ignored; so are names with
    a leading underscore, which contain shared code.
    """
    for entry in os.scandir(folder):
        name = entry.name.removesuffix(".py")
        if not name[:1].islower():
            continue
        if entry.name.endswith(".py"):
            yield f"{package}.{name}"
        elif "." not in name and entry.is_dir() and not package.count(".") > 1:
            yield from _modules(entry.path, f"{package}.{name}")
