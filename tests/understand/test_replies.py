"""One contract for every model reply: what of it is used, what is left out, and why."""

from __future__ import annotations

import pytest

from fulltext_query.llm import Reply
from fulltext_query.understand.replies import (
    Read,
    read_keywords,
    read_list,
    read_passage,
    read_text,
)
from fulltext_query.understand.replies_language import Languages

KETTLE = "Orlo kettle warranty"
ANSWER = "What is the warranty of the Orlo kettle?"


def codes(read: Read) -> list[str]:
    return [reason.code for reason in read.reasons]


def listed(reply: str | None, original: str = KETTLE, limit: int = 5) -> list[str]:
    return list(read_list(reply, original, limit=limit).values)


THOUGHT = "The user means the Orlo kettle. I should merge."


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>{THOUGHT}</think>\n{ANSWER}",
        f"<think>{THOUGHT}</think>{ANSWER}",
        f"<THINK >\n{THOUGHT}\n</ think>\n\n{ANSWER}",
        f"<thinking>{THOUGHT}</thinking>\n{ANSWER}",
        f'<reasoning effort="high">{THOUGHT}</reasoning>\n{ANSWER}',
        f"<analysis>{THOUGHT}</analysis>\n{ANSWER}",
        f"<scratchpad>{THOUGHT}</scratchpad>\n{ANSWER}",
        f"<think>{THOUGHT}<think>merge</think> merge</think>\n{ANSWER}",
        f"<think></think>\n<think>{THOUGHT}</think>\n{ANSWER}",
        f"{THOUGHT}\n</think>\n{ANSWER}",
        f"kettles, so a guarantee\n</think>\n{ANSWER}",
        f"kettles first <think>{THOUGHT}</think> so\n</think>\n{ANSWER}",
        f"{ANSWER}\n<think>{THOUGHT}",
        f"&lt;think&gt;{THOUGHT}&lt;/think&gt;{ANSWER}",
        f"[THINK]{THOUGHT}[/THINK]{ANSWER}",
        f"◁think▷{THOUGHT}◁/think▷{ANSWER}",
        f"<|START_THINKING|>{THOUGHT}<|END_THINKING|>{ANSWER}",
        f"<|begin_of_thought|>{THOUGHT}<|end_of_thought|><|begin_of_solution|>{ANSWER}"
        "<|end_of_solution|>",
        f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|start|>assistant<|channel|>final"
        f"<|message|>{ANSWER}<|return|>",
        f"analysis{THOUGHT}assistantfinal{ANSWER}",
        f"```thinking\n{THOUGHT}\n```\n{ANSWER}",
        f"Reasoning: {THOUGHT}\nAnswer: {ANSWER}",
        f"### Thought process\n{THOUGHT}\n\n### Rewritten query\n{ANSWER}",
        f"思考过程：{THOUGHT}\n改写后的问题：{ANSWER}",
        f"Okay, the user wants the warranty, so I should merge.\n{ANSWER}",
        f'<details type="reasoning"><summary>merge</summary>{THOUGHT}</details>{ANSWER}',
        f"<think>{THOUGHT}</think>\n<answer>{ANSWER}</answer>",
        f"<thi\x1b\x7f[31mnk>{THOUGHT}</th\x1b[3\x1b[31m1mink>{ANSWER}",
        f"<th\u200bink>{THOUGHT}</thi\x00nk>{ANSWER}",
    ],
)
def test_thinking_is_taken_out(reply: str) -> None:
    assert read_text(reply, "and its warranty?").values == (ANSWER,)


@pytest.mark.parametrize(
    "reply",
    [
        "<think>Okay, the user asks about kettles and maybe",
        "<reasoning>\nkettles and\n\nmaybe",
        "<think>a <think>b</think> c",
        "<|channel|>analysis<|message|>kettles",
        "analysisThe user asks about kettles",
        "```reasoning\nkettles",
    ],
)
def test_thinking_that_never_closes_leaves_the_question(reply: str) -> None:
    read = read_text(reply, KETTLE)
    assert read.values == ()
    assert read.or_original(KETTLE) == KETTLE
    assert read.has("unclosed_reasoning")


