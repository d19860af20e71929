"""What models write around an answer, in the languages that they write it in."""

from __future__ import annotations

import re

__all__ = ["ANSWER_LABEL", "ASIDE", "CLOSER", "HAS_ANSWER", "LIST_KEYS", "NOTHING", "OPENER",
           "REASONING_KEYS", "REASONING_LABEL", "SELF_TALK", "TEXT_KEYS"]  # fmt: skip

_MARK = r"[ \t#*_>\-•]{0,12}"  # headings, bullets and emphasis before a label
_AFTER = r"[ \t*_]{0,6}"
_COLON = r"[:：﹕]"

_THINKING = (
    r"(?:step[- ]by[- ]step )?(?:reasoning|thinking|thoughts?|thought process|chain of thoughts?|"
    r"internal monologue|scratchpad|analysis|rationale)(?: process| steps?)?|"
    r"思考(?:过程|過程)?|推理(?:过程|過程)?|分析(?:过程|過程)?|思路|推論|考察|"
    r"추론(?: 과정)?|생각|사고 과정|"
    r"gedanken(?:gang)?|denkprozess|überlegung(?:en)?|begründung|"
    r"raisonnement|réflexions?|analyse|razonamiento|pensamientos?|análisis|raciocínio|análise|"
    r"ragionamento|analisi|рассуждени[ея]|размышлени[ея]|мысли|анализ|міркування|"
    r"التفكير|التحليل|الاستدلال|استدلال|تفکر|تحلیل|سوچ|विचार|तर्क|विश्लेषण|"
    r"düşünce|akıl yürütme|suy nghĩ|lập luận|pemikiran|penalaran|redenering|rozumowanie|resonemang"
)
REASONING_LABEL = re.compile(rf"{_MARK}({_THINKING}){_AFTER}(?:{_COLON}|[ \t]*\Z)", re.IGNORECASE)
"""Begins a paragraph of thinking: a label with a colon, or alone on its line."""

_ANSWER = (
    r"(?:the )?(?:final|rewritten|revised|reformulated|rephrased|improved|optimi[sz]ed|expanded|"
    r"alternative|standalone|hypothetical|search|keyword|sub)?[ -]?"
    r"(?:search )?(?:answers?|quer(?:y|ies)|questions?|sub[- ]?questions?|paraphrases?|"
    r"rewrit(?:e|ing|es)|rephrasings?|variants?|variations?|alternatives?|passages?|documents?|"
    r"outputs?|results?|responses?|keywords?|key ?phrases?|translation)|"
    r"(?:最终|最終|改写后?的?|改寫後?的?|重写后?的?|优化后?的?|假设性?的?|搜索|检索|子)?"
    r"(?:查询|查詢|问题|問題|答案|回答|输出|輸出|结果|改写|改寫|重写|关键词|關鍵詞|段落|文档|译文)|"
    r"(?:書き換え(?:後の)?|検索)?(?:クエリ|質問|回答|答え|出力|キーワード)|書き換え|"
    r"(?:최종 )?(?:답변|답|질문|검색어|질의|쿼리|출력|키워드)|"
    r"(?:umformulierte |endgültige )?(?:antwort|anfrage|frage|suchanfrage|teilfragen?|ausgabe)|"
    r"(?:réponse|requête|question|sous-question|passage)s?(?: reformulée?s?| finale)?|"
    r"(?:respuesta|consulta|pregunta|resposta|pergunta|risposta|domanda|pasaje)s?"
    r"(?: reescrita| reformulada| riformulata| final)?|"
    r"(?:переформулированный |итоговый )?(?:ответ|запрос|вопрос|результат)|відповідь|запит|питання|"
    r"(?:پاسخ|پرسش|سؤال|سوال|پرس[\u200c ]?و[\u200c ]?جو|جستجو|خروجی)(?: بازنویسی[\u200c ]?شده| "
    r"نهایی)?|"
    r"(?:الإجابة|الجواب|السؤال|الاستعلام|الناتج)(?: المعاد صياغته)?|جواب|"
    r"उत्तर|प्रश्न|क्वेरी|cevap|yanıt|soru|sorgu|trả lời|câu hỏi|truy vấn|jawaban|pertanyaan|kueri|"
    r"antwoord|vraag|zoekopdracht|svar|fråga|sökfråga|odpowiedź|pytanie|zapytanie|คำตอบ|คำถาม"
)
ANSWER_LABEL = re.compile(
    rf"{_MARK}({_ANSWER})[ \t]{{0,2}}(?:#?\d{{1,3}}|\(\d{{1,3}}\))?{_AFTER}(?:{_COLON}{_AFTER}|\Z)",
    re.IGNORECASE,
)
"""'Answer:', '**Rewritten query 2:**', '改写后的查询：', also alone on its line."""

