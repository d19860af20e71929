"""What people ask, forty times in each of ten languages; cells are separated by ' | '."""

from __future__ import annotations

__all__ = ["SEEDS"]

_EN = """
how do I reset my password | boiler relief valve leaking | cold chain audit results
KXT-4410 relay | what is machine learning? | best running shoes for flat feet
error ORA-00942 table does not exist | restart nginx after config change
difference between C++ and C | don't boot after firmware v2.3.1 | replace the broken water pump
who invented the steam engine | cheap flights to New York in May
elasticsearch synonyms not working | sort list of tuples by second item
is coffee bad for the heart | connection refused 10.0.0.5:5432 | R&D tax credit deadline 2024
O'Reilly books about distributed systems | symptoms of iron deficiency in adults
convert mp4 to gif on linux | node.js memory leak detection | side effects of ibuprofen
how old is the universe | monthly sales report by region | lost luggage claim
bake sourdough bread without yeast | warranty for washing machine WM-2200
3.5mm headphone jack adapter | children's vaccination schedule | hotel near the central station
rust borrow checker explained | solar panels 400W price | email support@shop.example about refund
history of the Ottoman Empire | keyboard shortcuts for split screen
why does my cat sleep so much | tenant rights when landlord sells | gradient descent learning rate
how to unclog a kitchen sink | interest rate on savings account
"""

_ZH = """
如何重置密码 | 锅炉安全阀漏水怎么办 | 冷链审计结果 | 什么是机器学习 | 平足适合什么跑鞋
数据库连接被拒绝 | 在 Elasticsearch 里配置同义词 | 更换损坏的水泵 | 蒸汽机是谁发明的
五月去北京的便宜机票 | 不含糖的饮料 | 咖啡对心脏有害吗 | 年度预算审批流程 | 二期工程报价
缺铁的症状有哪些 | 把 mp4 转成 gif | 内存泄漏检测方法 | 布洛芬的副作用 | 宇宙有多大年龄
各地区月度销售报告 | 行李丢失索赔 | 不用酵母做面包 | 洗衣机 WM-2200 保修 | 儿童疫苗接种时间表
火车站附近的酒店 | 太阳能板价格 400W | 邮件申请退款 | 奥斯曼帝国的历史 | 分屏快捷键
为什么猫睡那么久 | 房东卖房时租客的权利 | 学习率和梯度下降 | 厨房水槽堵了怎么通 | 存款利率
劳动合同解除的赔偿标准 | 增值税发票如何开具 | 高血压患者饮食注意事项 | 新能源汽车补贴政策
人工智能芯片的发展趋势 | 公司注册需要哪些材料
"""

_HANT = """
如何重設密碼 | 鍋爐安全閥漏水怎麼辦 | 冷鏈稽核結果 | 什麼是機器學習 | 扁平足適合什麼跑鞋
資料庫連線被拒絕 | 在 Elasticsearch 裡設定同義詞 | 更換損壞的水泵 | 蒸汽機是誰發明的
五月去臺北的便宜機票 | 不含糖的飲料 | 咖啡對心臟有害嗎 | 年度預算審批流程 | 二期工程報價
缺鐵的症狀有哪些 | 把 mp4 轉成 gif | 記憶體洩漏偵測方法 | 布洛芬的副作用 | 宇宙有多大年齡
各地區月度銷售報告 | 行李遺失索賠 | 不用酵母做麵包 | 洗衣機 WM-2200 保固 | 兒童疫苗接種時間表
火車站附近的飯店 | 太陽能板價格 | 電子郵件申請退款 | 鄂圖曼帝國的歷史 | 分割畫面快捷鍵
為什麼貓睡那麼久 | 房東賣房時租客的權利 | 學習率和梯度下降 | 廚房水槽堵塞 | 存款利率
勞動契約終止的賠償標準 | 統一發票如何開立 | 高血壓患者飲食注意事項 | 電動車補助政策
人工智慧晶片的發展趨勢 | 乾隆皇帝的著名著作
"""

_FA = """
چگونه رمز عبور را عوض کنم | شیر اطمینان دیگ بخار نشت می‌کند | یادگیری ماشین چیست
بهترین کفش دویدن | خطای اتصال به پایگاه داده | تعویض پمپ آب خراب | موتور بخار را چه کسی اختراع کرد
بلیط ارزان تهران مشهد | آیا قهوه برای قلب ضرر دارد | روند تصویب بودجه سالانه | علائم کمبود آهن
تبدیل فیلم به گیف | نشت حافظه در برنامه | عوارض جانبی ایبوپروفن | سن جهان چقدر است
گزارش فروش ماهانه | گم شدن چمدان در فرودگاه | پخت نان بدون مخمر | گارانتی ماشین لباسشویی WM-2200
برنامه واکسیناسیون کودکان | هتل نزدیک ایستگاه قطار | قیمت پنل خورشیدی | درخواست بازپرداخت با ایمیل
تاریخ امپراتوری عثمانی | میانبر صفحه‌کلید | چرا گربه من زیاد می‌خوابد | حقوق مستاجر
نرخ یادگیری و گرادیان | باز کردن لوله آشپزخانه | نرخ سود سپرده | نمی‌خواهم حساب را ببندم
کتاب‌های تاریخی ایران | نحوه صدور فاکتور | رژیم غذایی فشار خون بالا | خودروهای برقی
شرکت‌های فناوری نوپا | مدارک لازم برای ثبت شرکت | هوش مصنوعی در پزشکی | آموزش برنامه‌نویسی پایتون
شبکه‌های عصبی عمیق | قانون کار و بیمه | سال ۱۴۰۲ هجری
"""

