"""The minimum means what it says, on real servers.

A document with exactly k of a query's words is found if and only if k reaches what ``required``
computes, whatever synonyms, phrases and finer parts stand beside the words. Each search is judged
against every document of its index, so one search proves one minimum for all k at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.query.min_match import required
from tests.engine.client import Client, Index
from tests.engine.plugin import unique_name
from tests.engine.searching import answers, as_document, own_index, scores, seven_fields

MOST = 20  # words of a query


def _words(table: str) -> tuple[str, ...]:
    return tuple(table.split())


ENGLISH = _words("""
    boiler valve audit copper window garden pencil river mountain candle
    rocket turtle bishop lemon saddle thunder violin orchard blanket harbor
""")
# No character comes twice, so that no word shares a bigram with another
HAN = _words("""
    水蒸气 博物馆 自行车 图书室 交响乐 维生素 幼儿园 服务器 消防队 葡萄酒
    羽毛球 显微镜 出租屋 办公楼 太阳能 洗衣粉 天安门 火龙果 计算机 电影院
""")
MIXED = _words("""
    KXT-4410 ORA-00942 C++ 192.168.1.10 v2.3.1 пароль 비밀번호 हिन्दी نشست 路由
    boiler don't KXT-1203 1,234,567 3.5mm node.js résumé Ελλάδα zzqxkw שלום