_OPEN = (
    r"sure(?: thing)?|certainly|of course|absolutely|got it|understood|great(?: question)?|"
    r"no problem|ok(?:ay)?|alright|当然(?:可以)?|好的|没问题|當然|もちろん(?:です)?|はい|"
    r"承知しました|"
    r"물론(?:입니다|이죠)?|네|natürlich|gerne?|klar|bien sûr|d'accord|volontiers|claro(?: que sí)?|"
    r"por supuesto|com certeza|certo|certamente|конечно|хорошо|بالتأكيد|بالطبع|حتما|حتماً|البته|"
    r"ज़रूर|बिल्कुल|elbette|tabii(?: ki)?|chắc chắn rồi|tentu(?: saja)?|natuurlijk|oczywiście|"
    r"ได้เลย"
)
OPENER = re.compile(rf"(?:{_OPEN})\s{{0,3}}[!.,:;。！，、：…\-–—]+\s*", re.IGNORECASE)
"""A polite word before the answer, on its line."""

HAS_ANSWER = re.compile(
    r"(?:here(?:'s|’s| is| are| you go| we go)|below (?:is|are)|these are|the following|以下(?:是|"
    r"为|為)?|"
    r"这是|這是|下面是|改写(?:后的?)?(?:查询|问题|结果)?(?:如下|为|是)|以下(?:は|に|の)|こちら|"
    r"다음은|여기|아래는|"
    r"hier (?:ist|sind|kommt)|voici|voilà|aquí (?:está|tienes?)|aqui (?:está|estão)|eis|ecco|вот|"
    r"إليك|فيما يلي|در اینجا|این(?:ها)? |در زیر|यहाँ|यह रहा|işte|dưới đây|đây là|berikut|hier "
    r"volgen|"
    r"här är|oto|นี่คือ)",
    re.IGNORECASE,
)
"""Begins a line that announces the answer: what counts stands after its colon, or below it."""

SELF_TALK = re.compile(
    r"(?:(?:ok(?:ay)?|hmm+|alright|right|well|so|now|first|wait|let's see)[,.…!:]*\s+){0,3}"
    r"(?:(?:the|this) (?:user(?:'s)?|questioner|person asking) (?:is|was|wants?|asks?|asked|asking|"
    r"needs?|means?|might|may|seems?|could|has|query|question|says?|mentioned|probably|likely|"
    r"intends?|intent)|"
    r"let me (?:think|see|rewrite|rephrase|consider|start|try|break|analy[sz]e|check)|"
    r"let's (?:think|see|rewrite|rephrase|consider|break|analy[sz]e)|"
    r"(?:i|we) (?:need|have|want|ought|should|must|would|will|shall|can|could|might|'ll)"
    r"(?: to| probably| also| first| just)* (?:rewrite|rephrase|think|search|extract|produce|"
    r"output|"
    r"generate|make sure|consider|figure|keep|expand|preserve|merge|paraphrase|respond|reply|"
    r"answer|look|provide|come up|write|create|use|split|decompose|break|return|give)|"
    r"(?:i|we)(?:'ll|’ll|'d|’d) (?:rewrite|rephrase|search|go|use|suggest|write|say|look)|"
    r"my (?:task|job|goal) is|(?:the )?task is to|we are (?:asked|given|told)|i(?:'m| am) (?:asked|"
    r"given)|"
    r"用户(?:想|问|要|在|的意思|希望|需要)|使用者想|我(?:需要|应该|要|来|将)(?:改写|重写|思考|分析|"
    r"提取|先)|"
    r"ユーザーは|사용자(?:는|가)|der (?:nutzer|benutzer) (?:möchte|fragt|will)|"
    r"l'utilisateur (?:veut|demande|souhaite|cherche)|el usuario (?:quiere|pregunta|busca)|"
    r"o usuário (?:quer|pergunta)|l'utente (?:vuole|chiede)|пользователь (?:хочет|спрашивает)|"
    r"المستخدم (?:يريد|يسأل)|کاربر (?:می[\u200c ]?خواهد|می[\u200c ]?پرسد))"
    r"|(?:hmm+|okay so|wait)[,.…]",
    re.IGNORECASE,
)
"""A model that thinks aloud without saying so."""