_DE = """
Wie setze ich mein Passwort zurück | Sicherheitsventil am Heizkessel undicht
Was ist maschinelles Lernen | Laufschuhe für Plattfüße | Verbindung zur Datenbank abgelehnt
Wasserpumpe austauschen | KXT-4410 Relais | Wer hat die Dampfmaschine erfunden
günstige Flüge nach Berlin im Mai | Ist Kaffee schlecht fürs Herz | Genehmigung des Jahresbudgets
Symptome bei Eisenmangel | mp4 in gif umwandeln | Speicherleck finden
Nebenwirkungen von Ibuprofen | Wie alt ist das Universum | Monatlicher Umsatzbericht
Koffer verloren | Brot ohne Hefe backen | Garantie für Waschmaschine WM-2200
Impfkalender für Kinder | Hotel am Hauptbahnhof | Preise für Solarmodule 400 W
Rückerstattung per E-Mail beantragen | Geschichte des Osmanischen Reiches
Tastenkürzel geteilter Bildschirm | Warum schläft meine Katze so viel
Rechte der Mieter beim Verkauf | Lernrate beim Gradientenverfahren | Küchenspüle verstopft
Zinsen auf Sparkonto | Straße in München gesperrt | Kündigungsfrist im Arbeitsvertrag
Umsatzsteuer auf Rechnungen | Ernährung bei Bluthochdruck | Größe der Schrauben
Förderung für Elektroautos | Unterlagen für die Firmengründung
künstliche Intelligenz in der Medizin | Fußballweltmeisterschaft 2014
Übersetzung ins Französische | Jäger und Sammler | 1.000 Euro Schadensersatz
"""

_JA = """
パスワードをリセットする方法 | ボイラーの安全弁が漏れている | 機械学習とは何ですか
扁平足に合うランニングシューズ | データベースに接続できない | 水ポンプの交換
蒸気機関を発明したのは誰 | 五月の東京行き格安航空券 | コーヒーは心臓に悪いか
年間予算の承認手続き | 鉄分不足の症状 | 動画をgifに変換 | メモリリークの検出
イブプロフェンの副作用 | 宇宙の年齢は | 月別売上レポート | 荷物の紛失 | イーストなしでパンを焼く
洗濯機 WM-2200 の保証 | 子供の予防接種の日程 | 駅の近くのホテル | 太陽光パネルの価格
メールで返金を申請 | オスマン帝国の歴史 | 画面分割のショートカット | なぜ猫はよく寝るのか
借主の権利 | 勾配降下法の学習率 | 台所の流しが詰まった | 普通預金の金利 | 労働契約の解除
領収書の発行方法 | 高血圧の食事 | 電気自動車の補助金 | 会社設立に必要な書類 | 人工知能と医療
京都の紅葉はいつ | プログラミング入門 | ｶﾀｶﾅの変換 | 自然言語処理
"""

_HI = """
पासवर्ड कैसे बदलें | बॉयलर का वाल्व लीक हो रहा है | मशीन लर्निंग क्या है
दौड़ने के लिए अच्छे जूते | डेटाबेस कनेक्शन त्रुटि | पानी का पंप बदलना
भाप इंजन का आविष्कार किसने किया | दिल्ली की सस्ती उड़ान | क्या कॉफी दिल के लिए बुरी है
वार्षिक बजट की मंजूरी | आयरन की कमी के लक्षण | वीडियो को gif में बदलें | मेमोरी लीक की जांच
दवा के दुष्प्रभाव | ब्रह्मांड की आयु कितनी है | मासिक बिक्री रिपोर्ट | सामान खो गया
बिना खमीर की रोटी | वाशिंग मशीन की वारंटी | बच्चों का टीकाकरण | स्टेशन के पास होटल
सौर पैनल की कीमत | ईमेल से वापसी का अनुरोध | उस्मानी साम्राज्य का इतिहास | कीबोर्ड शॉर्टकट
बिल्ली इतना क्यों सोती है | किरायेदार के अधिकार | सीखने की दर | रसोई का सिंक जाम
बचत खाते पर ब्याज | श्रम कानून और बीमा | बिजली का बिल कैसे भरें | हिन्दी में समाचार
उच्च रक्तचाप का आहार | इलेक्ट्रिक कार की सब्सिडी | कंपनी पंजीकरण के दस्तावेज | कृत्रिम बुद्धिमत्ता
किसान सम्मान योजना | परीक्षा का परिणाम २०२४ | पुस्तकालय का समय | रेल टिकट रद्द करना
मोबाइल नंबर बदलना | जन्म प्रमाण पत्र
"""

