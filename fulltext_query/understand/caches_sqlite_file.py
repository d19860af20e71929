"""The SQLite file beneath ``SqliteCache``: for one thread, and as many processes as there are."""

from __future__ import annotations

import logging
import math
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from ..errors import FulltextQueryError

__all__ = ["ForeignFileError", "SqliteFile", "is_damage", "is_refusal"]

T = TypeVar("T")

_LOGGER = logging.getLogger("fulltext_query.understand")

_APPLICATION = 0x66715F63  # 'fq_c': in the head of every file of this cache
_SWEPT = 64  # expired values that one set takes away: more than it brings, and soon done
_CODE = 0xFF  # the part of an error's code that is not a detail

# A new number in the tables' names for every new form: versions do not disturb each other.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS entry_1 (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order of writing
    key BLOB NOT NULL UNIQUE,
    value BLOB NOT NULL,
    expires REAL  -- seconds since 1970; NULL: never
);
CREATE INDEX IF NOT EXISTS entry_1_expires ON entry_1 (expires) WHERE expires IS NOT NULL;
CREATE TABLE IF NOT EXISTS total_1 (one INTEGER PRIMARY KEY, entries INTEGER, bytes INTEGER);
INSERT OR IGNORE INTO total_1 VALUES (1, 0, 0);
CREATE TRIGGER IF NOT EXISTS entry_1_more AFTER INSERT ON entry_1 BEGIN
    UPDATE total_1
    SET entries = entries + 1, bytes = bytes + length(new.key) + length(new.value);
END;
CREATE TRIGGER IF NOT EXISTS entry_1_less AFTER DELETE ON entry_1 BEGIN
    UPDATE total_1
    SET entries = entries - 1, bytes = bytes - length(old.key) - length(old.value);
END;
"""


class ForeignFileError(FulltextQueryError):
    """The file is a database of something else, which is left as it is."""


def is_damage(error: BaseException) -> bool:
    """Whether the file is no database, or a broken one."""
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_refusal(error: BaseException) -> bool:
    """Whether the file answers, and only this could not be done: it is full, or read-only."""
    return _code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_TOOBIG)


def _code(error: BaseException) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & _CODE


class SqliteFile:
    """Values in a file, opened when it is needed, and anew when another took its place."""

    def __init__(self, path: Path, max_entries: int, max_bytes: int, seconds: float) -> None:
        """seconds: how long another writer is waited for."""
        self._path = path
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None  # which file of this name is open
        self._process = os.getpid()
        self._abandoned: list[sqlite3.Connection] = []  # see _after_fork

    def get(self, key: bytes, now: float) -> bytes | None:
        """The value; None where there is none, or no more."""

        def read(connection: sqlite3.Connection) -> bytes | None:
            row = connection.execute(
                "SELECT value FROM entry_1 WHERE key = ? AND (expires IS NULL OR expires > ?)",
                (key, now),
            ).fetchone()
            return None if row is None else row[0]

        return self._with(read)

    def set(self, key: bytes, value: bytes, now: float, expires: float) -> None:
        """Keeps a value; what has expired goes, and then what was written the longest ago."""

        def write(connection: sqlite3.Connection) -> None:
            with _writing(connection):
                connection.execute("DELETE FROM entry_1 WHERE key = ?", (key,))
                connection.execute(
                    "DELETE FROM entry_1 WHERE number IN"
                    " (SELECT number FROM entry_1 WHERE expires <= ? LIMIT ?)",
                    (now, _SWEPT),
                )
                if expires > now and len(key) + len(value) <= self._max_bytes:
                    connection.execute(
                        "INSERT INTO entry_1 (key, value, expires) VALUES (?, ?, ?)",
                        (key, value, expires if expires < math.inf else None),
                    )
                self._make_room(connection)

        self._with(write)

    def delete(self, key: bytes) -> None:
        """Forgets a value."""

        def forget(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM entry_1 WHERE key = ?", (key,))

        self._with(forget)

    def totals(self) -> tuple[int, int]:
        """How many values there are, and how many bytes they and their keys have."""

        def read(connection: sqlite3.Connection) -> tuple[int, int]:
            entries, size = connection.execute("SELECT entries, bytes FROM total_1").fetchone()
            return entries, size

        return self._with(read)

    def close(self) -> None:
        """Closes the file; the next call opens it again."""
        self._after_fork()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _after_fork(self) -> None:
        # The parent's connection is neither used nor closed in the child:
        # https://sqlite.org/howtocorrupt.html, section 2.6.
        if self._process != os.getpid():
            self._process = os.getpid()
            if self._connection is not None:
                self._abandoned.append(self._connection)
                self._connection = None

    def _make_room(self, connection: sqlite3.Connection) -> None:
        entries, size = connection.execute("SELECT entries, bytes FROM total_1").fetchone()
        if entries <= self._max_entries and size <= self._max_bytes:
            return
        last = 0
        for number, length in connection.execute(
            "SELECT number, length(key) + length(value) FROM entry_1 ORDER BY number"
        ):
            last, entries, size = number, entries - 1, size - length
            if entries <= self._max_entries and size <= self._max_bytes:
                break
        connection.execute("DELETE FROM entry_1 WHERE number <= ?", (last,))

    def _with(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does it; a damaged file is put aside, and it is done with a new one."""
        try:
            return work(self._opened())
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                self.close()  # it may be open in a way that does not work any more
                raise
            self._put_aside(error)
            return work(self._opened())

    def _opened(self) -> sqlite3.Connection:
        self._after_fork()
        if self._connection is not None:
            if self._file == _identity(self._path):
                return self._connection
            self.close()  # somebody removed or replaced it
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # the texts are private
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        self._file = _identity(self._path)
        connection = sqlite3.connect(
            self._path, timeout=self._seconds, isolation_level=None, check_same_thread=False
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")  # another process may be making it: one look at both
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        connection.execute("COMMIT")
        if application != _APPLICATION and (application or tables):
            raise ForeignFileError(f"{self._path} is another program's database: name another file")
        with suppress(sqlite3.OperationalError):  # another process is about to do it
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        made = "SELECT 1 FROM sqlite_schema WHERE name = 'total_1'"
        if connection.execute(made).fetchone() is None:
            with _writing(connection):
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                for statement in _statements(_SCHEMA):
                    connection.execute(statement)

    def _put_aside(self, error: sqlite3.DatabaseError) -> None:
        self.close()
        if self._file != _identity(self._path):
            return  # another process has done it
        aside = self._path.with_name(self._path.name + ".damaged")
        _LOGGER.warning(
            "cache.damaged: %s is made anew; the old one is now %s: %s", self._path, aside, error
        )
        with suppress(FileNotFoundError):
            os.replace(self._path, aside)
        for end in ("-wal", "-shm"):
            self._path.with_name(self._path.name + end).unlink(missing_ok=True)


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterator[str]:
    """One after the other: ``executescript`` would end the transaction."""
    begun = ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            yield begun
            begun = ""


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
