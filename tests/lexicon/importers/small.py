"""A WordNet of a few made-up synsets, in the form of WordNet's own files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["SYNSETS", "data_line", "index_line", "write_wordnet"]

LICENCE = "  1 Words made up for a test.  \n  2 WordNet 3.7 Copyright 2031 by Nobody At All.  \n"

#: Letter of the file → (offset, type, words, pointers, gloss)
SYNSETS: Mapping[str, list[tuple[int, str, list[str], list[str], str]]] = {
    "n": [
        (1001, "n", ["physician", "doctor", "medico", "sawbones"],
         ["@ 00001005 n 0000", ";u 00001009 n 0301"], "heals people | and has a bar in the gloss"),
        (1002, "n", ["doctor", "learned_person"], [], "has written a thesis"),
        (1003, "n", ["Idaho", "Gem_State", "ID"], [], "a state"),
        (1004, "n", ["mouse", "small_rodent"], [], "squeaks"),
        (1005, "n", ["information_technology", "IT"], [], "computers"),
        (1006, "n", ["check", "cheque"], [], "pays"),
        (1007, "n", ["check", "control"], [], "restrains"),
        (1008, "n", ["check", "chequer"], [], "a pattern"),
        (1009, "n", ["disparagement"], [], "says nothing good"),
        (1010, "n", ["car", "automobile", "motorcar", "machine", "mp3", "car_vehicle"], [], "runs"),
        (1011, "n", ["machine", "mechanism"], [], "turns"),
        (1012, "n", ["automobile", "motor_vehicle"], [], "second sense of it"),
        (1013, "n", ["zzyzxword", "physician"], [], "no lexicon has the first"),
    ],
    "v": [
        (2001, "v", ["postpone", "defer", "put_off", "hold_over"], ["+ 00001001 n 0101"], "later"),
        (2002, "v", ["let", "lease", "allow"], [], "permits"),
    ],
    "a": [
        (3001, "a", ["difficult", "arduous"], ["& 00003002 a 0000"], "not easy"),
        (3002, "s", ["galore(ip)", "abundant(p)"], [], "a satellite"),
    ],
    "r": [(4001, "r", ["unfortunately", "alas"], [], "it is a pity")],
}  # fmt: skip

#: What would follow from the order of the offsets, but does not: the first sense stands first
SENSES = {("n", "doctor"): [1001, 1002], ("n", "machine"): [1011, 1010],
          ("n", "automobile"): [1010, 1012]}  # fmt: skip

NAMES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def data_line(
    offset: int, kind: str, words: list[str], pointers: list[str], gloss: str, frames: str = ""
) -> str:
    """A line of a data file."""
    written = " ".join(f"{word} 0" for word in words)
    pointed = "".join(f"{pointer} " for pointer in pointers)
    return (
        f"{offset:08} 03 {kind} {len(words):02x} {written} {len(pointers):03} {pointed}{frames}"
        f"| {gloss}  \n"
    )


def index_line(lemma: str, pos: str, offsets: list[int], symbols: str = "@ +") -> str:
    """A line of an index file."""
    count = len(offsets)
    numbers = " ".join(f"{offset:08}" for offset in offsets)
    return f"{lemma} {pos} {count} {len(symbols.split())} {symbols} {count} 1 {numbers}  \n"


def write_wordnet(folder: Path) -> Path:
    """Writes the eight files and a list of exceptions; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for pos, synsets in SYNSETS.items():
        frames = "01 + 02 00 " if pos == "v" else ""
        data = "".join(data_line(*synset, frames) for synset in synsets)
        (folder / f"data.{NAMES[pos]}").write_text(LICENCE + data)
        senses: dict[str, list[int]] = {}
        for offset, _, words, _, _ in synsets:
            for word in words:
                senses.setdefault(word.partition("(")[0].lower(), []).append(offset)
        index = "".join(
            index_line(lemma, pos, SENSES.get((pos, lemma), offsets))
            for lemma, offsets in sorted(senses.items())
        )
        (folder / f"index.{NAMES[pos]}").write_text(LICENCE + index)
    (folder / "noun.exc").write_text("mice mouse\n")
    return folder