@pytest.mark.parametrize(
    ("question", "reply", "kept"),
    [
        ("why does <think> show in my chat page", "Why does the <think> tag show in the chat page?",
         "show in the chat page"),
        ("hide <think> tags", "How can I hide `<think>` and `</think>` in the output?",
         "in the output"),
        ("why does <think> show",
         "<think>They mean the <think> tag.</think>\nWhy is <think> shown?",
         "Why is <think> shown"),
        ("what does </think> mean", "Meaning of the </think> tag in replies", "tag in replies"),
        ("why does that tag show", "Why does the <think> tag show in replies?", "show in replies"),
        ("thinking fast and slow", "Thinking, fast and slow: summary", "summary"),
        ("reasoning models", "reasoning: models that think step by step", "step by step"),
    ],
)  # fmt: skip
def test_a_tag_that_is_only_mentioned_is_text(question: str, reply: str, kept: str) -> None:
    assert kept in read_text(reply, question).or_original("")


TWO = ["plan A fees", "plan B fees"]


@pytest.mark.parametrize(
    "reply",
    [
        '["plan A fees","plan B fees"]',
        'Here you go:\n```json\n["plan A fees","plan B fees"]\n```\nHope it helps!',
        '```\n["plan A fees", "plan B fees"]\n```',
        'Queries: ["plan A fees", "plan B fees"] Let me know!',
        '{"queries": ["plan A fees", "plan B fees"]}',
        '{"reasoning": "two plans", "sub_questions": ["plan A fees", "plan B fees"], "n": 2}',
        '[{"sub_question":"plan A fees"},{"sub_question":"plan B fees","tool":"search"}]',
        '{"1": "plan A fees", "2": "plan B fees"}',
        '{"query1": "plan A fees", "query2": "plan B fees"}',
        '{"result": {"questions": [{"question": "plan A fees"}, {"question": "plan B fees"}]}}',
        '{"query": "plan A fees"}\n{"query": "plan B fees"}',
        '["plan A fees", "plan B fees",]',
        "['plan A fees', 'plan B fees']",
        '["plan A fees", "plan B fees", "plan C',
        '{"queries": ["plan A fees", "plan B fees", "pla',
        '[{"sub_question": "plan A fees"}, {"sub_question": "plan B fees"}, {"sub_qu',
        '["<think>A?</think>plan A fees", "1. plan B fees"]',
        "1. plan A fees\n2. plan B fees",
        "1) plan A fees\n2) plan B fees",
        "(1) plan A fees\n(2) plan B fees",
        "① plan A fees\n② plan B fees",
        "一、plan A fees\n二、plan B fees",
        "（一）plan A fees\n（二）plan B fees",
        "۱. plan A fees\n۲. plan B fees",
        "١) plan A fees\n٢) plan B fees",
        "१. plan A fees\n२. plan B fees",
        "1️⃣ plan A fees\n2️⃣ plan B fees",
        "１．plan A fees\n２．plan B fees",
        "Q1: plan A fees\nQ2: plan B fees",
        "a) plan A fees\nb) plan B fees",
        "- plan A fees\n- plan B fees",
        "* plan A fees\r\n* plan B fees",
        "• plan A fees\n• plan B fees",
        "- 1. **plan A fees**\n- 2. **plan B fees**",
        "\n\n  plan A fees  \n\n   plan B fees\t\n",
        "“plan A fees”\n„plan B fees“",
        "«plan A fees»\n「plan B fees」",
        '"plan A fees",\n"plan B fees"',
        "`plan A fees`\n__plan B fees__",
        "Sure! Here are two:\n1. plan A fees\n2. plan B fees\n\nHope this helps!",
        "Here are two questions: 1. plan A fees 2. plan B fees",
        "Query 1: plan A fees\nQuery 2: plan B fees",
        "**Question 1:** plan A fees\n**Question 2:** plan B fees",
        "以下是改写：\n1、plan A fees\n2、plan B fees\n希望对您有帮助！",
        "plan A fees\nplan B fees\n\nNote: I kept the names.\nThey matter.",
        "plan A fees<br>\nplan B fees<|im_end|>\n<|im_start|>user\nplan C fees",
        "plan A fees\nplan B fees\nUser: and plan C?\nplan C fees",
        "<queries>\nplan A fees\nplan B fees\n</queries>",
    ],
)
def test_the_texts_are_found_in_whatever_is_around_them(reply: str) -> None:
    assert listed(reply, "compare plan A and plan B fees") == TWO


