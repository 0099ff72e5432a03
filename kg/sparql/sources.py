"""Where the triples are: folders that ``kg build`` wrote, stores on disk, files of RDF in any syntax, plain or gzipped."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import pyoxigraph as ox

from kg.errors import InputError
from kg.export import STORE, is_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_EXTENSIONS = ("ttl", "nt", "nq", "trig", "jsonld", "rdf", "owl", "xml", "n3")
_REMEDY = "Build the graph first: kg build INPUT"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a connection reads.

    Attributes:
        store: A store, or None.
        files: Files of RDF; empty where there is a store.
    """

    store: Path | None
    files: tuple[Path, ...]


def find(paths: Iterable[str | Path]) -> Sources:
    """Find the triples that paths lead to.

    A folder of exports gives its store, or else its ``graph.ttl``, or else its graph in another syntax.

    Raises:
        InputError: A path leads to none, or a store is named beside others.
    """
    stores, files = [], []
    for path in map(Path, paths):
        found = _in_folder(path) if path.is_dir() else path
        if found.is_dir():
            stores.append(found)
        else:
            files.append(found)
    for file in files:
        if not file.is_file():
            raise InputError(file, "is not there" if not file.exists() else "is not a regular file", _REMEDY)
        syntax(file)
    if stores and len(stores) + len(files) > 1:
        raise InputError(stores[0], "is a store, which is asked alone", "Name it alone, or name files of RDF")
    return Sources(stores[0] if stores else None, tuple(files))


def _in_folder(folder: Path) -> Path:
    for candidate in (folder, folder / STORE):
        if is_store(candidate):
            return candidate
    for extension in _EXTENSIONS:
        for name in (f"graph.{extension}", f"graph.{extension}.gz"):
            if (folder / name).is_file():
                return folder / name
    raise InputError(folder, "holds neither a store nor a file graph.ttl", _REMEDY)


def syntax(file: Path) -> ox.RdfFormat:
    """Tell a file's syntax by its name.

    Raises:
        InputError: The name tells none.

    >>> syntax(Path("graph.nt.gz"))
    <RdfFormat N-Triples>
    """
    name = file.name.removesuffix(".gz")
    found = ox.RdfFormat.from_extension(name.rpartition(".")[2]) if "." in name else None
    if found is None:
        known = ", ".join(f".{extension}" for extension in _EXTENSIONS)
        raise InputError(
            file, "has no name that tells a syntax of RDF", f"Name it with one of {known}, or these with .gz"
        )
    return found


def load(store: ox.Store, files: Iterable[Path]) -> None:
    """Load files into a store; a relative IRI in one is relative to the file.

    What is in named graphs is put into the default graph as well, where queries that name no graph look.

    Raises:
        InputError: A file cannot be read, or is not in the syntax that its name tells.
    """
    for file in files:
        with _opened(file) as (opened, base):
            store.bulk_load(opened, syntax(file), base_iri=base)
    for name in list(store.named_graphs()):
        store.bulk_extend(ox.Quad(*quad.triple) for quad in store.quads_for_pattern(None, None, None, name))


def quads(files: Iterable[Path]) -> Iterator[ox.Quad]:
    """Read files as they stand, without a store, which would bring numbers and times into a canonical form.

    Raises:
        InputError: As for :func:`load`.
    """
    for file in files:
        with _opened(file) as (opened, base):
            yield from ox.parse(opened, syntax(file), base_iri=base, rename_blank_nodes=True)


@contextmanager
def _opened(file: Path) -> Iterator[tuple[IO[bytes], str]]:
    """Open a file, unpacked, beside its IRI; what goes wrong with it inside the block is an InputError."""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            yield cast("IO[bytes]", opened), file.absolute().as_uri()
    except (SyntaxError, UnicodeDecodeError) as error:
        if "LoadDocumentCallback" in str(error):
            raise InputError(
                file, "has its context elsewhere, and nothing is fetched", "Put the context into the file"
            ) from error
        found = f"is not {syntax(file).name} ({error})"
        raise InputError(file, found, "Mend it, or give its name the right end") from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(file, f"is no whole gzip file ({error})", "Fetch or write it again") from error
    except OSError as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(file, f"cannot be read ({reason})", "Look at the file and its permissions") from error


def open_store(path: Path) -> ox.Store:
    """Open a store on disk for reading alone.

    Raises:
        InputError: It cannot be opened.
    """
    try:
        return ox.Store.read_only(str(path))
    except OSError as error:
        raise InputError(
            path, f"is no store that can be opened ({error})", "Write it again: kg build --store"
        ) from error
