"""The plain text of a passage that a model wrote, with markdown or without."""

from __future__ import annotations

import re

from ..lexicon.scripts import HAN, HIRAGANA, KATAKANA
from .replies_lines import clean_line
from .replies_words import ANSWER_LABEL, ASIDE, CLOSER, HAS_ANSWER, OPENER, SELF_TALK

__all__ = ["passage_of"]

_FENCE = re.compile(r"[ \t]{0,3}(?:`{3,}|~{3,})")
_RULE = re.compile(r"[ \t]*[-*_=~]{3,}[ \t]*\Z")
_ITEM = re.compile(r"\s*(?:[-*+•·]\s|#{1,6}\s|\|)")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\*\*[^*]{1,200}\*\*\s*\Z)")
_UNSPACED = re.compile(f"[{HAN}{HIRAGANA}{KATAKANA}，。！？；：、]")
_SENTENCE_END = re.compile(r"[.!?…](?=[\s\"'”’)]|\Z)|[。！？؟۔।]")


def passage_of(answer: str, original: str, longest: int, *, cut: bool) -> str:
    """The passage as lines of plain text, one for each paragraph and item; '' where it has none.

    cut: whether the reply was cut off: an unfinished last sentence goes, where others remain.
    """
    paragraphs: list[str] = []
    joins = False
    lines = answer.split("\n")
    for place, line in enumerate(lines):
        if not line.strip() or _FENCE.match(line) or _RULE.match(line):
            joins = False
            continue
        if _is_chatter(line, original, first=not paragraphs, last=place + 3 > len(lines)):
            joins = False
            continue
        text = _cell(clean_line(line, original))
        if not text:
            continue
        if joins and not _ITEM.match(line):
            blank = "" if _UNSPACED.match(paragraphs[-1][-1]) and _UNSPACED.match(text) else " "
            paragraphs[-1] += blank + text
        else:
            paragraphs.append(text)
        joins = not _HEADING.match(line)
        if sum(map(len, paragraphs[-1:])) > longest and len(paragraphs) > 1:
            break
    passage = "\n".join(paragraphs)
    if len(paragraphs) == 1 and len(lines) > 1:  # quotes around what was on several lines
        passage = clean_line(passage, original)
    if len(passage) > longest:
        passage, cut = passage[:longest], True
    return _finished(passage) if cut else passage


def _is_chatter(line: str, original: str, *, first: bool, last: bool) -> bool:
    text = line.strip(" \t*_#>\"'`")
    opener = OPENER.match(text)
    rest = text[opener.end() :] if opener else text
    if SELF_TALK.match(rest) and not original.casefold().startswith(rest[:12].casefold()):
        return True
    if first:
        if opener and not rest:
            return True
        announced = HAS_ANSWER.match(rest) and rest.endswith((":", "："))
        return bool(announced) or bool(ANSWER_LABEL.fullmatch(text))
    return last and bool(CLOSER.match(text) or ASIDE.match(line))


def _cell(text: str) -> str:
    """A row of a table as text."""
    if not text.startswith("|"):
        return text
    cells = [cell.strip() for cell in text.strip("|").split("|")]
    return " ".join(cell for cell in cells if cell.strip("-: "))


def _finished(passage: str) -> str:
    """Without an unfinished last sentence, where a finished one stands before it."""
    ends = [found.end() for found in _SENTENCE_END.finditer(passage)]
    return passage[: ends[-1]] if ends else passage
