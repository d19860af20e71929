"""How models decline, and how they say that they do not know: patterns of the first words.

One pattern an entry, in the order English, German, Dutch, Swedish, French, Spanish, Portuguese,
Italian, Polish, Turkish, Vietnamese, Indonesian; and Chinese, Japanese, Korean, Russian, Ukrainian,
Arabic, Persian, Urdu, Hindi, Thai, Hebrew, Greek in the tables of other scripts.
"""

from __future__ import annotations

__all__ = [
    "IGNORANCE_LATIN", "IGNORANCE_OTHER", "REFUSALS_LATIN", "REFUSALS_OTHER", "SORRY",
]  # fmt: skip

SORRY = (
    r"(?:(?:i(?:'| a)?m |we(?:'| a)re )?(?:so |very |really |truly )?sorry|(?:my |i )?apolog(?:ies|"
    r"i[sz]e)|unfortunately|regrettably|i regret|sadly)\b[^.!?\n]{0,40}?[,.;:!—–-]?\s*(?:but |"
    r"that |however,? )?"
)
"""An apology before anything else, in English."""

_ZH_SORRY = (
    r"(?:很|非常|十分|真的?|实在)?(?:抱歉|对不起|對不起|不好意思|遗憾|"
    r"遺憾)[^。！!\n，,]{0,12}?[，,。！!：:]\s*(?:但是?|不过)?"
)
_ZH_MODEL = (
    r"(?:(?:作为|作為|身为)?(?:一[个個名款])?(?:AI|人工智能|人工智慧|大?(?:型)?(?:语言|"
    r"語言)模型)(?:语言模型|助手|助理|模型)?[，,]?\s*)"
)
_ZH_CANNOT = (
    r"(?:我|本助手|小助手)?(?:目前|暂时|暫時|现在|恐怕|还)?(?:无法|無法|不能|没办法|沒辦法|不可以|"
    r"不会|不便|难以|拒绝|拒絕|没有能力|不支持|不适合|未能)(?:够)?"
)
_ZH_ANSWER = (
    r"(?:回答|协助|協助|帮助|幫助|提供|满足|滿足|处理|處理|生成|讨论|討論|给出|回应|回應|完成|改写|"
    r"改寫|执行|参与|解答|支持)"
)

