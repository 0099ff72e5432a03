"""Modules that can be called: ``kg.read(paths)`` beside ``from kg.read import find``."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _CallableModule(ModuleType):
    """A module whose call is the call of its function of the same name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, self.__name__.rpartition(".")[2])(*args, **kwargs)


def make_callable(name: str) -> None:
    """Let the module ``name`` be called in place of its function of the same name.

    A stage of the way is a module of the package and also its main function (*read, extract, build*); an attribute of
    the package can only be one of the two, and which one would depend on what was imported first.
    """
    sys.modules[name].__class__ = _CallableModule
