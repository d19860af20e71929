"""What dictionaries cost in time and memory, in fresh processes."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fulltext_query import FulltextQuery, Settings
from fulltext_query.assembly import spelling_of
from fulltext_query.lexicon.layer_format import write_layer

from .texts import chinese_questions

__all__ = ["report_costs", "write_folder"]

_SEED = 20_240_229
_QUESTIONS = 100  # of each language, timed one by one
_PROGRAM = """
import json, sys, time

def memory(*names):
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return [int(status[name].split()[0]) / 1024 for name in names]

start = time.perf_counter()
from fulltext_query import FulltextQuery, Settings
settings = Settings(**json.loads(sys.argv[1]))
imported = time.perf_counter()
fq = FulltextQuery(settings, dictionaries=json.loads(sys.argv[2]))
loaded = time.perf_counter()
fq.build("如何在 Elasticsearch 里配置同义词").to_dict()
first = time.perf_counter()
found = {"first": first - start, "load": loaded - imported}
found["peak"], = memory("VmHWM")
from benchmarks.texts import chinese_questions, english_questions
import statistics
count = int(sys.argv[3])
for name, texts in ("zh", chinese_questions()[:count]), ("en", english_questions()[:count]):
    for text in texts:
        fq.build(text).to_dict()
    times = []
    for _ in range(5):
        for text in texts:
            start = time.perf_counter()
            fq.build(text).to_dict()
            times.append(time.perf_counter() - start)
    found[name] = statistics.median(times)
found["resident"], found["own"] = memory("VmRSS", "RssAnon")
print(json.dumps(found))
"""


class Case(NamedTuple):
    """A builder to measure."""

    name: str
    settings: dict[str, Any]
    sources: tuple[Path, ...] = ()


def report_costs(runs: int) -> None:
    """Measures every case in so many processes, the cases in turn, and prints medians."""
    with tempfile.TemporaryDirectory() as work:
        cases = list(_cases(Path(work)))
        found: list[list[dict[str, float]]] = [[] for _ in cases]
        for _ in range(runs):
            for case, rows in zip(cases, found, strict=True):
                rows.append(_measured(case))
    print(
        "| | import and first query, s | load, ms | peak until then, MB | resident after "
        "queries, MB | more than default, MB | of it anonymous, MB | Chinese query, µs | "
        "English query, µs |\n|---|---|---|---|---|---|---|---|---|"
    )
    medians = [{key: statistics.median(row[key] for row in rows) for key in rows[0]}
               for rows in found]  # fmt: skip
    base = medians[0]
    for case, one in zip(cases, medians, strict=True):
        more = one["resident"] - base["resident"], one["own"] - base["own"]
        print(
            f"| {case.name} | {one['first']:.3f} | {1e3 * one['load']:.0f} | {one['peak']:.1f} | "
            f"{one['resident']:.1f} | {more[0]:+.1f} | {more[1]:+.1f} | {1e6 * one['zh']:.0f} | "
            f"{1e6 * one['en']:.0f} |"
        )


def _cases(work: Path) -> Iterator[Case]:
    everything = {
        "wordnet": True,
        "entity_weights": dict(Settings.preset("documents").entity_weights),
    }
    yield Case("default", {})
    yield Case("with WordNet and the documents' entity weights", everything)
    folder, compiled = work / "mine", work / "mine.dict"
    entries = write_folder(folder)
    fq = FulltextQuery(dictionaries=[folder])
    write_layer(compiled, fq.dictionaries.layers[0], spelling_of(fq.settings))
    yield Case(f"a folder of {entries:,} entries, text", {}, (folder,))
    yield Case(f"a folder of {entries:,} entries, compiled", {}, (compiled,))
    yield Case(f"everything, and {entries:,} entries, text", everything, (folder,))
    yield Case(f"everything, and {entries:,} entries, compiled", everything, (compiled,))


def _measured(case: Case) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, json.dumps(case.settings),
         json.dumps([str(path) for path in case.sources]), str(_QUESTIONS)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout)
    return found


def write_folder(folder: Path, scale: int = 1000) -> int:
    """A folder of dictionaries with 200 × ``scale`` entries that are made up, the same every time:
    words of two to four of the questions' own characters, so that many of them are met, and
    synonyms, names and terms of one to three English words.

    Returns the number of entries.
    """
    chance = random.Random(_SEED)
    characters = sorted({one for text in chinese_questions() for one in text if one.isalpha()})
    syllables = [first + second for first in "bcdfglmnprstv" for second in "aeiou"]

    def han() -> str:
        return "".join(chance.choices(characters, k=chance.randint(2, 4)))

    def latin() -> str:
        return "".join(chance.choices(syllables, k=chance.randint(2, 4)))

    def several() -> str:
        return " ".join(latin() for _ in range(chance.randint(1, 3)))

    files: dict[str, tuple[int, Callable[[], str]]] = {
        "words/zh.txt": (100, lambda: f"{han()} {chance.randint(1, 500)} n"),
        "synonyms/mine.en.txt": (50, lambda: f"{several()} => {several()}"),
        "entities/loca.en.txt": (15, several),
        "entities/loca.zh.txt": (15, han),
        "glossary/mine.en.txt": (20, lambda: f"{latin()} => {latin()} {several()}"),
    }
    total = 0
    for name, (share, made) in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines: dict[str, str] = {}  # by what they are of: no entry stands twice
        while len(lines) < share * scale:
            line = made()
            head, arrow, rest = line.partition(" => ")
            if not arrow or not set(head.split()) & set(rest.split()):
                lines.setdefault(head.split(" ")[0] if name == "words/zh.txt" else head, line)
        path.write_text("\n".join(lines.values()) + "\n", "utf-8")
        total += len(lines)
    return total
