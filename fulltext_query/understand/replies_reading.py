"""One reply on its way to texts: what is taken away, what is left out, and the reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..llm.contract import Reply
from .replies_json import find_json
from .replies_language import Judge, Languages
from .replies_lines import clean_line, is_numbered, plain_text, split_numbered, visible
from .replies_reasoning import strip_reasoning
from .replies_refusals import is_refusal
from .replies_words import ASIDE, CLOSER, HAS_ANSWER, NOTHING, OPENER, REASONING_LABEL, SELF_TALK

__all__ = ["END_MARKS", "Read", "Reading", "Reason", "same_words", "width"]

_LONGEST = 24_000
"""Characters of an answer that are read: a token limit that a server heeds lets no more through."""
_LINES = 200  # of an answer that are looked at
_TOLD = 5  # reasons of one kind that are told one by one
_REFUSED = ("refusal", "content_filter", "safety", "SAFETY")  # reasons to finish of several servers
_RUNAWAY = 4  # times the question's length: a longer rewrite is none
_ROOM = 240  # letters that a rewrite may have in any case
_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff\u3040-\u30ff]")
_WORDS = re.compile(r"\w")
_FENCE = re.compile(r"^[ \t]{0,3}(?:`{3,}|~{3,})[^\n`]{0,40}$", re.MULTILINE)
_FENCED = re.compile(
    r"^[ \t]{0,3}(`{3,}|~{3,})[^\n`]{0,40}\n(.*?)(?:^[ \t]{0,3}\1|\Z)", re.MULTILINE | re.DOTALL
)
END_MARKS = " \t.。,，;；:：!！?？؟…\"'“”‘’«»「」"
"""What may stand at the end of a text and says nothing."""


class Reason(NamedTuple):
    """Why something of a reply was not used, or how it was mended."""

    code: str
    message: str


class Read(NamedTuple):
    """The texts of a reply, best first, none empty; and what was discarded."""

    values: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()

    def or_original(self, original: str) -> str:
        """The first text, or what the user typed where there is none."""
        return self.values[0] if self.values else original

    def has(self, code: str) -> bool:
        """Whether a reason has this code."""
        return any(reason.code == code for reason in self.reasons)


def width(text: str) -> int:
    """The length of a text in letters of an alphabet: a Han, Kana or Hangul character says as
    much as three."""
    return len(text) + 2 * len(_DENSE.findall(text))


def same_words(text: str) -> str:
    """A text so that it equals another that differs in case, blanks or end marks only."""
    return " ".join(text.casefold().split()).strip(END_MARKS)


class Reading:
    """One reply on its way to texts."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.values: list[str] = []
        self._reasons: list[Reason] = []
        self._counts: dict[str, int] = {}
        self._judge: Judge | None = None

    def tell(self, code: str, message: str) -> None:
        self._counts[code] = self._counts.get(code, 0) + 1
        if self._counts[code] <= _TOLD:
            self._reasons.append(Reason(code, message))

    def tell_empty(self) -> None:
        if not self._reasons or all(one.code == "reasoning" for one in self._reasons):
            self.tell("empty", "the reply has no text")

    def read(self) -> Read:
        return Read(tuple(self.values), tuple(self._reasons))

    def answer(self, reply: Reply | str | None) -> tuple[str, bool]:
        """The reply without thinking, and whether it was cut off."""
        text = reply.text if isinstance(reply, Reply) else reply
        cut = isinstance(reply, Reply) and reply.finish_reason in ("length", "max_tokens")
        if not isinstance(text, str):
            return "", cut
        if isinstance(reply, Reply) and reply.finish_reason in _REFUSED:
            self.tell("refusal", "the model's server kept the answer back")
            return "", cut
        stripped = strip_reasoning(visible(text), self.original)
        if stripped.unclosed:
            self.tell("unclosed_reasoning", "the reply was cut off in the model's thinking")
        elif stripped.removed:
            self.tell("reasoning", "the model's thinking was taken out")
        answer = stripped.text
        if len(answer) > _LONGEST:
            answer = answer.lstrip()[:_LONGEST]
            self.tell("too_long", f"what came after {_LONGEST} characters was not read")
            cut = True
        return plain_text(answer, self.original), cut

    def may_be_json(self, answer: str) -> bool:
        """Whether brackets are the model's, not those of what the user asks about."""
        start = answer.lstrip()[:1]
        return bool(start and start in '[{"`') or not ("[" in self.original or "{" in self.original)

    def inner(self, text: str) -> str:
        """The text of a JSON string, which may hold thinking that was escaped."""
        return plain_text(strip_reasoning(visible(text), self.original).text, self.original)

    def texts(self, reply: Reply | str | None) -> list[str]:
        """The texts of a reply, cleaned, before any of them is left out for what it says."""
        answer, cut = self.answer(reply)
        found = find_json(answer) if self.may_be_json(answer) else None
        if found is not None:
            texts, skipped, truncated = found
            for _ in range(skipped):
                self.tell("unusable_element", "an element of the list has no usable text")
            if not texts and not skipped:
                self.tell("nothing", "the model gave an empty list")
            if truncated:
                self.tell("truncated", "the reply is cut off: what is complete of it was used")
            lines = [line for text in texts for line in self.inner(text).strip().splitlines()[:1]]
            return [clean_line(line, self.original) for line in lines]
        return self._lines(answer, cut=cut)

    def _lines(self, answer: str, *, cut: bool) -> list[str]:
        fenced = _FENCED.search(answer)
        if fenced is not None and fenced[2].strip():
            answer = fenced[2]
        lines = [line for line in answer.split("\n") if line.strip() and not _FENCE.match(line)]
        if len(lines) > _LINES:
            lines = lines[:_LINES]
            self.tell("too_many", f"lines beyond {_LINES} were not read")
        if is_refusal(answer.strip(), self.original):
            self.tell("refusal", "the model declined to answer")
            return []
        if cut and lines:
            lines.pop()  # nobody knows how it would have gone on
            self.tell("truncated", "the last line is cut off, and was left out")
        kept = self._without_chatter(lines)
        # a list that has numbers or bullets is only what has them
        marked = [line for line in kept if is_numbered(line)]
        if len(marked) > 1 and not is_numbered(self.original):
            kept = marked
        split = [part for line in kept for part in split_numbered(line)]
        return [clean_line(line, self.original) for line in split]

    def _without_chatter(self, lines: list[str]) -> list[str]:
        said = self.original.casefold()
        kept: list[str] = []
        for place, line in enumerate(lines):
            text = line.strip(" \t*_#>\"'`")
            opener = OPENER.match(text)
            rest = text[opener.end() :] if opener else text
            if _is_typed(rest, said):
                kept.append(line)
                continue
            if (ASIDE.match(line) or CLOSER.match(text)) and place:
                if ASIDE.match(line):
                    break  # the remark goes on to the end
                continue
            if SELF_TALK.match(rest):
                self.tell("reasoning", "a line of the model's thinking was left out")
                continue
            more = place + 1 < len(lines)
            if more and text.endswith((":", "：")) and not REASONING_LABEL.match(text):
                continue  # 'Here are three:'
            if HAS_ANSWER.match(rest) or (opener and not rest):
                head, colon, tail = rest.replace("：", ":").partition(":")
                if colon and tail.strip(" *_") and len(head) < 80:
                    kept.append(tail)
                elif not (opener or more) and not colon:
                    kept.append(line)
                continue
            kept.append(line)
        return kept

    def keep(
        self,
        texts: Iterable[str],
        limit: int,
        *,
        single: bool,
        languages: Languages | None,
        language: str,
        keep_language: bool,
    ) -> None:
        """Keeps the texts that say something new, in their order."""
        longest = max(_RUNAWAY * width(self.original), _ROOM)
        seen = {same_words(self.original)}
        nothing = True
        for text in texts:
            form = same_words(text)
            if not _WORDS.search(text):
                continue
            nothing = False
            if form in NOTHING:
                self.tell("nothing", "the model gave an empty answer")
            elif form in seen:
                self._tell_seen(form)
            elif is_refusal(text, self.original) or form in (
                "i don't know",
                "我不知道",
                "نمی دانم",
            ):
                self.tell("refusal", "the model declined to answer")
            elif width(text) > longest:
                self.tell("too_long", f"a text of more than {longest} letters is no rewrite")
            elif len(self.values) >= limit:
                if not single:
                    self.tell("too_many", f"texts beyond the {limit} asked for were left out")
                break
            elif not (self.is_foreign(text, languages, language) and keep_language):
                seen.add(form)
                self.values.append(text)
        if nothing:
            self.tell_empty()

    def _tell_seen(self, form: str) -> None:
        if form == same_words(self.original):
            self.tell("echo", "a text only repeats the question")
        else:
            self.tell("duplicate", "a text was given twice")

    def is_foreign(self, text: str, languages: Languages | None, language: str) -> bool:
        if languages is None:
            return False
        if self._judge is None:
            self._judge = languages.judge(self.original, language)
        if not self._judge.is_foreign(text):
            return False
        self.tell("language", "a text is in another language than the question")
        return True


def _is_typed(text: str, said: str) -> bool:
    """Whether what looks like chatter is how the user began."""
    return bool(text) and said.startswith(" ".join(text.casefold().split()[:3]))
