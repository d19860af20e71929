"""Takes from one line of a reply what is not the text itself: numbers, bullets, labels, quotes."""

from __future__ import annotations

import re

from ..lexicon.folding import INVISIBLE, cap_marks
from .replies_words import ANSWER_LABEL, OPENER

__all__ = [
    "clean_line", "is_numbered", "plain_text", "split_numbered", "visible", "without_marks",
]  # fmt: skip

# Line ends of all kinds become \n; other control characters go, as invisible ones do
_CONTROLS: dict[int, str | None] = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0))),
    **dict.fromkeys(INVISIBLE),
    0x09: " ", 0x0A: "\n", 0x0B: "\n", 0x0C: "\n", 0x0D: "\n", 0x85: "\n", 0x2028: "\n",
    0x2029: "\n",
}  # fmt: skip
_BUT_ESCAPE = {code: to for code, to in _CONTROLS.items() if to is None and code != 0x1B}
_TERMINAL = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
_NONCHARACTERS = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
_END_TOKENS = re.compile(
    r"<[|｜](?:im_end|im_start|eot_id|eom_id|endoftext|end_of_text|end|eos|end_of_turn|user|human|"
    r"end▁of▁sentence|start_header_id)[|｜]>|</s>|<end_of_turn>|<start_of_turn>user|\[/?INST\]|"
    r"<</?SYS>>|^(?:User|Human|###\s?(?:Instruction|Input|Human|User))\s?:",
    re.IGNORECASE | re.MULTILINE,
)
_LEADING_TOKENS = re.compile(
    r"(?:\s|<s>|<bos>|<[|｜](?:im_start|begin_of_text|assistant|start_header_id|end_header_id)[|"
    r"｜]>|"
    r"<start_of_turn>|(?:assistant|model)\s?(?=[:\n<])\s?:?)+",
    re.IGNORECASE,
)