REFUSALS_LATIN = (
    (
        rf"(?:{SORRY})?(?:as an? (?:ai|artificial|large|"
        rf"language)\b[^.!?\n]{{0,60}}?[,:]?\s*)?(?:(?:i(?:'m| am) (?:(?:currently|just|simply|"
        rf"really) )?(?:not able|unable)(?: to)?|i (?:can(?:no|')t|can not|won't|will not|must "
        rf"decline|have to decline|may not|(?:do not|don't) feel comfortable|(?:am|'m) not "
        rf"comfortable|shouldn't|should not)(?: be able to)?)(?: to| in good conscience| "
        rf"directly| currently| really)?[ ,]*(?:(?:help|assist)(?: you)?(?: with| in| out\b|"
        rf"\s*[.,;!]|\s*\Z)|comply\b|(?:engage|fulfill?|process) (?:with|in|that|this|such|"
        rf"your|the request)\b|(?:answer|provide|discuss|generate|create|write|produce|offer|"
        rf"support|do|respond|share|give|complete|rewrite|rephrase|participate|continue|"
        rf"recommend|answering|providing|assisting|helping|rewriting|rephrasing|generating|"
        rf"discussing)\b[^.!?\n]{{0,40}}?\b(?:that|this|these|those|such|your|information|"
        rf"advice|instructions?|assistance|guidance|requests?|topic|search query)\b|(?:that|"
        rf"this)\b))"
    ),
    (
        r"(?:sorry|apologies)[,.]? (?:but )?(?:that|this)(?:'s| is) (?:something|not something|"
        r"a topic|beyond)"
    ),
    r"(?:that|this) is (?:something|a topic|a request) (?:that )?i(?:'m| am| can(?:no|')t)",
    r"i must (?:respectfully )?(?:decline|refuse)",
    r"i decline to",
    (
        r"i(?:'d| would) (?:rather|prefer) not(?: to)? (?:help|assist|answer|respond|comply|engage|"
        r"discuss|provide|write|continue|do (?:that|this)|say)\b(?! (?:me|us)\b)"
    ),
    (
        rf"(?:{SORRY})?(?:(?:i(?:'m| am) |we(?:'re| are) )?unable|not able) to (?:comply|"
        r"(?:help|assist|answer|fulfill?|process|provide|respond)"
        r"(?: (?:you|with|to|that|this|your|the (?:request|question|query))\b|\s*[.,;!]|\s*\Z))"
    ),
    (
        r"(?:cannot|can't|can not|won't|will not) comply"
        r"(?: with (?:that|this|your|the request)\b|\s*[.,;!]|\s*\Z)"
    ),
    r"(?:da(?:bei|mit)|hierbei|hiermit) (?:möchte|kann|werde|will) ich[^.!?\n]{0,20}? ?nicht",
    r"ich möchte[^.!?\n]{0,40}?(?:lieber )?nicht (?:helfen|beantworten|antworten|weiterhelfen)",
    (
        r"(?:nicht möglich|außerstande|nicht in der lage)(?:,| zu)[^.!?\n]{0,40}?(?:helfen|"
        r"nachzukommen|zu erfüllen|beantworten|entsprechen)"
    ),
    r"(?:(?:der|dieser|ihrer|deiner) )?(?:anfrage|bitte) kann (?:ich )?nicht (?:nach|ent|erfüll)",
    r"ich kann (?:dem|dieser|ihrer|deiner)[^.!?\n]{0,20} nicht (?:nachkommen|entsprechen)",
    (
        r"je (?:préfère|préférerais|préfèrerais|n'ai pas envie|ne souhaite pas|refuse)"
        r"(?: de)?(?: ne pas)? (?:vous |y |d')?(?:aider|répondre|donner suite|traiter|apporter)"
    ),
    (
        r"(?:impossible|incapable|dans l'impossibilité) (?:de |d')(?:vous |y )?(?:donner suite|"
        r"(?:aider|répondre|satisfaire|se conformer|traiter|accéder)"
        r"(?: (?:à |avec )?(?:cette|votre|ce|cela|la demande)\b|\s*[.,;!]|\s*\Z))"
    ),
    (
        r"(?:prefiero|preferiría) no (?:ayudar|responder|contestar|colaborar|hacer eso|hablar|"
        r"proporcionar)"
    ),
    (
        r"(?:no es posible|no me es posible|me es imposible|imposible|incapaz de|no se puede) "
        r"(?:cumplir|atender|ayudar|responder|satisfacer|procesar)(?:le|te)?"
        r"(?: (?:a |con )?(?:esta|este|esto|eso|su|tu|la solicitud)\b|\s*[.,;!]|\s*\Z)"
    ),
    r"i refuse to",
    (
        r"(?:this|that|the|your) (?:request|query|question|content|prompt|topic) (?:is|was|has "
        r"been|may be|violates|goes against|cannot be|can't be|contains|appears "
        r"to)[^.!?\n]{0,60}(?:inappropriate|against|violat|policy|policies|guidelines|harmful|"
        r"blocked|filtered|processed|answered|fulfilled|unsafe|not permitted)"
    ),
    (
        r"i(?:'m| am) (?:just |only )?an? (?:ai|artificial intelligence|large language|"
        r"language)(?: language)? (?:model|assistant|system)"
    ),
    (
        r"as an? (?:ai|artificial intelligence|large language|language)(?: language)?(?: model|"
        r" assistant| system)?(?: \w+ \w+ \w+)?,? (?:i|my)\b"
    ),
    r"it(?:'s| is| would be) (?:not appropriate|inappropriate|unethical) (?:for me )?to",
    (
        r"(?:(?:could|can|would) you (?:please )?|please )(?:provide|share|give|specify|"
        r"clarify|rephrase|tell|enter)(?: me)?(?: with)? (?:(?:the|a|an|your) (?:original |"
        r"specific |actual |search |user )?(?:quer(?:y|ies)|question|text|request)(?: (?:that "
        r")?you|\s*[?.!]|\s*\Z| to | for )|(?:some |a bit )?(?:more|additional|further) "
        r"(?:context|details|information)\s*(?:[?.!,]|\Z)|what you)"
    ),
    (
        r"(?:it (?:seems|looks like|appears) (?:that |like )?)?(?:you (?:haven't|have not|did "
        r"not|didn't) (?:provided?|includ\w+|given?|specif\w+)|there (?:is|was) no (?:query|"
        r"question|text) (?:provided|given|in your|to re))"
    ),
    r"i(?:'m| am) here to (?:help|assist)",
    r"how (?:can|may) i (?:help|assist) you",
    r"(?:request|response|content) (?:blocked|filtered|flagged)",
    r"\[?(?:refused|redacted|refusal)\]?\Z",
    (
        r"(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung|leider|ich "
        r"bedau[er]+re)\b[^.!?\n]{0,60}?(?:kann|darf|werde|möchte)(?: "
        r"ich)?[^.!?\n]{0,60}?(?:nicht|keine?)"
    ),
    (
        r"ich (?:kann|darf|werde)[^.!?\n]{0,40}?(?:nicht|keine)[^.!?\n]{0,30}?(?:helfen|"
        r"beantworten|unterstützen|behilflich|anbieten|bereitstellen|geben|erfüllen)"
    ),
    r"als (?:ki|künstliche intelligenz|sprachmodell)\b[^.!?\n]{0,20}? kann ich",
    r"(?:het spijt me|helaas|sorry)\b[^.!?\n]{0,40}?(?:kan|mag) ik[^.!?\n]{0,30}?niet",
    r"ik kan (?:je|u|hier)[^.!?\n]{0,30}?niet (?:helpen|mee)",
    (
        r"(?:tyvärr|jag är ledsen|förlåt)\b[^.!?\n]{0,30}?(?:kan jag|jag "
        r"kan)[^.!?\n]{0,20}?inte"
    ),
    r"jag kan (?:tyvärr )?inte (?:hjälpa|svara|bistå)",
    (
        r"(?:je suis (?:vraiment )?(?:désolée?|navrée?)|désolée?|"
        r"malheureusement)\b[^.!?\n]{0,40}?je ne (?:peux|suis|pourrai)"
    ),
    (
        r"je ne (?:peux|suis|pourrai)\s?(?:malheureusement )?pas (?:vous )?(?:en mesure|"
        r"répondre|aider|fournir|assister|capable|traiter|satisfaire)"
    ),
    (
        r"en tant qu(?:'|e )(?:ia|intelligence artificielle|modèle de langage|"
        r"assistant)\b[^.!?\n]{0,20}? je"
    ),
    (
        r"(?:lo siento|lamento|lamentablemente|disculp[ae]|perdón|"
        r"desafortunadamente)\b[^.!?\n]{0,50}?no (?:puedo|podré|me es)"
    ),
    (
        r"no (?:puedo|estoy en condiciones)[^.!?\n]{0,12}? (?:ayudar|responder|proporcionar|"
        r"asistir|ofrecer|cumplir)"
    ),
    (
        r"como (?:un |um |una |uma )?(?:ia|modelo de lengua\w+|modelo de lingua\w+|"
        r"inteligencia artificial|inteligência artificial)\b[^.!?\n]{0,30}?,? (?:no|não)\b"
    ),
    (
        r"(?:desculp[ae]|sinto muito|lamento|infelizmente)\b[^.!?\n]{0,50}?não (?:posso|"
        r"consigo)"
    ),
    r"não (?:posso|consigo)[^.!?\n]{0,12}? ?(?:ajudar|responder|fornecer|auxiliar|atender)",
    (
        r"(?:mi dispiace|spiacente|purtroppo|scus[ai])\b[^.!?\n]{0,40}?non (?:posso|sono in "
        r"grado)"
    ),
    r"non (?:posso|sono in grado)[^.!?\n]{0,12}? (?:aiutar|rispondere|fornire|assister)",
    r"(?:przepraszam|przykro mi|niestety)\b[^.!?\n]{0,40}?nie (?:mogę|jestem w stanie)",
    r"nie mogę (?:ci |w tym )?(?:pomóc|odpowiedzieć)",
    (
        r"(?:üzgünüm|maalesef|özür dilerim)\b[^.!?\n]{0,60}?(?:edemem|olamam|veremem|yapamam|"
        r"cevaplayamam|yardımcı olamıyorum|mıyorum|miyorum)"
    ),
    r"(?:bu|size)[^.!?\n]{0,40}?yardımcı olamam",
    r"(?:xin lỗi|rất tiếc|tôi rất tiếc)\b[^.!?\n]{0,40}?không thể",
    r"tôi không thể (?:giúp|trả lời|hỗ trợ|cung cấp)",
    r"(?:maaf|mohon maaf)\b[^.!?\n]{0,40}?(?:tidak (?:dapat|bisa)|tak (?:dapat|bisa))",
    r"saya tidak (?:dapat|bisa) (?:membantu|menjawab|memberikan)",
)  # fmt: skip
"""In languages of Latin script."""