""")

SYNONYMS = {
    "boiler": ["furnace", "steam generator"], "valve": ["tap"], "audit": ["inspection", "review"],
    "river": ["stream"], "candle": ["taper light"], "水蒸气": ["雾珠"], "自行车": ["铁马", "单骑"],
    "葡萄酒": ["佳酿"], "KXT-4410": ["relay-9"], "пароль": ["код доступа"], "C++": ["cpp"],
}  # fmt: skip

FORMS: tuple[object, ...] = (
    None, 0, "0", "0%", 0.0,
    *(str(count) for count in range(1, 23)),
    *(str(-count) for count in (1, 2, 3, 5, 10, 19, 20, 21)),
    *(f"{percent}%" for percent in range(5, 101, 5)), "1%", "33%", "34%", "66%", "67%", "99%",
    *(f"{-percent}%" for percent in (1, 5, 10, 25, 30, 33, 50, 66, 75, 99, 100)),
    0.01, 0.07, 0.29, 0.3, 0.57, 0.999, 1.0,
    "2<-25% 9<-3", "3<90%", "2<-1 5<-2 6<90%", "1<100%", "4<2", "0<50%", "10<-90%", "2<75% 8<50%",
)  # fmt: skip
FEW: tuple[object, ...] = (
    None, "1", "2", "7", "20", "21", "-1", "-4", "20%", "30%", "50%", "75%", "100%", "-25%", 0.3,
    "2<-25% 9<-3", "3<90%",
)  # fmt: skip

ON: dict[str, object] = {}
OFF: dict[str, object] = {"phrase_weight": 0, "fine_tokens": "off", "fuzzy_unknown": False}


@dataclass(frozen=True)
class Family:
    """Words that no document can be taken to hold unless it holds them."""

    words: tuple[str, ...]
    joint: str = " "
    settings: tuple[tuple[str, object], ...] = ()

    def fq(self, **changes: object) -> FulltextQuery:
        return FulltextQuery(
            Settings(**{"shipped_synonyms": False, **dict(self.settings), **changes})
        )


FAMILIES = {
    "english": Family(ENGLISH),
    "han": Family(HAN),
    "han without blanks": Family(HAN, "", (("user_words", tuple(f"{w} 9999" for w in HAN)),)),
    # the language is set: a guess may stem a word in one document otherwise than in another
    "mixed": Family(MIXED, settings=(("language", "en"),)),
}


@pytest.fixture(scope="module")
def empty(elasticsearch: Client) -> Iterator[list[Index]]:
    """Where a test leaves its indexes to be removed."""
    made: list[Index] = []
    yield made
    for one in made:
        one.delete()


def filled(elasticsearch: Client, made: list[Index], documents: Sequence[dict[str, str]]) -> Index:
    one = own_index(elasticsearch)
    made.append(one)
    one.add(documents)
    return one


def holdings(words: Sequence[str], seed: int) -> list[tuple[str, ...]]:
    """What each document holds: beginnings, ends, single words, and any choice in any order."""
    chance = random.Random(seed)
    rows = [tuple(words[:count]) for count in range(len(words) + 1)]
    rows += [tuple(words[-count:]) for count in range(1, len(words))]
    rows += [(word,) for word in words]
    rows += [tuple(chance.sample(words, chance.randint(2, len(words)))) for _ in range(60)]
    return rows


class Judge:
    """Searches with every minimum and names the first document that was judged wrongly."""

    def __init__(self, fq: FulltextQuery, index: Index, held: Sequence[set[str]]) -> None:
        self.fq, self.index, self.held = fq, index, held
        self.searches = 0

    def __call__(
        self, queries: Sequence[tuple[str, Sequence[str]]], forms: Sequence[object], **more: object
    ) -> None:
        """queries: each a text and its words; they must be the slots, one for one."""
        bodies, meant = [], []
        for text, words in queries:
            for form in forms:
                query = self.fq.build(text, min_match=0 if form is None else form, **more)  # type: ignore[arg-type]
                assert len(query.tree.slots) == len(words), (text, query.query_string)
                asked = query.min_match
                least = required(_settled(form), len(words))
                wanted = {
                    str(n) for n, held in enumerate(self.held) if _count(words, held) >= least
                }
                for body in (query.to_dict(), query.to_bool()):
                    bodies.append(body)
                    meant.append((text, form, asked, wanted))
        self.searches += len(bodies)
        for body, found, (text, form, asked, wanted) in zip(
            bodies, scores(self.index, bodies), meant, strict=True
        ):
            wrong = sorted(wanted.symmetric_difference(found))
            assert not wrong, (
                f"{text!r}, minimum {form!r} sent as {asked!r}: document {wrong[0]} holds "
                f"{self.held[int(wrong[0])]}, {'not ' * (wrong[0] in wanted)}found by {body!r:.600}"
            )


def _count(words: Sequence[str], held: set[str]) -> int:
    return sum(word in held for word in words)


def _settled(form: object) -> str:
    return Settings(min_match=form).min_match if form is not None else ""


def _queries(family: Family, lengths: Sequence[int]) -> list[tuple[str, Sequence[str]]]:
    words = family.words
    return [(family.joint.join(words[:n]), words[:n]) for n in lengths]


@pytest.mark.parametrize("name", FAMILIES)
def test_every_minimum_for_1_to_20_words(
    name: str, elasticsearch: Client, empty: list[Index]
) -> None:
    """With the default settings: phrases, finer parts, bridges and fuzzy leaves are all on."""
    family = FAMILIES[name]
    fq = family.fq()
    rows = holdings(family.words, 1)
    index = filled(elasticsearch, empty, [as_document(fq, family.joint.join(row)) for row in rows])
    judge = Judge(fq, index, [set(row) for row in rows])
    judge(_queries(family, range(1, MOST + 1)), FORMS if name == "english" else FEW)
    assert judge.searches > 20 * 15


@pytest.mark.parametrize("name", ["english", "han without blanks", "mixed"])
@pytest.mark.parametrize("fine", ["bigrams", "words", "off"])
@pytest.mark.parametrize("phrase", [0.0, 2.0])
def test_phrases_and_fine_parts_change_no_count(
    name: str, fine: str, phrase: float, elasticsearch: Client, empty: list[Index]
) -> None:
    family = FAMILIES[name]
    fq = family.fq(fine_tokens=fine, phrase_weight=phrase, fuzzy_unknown=False)
    rows = holdings(family.words, 2)
    index = filled(elasticsearch, empty, [as_document(fq, family.joint.join(row)) for row in rows])
    judge = Judge(fq, index, [set(row) for row in rows])
    judge(_queries(family, (1, 2, 3, 5, 9, 10, 20)), FEW)


@pytest.mark.parametrize("preset", ["default", "documents"])
@pytest.mark.parametrize("name", ["english", "han", "mixed"])
def test_a_synonym_stands_for_its_word(
    name: str, preset: str, elasticsearch: Client, empty: list[Index]
) -> None:
    """In half of the documents words are replaced by synonyms: they count, but only when given."""
    family = FAMILIES[name]
    fq = FulltextQuery(
        Settings.preset(preset, **{"shipped_synonyms": False, **dict(family.settings)})
    )
    chance = random.Random(3)
    rows: list[tuple[str, ...]] = []
    with_synonyms: list[set[str]] = []
    plain: list[set[str]] = []
    for row in holdings(family.words, 3):
        swapped = {
            w: chance.choice(SYNONYMS[w]) for w in row if w in SYNONYMS and chance.random() < 0.7
        }
        rows.append(tuple(swapped.get(word, word) for word in row))
        with_synonyms.append(set(row))
        plain.append(set(row) - set(swapped))
    assert with_synonyms != plain
    index = filled(elasticsearch, empty, [as_document(fq, " ".join(row)) for row in rows])
    queries = _queries(family, (1, 2, 4, 7, 13, 20))
    Judge(fq, index, with_synonyms)(queries, FEW, synonyms=SYNONYMS)
    Judge(fq, index, plain)(queries, FEW)
    fixed = FulltextQuery(fq.settings, synonyms=SYNONYMS)
    Judge(fixed, index, with_synonyms)(queries[-1:], FEW)


def test_a_synonym_for_two_words_stands_for_both(elasticsearch: Client, empty: list[Index]) -> None:
    fq = FulltextQuery(synonyms={"heat pump": "thermosiphon"})
    texts = ["thermosiphon", "thermosiphon valve", "heat valve", "pump", "heat pump valve", "valve"]
    index = filled(elasticsearch, empty, [as_document(fq, text) for text in texts])
    counts = [2, 3, 2, 1, 3, 1]
    for least in (1, 2, 3):
        found = index.ids(fq.build("heat pump valve", min_match=str(least)).to_dict())
        assert found == {str(n) for n, count in enumerate(counts) if count >= least}


def test_a_word_counts_once_however_often_it_comes(
    elasticsearch: Client, empty: list[Index]
) -> None:
    fq = FulltextQuery()
    index = filled(elasticsearch, empty, [as_document(fq, text) for text in ("pump", "pump valve")])
    query = fq.build("pump pump pump Pump pumps valve", min_match="50%")
    assert index.ids(query.to_dict()) == {"0", "1"}  # one of two words
    query = fq.build("pump pump pump Pump pumps valve", min_match="100%")
    assert index.ids(query.to_dict()) == {"1"}


def test_words_may_stand_in_different_fields(elasticsearch: Client, empty: list[Index]) -> None:
    fq = FulltextQuery()
    document = as_document(fq, "boiler", "valve", keyword="copper", questions="window")
    index = filled(elasticsearch, empty, [document, as_document(fq, "boiler boiler")])
    for least, found in ((1, {"0", "1"}), (2, {"0"}), (4, {"0"})):
        query = fq.build("boiler valve copper window garden", min_match=least if least > 1 else "1")
        assert index.ids(query.to_dict()) == index.ids(query.to_bool()) == found
    assert (
        index.ids(fq.build("boiler valve copper window garden", min_match=1.0).to_dict()) == set()
    )


# ── the arithmetic ───────────────────────────────────────────────────────────────────────────

LONGEST = 256  # words of a query


@pytest.fixture(scope="module")
def steps(elasticsearch: Client) -> Iterator[Index]:
    """Document k holds the first k of 256 words, so the number of hits tells the minimum."""
    one = elasticsearch.create_index(unique_name(), seven_fields(["t"]))
    try:
        one.add([{"t": " ".join(f"w{n}" for n in range(k))} for k in range(LONGEST + 1)])
        yield one
    finally:
        one.delete()


def asked_by_the_server(steps: Index, words: int, forms: Sequence[str]) -> dict[str, int]:
    match = {"query": " ".join(f"w{n}" for n in range(words))}
    bodies = [{"match": {"t": {**match, "minimum_should_match": form}}} for form in forms]
    hits = [answer["hits"]["total"]["value"] for answer in answers(steps, bodies)]
    return {form: LONGEST + 1 - count for form, count in zip(forms, hits, strict=True)}


def asked_by_us(words: int, forms: Sequence[str]) -> dict[str, int]:
    return {form: required(form, words) for form in forms}


def test_percentages_at_their_edges(steps: Index) -> None:
    """Where the share is a whole number of words, and one per cent beside it.

    For all lengths to 100 and every fifth beyond; tests/query/test_min_match.py proves the rest.
    """
    compared = 0
    for words in (*range(1, 101), *range(101, LONGEST + 1, 5)):
        whole = {percent for percent in range(1, 101) if percent * words % 100 == 0}
        near = {percent + step for percent in whole for step in (-1, 0, 1)} | {1, 33, 50, 99}
        forms = [f"{sign}{p}%" for p in sorted(near) if 0 < p <= 100 for sign in ("", "-")]
        assert asked_by_the_server(steps, words, forms) == asked_by_us(words, forms), words
        compared += len(forms)
    assert compared > 2_000


@pytest.mark.parametrize("words", [1, 2, 3, 7, 10, 20, 29, 41, 57, 58, 60, 255, 256])
def test_every_percentage(steps: Index, words: int) -> None:
    forms = [f"{percent}%" for percent in range(-100, 101) if percent]
    assert asked_by_the_server(steps, words, forms) == asked_by_us(words, forms)


@pytest.mark.parametrize("words", range(1, 13))
def test_counts_and_conditionals(steps: Index, words: int) -> None:
    forms = [str(count) for count in range(-14, words + 1) if count]
    forms += [f"{bound}<{value}" for bound in range(12) for value in ("1", "-1", "90%", "-25%")]
    forms += ["2<-25% 9<-3", "1<2 3<-50% 7<90%", "0<1 2<2", "5<1 6<-1"]
    assert asked_by_the_server(steps, words, forms) == asked_by_us(words, forms)