_DIGITS = r"[0-9٠-٩۰-۹०-९০-৯๐-๙０-９၀-၉០-៩]{1,3}"
_HAN_NUMBER = r"[一二三四五六七八九十百零〇壹贰叁肆伍]{1,4}"
_CIRCLED = "[①-⓿❶-➓㈠-㈩㊀-㊉🄀-🄊]"
_NUMBER = re.compile(
    r"[ \t]{0,20}(?:"
    rf"[(\[（【〔][ \t]?(?:{_DIGITS}|{_HAN_NUMBER}|[a-zA-Zа-яА-Я]|[ivxIVX]{{1,4}})[ \t]?[)\]）】〕]"
    r"[.:：、]?"
    rf"|{_CIRCLED}[.:：、)]?"
    rf"|{_DIGITS}\ufe0f?\u20e3"
    rf"|{_DIGITS}[ \t]?(?:[.)．](?![0-9٠-٩۰-۹०-९])|[:：](?!\d)|[、。）\]】]|[-–—][ \t])"
    rf"|{_HAN_NUMBER}[、.．)）:：]"
    rf"|第(?:{_HAN_NUMBER}|{_DIGITS})[、,，.:：个條条]?[:：、]?(?=\s|[^\w]|\Z)"
    r"|[a-zA-Z][)）](?=\s)|[ivxIVX]{1,4}[.)](?=\s)"
    r"|(?:Q|q)\d{1,2}[.:：)]"
    r")[ \t]{0,20}"
)
_BULLET = re.compile(
    r"[ \t]{0,20}(?:[-*+>–—](?=[ \t])|[•·‣▪▫●○◦∙⁃■□◆◇▶►▸➤➜→⇒✓✔✅☑★☆♦❖👉・※–—]\ufe0f?|"
    r"\[[ xX✓]?\](?=[ \t])|#{1,6}(?=[ \t]))[ \t]{0,20}"
)
_PAIRS = {
    '"': '"', "'": "'", "`": "`", "“": "”", "”": "”", "„": "“”", "‟": "”", "‘": "’", "‚": "‘’",
    "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』", "﹁": "﹂", "﹃": "﹄",
    "〈": "〉",
    "《": "》", "＂": "＂", "〝": "〞〟", "❝": "❞", "❛": "❜", "｢": "｣", "＇": "＇", "⟪": "⟫",
}  # fmt: skip
_STRONG = re.compile(r"(\*{1,3})(?=[^\s*])([^*\n]{1,4000}?)(?<=[^\s*])\1(?!\*)")
_UNDERLINED = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])([^\n_]{1,4000})(?<=\S)\1(?!\w)")
_STRUCK = re.compile(r"~~([^~\n]{1,4000})~~")
_CODE = re.compile(r"`{1,2}([^`\n]{1,4000})`{1,2}")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,2000})\]\((?:[^()\s]{1,2000})\)")
_HTML = re.compile(
    r"</?(?:b|i|u|p|br|em|strong|li|ul|ol|div|span|h[1-6]|code|pre|blockquote)\s?/?>", re.IGNORECASE
)
_WRAPPER = re.compile(
    r"</?(?:answer|final|final_answer|output|response|result|query|queries|question|questions|"
    r"rewrite|rewritten|rewritten_query|rewritten_question|paraphrase|variant|passage|document|"
    r"hypothetical_document|sub_?quer(?:y|ies)|sub_?questions?|keywords?|text|item|xml|"
    r"[|｜](?:begin|end)_of_(?:solution|answer)[|｜])\s?/?>|"
    r"<[|｜](?:begin|end)_of_(?:solution|answer)[|｜]>|<[|｜](?:START|END)_(?:RESPONSE|TEXT)[|｜]>",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"<(answer|final|final_answer|output|response|result|rewritten_query|rewrite|queries|passage)>"
    r"(.{1,200000}?)(?:</\1>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_PLAIN = re.compile(r"(?!第)[^\W\d_]{2,}[\w ?/%]*(?:'[a-z][\w ?/%]*){0,3}\Z")
_BLANKS = re.compile(r"[^\S\n]+")
_SEVERAL = re.compile(
    rf"(?<=\S)[ \t;；,，]+(?=(?:{_DIGITS}[.)．]|{_CIRCLED}|[(（]{_DIGITS}[)）])[ \t]?\D)"
)


def visible(text: str) -> str:
    """The text with its line ends alike, without control characters and invisible ones."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    if "\x1b" in text:
        text = text.translate(_BUT_ESCAPE)
        for _ in range(3):  # one may have been cut in two by another
            text = _TERMINAL.sub("", text)
    text = text.replace("\r\n", "\n").translate(_CONTROLS)
    return cap_marks(_NONCHARACTERS.sub("", text))


def plain_text(text: str, original: str) -> str:
    """A visible text without a template's tokens, and from within the tags around an answer."""
    if "<" in text or "[" in text or ":" in text:
        head = text[:400]
        leading = _LEADING_TOKENS.match(head)
        if leading is not None and (leading[0].strip().casefold() not in original.casefold()):
            text = text[leading.end() :]
        for end in _END_TOKENS.finditer(text):
            if end[0].casefold() in original.casefold():
                continue
            if text[: end.start()].strip():
                text = text[: end.start()]
                break
    if "<" in text and not _WRAPPER.search(original):
        inside = _INSIDE.search(text)
        if inside is not None and inside[2].strip():
            text = inside[2]
        text = _WRAPPER.sub("\n", text)
    return text


def is_numbered(line: str) -> bool:
    """Whether a line begins as one of a numbered list, or with a bullet."""
    return bool(_NUMBER.match(line[:40]) or _BULLET.match(line[:40]))


def split_numbered(line: str) -> list[str]:
    """The items of a list that was written on one line: '1. … 2. … 3. …'."""
    first = _NUMBER.match(line[:40])
    if first is None or not first[0].strip(" \t([（"):
        return [line]
    items = _SEVERAL.split(line)
    numbers = [_NUMBER.match(item[:40]) for item in items]
    return items if len(items) > 1 and all(numbers) else [line]


def clean_line(line: str, original: str) -> str:
    """The text of one line: without number, bullet, label, emphasis and quotes around it.

    What the user typed in the same way stays: '1. FC Köln', 'query: select'.
    """
    said = original.casefold()
    text = _BLANKS.sub(" ", line).strip()
    for _ in range(4):  # '- 1. **Query:** "…"': one in another
        if _is_plain(text):
            break
        before = text
        for pattern in (_NUMBER, _BULLET):
            text = _without(pattern, text, said)
        text = without_marks(text, original)
        label = ANSWER_LABEL.match(text[:80])
        if label is not None and (label[1].casefold() + ":") not in said.replace("：", ":"):
            text = text[label.end() :]
        opener = OPENER.match(text[:80])
        if opener is not None and opener[0].strip().casefold() not in said:
            text = text[opener.end() :]
        text = _unquoted(text.strip(), original)
        if text == before:
            break
    return text


def _is_plain(text: str) -> bool:
    """Whether a line surely has no decoration: most have none, and the rest is slow."""
    return bool(_PLAIN.match(text)) and "_" not in text and not ANSWER_LABEL.fullmatch(text[:80])


def _without(pattern: re.Pattern[str], text: str, said: str) -> str:
    found = pattern.match(text[:60])
    if found is None:
        return text
    following = text[found.end() :].split(" ", 1)[0].strip(".,;:?!。，？！")
    typed = (found[0] + following).strip().casefold()
    if following and typed in said:  # the user wrote it so
        return text
    return text[found.end() :]


def without_marks(text: str, original: str) -> str:
    """Without markdown's emphasis, code, links and simple HTML, unless the user typed such."""
    if "*" in text and "**" not in original:
        text = _STRONG.sub(r"\2", text)
        if text.startswith("**") or text.endswith("**"):  # its partner was cut off
            text = text.strip("*")
    if "_" in text:
        text = _UNDERLINED.sub(
            lambda found: found[0] if found[0] in original or " " not in found[2] else found[2],
            text,
        )
    if "~~" in text:
        text = _STRUCK.sub(r"\1", text)
    if "`" in text and "`" not in original:
        text = _CODE.sub(r"\1", text).strip("`")
    if "](" in text and "](" not in original:
        text = _LINK.sub(r"\1", text)
    if "<" in text and "<" not in original:
        text = _HTML.sub(" ", text)
    return text


def _unquoted(text: str, original: str) -> str:
    """Without one pair of quotes around the whole, and the comma of a list behind it."""
    bare = text.rstrip(",;，；、 ")
    if len(bare) >= 2 and bare[-1] in _PAIRS.get(bare[0], ""):
        inner = bare[1:-1]
        typed = original.strip()
        quoted_alike = len(typed) > 1 and typed[0] == bare[0] and typed[-1] == bare[-1]
        if bare[0] not in inner and bare[-1] not in inner and not quoted_alike:
            return inner.strip()
    # a quote that was never closed, or never opened
    if (
        text
        and text[0] in '"“„«「『'
        and text.count(text[0]) == 1
        and not original.startswith(text[0])
    ):
        closing = _PAIRS[text[0]]
        if not any(sign in text[1:] for sign in closing):
            return text[1:].strip()
    return text
