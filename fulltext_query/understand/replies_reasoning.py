"""Takes a model's thinking out of its reply, in every form that it has there.

Tags in pairs, nested, cut off before they close, or closed without having been opened (templates
open them for the model); the channels of one family of models; fenced blocks; and paragraphs that
are labelled as reasoning. Where a text only mentions such a tag, the tag is text.

When in doubt it is thinking: what is lost by that is a rewrite, and the question remains.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .replies_words import ANSWER_LABEL, REASONING_LABEL

__all__ = ["Stripped", "strip_reasoning"]


class Stripped(NamedTuple):
    """A reply without its thinking."""

    text: str
    removed: bool = False  # whether there was any
    unclosed: bool = False  # whether it was cut off in it


_AFFIX = r"[\w:.-]{0,24}"
_STEM = rf"{_AFFIX}?(?:think|thought|reason){_AFFIX}"  # 'thinking_process', 'mm:think'
_NAME = (
    rf"(?:{_STEM}"
    r"|(?:ant|[a-z]{1,12}[:_.-]|(?:begin|end)[_-]of[_-])?"
    r"(?:analysis|analy[sz]e|scratch[_-]?pad|reflect(?:ion)?|monologue|chain[_-]of[_-]thoughts?|cot"
    r"|plan(?:ning)?|rationale|internal|commentary|step[_-]by[_-]step|deliberation|details)"
    r"(?:[:_.-]\w{1,24})?)"
)
# every quantifier is bounded: megabytes of '<' take time in proportion
_TAG = re.compile(
    r"(?:<|&lt;|＜|◁|\\u003c)\s{0,3}[|｜]?\s{0,3}(?P<close>[/\\]?)\s{0,3}[|｜]?"
    rf"(?P<name>{_NAME})"
    r"(?P<rest>\s[^<>]{0,300}|\s?/)?[|｜]?(?:>|&gt;|＞|▷|\\u003e)"
    r"|\[(?P<close2>/?)(?P<name2>(?:think(?:ing)?|reasoning)(?:[_-]\w{1,24})?|thoughts?|scratchpad)\]",
    re.IGNORECASE,
)
_CUT_TAG = re.compile(
    r"(?:<|&lt;|＜|◁)[|｜]?[/\\]?[|｜]?(?:t|th|thi|thin|think|thinki|thinkin|thinking|tho|thou|thoug"
    r"|though|thought|r|re|rea|reas|reaso|reason|reasoni|reasonin|reasoning|a|an|ana|anal|analy"
    r"|analys|analysi|analysis|s|sc|scratch|scratchp|scratchpa|scratchpad|c|ch|chan|chann|channe"
    rf"|channel|channel\||{_STEM}|pla|plan|ration|rationale|intern|internal|comment|commentary"
    r"|step_by|step_by_step)?\Z",
    re.IGNORECASE,
)
_CUT = 64  # characters that a tag which was cut off may have
_TAG_WORD = (
    r"tags?|tokens?|blocks?|elements?|markers?|labels?|sections?|balises?|etiquetas?|etichett[ae]|"
    r"标签|标记|標籤|標記|タグ|태그|тег|تگ|برچسب|وسم|علامة|टैग|thẻ|etiket"
)
_TAG_WORD_AFTER = re.compile(rf"[`\"'”’»」]?[\s-]{{0,2}}(?:{_TAG_WORD})", re.IGNORECASE)
_TAG_WORD_BEFORE = re.compile(rf"(?:{_TAG_WORD})\w{{0,3}}[\s:]{{0,2}}[`\"'“‘«「]?\Z", re.IGNORECASE)
_QUOTED = {"`": "`", '"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "「": "」", "(": ")"}

_CHANNEL = re.compile(r"<\|channel\|>\s{0,3}(analysis|commentary|final|thought)", re.IGNORECASE)
_CHANNEL_TOKEN = re.compile(r"<\|(?:start|end|message|return|call|constrain|channel)\|>")
_BODY_ENDS = re.compile(r"<\|(?:end|return|call|start)\|>")
# the same channels where a server dropped the special tokens between them
_RUN_TOGETHER = re.compile(r"\s*(?:assistant)?analysis(?=[A-Z\u0080-\U0010ffff])")
_FINAL_TOGETHER = "assistantfinal"

_FENCE = re.compile(r"[ \t]{0,3}(?:`{3,}|~{3,})[ \t]{0,3}(\w{0,20})")
_THINKING_FENCE = re.compile(
    r"(?:\w*(?:think|thought|reason)\w*|analysis|scratchpad|rationale)\Z", re.IGNORECASE
)


def strip_reasoning(text: str, original: str = "") -> Stripped:
    """The reply without its thinking; ``original`` is what the user typed, who may mention tags.

    Takes time in proportion to the text.
    """
    text, removed, unclosed = _without_channels(text)
    text, tagged, cut = _without_tags(text, bool(_TAG.search(original)))
    text, fenced, fence_cut = _without_fences(text)
    text, labelled = _without_labelled(text, original)
    return Stripped(text, removed or tagged or fenced or labelled, unclosed or cut or fence_cut)


def _without_channels(text: str) -> tuple[str, bool, bool]:
    if _RUN_TOGETHER.match(text):
        _, found, final = text.rpartition(_FINAL_TOGETHER)
        return (final if found else ""), True, not found
    channels = list(_CHANNEL.finditer(text)) if "<|channel|>" in text else []
    if not channels:
        return text, False, False
    ends = [*(one.start() for one in channels[1:]), len(text)]
    finals: list[str] = []
    thought = False
    for channel, end in zip(channels, ends, strict=True):
        body = text[channel.end() : end]
        closing = _BODY_ENDS.search(body)
        if channel[1].casefold() == "final":
            finals.append(body[: closing.start()] if closing else body)
        else:
            thought = True
    kept = "\n".join(finals) if finals else text[: channels[0].start()]
    return _CHANNEL_TOKEN.sub("", kept), thought, not finals


def _without_tags(text: str, mentioned: bool) -> tuple[str, bool, bool]:
    tags = list(_TAG.finditer(text))
    if tags:
        closes = [at for at, tag in enumerate(tags) if _closes(tag)]
        last_close = closes[-1] if closes else -1
        structural = [
            tag
            for at, tag in enumerate(tags)
            if not _is_text(tag, text, mentioned, closed_later=at < last_close)
        ]
    else:
        structural = []
    kept: list[str] = []
    depth = begun = 0
    for tag in structural:
        if (tag["rest"] or "").rstrip().endswith("/"):  # opened and closed at once
            if not depth:
                kept.append(text[begun : tag.start()])
                begun = tag.end()
        elif not _closes(tag):
            if not depth:
                kept.append(text[begun : tag.start()])
            depth += 1
        elif depth:
            depth -= 1
            begun = tag.end()
        else:  # never opened: all so far was thinking
            kept.clear()
            begun = tag.end()
    if not depth:
        kept.append(text[begun:])
    result = "".join(kept) if structural else text
    cut = _CUT_TAG.search(result[-_CUT:])
    if cut is not None and (not mentioned or structural):
        result = result[: len(result) - (len(result[-_CUT:]) - cut.start())]
    return result, bool(structural), depth > 0


def _closes(tag: re.Match[str]) -> bool:
    name = (tag["name"] or "").casefold()
    return bool(
        tag["close"]
        or tag["close2"]
        or name.startswith(("end_", "end-"))
        or name.endswith(("_end", "-end"))
    )


def _is_text(tag: re.Match[str], text: str, mentioned: bool, *, closed_later: bool) -> bool:
    """Whether a tag is only spoken of."""
    start, end = tag.span()
    before = text[max(start - 40, 0) : start].rpartition("\n")[2]
    after = text[end : end + 40].partition("\n")[0]
    opens = not _closes(tag)
    inline = bool(before.strip())
    spoken_of = _TAG_WORD_AFTER.match(after) or _TAG_WORD_BEFORE.search(before)
    quoted = before[-1:] in _QUOTED and after[:1] == _QUOTED.get(before[-1:], " ")
    if not mentioned:
        # nobody asked about tags: only one that is never closed, and is named as a tag
        return opens and inline and not closed_later and bool(spoken_of or quoted)
    if not inline:
        return opens and not closed_later and bool(spoken_of)
    if spoken_of or quoted:
        return True
    apart = before[-1:].isspace() and (not after or not (after[0].isalnum() or after[0] == "<"))
    if not after.strip():
        return apart and opens and not text[end:].strip()
    return apart


def _without_fences(text: str) -> tuple[str, bool, bool]:
    if "```" not in text and "~~~" not in text:
        return text, False, False
    kept: list[str] = []
    inside = thinking = removed = False
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        if fence is not None:
            inside = not inside
            if inside and _THINKING_FENCE.match(fence[1]):
                thinking = removed = True
                continue
            if thinking:
                thinking = False
                continue
        if not thinking:
            kept.append(line)
    return "\n".join(kept), removed, thinking


def _without_labelled(text: str, original: str) -> tuple[str, bool]:
    """Without paragraphs such as 'Reasoning: …', up to the line that is labelled as the answer."""
    if text.lstrip()[:1] in ("{", "[", ""):
        return text, False
    kept: list[str] = []
    dropping = removed = False
    said = original.casefold()
    for line in text.split("\n"):
        head = line[:80]
        label = REASONING_LABEL.match(head)
        if label is not None and not _is_typed(label[1].casefold(), said):
            dropping = removed = True
            continue
        if dropping and (ANSWER_LABEL.match(head) or line.lstrip()[:1] in ("{", "[")):
            dropping = False
        if dropping and _FENCE.match(line):
            dropping = False
        if not dropping:
            kept.append(line)
    return ("\n".join(kept), True) if removed else (text, False)


def _is_typed(label: str, said: str) -> bool:
    """Whether the user typed the label."""
    return f"{label}:" in said or said.startswith(label)
