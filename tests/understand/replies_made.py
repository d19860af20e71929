"""Model replies by the thousand: every decoration, every way to break, and what must not leak."""

from __future__ import annotations

import json
from random import Random

__all__ = ["SECRET", "made_reply", "question"]

SECRET = "qzxreasonqzx"  # stands in every piece of thinking, and nowhere else

_QUESTIONS = (
    "Orlo kettle warranty", "水泵异响怎么处理", "گارانتی کتری اورلو چقدر است", "как починить насос",
    "what is \"exact phrase\" AND (a OR b)", "C++ vs. C#", "1. FC Köln", "x", "的",
    "why does <think> show in my chat page", "parse {\"a\": [1]} in python", "ポンプの異音",
    "how do I say sorry, I can't help with that", "query: select * from t", "🙂 kettle",
    "펌프 소음", "pumpe macht geräusche", "लंबा सवाल", "كيف أصلح المضخة", "A" * 300,
)  # fmt: skip
_ANSWERS = (
    "kettle guarantee", "Orlo warranty period", "水壶 保修 期限", "泵 噪声 原因", "ضمانت کتری برقی",
    "ремонт насоса", "pump rattle", "how long is a kettle covered", "ポンプ 騒音 原因", "펌프 진동",
    "C# compared with C++", "3.5 mm jack 8.11", "don't | do", "पंप शोर", "ضجيج المضخة", "🙂🙃",
)  # fmt: skip
_THOUGHTS = (
    f"Okay, the user asks {SECRET} about kettles.", f"I should merge. {SECRET}\nThen rewrite.",
    f"用户想知道 {SECRET}", f"{SECRET} {{\"queries\": [\"{SECRET}\"]}}", f"- {SECRET}\n- {SECRET}",
    f"\"{SECRET}\"", f"1. {SECRET}\n2. {SECRET}", f"{SECRET}" * 3,
)  # fmt: skip
_TAGS = ("think", "thinking", "reasoning", "analysis", "scratchpad", "thought", "THINK", "Thinking",
         "reflection", "antThinking", "seed:think", "thinking_process", "reasoning_content",
         "longcat_think", "mm:think", "think_about", "model.thoughts", "plan", "rationale",
         "internal", "commentary", "step_by_step", "internal_reasoning_steps",
         "my-plan")  # fmt: skip
_NOISE = ("\x00", "\x07", "\x1b[31m", "\u202e", "\u200b", "\ufeff", "\ud800", "\ufffe",
          "\U000e0041", "\x7f")  # fmt: skip
_BREAKS = ("\r\n", "\u2028", "\t", "\x85", "\x0b", " ")
_CHAT = ("Sure! Here are three:", "Hope it helps!", "以下是改写：", "Let me know if you need more.",
         "Note: I kept the names.", "```", "---", "**", "Voici :", "")  # fmt: skip


def question(random: Random) -> str:
    """Something that a user typed."""
    return random.choice(_QUESTIONS)


def made_reply(random: Random) -> str:
    """A reply with thinking in some state, or none, around an answer in some form, or none."""
    text = _with_thinking(random, _answer(random))
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        place = random.randrange(len(text) + 1)
        text = text[:place] + random.choice(_NOISE) + text[place:]
    if random.random() < 0.2:
        text = text.replace("\n", random.choice(_BREAKS[:2]))
    return text


def _answer(random: Random) -> str:
    texts = [random.choice(_ANSWERS) for _ in range(random.randrange(5))]
    form = random.randrange(9)
    if form == 0:
        text = json.dumps(texts, ensure_ascii=random.random() < 0.5)
    elif form == 1:
        text = json.dumps({random.choice(("queries", "rewrites", "x")): texts})
    elif form == 2:
        key = random.choice(("query", "sub_question", "oops"))
        text = json.dumps([{key: one} for one in texts], ensure_ascii=False, indent=1)
    elif form == 3:
        text = "\n".join(f"{place}. {one}" for place, one in enumerate(texts, 1))
    elif form == 4:
        text = "\n".join(f"{random.choice('-*•①一')} **{one}**" for one in texts)
    elif form == 5:
        text = "\n".join(f"“{one}”" for one in texts)
    elif form == 6:
        text = f"```json\n{json.dumps(texts)}\n```"
    elif form == 7:
        text = " ".join(texts)
    else:
        text = "\n".join(texts)
    if random.random() < 0.3:
        text = text[: random.randrange(len(text) + 1)]
    if random.random() < 0.3:
        text = f"{random.choice(_CHAT)}\n{text}\n{random.choice(_CHAT)}"
    return text


def _with_thinking(random: Random, answer: str) -> str:
    thought = random.choice(_THOUGHTS)
    tag = random.choice(_TAGS)
    return random.choice((
        answer,
        f"<{tag}>{thought}</{tag}>\n{answer}",
        f"<{tag}>{thought}</{tag}>{answer}",
        f"<{tag}>{thought}",
        f"\n\n<{tag}>\n{thought}\n\n{answer}",
        f"{thought}\n</{tag}>\n\n{answer}",
        f"<{tag}>{thought}<{tag}>{thought}</{tag}>{thought}</{tag}>\n{answer}",
        f"<{tag}>{thought}</{tag}>\n{answer}\n<{tag}>{thought}</{tag}>",
        f"{answer}\n<{tag}>{thought}",
        f"<{tag} time='3'>{thought}</{tag} >\n{answer}",
        f"&lt;{tag}&gt;{thought}&lt;/{tag}&gt;\n{answer}",
        f"◁think▷{thought}◁/think▷{answer}",
        f"[THINK]{thought}[/THINK]{answer}",
        f"<|channel|>analysis<|message|>{thought}<|end|><|start|>assistant<|channel|>final"
        f"<|message|>{answer}<|return|>",
        f"<|channel|>analysis<|message|>{thought}",
        f"```thinking\n{thought}\n```\n{answer}",
        f"Reasoning: {thought}\n\nAnswer: {answer}",
        f"### Thinking\n{thought}",
        f"<details type=\"reasoning\"><summary>Thought</summary>{thought}</details>\n{answer}",
        f"<|START_THINKING|>{thought}<|END_THINKING|>{answer}",
        json.dumps({"reasoning": thought, "queries": ["pump hum"]}),
        json.dumps([f"<{tag}>{thought}</{tag}>pump hum"]).replace("<", "\\u003c"),
    ))  # fmt: skip