REFUSALS_OTHER = (
    rf"{_ZH_SORRY}{_ZH_MODEL}?{_ZH_CANNOT}[^。！!？?\n]{{0,14}}?{_ZH_ANSWER}",
    rf"{_ZH_MODEL}我?{_ZH_CANNOT}[^。！!？?\n]{{0,14}}?{_ZH_ANSWER}",
    (
        rf"{_ZH_CANNOT}(?:为您|为你|為您|對此|对此)?{_ZH_ANSWER}(?:您|你|该|這|这|此|相关|相關|"
        rf"任何|关于|上述|[。！!，,]|\Z)"
    ),
    (
        rf"{_ZH_SORRY}(?:这|這|该|您的|你的|此)[^。\n]{{0,16}}?(?:无法|不能|違|违|敏感|不当|"
        rf"超出)"
    ),
    rf"{_ZH_MODEL}我(?:没有|只是|仅|是)",
    r"我(?:宁愿|寧願|宁可|更愿意|还是)?(?:不想|(?<=愿)不|(?<=願)不|不愿意?|不願意?|选择不|選擇不|不打算)[^。！？\n]{0,12}?"
    rf"(?:{_ZH_ANSWER}|遵从|遵從)(?:您|你|该|這|这|此|[^。！？\n]{{0,6}}请求|[。！!，,]|\Z)",
    (
        r"(?:无法|無法|不能|难以|拒绝|拒絕)(?:遵从|遵從|遵守|照办|照辦|满足|滿足|执行|執行|处理|處理|完成)"
        r"(?:您|你|该|這|这|此|请求|請求|要求|[。！!，,]|\Z)"
    ),
    r"(?:该|这个?|您的|你的)(?:问题|请求|内容)[^。\n]{0,12}(?:违反|敏感|不当|不合适|违规)",
    r"请(?:您|你)?(?:提供|告诉我|补充|输入)(?:更多|具体|您|你)",
    r"(?:您好|你好)[，,！!]\s*(?:我是|请问有什么|有什么)",
    (
        r"(?:(?:大変|誠に)?(?:申し訳|すみません|申しわけ|恐れ入り|"
        r"残念)[^。\n]{0,24}?[、。]\s*)?(?:[^。？\n]{0,30}?)(?:お答えできません|回答できません|"
        r"お手伝いできません|お応えできません|お答えすることはできません|"
        r"応じることはできません|お答えいたしかね|できかねます|控えさせて)"
    ),
    r"(?:大変)?申し訳(?:ありません|ございません)[がけ、。]",
    r"(?:죄송(?:합니다|하지만|해요)|미안(?:합니다|하지만))",
    (
        r"[^.?\n]{0,30}?(?:도와드릴 수 없|답변(?:을|해)? ?(?:드릴|할) 수 없|제공할 수 없|"
        r"답변드릴 수 없|지원할 수 없|도움을 드릴 수 없)"
    ),
    (
        r"(?:извините|простите|к сожалению|сожалею|прошу прощения)\b[^.!?\n]{0,50}?(?:не могу|"
        r"не смогу|не в состоянии)"
    ),
    (
        r"я не (?:могу|смогу|в состоянии)[^.!?\n]{0,20}? (?:помочь|ответить|предоставить|"
        r"выполнить|обсуждать)"
    ),
    r"как (?:ии|искусственный интеллект|языковая модель)\b[^.!?\n]{0,20}?,? я (?:не|всего)",
    r"(?:вибачте|перепрошую|на жаль)\b[^.!?\n]{0,40}?не можу",
    (
        r"(?:عذرا|عذرًا|آسف|أعتذر|للأسف|المعذرة|أنا آسف|نعتذر)[^.!؟\n]{0,40}?(?:لا (?:أستطيع|"
        r"يمكنني|أقدر)|لن|لست)"
    ),
    r"لا (?:أستطيع|يمكنني)[^.؟\n]{0,12}? ?(?:مساعد|الإجابة|تقديم|الرد|تلبية)",
    r"بصفتي نموذج",
    r"كنموذج لغ",
    (
        r"(?:متأسف(?:م|انه)|ببخشید|با عرض پوزش|پوزش|شرمنده|عذر می[\u200c "
        r"]?خواهم)[^.!؟\n]{0,80}?(?:نمی[\u200c ]?توان|قادر نیست|امکان[^.]{0,8}نیست|نخواهم|"
        r"ندارم)"
    ),
    r"(?:من )?(?:نمی[\u200c ]?توانم|قادر نیستم)[^.؟\n]{0,50}?(?:کمک|پاسخ|ارائه|جواب)",
    r"[^.؟\n]{0,40}(?:پاسخ|کمک|جواب)[^.؟\n]{0,14}(?:نمی[\u200c ]?توانم|قادر نیستم)",
    r"به عنوان (?:یک )?(?:هوش مصنوعی|مدل زبانی)",
    r"(?:معذرت|معاف)[^.!؟۔\n]{0,60}?نہیں",
    r"میں[^.؟۔\n]{0,40}?(?:مدد|جواب) نہیں",
    r"(?:माफ़? ?(?:करें|कीजिए)|क्षमा करें|मुझे खेद है|खेद है)[^।!?\n]{0,60}?(?:नहीं|असमर्थ)",
    r"मैं[^।?\n]{0,50}?(?:मदद|उत्तर|सहायता|जवाब)[^।?\n]{0,12}नहीं",
    r"(?:ขออภัย|ขอโทษ)[^\n]{0,40}?(?:ไม่สามารถ|ไม่ได้)",
    r"(?:ฉัน|ผม|ดิฉัน)?ไม่สามารถ(?:ช่วย|ตอบ|ให้)",
    r"(?:מצטער|סליחה|אני מצטער)[^.!?\n]{0,40}?(?:לא יכול|איני)",
    r"(?:λυπάμαι|συγγνώμη)[^.!;\n]{0,40}?δεν μπορώ",
)  # fmt: skip
"""In languages of other scripts: no text of ASCII alone begins so."""