@pytest.mark.parametrize(
    "label",
    ["Answer:", "**Answer:**", "Rewritten query:", "Search query: ", "改写后的查询：", "答案:",
     "問題：",
     "検索クエリ：", "검색어:", "Umformulierte Frage:", "Requête reformulée :", "Consulta:",
     "Pergunta reformulada:", "Domanda:", "Переформулированный запрос:", "Ответ:",
     "پرسش بازنویسی‌شده:", "پاسخ:", "السؤال:", "प्रश्न:", "Sorgu:", "Câu hỏi:", "Pertanyaan:",
     "## Final answer\n", "Sure! ", "当然，", "Here is the rewritten query: ", "Voici :\n"],
)  # fmt: skip
def test_labels_of_many_languages_go(label: str) -> None:
    assert read_text(f"{label}{ANSWER}", KETTLE).values == (ANSWER,)


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("trainer 1. fc köln", "1. FC Köln Trainer aktuell"),
        ("3.5 mm jack pinout", "3.5 mm audio jack pinout"),
        ("query: select from t", "query: SELECT * FROM t syntax"),
        ("C# list", "C# List<T> usage"),
        ("__init__ python", "__init__ method in python"),
        ("-5 degrees battery", "-5 degrees celsius battery capacity"),
        ("snake case", "snake_case_name and other_name"),
        ("parse [1, 2] in js", "How to parse [1, 2] in JavaScript"),
        ("what is 2 * 3 * 4", "product of 2 * 3 * 4"),
        ("the user wants to reset password", "the user wants to reset their password"),
        ("first aid for burns", "First, cool the burn: first aid"),
    ],
)
def test_what_only_looks_like_decoration_stays(question: str, reply: str) -> None:
    assert read_text(reply, question).values == (reply,)


REFUSALS = {
    "en": ["Sorry, that is something I am unable to assist with.", "I can't help with that.",
           "I'm sorry, but I cannot provide instructions for this.", "I must decline.",
           "As an AI language model, I cannot answer this.",
           "This request violates the content policy.", "Could you please provide the query?",
           "I’m unable to assist with that request."],
    "zh": ["很抱歉，我无法回答这个问题。", "抱歉，作为AI我不能协助。",
    "对不起，我不能提供相关信息。",
           "作为一个人工智能助手，我无法提供此类信息。", "很抱歉，我無法協助您。",
           "我无法回答您的问题。"],
    "ja": ["申し訳ありませんが、そのご質問にはお答えできません。",
    "そのリクエストにはお手伝いできません。"],
    "ko": ["죄송합니다. 해당 질문에는 답변할 수 없습니다.", "그 요청은 도와드릴 수 없습니다."],
    "de": ["Es tut mir leid, aber dabei kann ich nicht helfen.",
    "Leider kann ich das nicht beantworten.",
           "Ich kann Ihnen dabei nicht helfen."],
    "fr": ["Je suis désolé, mais je ne peux pas répondre à cette question.",
           "Désolé, je ne peux pas vous aider."],
    "es": ["Lo siento, no puedo ayudar con eso.", "No puedo responder a esa pregunta."],
    "pt": ["Desculpe, não posso ajudar com isso.", "Não posso responder a essa pergunta."],
    "it": ["Mi dispiace, non posso aiutarti.", "Non posso rispondere a questa domanda."],
    "ru": ["Извините, я не могу ответить на этот вопрос.", "К сожалению, я не могу помочь."],
    "ar": ["عذراً، لا أستطيع المساعدة في ذلك.", "آسف، لا يمكنني الإجابة على هذا السؤال."],
    "fa": ["متأسفم، نمی‌توانم به این پرسش پاسخ دهم.", "ببخشید، من نمی‌توانم کمک کنم."],
    "hi": ["क्षमा करें, मैं इसमें मदद नहीं कर सकता।",
    "मुझे खेद है, मैं इसका उत्तर देने में असमर्थ हूँ।"],
    "tr": ["Üzgünüm, bu konuda yardımcı olamam."],
    "vi": ["Xin lỗi, tôi không thể trả lời câu hỏi này."],
    "id": ["Maaf, saya tidak dapat membantu."],
    "nl": ["Het spijt me, daar kan ik je niet mee helpen."],
    "pl": ["Przepraszam, nie mogę na to odpowiedzieć."],
    "th": ["ขออภัย ฉันไม่สามารถช่วยเรื่องนี้ได้"],
    "uk": ["Вибачте, я не можу відповісти."],
}  # fmt: skip


