"""What a run of counting keeps on the disk, so that another can go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import SettingsError
from ..lexicon.format import write_atomically
from .counting import Counting

__all__ = ["State", "state_path"]

_MARK = "fulltext_query counting"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class State:
    """A place in a source, and what was counted up to there.

    made_with: JSON-ready: the source, the settings and the language, which must be the same.
    problems: of lines that hold no document.
    """

    made_with: Mapping[str, Any]
    position: Any
    problems: Sequence[str]
    counting: Counting

    def write(self, path: Path) -> None:
        """Writes it whole or not at all. Raises SettingsError where it cannot be written."""
        head = {
            "what": _MARK, "version": _VERSION, "made_with": self.made_with,
            "position": self.position, "problems": list(self.problems),
            "language": self.counting.language, "max_words": self.counting.max_words,
            "numbers": self.counting.numbers(), "words": len(self.counting),
        }  # fmt: skip
        content = bytearray(json.dumps(head, ensure_ascii=False).encode() + b"\n")
        for word, term, documents in self.counting.rows():
            content += f"{word}\t{term}\t{documents}\n".encode()
        try:
            write_atomically(path, bytes(content))
        except OSError as error:
            raise SettingsError(f"cannot write {path}: {error.strerror}") from error

    @classmethod
    def read(cls, path: Path, made_with: Mapping[str, Any]) -> State:
        """The state of a file.

        Raises SettingsError where it is none, or of a run of another source or other settings.
        """
        try:
            with path.open(encoding="utf-8", newline="\n") as file:
                head = json.loads(file.readline())
                if head["what"] != _MARK or head["version"] != _VERSION:
                    raise ValueError(f"of version {head['version']}")
                counting = Counting(head["language"], max_words=head["max_words"])
                counting.restore(head["numbers"], _rows(file))
                if len(counting) != head["words"]:
                    raise ValueError(f"{len(counting)} words of {head['words']}")
                found = cls(head["made_with"], head["position"], head["problems"], counting)
        except OSError as error:
            raise SettingsError(f"cannot read {path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise SettingsError(
                f"{path} is no state of counting that can be gone on from ({error}): remove it to "
                "begin anew"
            ) from error
        # as JSON has it, as the one that was read is
        wanted = json.loads(json.dumps(made_with))
        if found.made_with != wanted:
            names = ", ".join(sorted(_differing(found.made_with, wanted)))
            raise SettingsError(
                f"{path} is of a run with another {names}: do the same as then, or remove it to "
                "begin anew"
            )
        return found


def state_path(output: Path) -> Path:
    """Where the state of a run is kept: beside what it will write."""
    return output.with_name(f"{output.name}.part")


def _rows(lines: Any) -> Iterator[tuple[str, int, int]]:
    for line in lines:
        word, term, documents = line.rstrip("\n").split("\t")
        yield word, int(term), int(documents)


def _differing(one: Mapping[str, Any], other: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name in one.keys() | other.keys():
        here, there = one.get(name), other.get(name)
        if here == there:
            continue
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _differing(here, there, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"