IGNORANCE_LATIN = (
    (
        r"i (?:do(?:n't| not)|did(?:n't| not)|currently do(?:n't| not)|really do(?:n't| not)) "
        r"(?:actually |currently |personally )?(?:know|have|recall|possess|recogni[sz]e|"
        r"find)\b(?! (?:to|if you|time))"
    ),
    r"i have no (?:information|data|knowledge|record|idea|details|specific|access)",
    r"i(?:'m| am) not (?:sure|aware|familiar|certain)",
    r"i am unaware",
    r"i could(?:n't| not) find",
    r"i can(?:no|')t (?:find|confirm|verify|access|determine|say)",
    (
        r"(?:there is|there's) (?:currently )?(?:no|not enough|insufficient) (?:\w+ "
        r"){0,3}(?:information|data|details|evidence|context|record|answer)"
    ),
    (
        r"no (?:\w+ )?(?:information|data|details|results?|answer) (?:is |are |was |were |"
        r"could be )?(?:available|found|provided|given)"
    ),
    (
        r"(?:the )?(?:information|answer|context|details|data)[^.!?\n]{0,50}(?:is|are|was|"
        r"were) (?:not|un)\s?(?:available|known|provided|given|clear)"
    ),
    (
        r"(?:the |this |these |any of the |your )?(?:(?:provided |given |supplied |above |"
        r"available |retrieved |search )+(?:context|documents?|passages?|texts?|sources?|"
        r"information|results?|excerpts?|materials?|content)|(?:context|documents?|passages?|"
        r"texts?|sources?|information|excerpts?) (?:provided|given|above|supplied|available)|"
        r"(?:context|passage|excerpt)),? (?:(?:do|does|"
        r"did)(?:n't| not) (?:\w+ )?(?:mention|contain|include|provide|specify|say|state|cover|"
        r"address|discuss|give|indicate|answer|describe|explain|have|offer|reference)|(?:mentions?|"
        r"contains?|provides?|gives?|includes?|says?) (?:no|nothing)\b|(?:is|are) silent\b)"
    ),
    (
        r"(?:im |in dem |in den |aus dem |der |die |das )?(?:(?:bereitgestellten?|"
        r"gegebenen?|vorliegenden?|angegebenen?|obigen?|zur verfügung gestellten?) )"
        r"(?:kontext|dokumente?n?|texte?n?|textes|quellen?|informationen|unterlagen|passagen?|"
        r"abschnitte?n?)\b[^.!?\n]{0,60}?(?:nicht|keine?n?|nichts)\b"
    ),
    (
        r"(?:d'après |dans |selon )?(?:le|la|les|ce|ces) (?:contexte|documents?|textes?|passages?|"
        r"sources?|informations?|extraits?)(?: (?:fournie?s?|donnée?s?|"
        r"disponibles?|ci-dessus))[^.!?\n]{0,60}?(?:\bne |\bn')[^.!?\n]{0,30}?(?:pas|aucune?|rien)"
    ),
    (
        r"(?:en )?(?:el|la|los|las|este|estos) (?:contexto|documentos?|textos?|pasajes?|fuentes?|"
        r"información|fragmentos?)(?: (?:proporcionad[oa]s?|dad[oa]s?|facilitad[oa]s?|"
        r"suministrad[oa]s?|disponibles?|anterior(?:es)?))[^.!?\n]{0,30}?\bno\b"
    ),
    r"not enough (?:information|context|data)",
    r"insufficient (?:information|context|data)",
    r"unknown\W*\Z",
    r"without (?:more|further|additional) (?:information|context|details)",
    r"(?:das )?(?:weiß|weiss) ich (?:leider )?nicht",
    r"ich (?:weiß|weiss|kenne|habe|bin)\b[^.!?\n]{0,30}?(?:nicht|keine)",
    (
        r"(?:mir liegen|es liegen|es gibt|"
        r"leider)[^.!?\n]{0,30}?keine[^.!?\n]{0,20}(?:informationen|daten|angaben)"
    ),
    (
        r"je (?:ne|n['’])\s?(?:sais|connais|dispose|ai|possède)\b[^.!?\n]{0,10}? ?(?:pas|"
        r"aucune)"
    ),
    r"aucune information",
    r"je ne suis pas (?:sûr|certain|au courant)",
    (
        r"no (?:lo sé|sé|tengo (?:información|datos|conocimiento)|dispongo|conozco|hay "
        r"información|estoy segur)"
    ),
    (
        r"(?:eu )?não (?:sei|tenho (?:informaç|dados|conhecimento)|disponho|conheço|há "
        r"informaç|tenho certeza)"
    ),
    (
        r"non (?:lo so|so|ho (?:informazioni|dati|conoscenza)|dispongo|conosco|ci sono "
        r"informazioni|sono sicur)"
    ),
    (
        r"(?:bu konuda |maalesef )?[^.\n]{0,40}(?:bilmiyorum|bilgim yok|bilgiye sahip değilim|"
        r"bilgi bulunmamaktadır)"
    ),
    r"(?:tôi )?không (?:biết|có thông tin|rõ|chắc)",
    r"(?:saya )?tidak (?:tahu|memiliki informasi|ada informasi|mengetahui)",
    r"ik (?:weet|heb|ken|beschik)\b[^.!?\n]{0,30}?(?:niet|geen)",
    r"(?:jag )?(?:vet inte|har ingen information|känner inte)",
    r"nie (?:wiem|mam (?:informacji|danych)|posiadam)",
)  # fmt: skip
"""In languages of Latin script."""