@pytest.mark.parametrize("reply", [reply for replies in REFUSALS.values() for reply in replies])
def test_a_refusal_is_no_query_and_no_passage(reply: str) -> None:
    question = "lethal dose table for rodenticide storage"
    for read in (
        read_text(reply, question),
        read_list(f"1. {reply}", question, limit=3),
        read_list(f'["{reply}"]', question, limit=3),
        read_passage(
            f"{reply} Is there anything else that you would like to know today?", question
        ),
    ):
        assert read.values == ()
        assert read.has("refusal"), reply
        assert read.or_original(question) == question


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("how to decline politely", "How to say: sorry, I can't help with that"),
        ("chatgpt refuses", "Why does ChatGPT reply 'I cannot assist with that'?"),
        ("cant login portal", "I cannot log in to the customer portal"),
        ("cat is choking", "How can I help a choking cat?"),
        ("no proof of income", "I can't provide proof of income for a loan"),
        ("warranty kettle", "Could you provide information about the Orlo kettle warranty?"),
        ("ai engineer skills", "Skills needed to work as an AI engineer"),
        ("登录不了", "我无法登录系统如何处理"),
        ("开不了发票", "商家无法提供发票怎么办"),
        ("ИИ в медицине", "как ИИ помогает врачам"),
        ("modelo de negocio", "como modelo de negocio rentable"),
        ("对不起 电影", "对不起，我爱你 韩国电影"),
        ("sorry song", "Sorry by Justin Bieber lyrics"),
        ("sorry, i can't help it meaning", "Sorry, I can't help it: meaning of the phrase"),
        ("apology letter", "apology letter to a customer"),
    ],
)
def test_a_question_about_refusing_is_none(question: str, reply: str) -> None:
    assert read_text(reply, question).values == (reply,)


IGNORANCE = [
    "I don't have information about this product.",
    "I do not know the descaling interval of that kettle.",
    "Unfortunately, I don't have specific data on it. Please check the manual.",
    "There is no information available about this product.",
    "I'm not sure about the exact interval for this model.",
    "我不知道这款产品的除垢周期，请查阅说明书。",
    "抱歉，我没有关于该产品的信息，建议查阅官方说明书。",
    "目前没有找到相关资料，无法确定具体的除垢周期。",
    "申し訳ありませんが、その製品についての情報がありません。",
    "해당 제품에 대한 정보가 없습니다. 설명서를 확인하세요.",
    "Ich weiß leider nicht, wie oft der Wasserkocher entkalkt werden muss.",
    "Je ne sais pas à quelle fréquence il faut détartrer cette bouilloire.",
    "No tengo información sobre este producto en concreto.",
    "Não tenho informações sobre este produto específico.",
    "Non ho informazioni su questo prodotto specifico.",
    "Я не знаю, как часто нужно чистить этот чайник.", "У меня нет информации об этом товаре.",
    "لا أعرف شيئاً عن هذا المنتج تحديداً.", "ليس لدي معلومات عن هذا المنتج.",
    "من نمی‌دانم این کتری هر چند وقت باید جرم‌گیری شود.",
    "मुझे इस उत्पाद के बारे में जानकारी नहीं है।",
    "Bu ürün hakkında bilgim yok, lütfen kılavuza bakın.",
    "Tôi không có thông tin về sản phẩm này.", "Saya tidak memiliki informasi tentang produk ini.",
    "Ik heb geen informatie over dit product.", "Nie mam informacji o tym produkcie.",
]  # fmt: skip


