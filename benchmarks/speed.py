"""How fast queries are built, side by side with jieba alone and infinity-sdk's tokenizer.

    python -m benchmarks.speed [--queries FILE.jsonl ...] [--rounds N]

Needs the package installed with its extra ``benchmark``. Every figure comes from this run; quote
the ratios, for absolute times follow the machine. Without --queries the texts are the benchmark's
own; a BEIR queries.jsonl gives real ones (those of 18 to 22 characters, all Han, and those of 5 to
10 English words are taken).
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fulltext_query import FulltextQuery

from .texts import (
    chinese_passage,
    chinese_questions,
    english_passage,
    english_questions,
    read,
)

_COLD = """
import time
start = time.perf_counter()
from fulltext_query import FulltextQuery
FulltextQuery().build({text!r}).to_dict()
seconds = time.perf_counter() - start
status = open("/proc/self/status").read()  # getrusage would count the process that forked, too
print(seconds, int(status.split("VmHWM:")[1].split()[0]) / 1024)
"""
_HAN = re.compile("[\u4e00-\u9fff]+")

Cut = Callable[[str], object]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=Path, nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    chinese, english = _questions(options.queries)
    fq = FulltextQuery()
    print(f"CPython {platform.python_version()}, {platform.machine()}, one thread\n")
    _queries(fq, chinese, english, options.rounds)
    _cold()
    _long(fq)
    _hostile(fq)


def _questions(paths: Sequence[Path]) -> tuple[list[str], list[str]]:
    if not paths:
        return chinese_questions(), english_questions()
    texts = [text for path in paths for text in read(path)]
    bare = [text.rstrip("？?。") for text in texts]  # infinity-sdk needs nltk's data for any sign
    chinese = [text for text in bare if _HAN.fullmatch(text) and 18 <= len(text) <= 22]
    english = [text for text in texts if text.isascii() and 5 <= len(text.split()) <= 10]
    return chinese, english


def _queries(fq: FulltextQuery, chinese: list[str], english: list[str], rounds: int) -> None:
    """Each contender over the same texts, the contenders in turn within each round."""

    def build(text: str) -> object:
        return fq.build(text).to_dict()

    print("| text | what | p50 µs | p95 µs | queries/s | p50 ratio to fulltext_query |")
    print("|---|---|---|---|---|---|")
    for name, texts, others in (
        ("Chinese, 20 characters", chinese, {**_jieba(), **_infinity()}),
        ("English, 5–10 words", english, {}),
    ):
        if not texts:
            continue
        contenders: dict[str, Cut] = {"fulltext_query, build and to_dict": build, **others}
        times: dict[str, list[float]] = {label: [] for label in contenders}
        for cut in contenders.values():  # a round that does not count: memos and caches
            _times(cut, texts)
        for _ in range(rounds):
            for label, cut in contenders.items():
                times[label] += _times(cut, texts)
        own = statistics.median(times["fulltext_query, build and to_dict"])
        for label, measured in times.items():
            middle = statistics.median(measured)
            high = statistics.quantiles(measured, n=20)[-1]
            print(
                f"| {name} ({len(texts)}) | {label} | {middle * 1e6:.0f} | {high * 1e6:.0f} | "
                f"{1 / statistics.fmean(measured):,.0f} | {middle / own:.2f} |"
            )
    print()


def _times(cut: Cut, texts: Sequence[str]) -> list[float]:
    measured = []
    for text in texts:
        start = time.perf_counter()
        cut(text)
        measured.append(time.perf_counter() - start)
    return measured


def _jieba() -> dict[str, Cut]:
    try:
        import jieba
    except ImportError:
        return {}
    jieba.setLogLevel(60)
    jieba.initialize()
    version = importlib.metadata.version("jieba")
    return {f"jieba {version} alone, cut": lambda text: list(jieba.cut(text))}


def _infinity() -> dict[str, Cut]:
    """RAGFlow's tokenizer. Its English way needs nltk's data, which no package carries."""
    try:
        from infinity.rag_tokenizer import RagTokenizer
    except ImportError:
        return {}
    tokenizer = RagTokenizer()
    version = importlib.metadata.version("infinity-sdk")

    def both(text: str) -> object:
        return tokenizer.fine_grained_tokenize(tokenizer.tokenize(text))

    return {
        f"infinity-sdk {version}, tokenize": tokenizer.tokenize,
        f"infinity-sdk {version}, tokenize and fine": both,
    }


def _cold() -> None:
    """Import and first query in a fresh process; the median of seven."""
    print("| fresh process | seconds to import and build | peak memory MB |")
    print("|---|---|---|")
    for name, text in (
        ("Chinese", "如何在数据库里配置同义词"),
        ("English", "how do I configure synonyms in the database"),
        ("mixed", "如何在 Elasticsearch 里配置同义词"),
    ):
        rows = []
        for _ in range(7):
            done = subprocess.run(
                [sys.executable, "-c", _COLD.format(text=text)],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
            rows.append([float(part) for part in done.stdout.split()])
        seconds, memory = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"| {name} | {seconds:.3f} | {memory:.1f} |")
    print()


def _best(fq: FulltextQuery, text: str, rounds: int = 5) -> float:
    return min(_times(lambda one: fq.build(one).to_dict(), [text] * rounds))


def _long(fq: FulltextQuery) -> None:
    print("| characters | Chinese ms | µs a character | English ms | µs a character |")
    print("|---|---|---|---|---|")
    for length in (10, 100, 1_000, 10_000, 30_000, 100_000):
        rounds = 5 if length >= 10_000 else 50
        zh = _best(fq, chinese_passage(length), rounds)
        en = _best(fq, english_passage(length), rounds)
        print(
            f"| {length:,} | {zh * 1e3:.2f} | {zh / length * 1e6:.2f} | {en * 1e3:.2f} | "
            f"{en / length * 1e6:.2f} |"
        )
    print()


def _hostile(fq: FulltextQuery) -> None:
    """Texts made to be slow, against ordinary text of the same length (the slower language's)."""
    print("| made to be slow | characters | ms | ordinary text ms | ratio |")
    print("|---|---|---|---|---|")
    for name, text in (
        ("人民代表大会常务委员会议 repeated", "人民代表大会常务委员会议" * 800),
        ("one letter", "a" * 5_000),
        ("one Han character", "的" * 10_000),
        ("opening brackets", "(" * 10_000),
        ("all brackets", "([{<>}])" * 1_250),
        ("combining marks", "e" + "\u0301\u0316\u0334" * 3_333),
        ("a mark on every letter", "e\u0301" * 5_000),
        ("quotes and backslashes", '"\\' * 5_000),
        ("operators", "AND OR NOT && || + - ! " * 430),
        ("digits and dots", "1." * 5_000),
        ("hyphens", "a-" * 5_000),
        ("at signs", "a@" * 5_000),
        ("slashes", "/a" * 5_000),
        ("colons", "a:" * 5_000),
        ("apostrophes", "a'" * 5_000),
        ("emoji", "\U0001f600" * 10_000),
        ("Thai without blanks", "สวัสดีครับ" * 1_000),
        ("Traditional, all phrases", "乾隆著名瞭解反覆藉口" * 1_000),
        ("two words in turn", "的是" * 5_000),
        ("Han numerals", "一二三" * 3_333),
        ("capitals", "THE " * 2_500),
        ("nearly versions", ("v7k3q9" * 10 + "_x ") * 158),
        ("vulgar fractions (three characters each)", "½" * 10_000),
        ("a ligature of eighteen characters", "ﷺ" * 10_000),
    ):
        slow = _best(fq, text)
        plain = max(_best(fq, chinese_passage(len(text))), _best(fq, english_passage(len(text))))
        print(
            f"| {name} | {len(text):,} | {slow * 1e3:.2f} | {plain * 1e3:.2f} "
            f"| {slow / plain:.2f} |"
        )
    print()


if __name__ == "__main__":
    main()
