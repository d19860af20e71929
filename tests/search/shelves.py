"""Small collections in many languages: documents, what people ask, and what they should find.

Of each language twelve documents, alike enough to be mistaken for each other. Our own texts.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DOCUMENTS", "QUESTIONS", "Question"]


class Question(NamedTuple):
    """What is asked, which document answers it, and what of it is to be marked."""

    text: str
    first: str
    marked: tuple[str, ...]


_SHELVES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        ("returns", "Return policy",
         "Unopened items may be returned within thirty days for a full refund."),
        ("battery", "Changing the battery",
         "The vacuum cleaner's battery lasts two years. Unscrew its cover before replacing it."),
        ("charger", "Charging station", "Put the cleaner on its station overnight."),
        ("warranty", "Warranty", "We repair faults of material for two years."),
        ("shipping", "Shipping", "Parcels leave our warehouse on the day of the order."),
        ("backup", "Database backups",
         "Databases are backed up every night and kept for ninety days."),
        ("restore", "Restoring data", "Ask the administrators to restore lost tables."),
        ("runners", "Training for runners", "Run slowly at first; longer runs come later."),
        ("garden", "Watering the garden", "Water tomatoes in the evening, never at noon."),
        ("coffee", "Cleaning the coffee machine", "Descale the machine once a month."),
        ("privacy", "Privacy", "Your address is only used to deliver the order."),
        ("office", "Opening hours", "The office is open from Monday to Friday."),
    ),
    "hans": (
        ("pool", "数据库连接池", "连接池的大小决定并发请求的上限，超过以后请求会排队等待。"),
        ("index", "数据库索引", "在常用的查询条件上建立索引可以加快查询速度。"),
        ("return", "退货政策", "商品签收后七天内可以无理由退货，运费由买家承担。"),
        ("invoice", "发票开具", "订单完成以后可以在个人中心申请电子发票。"),
        ("delivery", "配送时间", "下单以后一般两天内送达，偏远地区需要五天。"),
        ("coupon", "优惠券使用", "每笔订单只能使用一张优惠券，不能兑换现金。"),
        ("battery", "更换电池", "更换电池之前请先关闭电源，并用螺丝刀打开后盖。"),
        ("screen", "屏幕清洁", "请用柔软的干布擦拭屏幕，不要使用酒精。"),
        ("leave", "年假申请", "员工工作满一年以后每年有五天年假。"),
        ("travel", "差旅报销", "出差回来以后两周内提交报销单和车票。"),
        ("tea", "绿茶冲泡", "冲泡绿茶的水温以八十度为宜。"),
        ("park", "停车收费", "地下停车场每小时收费五元。"),
    ),
    "hant": (
        ("passport", "護照申請", "申請護照需要準備身分證與兩張照片。"),
        ("visa", "簽證延期", "簽證到期前三十天可以辦理延期。"),
        ("rail", "高鐵訂票", "高鐵車票可於乘車前二十八天開始預訂。"),
        ("metro", "捷運時刻", "捷運末班車於午夜十二點發車。"),
        ("noodle", "牛肉麵做法", "牛肉先燉兩個小時，再加入麵條與青菜。"),
        ("rice", "滷肉飯做法", "五花肉切丁炒香，用醬油慢火滷製。"),
        ("health", "健保卡補發", "健保卡遺失時可以線上申請補發。"),
        ("tax", "報稅期限", "綜合所得稅於每年五月申報。"),
        ("library", "圖書館借書", "每人最多可以借閱十本書，期限一個月。"),
        ("typhoon", "颱風假", "颱風來襲時各縣市政府宣布停班停課。"),
        ("recycle", "資源回收", "寶特瓶清洗後再回收。"),
        ("museum", "故宮門票", "學生憑證可以購買優待票。"),
    ),
    "mixed": (
        ("kxt", "KXT-4410 故障排除", "KXT-4410 升级 firmware 后无法启动时，请按住电源键十秒。"),
        ("kxt2", "KXT-4420 故障排除", "KXT-4420 打印机经常卡纸时，请清洁滚轮。"),
        ("kyt", "KYT-4410 安装", "KYT-4410 扫描仪需要安装驱动程序。"),
        ("synonyms", "Elasticsearch 同义词", "在 Elasticsearch 的 analyzer 里配置 synonym。"),
        ("shards", "Elasticsearch 分片", "每个 index 的 shard 数量在创建时决定。"),
        ("pod", "Kubernetes Pod 重启", "Pod 反复重启通常是因为内存不足被 OOMKilled。"),
        ("ingress", "Kubernetes Ingress", "Ingress 把外部请求转发到 service。"),
        ("python", "Python 3.12 安装", "用 pyenv 安装 Python 3.12 并创建虚拟环境。"),
        ("java", "Java 21 升级", "升级到 Java 21 之前请检查 Maven 插件。"),
        ("vpn", "公司 VPN 设置", "第一次登录 VPN 需要绑定手机。"),
        ("wifi", "会议室 Wi-Fi", "访客 Wi-Fi 的密码每周更换。"),
        ("excel", "Excel 导出", "报表可以导出为 Excel 或者 PDF。"),
    ),
    "fa": (
        ("books", "کتاب‌های کودکان", "کتابخانه هر هفته کتاب‌های تازه برای کودکان می‌خرد."),
        ("member", "عضویت", "برای عضویت در کتابخانه کارت ملی لازم است."),
        ("passport", "گذرنامه", "گذرنامه‌ها پنج سال اعتبار دارند و باید تمدید شوند."),
        ("tea", "دم کردن چای", "چای را ده دقیقه با آب جوش دم کنید."),
        ("rice", "پختن برنج", "برنج را یک ساعت پیش از پختن خیس کنید."),
        ("bus", "اتوبوس شهری", "اتوبوس‌های شهری تا نیمه‌شب کار می‌کنند."),
        ("metro", "مترو", "قطارهای مترو هر پنج دقیقه می‌رسند."),
        ("doctor", "نوبت پزشک", "نوبت پزشک را تلفنی بگیرید."),
        ("school", "ثبت‌نام مدرسه", "دانش‌آموزان در شهریور ثبت‌نام می‌شوند."),
        ("bank", "باز کردن حساب", "بانک‌ها برای باز کردن حساب امضا می‌خواهند."),
        ("snow", "برف زمستان", "در زمستان جاده‌ها با نمک پاک می‌شوند."),
        ("garden", "باغ گیاهان", "باغ گیاهان در بهار باز است."),
    ),
    "de": (
        ("tram", "Straßenbahn", "Die Straßenbahn fährt alle zehn Minuten über die Brücke."),
        ("bus", "Nachtbus", "Der Nachtbus hält an jeder Kreuzung."),
        ("health", "Krankenversicherung",
         "Die Krankenversicherung zahlt den Zahnersatz zur Hälfte."),
        ("car", "Autoreparatur", "Die Werkstatt prüft Bremsen und Reifen."),
        ("library", "Stadtbücherei", "In der Bücherei leiht man Bücher für vier Wochen aus."),
        ("museum", "Museum", "Die Öffnungszeiten des Museums ändern sich im Winter."),
        ("flat", "Wohnung mieten", "Die Kündigungsfrist der Wohnung beträgt drei Monate."),
        ("waste", "Mülltrennung", "Altglas gehört in den Container, Papier in die blaue Tonne."),
        ("bread", "Brot backen", "Der Teig für das Brot ruht über Nacht."),
        ("tax", "Steuererklärung", "Die Erklärung ist bis Ende Juli abzugeben."),
        ("school", "Schulanmeldung", "Kinder werden im Herbst angemeldet."),
        ("swim", "Schwimmbad", "Das Bad ist im Sommer bis acht Uhr geöffnet."),
    ),
    "ja": (
        ("pool", "データベースの接続設定", "接続プールの最大数を設定ファイルで変更します。"),
        ("backup", "バックアップ", "バックアップは毎晩自動で作成されます。"),
        ("printer", "プリンターの紙詰まり", "カバーを開けて詰まった紙を引き抜いてください。"),
        ("password", "パスワードの再発行", "パスワードを忘れた場合は管理者に連絡してください。"),
        ("return", "返品について", "商品の到着から八日以内であれば返品できます。"),
        ("sushi", "寿司の作り方", "酢飯を冷ましてから魚をのせます。"),
        ("train", "新幹線の予約", "新幹線の切符は一か月前から予約できます。"),
        ("onsen", "温泉の入り方", "湯船に入る前に体を洗います。"),
        ("tax", "確定申告", "確定申告の期限は三月十五日です。"),
        ("holiday", "有給休暇", "有給休暇は半年後に十日与えられます。"),
        ("garbage", "ごみの分別", "燃えるごみは火曜日に出します。"),
        ("library", "図書館の利用", "本は二週間借りられます。"),
    ),
    "hi": (
        ("rail", "रेल टिकट", "रेल टिकट साठ दिन पहले आरक्षित किया जा सकता है।"),
        ("bus", "बस सेवा", "बसें सुबह छह बजे से चलती हैं।"),
        ("passport", "पासपोर्ट आवेदन", "पासपोर्ट के लिए पहचान पत्र और दो तस्वीरें चाहिए।"),
        ("library", "पुस्तकालय", "पुस्तकालय से पुस्तकें तीन सप्ताह के लिए मिलती हैं।"),
        ("tea", "मसाला चाय", "दूध में अदरक और इलायची डालकर चाय उबालें।"),
        ("rice", "चावल पकाना", "चावल को आधा घंटा भिगोकर रखें।"),
        ("doctor", "डॉक्टर से मिलना", "डॉक्टर से मिलने का समय फ़ोन पर लें।"),
        ("school", "विद्यालय में प्रवेश", "प्रवेश के लिए जन्म प्रमाण पत्र आवश्यक है।"),
        ("bank", "बैंक खाता", "बैंक में खाता खोलने के लिए हस्ताक्षर चाहिए।"),
        ("farm", "गेहूँ की खेती", "गेहूँ की बुवाई नवंबर में होती है।"),
        ("water", "पानी का बिल", "पानी का बिल महीने के अंत तक जमा करें।"),
        ("cricket", "क्रिकेट का नियम", "हर ओवर में छह गेंदें होती हैं।"),
    ),
}  # fmt: skip

DOCUMENTS: tuple[dict[str, object], ...] = tuple(
    {"id": f"{shelf}-{name}", "title": title, "content": content, "lang": shelf}
    for shelf, documents in _SHELVES.items()
    for name, title, content in documents
)

QUESTIONS: tuple[Question, ...] = (
    # stems, and words that only ask
    Question("How do I replace batteries?", "en-battery", ("battery", "replacing")),
    Question("refunds of returned item", "en-returns", ("refund", "returned", "items")),
    Question("backing up a database", "en-backup", ("Database", "backed")),
    # typing errors
    Question("vacum cleaners", "en-battery", ("vacuum", "cleaner")),
    Question("warrenty", "en-warranty", ("Warranty",)),
    Question("怎么设置数据库连接池的大小", "hans-pool", ("数据库", "连接", "大小")),
    Question("七天无理由退货", "hans-return", ("退货", "七天")),
    Question("年假有几天", "hans-leave", ("年假",)),
    # Simplified documents, Traditional words
    Question("更換電池", "hans-battery", ("更换", "电池")),
    Question("電子發票", "hans-invoice", ("电子", "发票")),
    Question("如何申請護照", "hant-passport", ("申請", "護照")),
    # Traditional documents, Simplified words
    Question("护照申请", "hant-passport", ("護照", "申請")),
    Question("高铁车票预订", "hant-rail", ("高鐵", "車票", "預訂")),
    Question("牛肉面的做法", "hant-noodle", ("牛肉", "做法")),
    Question("KXT-4410 启动不了", "mixed-kxt", ("KXT-4410", "启动")),
    Question("kxt-4420卡纸", "mixed-kxt2", ("KXT-4420", "卡纸")),
    Question("如何在elasticsearch里配置同义词？", "mixed-synonyms", ("Elasticsearch", "同义词")),
    Question("kubernetes pod 一直重启", "mixed-pod", ("Kubernetes", "Pod", "重启")),
    # with a zero-width non-joiner, with a blank, and with Arabic letters in its place
    Question("کتاب‌های کودکان", "fa-books", ("کودکان",)),
    Question("كتاب هاي كودكان", "fa-books", ("کودکان",)),
    Question("تمديد گذرنامه", "fa-passport", ("گذرنامه", "تمدید")),
    Question("چاي", "fa-tea", ("چای",)),
    Question("Öffnungszeiten im Museum", "de-museum", ("Öffnungszeiten", "Museum")),
    Question("STRASSENBAHN", "de-tram", ("Straßenbahn",)),
    Question("Buch ausleihen", "de-library", ("Bücher",)),
    # a part of a compound, through sub-words, and marked as that
    Question("Versicherung", "de-health", ("versicher",)),
    Question("Kündigung der Wohnung", "de-flat", ("Wohnung",)),
    Question("接続プールの設定", "ja-pool", ("接続", "プール", "設定")),
    Question("パスワードを忘れました", "ja-password", ("パスワード",)),
    Question("新幹線 予約", "ja-train", ("新幹線",)),
    Question("रेल टिकट का आरक्षण", "hi-rail", ("रेल", "टिकट")),
    Question("पासपोर्ट के लिए क्या चाहिए", "hi-passport", ("पासपोर्ट",)),
    Question("पुस्तकालय की पुस्तक", "hi-library", ("पुस्तकालय",)),
)