_RU = """
как сменить пароль | течёт предохранительный клапан котла | что такое машинное обучение
кроссовки для плоскостопия | ошибка подключения к базе данных | замена водяного насоса
кто изобрёл паровую машину | дешёвые билеты в Москву | вреден ли кофе для сердца
утверждение годового бюджета | симптомы нехватки железа | конвертировать mp4 в gif
поиск утечки памяти | побочные действия ибупрофена | сколько лет вселенной
ежемесячный отчёт о продажах | потерян багаж | испечь хлеб без дрожжей
гарантия на стиральную машину | календарь прививок для детей | гостиница рядом с вокзалом
цена солнечных панелей | вернуть деньги по почте | история Османской империи | горячие клавиши
почему кошка много спит | права арендатора | скорость обучения градиентный спуск | засор раковины
процент по вкладу | расторжение трудового договора | как выставить счёт | питание при гипертонии
субсидии на электромобили | документы для регистрации фирмы | искусственный интеллект в медицине
прогноз погоды на неделю | расписание электричек | реле KXT-4410 | ёлка на новый год
правила дорожного движения | налоговый вычет за лечение | рецепт борща
"""

_KO = """
비밀번호 재설정 방법 | 보일러 안전밸브가 샌다 | 기계 학습이란 무엇인가 | 평발에 좋은 운동화
데이터베이스 연결 오류 | 물펌프 교체 | 증기 기관을 누가 발명했나 | 오월 서울행 저렴한 항공권
커피는 심장에 나쁜가 | 연간 예산 승인 절차 | 철분 부족 증상 | 동영상을 gif로 변환
메모리 누수 찾기 | 이부프로펜 부작용 | 우주의 나이는 | 월별 매출 보고서 | 수하물 분실
이스트 없이 빵 굽기 | 세탁기 WM-2200 보증 | 어린이 예방 접종 일정 | 역 근처 호텔
태양광 패널 가격 | 이메일로 환불 요청 | 오스만 제국의 역사 | 화면 분할 단축키
고양이는 왜 많이 자나 | 세입자의 권리 | 경사 하강법 학습률 | 부엌 싱크대 막힘 | 예금 금리
근로 계약 해지 | 세금 계산서 발행 | 고혈압 식단 | 전기차 보조금 | 회사 설립 서류
인공 지능과 의료 | 한국어 형태소 분석 | 김치찌개 만드는 법 | 부산 날씨 예보 | 운전면허 갱신
"""

_TH = """
วิธีรีเซ็ตรหัสผ่าน | วาล์วนิรภัยหม้อไอน้ำรั่ว | การเรียนรู้ของเครื่องคืออะไร
รองเท้าวิ่งสำหรับเท้าแบน | เชื่อมต่อฐานข้อมูลไม่ได้ | เปลี่ยนปั๊มน้ำ | ใครประดิษฐ์เครื่องจักรไอน้ำ
ตั๋วเครื่องบินราคาถูกไปกรุงเทพ | กาแฟไม่ดีต่อหัวใจหรือไม่ | การอนุมัติงบประมาณประจำปี
อาการขาดธาตุเหล็ก | แปลง mp4 เป็น gif | ตรวจหาหน่วยความจำรั่ว | ผลข้างเคียงของยา
จักรวาลมีอายุเท่าไร | รายงานยอดขายรายเดือน | กระเป๋าเดินทางหาย | อบขนมปังไม่ใช้ยีสต์
ประกันเครื่องซักผ้า WM-2200 | ตารางวัคซีนเด็ก | โรงแรมใกล้สถานีรถไฟ | ราคาแผงโซลาร์เซลล์
ขอเงินคืนทางอีเมล | ประวัติศาสตร์จักรวรรดิออตโตมัน | ปุ่มลัดแป้นพิมพ์ | ทำไมแมวนอนมาก
สิทธิของผู้เช่า | อัตราการเรียนรู้ | อ่างล้างจานตัน | ดอกเบี้ยเงินฝาก | การเลิกสัญญาจ้าง
ออกใบกำกับภาษี | อาหารสำหรับความดันสูง | เงินอุดหนุนรถไฟฟ้า | เอกสารจดทะเบียนบริษัท
ปัญญาประดิษฐ์กับการแพทย์ | พยากรณ์อากาศ | วิธีทำต้มยำกุ้ง | ภาษาไทยตัดคำ | ต่อใบขับขี่ปี ๒๕๖๗
"""


def _cells(table: str) -> tuple[str, ...]:
    return tuple(cell for line in table.strip("\n").split("\n") for cell in line.split(" | "))


SEEDS: dict[str, tuple[str, ...]] = {
    "en": _cells(_EN), "zh": _cells(_ZH), "zh-Hant": _cells(_HANT), "fa": _cells(_FA),
    "de": _cells(_DE), "ja": _cells(_JA), "hi": _cells(_HI), "ru": _cells(_RU), "ko": _cells(_KO),
    "th": _cells(_TH),
}  # fmt: skip
"""ISO 639 code (zh is Simplified, zh-Hant Traditional) → queries."""