@pytest.mark.parametrize("reply", IGNORANCE)
def test_a_passage_that_does_not_know_is_none(reply: str) -> None:
    read = read_passage(reply, "Orlo kettle descaling interval")
    assert read.values == ()
    assert read.has("unknown") or read.has("refusal")


def test_a_passage_that_speaks_of_knowing_is_one() -> None:
    text = "Few owners know that the interval depends on how hard the water is."
    assert read_passage(text, "Orlo kettle descaling").values == (text,)


@pytest.mark.parametrize("reply", [None, "", "   \n", '""', "```\n```", "...", "\x00\x01", "[]",
"null",
                                   '{"queries": []}', "N/A", "-", "“”",
                                   "<think></think>"])  # fmt: skip
def test_an_empty_reply_leaves_the_question(reply: str | None) -> None:
    for read in (read_text(reply, KETTLE), read_list(Reply(reply), KETTLE, limit=3),
                 read_passage(reply, KETTLE), read_keywords(reply or "", KETTLE)):  # fmt: skip
        if reply in ("null", "N/A") and read.values:
            continue  # keywords as any others
        assert read.values == ()
        assert read.reasons
        assert read.or_original(KETTLE) == KETTLE


def test_prose_instead_of_json_is_no_exception() -> None:
    read = read_list("Sure! I would search for kettles.", KETTLE, limit=3)
    assert KETTLE in (*read.values, read.or_original(KETTLE))


def test_what_is_complete_of_json_is_used_and_the_rest_told() -> None:
    read = read_list('{"queries": ["kettle guarantee", "Orlo warr', KETTLE, limit=3)
    assert read.values == ("kettle guarantee",)
    assert codes(read) == ["truncated"]


def test_one_bad_element_costs_only_itself() -> None:
    reply = (
        '[{"sub_question":"plan A fees"},{"subqestion":"x"},{"sub_question":""},null,'
        '{"sub_question":"plan B fees"}]'
    )
    read = read_list(reply, "compare fees", limit=6)
    assert list(read.values) == TWO
    assert codes(read) == ["unusable_element"] * 3


def test_no_more_than_asked_for_none_twice_none_as_asked() -> None:
    reply = "pump rattle\npump rattle\nPUMP RATTLE\npump hum\npump buzz\npump whine\nPump  noise?"
    read = read_list(reply, "pump noise", limit=3)
    assert read.values == ("pump rattle", "pump hum", "pump buzz")
    assert codes(read) == ["duplicate", "duplicate", "too_many"]
    assert read_list("Pump  Noise?\n“PUMP NOISE”", "pump noise", limit=3).values == ()
    assert read_list("STRASSE\nstraße", "weg", limit=3).values == ("STRASSE",)


def test_a_reply_that_its_limit_cut_off_loses_what_is_unfinished() -> None:
    read = read_list(Reply("pump hum\npump rat", "length"), "pump noise", limit=3)
    assert read.values == ("pump hum",)
    assert "truncated" in codes(read)
    passage = read_passage(
        Reply("Worn bearings make noise. Cavitation does too. In most cas", "length"), "pump noise"
    )
    assert passage.values == ("Worn bearings make noise. Cavitation does too.",)


def test_runaway_texts_are_left_out() -> None:
    read = read_list("pump hum\n" + "very long " * 60, "pump noise", limit=3)
    assert read.values == ("pump hum",)
    assert read.has("too_long")