IGNORANCE_OTHER = (
    (
        rf"(?:{_ZH_SORRY})?(?:据我所知|根据(?:现有|目前|已有)[^，。\n]{{0,10}})?[，,]?(?:目前|"
        rf"暂时|现在)?(?:我)?(?:并)?(?:不知道|不清楚|不了解|不确定|没有(?:找到|关于|足够|相关|"
        rf"任何|该|具体)|沒有(?:找到|關於|足夠|相關|任何)|暂无|暫無|尚无|查不到|找不到|未找到|"
        rf"无相关|没有这方面|無法確定|无法确定|无法得知|尚不清楚)"
    ),
    (
        r"(?:根据|根據|在|从|從)?(?:所|您|你|已|上述|以上|当前|當前|现有|現有)?(?:提供|给出|給出|给定|給定|"
        r"上述|以上|上下文|检索到)的?(?:上下文|内容|內容|文档|文檔|资料|資料|信息|資訊|材料|段落|文本)?"
        r"(?:中|里|裡)?[，,]?(?:并|並)?(?:没有|沒有|未|无|無|不)(?:提及|提到|包含|涉及|说明|說明|给出|給出|"
        r"找到|关于|關於|相关|相關|足够|足夠|任何|具体)"
    ),
    r"(?:わかりません|分かりません|存じません|情報がありません|不明です)",
    (
        r"[^。\n]{0,40}(?:については|に関する)?[^。\n]{0,20}(?:情報(?:が|は)(?:ありません|"
        r"見つかりません)|分かりません|わかりません|存じ上げません)"
    ),
    r"[^.\n]{0,40}(?:모르겠|정보가 없|알 수 없|알지 못|찾을 수 없)",
    r"(?:я )?не (?:знаю|располагаю|имею|владею|уверен)",
    r"у меня нет (?:информации|данных|сведений)",
    r"(?:нет|отсутствует) (?:информаци|данн)",
    r"لا (?:أعرف|أعلم|أملك|تتوفر|توجد (?:معلومات|بيانات)|يوجد معلومات)",
    r"ليس لدي",
    r"ليست لدي",
    r"لست متأكد",
    (
        r"(?:من )?(?:نمی[\u200c ]?دانم|اطلاع(?:ی|اتی)[^.؟\n]{0,40}(?:ندارم|نیست|ندارد|موجود "
        r"نیست)|مطمئن نیستم)"
    ),
    r"متأسفانه[^.\n]{0,40}(?:ندارم|موجود نیست|نمی[\u200c ]?دانم)",
    r"(?:मुझे|मेरे पास)[^।\n]{0,50}(?:नहीं (?:पता|है|मालूम)|जानकारी नहीं)",
    r"मैं नहीं जानता",
    r"کوئی معلومات نہیں",
    r"مجھے[^۔\n]{0,30}نہیں معلوم",
    r"(?:ฉัน|ผม)?(?:ไม่ทราบ|ไม่รู้|ไม่มีข้อมูล)",
)  # fmt: skip
"""In languages of other scripts."""