ASIDE = re.compile(
    rf"[ \t#*_>(\[-]{{0,8}}(?:(?:note|explanation|rationale|why this works|why|changes made|"
    rf"disclaimer|注意?|说明|解释|備註|备注|注释|補足|説明|参考|설명|참고|hinweis|erklärung|"
    rf"anmerkung|"
    rf"remarque|explication|nota|explicación|explicação|observação|spiegazione|примечание|"
    rf"пояснение|ملاحظة|شرح|توضیح|نکته|टिप्पणी|not|açıklama|ghi chú|catatan|"
    rf"uwaga)s?{_AFTER}{_COLON})",
    re.IGNORECASE,
)
"""A remark on the answer; what follows is of no use to a search."""

CLOSER = re.compile(
    r"(?:i )?hope (?:this|that|it|these)|let me know|feel free to|if you(?:'d| would)? (?:need|"
    r"like|"
    r"want|have)|would you like|is there anything|these (?:queries|variants|variations|questions|"
    r"paraphrases|rewrites|alternatives|sub[- ]?questions)|this (?:rewrite|query|version|rewritten|"
    r"rephrasing|passage) |each of these|希望(?:这|对|能)|如果(?:您|你)(?:还|需要|有)|请告诉我|"
    r"这些(?:查询|问题|改写)|"
    r"ご参考|他に|도움이|추가로|ich hoffe|lass(?:en sie)? mich wissen|j'espère|n'hésitez|espero "
    r"que|"
    r"avísame|fammi sapere|spero|надеюсь|дайте знать|أتمنى|آمل|امیدوارم|umarım|hy vọng|semoga|"
    r"ik hoop|mam nadzieję",
    re.IGNORECASE,
)
"""A polite word after the answer."""

NOTHING = frozenset(
    ("none", "n/a", "na", "null", "nil", "no", "nothing", "empty", "no decomposition",
     "no decomposition needed", "no_decomposition", "not applicable", "[]", "{}", "-", "—", "无",
     "無", "没有", "空", "なし", "없음", "keine", "keins", "aucun", "aucune", "ninguno", "ninguna",
     "nenhum", "nenhuma", "nessuno", "нет", "لا شيء", "لا يوجد", "هیچ", "ندارد", "कोई नहीं", "yok",
     "không", "không có", "tidak ada", "geen", "inget", "brak", "ไม่มี")
)  # fmt: skip
"""What stands for an empty answer."""

TEXT_KEYS = frozenset(
    ("query", "question", "text", "subquestion", "subquery", "rewrite", "rewritten",
     "rewrittenquery", "rewrittenquestion", "rewrittentext", "paraphrase", "variant", "variation",
     "searchquery", "keyword", "answer", "passage", "document", "hypotheticaldocument",
     "hypotheticalanswer", "hypotheticalpassage", "content", "output", "result", "response",
     "value",
     "q", "standalonequestion", "reformulated", "reformulatedquery", "reformulation", "alternative",
     "finalanswer", "final", "translation", "phrase", "title", "查询", "问题", "子问题", "改写",
     "答案",
     "回答", "段落", "关键词", "质问", "クエリ", "質問", "질문", "답변", "پرسش", "پاسخ", "السؤال",
     "requête",
     "respuesta", "pregunta", "consulta", "frage", "antwort", "вопрос", "ответ", "запрос")
)  # fmt: skip
"""Names under which an answer's text stands in JSON, without case, blanks, '_' and '-'."""

LIST_KEYS = frozenset(
    ("queries", "questions", "texts", "subquestions", "subqueries", "rewrites", "rewrittenqueries",
     "paraphrases", "variants", "variations", "searchqueries", "keywords", "answers", "passages",
     "documents", "outputs", "results", "responses", "items", "list", "data", "reformulations",
     "alternatives", "translations", "phrases", "terms", "keyphrases", "values",
     "alternativequeries",
     "查询列表", "问题列表", "子问题列表")
) | TEXT_KEYS  # fmt: skip

REASONING_KEYS = frozenset(
    ("think", "thinking", "thought", "thoughts", "reason", "reasoning", "reasoningcontent",
     "analysis", "rationale", "explanation", "scratchpad", "chainofthought", "cot", "note", "notes",
     "comment", "comments", "reflection", "plan", "error", "original", "originalquery",
     "originalquestion", "status", "type", "role", "id", "language", "lang", "model", "confidence",
     "intent", "tool", "name", "score", "思考", "分析", "推理", "解释", "说明")
)  # fmt: skip
"""Names of what stands beside an answer in JSON, and is none."""