@pytest.mark.parametrize(
    ("question", "reply", "language", "foreign"),
    [
        ("水泵异响怎么处理", "How to fix pump noise", "", True),
        ("How to fix pump noise", "水泵异响怎么处理", "", True),
        ("水泵异响怎么处理", "水泵噪音的处理方法", "", False),
        ("水泵異響怎麼處理", "水泵噪音的处理方法", "zh", False),
        ("Elasticsearch 同义词配置", "Elasticsearch 同义词过滤器的设置", "", False),
        ("Elasticsearch 同义词配置", "Elasticsearch synonym configuration", "", True),
        ("Orlo kettle error code of the firmware", "Orlo kettle error code: der die das", "",
         False),  # names and codes are of no language
        ("KXT-4410 报错", "KXT-4410", "", False),
        ("KXT-4410", "KXT-4410 error code meaning", "", False),
        ("как починить насос", "how to repair a pump", "", True),
        ("گارانتی کتری چند سال است", "How long is the kettle's warranty", "", True),
        ("ポンプの異音の直し方", "水泵异响的修理方法", "", False),
        ("水泵异响", "ポンプの異音", "", True),
        ("how do I repair the noise of a pump", "Wie repariere ich das Geräusch einer Pumpe", "",
         True),
        ("pump noise", "Wie repariere ich das Geräusch einer Pumpe", "en", True),
        ("Wie repariere ich die Pumpe", "Reparatur einer Wasserpumpe und ihrer Lager", "", False),
        ("pump noise", "water pump rattle causes", "", False),
        ("펌프 소음 원인", "pump noise causes", "", True),
    ],
)  # fmt: skip
def test_another_language_is_noted_or_left_out(
    question: str, reply: str, language: str, *, foreign: bool
) -> None:
    languages = Languages()
    noted = read_text(reply, question, languages=languages, language=language)
    assert noted.values == (reply,)
    assert noted.has("language") is foreign
    kept = read_text(reply, question, languages=languages, language=language, keep_language=True)
    assert bool(kept.values) is not foreign
    assert kept.or_original(question) == (question if foreign else reply)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("<think>I need to extract keywords, same language...</think>gauge R5, limit",
         ["gauge R5", "limit"]),
        ("Keywords: gauge R5, limit", ["gauge R5", "limit"]),
        ("关键词：压力表、上限，R5", ["压力表", "上限", "R5"]),
        ('["gauge R5", "limit"]', ["gauge R5", "limit"]),
        ("1. gauge R5\n2. limit\n3. Limit", ["gauge R5", "limit"]),
        ("حد، گیج R5؛ فشار", ["حد", "گیج R5", "فشار"]),
    ],
)  # fmt: skip
def test_keywords(reply: str, words: list[str]) -> None:
    assert list(read_keywords(reply, "limit of gauge R5").values) == words


@pytest.mark.parametrize(
    ("reply", "passage"),
    [
        ("<think>short</think>\n**Answer:** Descale every 40 boils.\n\n- see manual",
         "Descale every 40 boils.\nsee manual"),
        ("Here is a passage:\n\nDescale the kettle\nevery 40 boils.\n\nHope this helps!",
         "Descale the kettle every 40 boils."),
        ("## Descaling\n\nUse *citric acid* and `water`, see [the manual](http://x.y/z).",
         "Descaling\nUse citric acid and water, see the manual."),
        ('{"passage": "Descale the kettle every 40 boils."}', "Descale the kettle every 40 boils."),
        ('"Descale the kettle every 40 boils."', "Descale the kettle every 40 boils."),
        ("```\nDescale the kettle every 40 boils.\n```", "Descale the kettle every 40 boils."),
        ("段落：水壶每煮沸四十次\n应除垢一次。", "水壶每煮沸四十次应除垢一次。"),
    ],
)  # fmt: skip
def test_a_passage_is_plain_text(reply: str, passage: str) -> None:
    assert read_passage(reply, "descaling interval of Orlo kettle").values == (passage,)


