"""Extractions kept on disk, so that a text is extracted once, however often a build is begun.

An SQLite database does it: what was committed survives a killed process and a power cut.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
import zlib
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, cast

from kg.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from kg.model import Paper

KEPT = "extractions.sqlite"
"""The file's name in the private folder of the outputs."""

_SECONDS = 1.0
"""How much work a killed process may lose, besides the batches that are under way."""
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_COLUMNS = "key, packed, checksum"
_SCHEMA = "CREATE TABLE IF NOT EXISTS kept (number INTEGER PRIMARY KEY, key BLOB UNIQUE, packed BLOB, checksum INTEGER)"


class Kept:
    """Packed extractions by number, found by the text that they are of.

    What was damaged on the disk is not found; the rest of a damaged file is.

    Args:
        path: The file, made if it is not there; None for one that nobody sees and that goes at the end.
        fingerprint: What the extraction depends on besides the text (:func:`kg.extract.fingerprint.fingerprint`).

    Raises:
        OutputError: The file cannot be read or written; the methods raise it too.
    """

    def __init__(self, path: Path | None, fingerprint: str) -> None:
        self._path = path
        self.fingerprint = fingerprint
        with self._explained():
            self._database = _connect(path)
        self._newest = self._last()
        self._committed = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # After Ctrl-C too: what was extracted until then is worth keeping.
        empty = False
        with closing(self._database), suppress(*[OutputError] if kind else []):  # the first error is the one to tell
            self.commit()
            empty = not len(self)
        if self._path and empty:
            self._path.unlink()

    def __len__(self) -> int:
        with self._explained():
            return cast("int", self._database.execute("SELECT count(*) FROM kept").fetchone()[0])

    def find(self, paper: Paper) -> int | None:
        """Give the number of the extraction of a paper's text, if it is kept."""
        key = self._key(paper)
        with self._explained():
            row = self._database.execute("SELECT number, packed, checksum FROM kept WHERE key = ?", (key,)).fetchone()
        if row is None or _checksum(key, row[1]) != row[2]:
            return None
        return cast("int", row[0])

    def add(self, paper: Paper, packed: bytes) -> int:
        """Keep the extraction of a paper's text and give its number. It is safe after :meth:`commit`."""
        key = self._key(paper)
        with self._explained():
            if not self._database.in_transaction:
                self._database.execute("BEGIN")
            row = key, packed, _checksum(key, packed)
            added = self._database.execute(f"INSERT OR IGNORE INTO kept ({_COLUMNS}) VALUES (?, ?, ?)", row)
            number = added.lastrowid
            if not added.rowcount:  # it is damaged, or another paper's too
                self._database.execute("UPDATE kept SET packed = ?, checksum = ? WHERE key = ?", (*row[1:], key))
                [number] = self._database.execute("SELECT number FROM kept WHERE key = ?", (key,)).fetchone()
        return cast("int", number)

    def __getitem__(self, number: int) -> bytes:
        with self._explained():
            return cast(
                "bytes", self._database.execute("SELECT packed FROM kept WHERE number = ?", (number,)).fetchone()[0]
            )

    def commit(self) -> None:
        """Put all that was added on the disk."""
        with self._explained():
            if self._database.in_transaction:
                self._database.execute("COMMIT")
        self._committed = time.monotonic()

    def commit_now_and_then(self) -> None:
        """Put all that was added on the disk, if a second has passed since that was done."""
        if time.monotonic() - self._committed > _SECONDS:
            self.commit()

    def forget_new(self) -> None:
        """Drop what was added since the file was opened."""
        with self._explained():
            self._database.execute("DELETE FROM kept WHERE number > ?", (self._newest,))
        self.commit()

    def tidy(self, used: Iterable[int]) -> None:
        """Drop what is not used, if it is more than half; where there is no room for that, it stays."""
        used = set(used)
        if len(self) <= 2 * len(used):
            return
        self.commit()
        with suppress(OutputError), self._explained():
            self._database.execute("CREATE TEMP TABLE used (number INTEGER PRIMARY KEY)")
            self._database.execute("BEGIN")
            self._database.executemany("INSERT INTO used VALUES (?)", ((number,) for number in used))
            self._database.execute("DELETE FROM kept WHERE number NOT IN (SELECT number FROM used)")
            self._database.execute("COMMIT")
            self._database.execute("VACUUM")

    def _last(self) -> int:
        with self._explained():
            return cast("int", self._database.execute("SELECT ifnull(max(number), 0) FROM kept").fetchone()[0])

    def _key(self, paper: Paper) -> bytes:
        text = "\0".join((self.fingerprint, str(len(paper.title)), paper.title, paper.abstract))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            place = self._path or "temporary folder"
            remedy = "Make room on the disk, or remove the file" if self._path else "Make room on the disk"
            raise OutputError(place, f"cannot keep what was extracted ({error})", remedy) from error


def _checksum(key: bytes, packed: bytes) -> int:
    return zlib.crc32(packed, zlib.crc32(key))


def _connect(path: Path | None) -> sqlite3.Connection:
    try:
        return _open(path)
    except sqlite3.DatabaseError as error:
        if path is None or error.sqlite_errorcode & 0xFF not in _DAMAGED:
            raise
        return _salvage(path)


def _open(path: Path | None) -> sqlite3.Connection:
    """Open a database that is whole."""
    database = sqlite3.connect(path or "", isolation_level=None)
    try:
        database.execute(_SCHEMA)
        [found] = database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            error = sqlite3.DatabaseError(found)
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
    except BaseException:
        database.close()
        raise
    return database


def _salvage(path: Path) -> sqlite3.Connection:
    """Put a new database in the place of a damaged one, with what can still be read of it."""
    damaged = path.with_name(f"{path.name}.damaged")
    path.replace(damaged)
    # It belongs to the old file, and would spoil the new one.
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    database = _open(path)
    database.execute("BEGIN")
    readable = sqlite3.connect(f"{damaged.resolve().as_uri()}?immutable=1", uri=True)
    with closing(readable) as old, suppress(sqlite3.DatabaseError):
        # Otherwise a file that is shorter than it says is not opened at all.
        old.execute("PRAGMA writable_schema = ON")
        for row in old.execute(f"SELECT {_COLUMNS} FROM kept NOT INDEXED ORDER BY number"):
            database.execute(f"INSERT OR IGNORE INTO kept ({_COLUMNS}) VALUES (?, ?, ?)", row)
    database.execute("COMMIT")
    damaged.unlink()
    return database
