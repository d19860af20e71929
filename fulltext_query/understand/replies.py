"""What a model replied, as the texts that can be used: one contract for every reply.

Thinking is taken out; JSON, fences, quotes, numbers, bullets, labels and markdown around the texts
too. What is no answer, or only says again what was asked, is left out, and the reasons say why.
Nothing here fails on any reply, and the time it takes grows with the reply's length and no faster.
"""

from __future__ import annotations

import re

from ..llm.contract import Reply
from .replies_json import find_json
from .replies_language import Languages
from .replies_lines import clean_line
from .replies_passage import passage_of
from .replies_reading import END_MARKS, Read, Reading, Reason, same_words, width
from .replies_refusals import is_ignorance, is_refusal

__all__ = [
    "Read", "Reason", "read_keywords", "read_list", "read_passage", "read_text", "same_words",
    "width",
]  # fmt: skip

_KEYWORD = 80  # letters of the longest keyword
_KEYWORD_BREAK = re.compile(r"[,，、;；،؛|·\n\t]+|(?<=\S) / (?=\S)")
_LETTER = re.compile(r"\w")


def read_text(
    reply: Reply | str | None,
    original: str,
    *,
    languages: Languages | None = None,
    language: str = "",
    keep_language: bool = False,
) -> Read:
    """The one text that a model was asked for, such as a rewritten question; or none.

    Arguments as of ``read_list``. A text that only repeats the original is none.
    """
    return read_list(
        reply, original, limit=1, single=True,
        languages=languages, language=language, keep_language=keep_language,
    )  # fmt: skip


def read_list(
    reply: Reply | str | None,
    original: str,
    *,
    limit: int,
    single: bool = False,
    languages: Languages | None = None,
    language: str = "",
    keep_language: bool = False,
) -> Read:
    """The texts of a list, one to a line or in JSON; at most ``limit``, no two alike.

    reply      as the model gave it: None too, and text of any kind and length.
    original   what the user typed. No text that differs from it in case, blanks or end marks only
               is among the values; what it has itself (a tag, a number, a label) is no decoration.
    single     the reply is one text: nothing is missing where it gives no more.
    languages  notes texts in another language; with ``keep_language`` they are left out. language:
               ISO 639 code of the original, '' guesses.
    """
    reading = Reading(original)
    texts = reading.texts(reply)
    reading.keep(
        texts, limit, single=single,
        languages=languages, language=language, keep_language=keep_language,
    )  # fmt: skip
    return reading.read()


def read_keywords(reply: Reply | str | None, original: str, *, limit: int = 12) -> Read:
    """The keywords of a reply, between commas of any script, on lines or in JSON."""
    reading = Reading(original)
    words: dict[str, str] = {}
    for text in reading.texts(reply):
        for part in _KEYWORD_BREAK.split(text):
            word = clean_line(part, original).strip(END_MARKS)
            if not _LETTER.search(word):
                continue
            if width(word) > _KEYWORD:
                reading.tell("too_long", "what is longer than a keyword was left out")
            elif len(words) < limit:
                words.setdefault(word.casefold(), word)
            else:
                reading.tell("too_many", f"keywords beyond {limit} were left out")
    reading.values = list(words.values())
    if not words:
        reading.tell_empty()
    return reading.read()


def read_passage(
    reply: Reply | str | None,
    original: str,
    *,
    least: int = 20,
    longest: int = 4_000,
    languages: Languages | None = None,
    language: str = "",
    keep_language: bool = False,
) -> Read:
    """The passage that a model imagined, as plain text; none where it does not know or refuses.

    least, longest: letters; a shorter one is no passage, a longer one is cut at a sentence's end.
    Else as ``read_list``.
    """
    reading = Reading(original)
    answer, cut = reading.answer(reply)
    found = find_json(answer) if reading.may_be_json(answer) else None
    if found is not None and found[0]:
        answer = "\n\n".join(map(reading.inner, found[0]))
    passage = passage_of(answer, original, longest, cut=cut)
    if not passage:
        reading.tell_empty()
    elif is_refusal(passage, original):
        reading.tell("refusal", "the model declined to answer")
    elif is_ignorance(passage, original):
        reading.tell("unknown", "the model said that it does not know")
    elif same_words(passage) == same_words(original):
        reading.tell("echo", "the passage only repeats the question")
    elif width(passage) < least:
        reading.tell("too_short", f"a passage of less than {least} letters")
    elif reading.is_foreign(passage, languages, language) and keep_language:
        pass
    else:
        reading.values = [passage]
    return reading.read()