def test_a_passage_is_neither_too_short_nor_too_long_nor_the_question() -> None:
    question = "descaling interval of Orlo kettle"
    assert codes(read_passage("Forty boils.", question)) == ["too_short"]
    assert codes(read_passage("Descaling interval of Orlo kettle?", question)) == ["echo"]
    long = read_passage("Descale it every forty boils. " * 400, question).values[0]
    assert len(long) <= 4000
    assert long.endswith("boils.")


@pytest.mark.parametrize("tag", [
    "thinking_process", "reasoning_content", "longcat_think", "mm:think", "think_about", "plan",
    "rationale", "internal", "commentary", "step_by_step", "Deep-Thoughts.v2",
])  # fmt: skip
def test_tags_with_whatever_stands_around_the_word(tag: str) -> None:
    assert read_list(f"<{tag}>secret\n</{tag}>\npump hum", "q", limit=3).values == ("pump hum",)
    assert read_list(f"secret\n</{tag}>\npump hum", "q", limit=3).values == ("pump hum",)
    unclosed = read_list(f"<{tag}>\nsecret", "q", limit=3)
    assert not unclosed.values
    assert unclosed.has("unclosed_reasoning")
    asked = f"why does <{tag}> show in my chat page"
    kept = read_text(f"Why does the <{tag}> tag show in the chat page?", asked).values
    assert "show in the chat page" in kept[0]


def test_markup_that_is_no_thinking_stays() -> None:
    for text in ("the <planet> element", "a <thing> tag in XML", "<rational> numbers in C++"):
        assert read_text(text, "markup question").values == (text,)


@pytest.mark.parametrize("text", [
    "I'd rather not help with this request.", "I would prefer not to answer that.",
    "Unable to comply.", "I am unable to comply with this.", "我不想帮助处理这个请求。",
    "我宁愿不回答这个问题。", "无法遵从。", "无法满足您的请求。",
    "Dabei möchte ich lieber nicht helfen.", "Ich möchte bei dieser Anfrage lieber nicht helfen.",
    "Dieser Anfrage kann ich nicht nachkommen.", "Ich kann dem nicht nachkommen.",
    "Je préfère ne pas répondre à cette demande.", "Je préférerais ne pas aider à cela.",
    "Impossible de donner suite.", "Impossible de répondre à cette demande.",
    "Prefiero no ayudar con esta solicitud.", "No es posible cumplir con esta solicitud.",
])  # fmt: skip
def test_polite_and_curt_refusals(text: str) -> None:
    read = read_text(text, "pump noise")
    assert not read.values
    assert read.has("refusal")


@pytest.mark.parametrize("text", [
    "The provided context does not mention the pump at all.",
    "The context doesn't contain this information, sorry.",
    "提供的上下文没有提到这台水泵的保修期。", "所提供的资料中未提及该产品的任何信息。",
    "上下文中没有相关信息可以回答这个问题。",
    "Der bereitgestellte Kontext erwähnt die Pumpe nicht.",
    "Im bereitgestellten Kontext wird die Pumpe nicht erwähnt.",
    "Le contexte fourni ne mentionne pas la pompe.",
    "Les documents fournis ne contiennent aucune information.",
    "El contexto proporcionado no menciona la bomba.",
])  # fmt: skip
def test_a_passage_of_what_its_context_lacks_is_none(text: str) -> None:
    read = read_passage(text, "pump noise")
    assert not read.values
    assert read.has("unknown")


@pytest.mark.parametrize("text", [
    "unable to print from laptop", "impossible de connecter la pompe",
    "no es posible conectar la impresora", "无法处理图片错误", "不能完成安装怎么办",
    "cannot comply with gdpr requirements", "imposible responder correos en outlook",
    "impossible de traiter la commande",
])  # fmt: skip
def test_what_only_sounds_like_a_refusal_is_kept(text: str) -> None:
    assert read_text(text, "help").values == (text,)


def test_what_a_context_does_not_do_may_be_a_passage() -> None:
    text = "The documents do not include the manual; it lies in the box beside the charger."
    assert read_passage(text, "where is the manual").values == (text,)
