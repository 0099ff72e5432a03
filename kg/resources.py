"""The files that travel with the package."""

from __future__ import annotations

from pathlib import Path

from kg.errors import InputError, ModelError

_PACKAGE = Path(__file__).parent


def ontology_file(name: str) -> Path:
    """Find a file of the ontology: in an installed package under ``kg/ontology``, in a source tree beside ``kg``.

    Args:
        name: The file's path inside the folder ``ontology``, with ``/`` between folders.

    Raises:
        InputError: There is no such file.

    >>> ontology_file("kg.ttl").name
    'kg.ttl'
    """
    installed = _PACKAGE / "ontology" / name
    if installed.is_file():
        return installed
    root = _PACKAGE.parent
    source = root / "ontology" / name
    # A folder "ontology" in site-packages belongs to someone else; only a source tree has pyproject.toml there.
    if source.is_file() and (root / "pyproject.toml").is_file():
        return source
    raise InputError(installed, "is missing from the package", "Install kg-papers again")


def model_folder(name: str) -> Path:
    """Find a trained model of the package.

    Raises:
        ModelError: There is no such model.

    >>> model_folder("concept_tagger").name
    'concept_tagger'
    """
    folder = _PACKAGE / "models" / name
    if not folder.is_dir():
        raise ModelError(folder, "is missing from the package", "Install kg-papers again")
    return folder
