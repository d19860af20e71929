"""Whatever comes in, what goes out is a query that the server takes, and it says what it meant.

Lucene's own parser reads every query string back. Its leaves must be those of the tree, one for
one and letter for letter, on the field that was asked for: so nothing that a user, a synonym or
another program wrote can have become an operator, a pattern, a range or another field.
"""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from fulltext_query import BuiltQuery, FulltextQuery, Settings
from fulltext_query.lexicon.synonyms import Synonym
from fulltext_query.query.render import to_bool, to_query_string, to_text
from fulltext_query.query.tree import Leaf, Phrase, Query, Slot, Term
from tests.engine.client import Client, Index
from tests.engine.lucene import LuceneParser
from tests.engine.lucene import Term as Read
from tests.engine.searching import answers, meant, own_index
from tests.engine.texts import HANDMADE, NASTY, hostile, real_queries, wild_word

BATCH = 2_000
SHOWN = 5  # of the faults of a run
ENGINES = 5_000  # inputs that each server judges

Case = tuple[object, str, list[Read]]  # where it came from, the query string, its leaves


@pytest.fixture(scope="module", params=["default", "documents"])
def fq(request: pytest.FixtureRequest) -> FulltextQuery:
    return FulltextQuery(Settings.preset(request.param))


def check(lucene: LuceneParser, cases: Iterable[Case]) -> int:
    """Reads every query string back; fails with the first that differ. Returns their number."""
    faults: list[str] = []
    count = 0
    pending = iter(cases)
    with ThreadPoolExecutor(1) as pool:  # the parser reads one batch while the next is built
        batch = list(islice(pending, BATCH))
        while batch and len(faults) < SHOWN:
            reading = pool.submit(lucene.check, [text for _, text, _ in batch])
            following = list(islice(pending, BATCH))
            for (source, text, leaves), verdict in zip(batch, reading.result(), strict=True):
                if not verdict.accepted:
                    faults.append(f"{source!r:.120} -> {text!r:.120}: {verdict.error:.200}")
                elif list(verdict.terms) != leaves:
                    difference = _difference(leaves, verdict.terms)
                    faults.append(f"{source!r:.120} -> {text!r:.120}\n  meant {difference}")
            count += len(batch)
            batch = following
    assert not faults, f"of {count} query strings:\n" + "\n".join(faults[:SHOWN])
    return count


def _difference(leaves: list[Read], found: Iterable[Read]) -> str:
    found = list(found)
    for one, other in zip(leaves, found, strict=False):
        if one != other:
            return f"{one!r:.120}, read {other!r:.120}"
    return f"{len(leaves)} leaves, read {len(found)}: {found[-1:]!r:.120}"


def built(fq: FulltextQuery, texts: Iterable[str]) -> Iterator[Case]:
    """Every input as a query string that stands for a query; empty ones are judged here."""
    for number, text in enumerate(texts):
        query = fq.build(text)
        printed = query.query_string
        if number % 16 == 0:
            look_at_everything(query)
        if query:
            assert printed.strip(), f"{text!r}: not empty, yet prints nothing"
            yield text, printed, meant(query.tree)
        else:
            assert_declared_empty(query)


def assert_declared_empty(query: BuiltQuery) -> None:
    assert query.to_dict() == query.to_bool() == {"match_none": {}}, repr(query.text)
    assert query.query_string == ""
    assert not query.terms
    assert "empty" in [note.code for note in query.notes], repr(query.text)


def look_at_everything(query: BuiltQuery) -> None:
    """What else a caller may ask for; it must never raise, and must fit into a request."""
    json.dumps([query.to_dict(), query.to_bool()], ensure_ascii=False, allow_nan=False).encode()
    json.dumps(query.explain_dict())
    assert query.explain()
    words = len(query.text)
    for term in query.terms:
        assert all(0 <= start < end <= words for start, end in term.spans), repr(query.text)
    if query.terms:
        assert sum(term.weight for term in query.terms) == pytest.approx(1)


def test_200_000_texts(fq: FulltextQuery, lucene: LuceneParser) -> None:
    """200,000 with the default settings, and 50,000 others with the documents' preset."""
    count, seed = (200_000, 1) if fq.settings == Settings() else (50_000, 2)
    judged = check(lucene, built(fq, hostile(count, seed)))
    assert judged > count * 0.7  # most are no empty queries


OTHERS: dict[str, tuple[int, dict[str, object]]] = {
    "accents": (15_000, {"fold_accents": True}),
    "words": (15_000, {"fine_tokens": "words", "question_words": "remove", "stemming": False}),
    "bare": (15_000, {"fine_tokens": "off", "phrase_weight": 0, "chinese_conversion": "off"}),
    "language": (10_000, {"language": "fa", "fallback_language": "de", "question_words": "keep"}),
    "small": (10_000, {"max_token_length": 8, "max_characters": 40, "max_clauses": 30}),
    "fuzzy": (10_000, {"fuzzy_min_length": 2, "fuzzy_distance": 2, "fuzzy_prefix": 0}),
    "rjieba": (5_000, {"han_segmenter": "rjieba", "word_segmenter": "icu"}),
    "jieba": (5_000, {"han_segmenter": "jieba", "chinese_conversion": "hanziconv"}),
    "user words": (5_000, {"user_words": ["蓝鲸阀 10 n", "a/b", "🙂x", "AND 5", "pump*"]}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_under_other_settings(lucene: LuceneParser, name: str) -> None:
    count, changes = OTHERS[name]
    other = FulltextQuery(Settings(**changes))
    check(lucene, built(other, hostile(count, 8)))
    check(lucene, built(other, (text for _, text in real_queries(1_000, 9))))


def test_every_nasty_text_as_it_stands(fq: FulltextQuery, lucene: LuceneParser) -> None:
    check(lucene, built(fq, NASTY))
    check(lucene, built(fq, (f"{one} {other}" for one in NASTY for other in NASTY[::7])))


def test_every_character_there_is(lucene: LuceneParser) -> None:
    """Inside a word, where NFKC may make an operator of it, and at a word's end."""
    fq = FulltextQuery()
    codes = (code for code in range(0x110000) if code % 16 == 0 or _is_assigned(code))
    chunks = iter(lambda: "".join(map(chr, islice(codes, 40))), "")
    check(lucene, built(fq, (f"ab{'ab ab'.join(chunk)}ab" for chunk in chunks)))


def _is_assigned(code: int) -> bool:
    return unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs") and code < 0x20000


def test_synonyms_go_the_same_way(lucene: LuceneParser) -> None:
    """Hostile synonyms of plain words, and plain synonyms of hostile words."""
    fq = FulltextQuery()
    cases: list[Case] = []
    for text in hostile(10_000, 3):
        if text.strip() and len(text) < 1000:
            given = {"pump": [Synonym(text), Synonym(f"big {text}")], "house": Synonym(text)}
            query = fq.build("pump house", synonyms=given)
            cases.append((text, query.query_string, meant(query.tree)))
            query = fq.build(text, synonyms={text: "pump"})
            if query:
                cases.append((text, query.query_string, meant(query.tree)))
    assert check(lucene, cases) > 15_000


@pytest.mark.parametrize("letter", ["x", "é", "ж", "𐐨", "🙂", "\U00020000", "x𐐨", "1", "a-"])
def test_long_words_come_out_whole(fq: FulltextQuery, lucene: LuceneParser, letter: str) -> None:
    """The whitespace analyser splits a word after 255 UTF-16 units; none may come that far."""
    lengths = (100, 126, 127, 128, 129, 200, 254, 255, 256, 257, 300, 511, 600)
    check(lucene, built(fq, [f"a {letter * length} b" for length in lengths]))


@pytest.mark.parametrize(
    "minimum", [None, 0, 1, 3, -2, 0.3, 1.0, "30%", "-25%", "2<-25% 9<-3", "0<1", "10000"]
)
def test_paragraphs_and_every_minimum(lucene: LuceneParser, minimum: object) -> None:
    fq = FulltextQuery()
    cases: list[Case] = []
    for text in hostile(500, 4):
        query = fq.paragraph(text[:2000], keywords=[text[:20], "a b", text[-9:]], min_match=minimum)
        cases.append((text, query.query_string, meant(query.tree)))
    check(lucene, [case for case in cases if case[1]])


# ── trees made by hand ───────────────────────────────────────────────────────────────────────


def handmade(count: int) -> Iterator[Query]:
    """Trees with leaves that no analysis makes: the printer alone has to be safe."""
    chance = random.Random(5)
    fields = (("f", 1.0),)

    def word() -> str:
        return chance.choice(HANDMADE) if chance.random() < 0.3 else wild_word(chance)

    def boost() -> float:
        edge = chance.choice((5e-324, 1e-12, 1e-5, 0.00999999, 0.01, 1.0, 1e3, 1e15, 1e16, 1e21))
        return edge if chance.random() < 0.5 else 10.0 ** chance.uniform(-30, 21)

    def leaf() -> Leaf:
        if chance.random() < 0.3:
            return phrase()
        return Term(word(), boost(), chance.choice((0, 0, 0, 1, 2)))

    def phrase() -> Phrase:
        words = tuple(word() for _ in range(chance.randint(2, 3)))
        return Phrase(words, boost(), chance.choice((0, 1, 3, 100)))

    def some(most: int) -> tuple[Leaf, ...]:
        return tuple(leaf() for _ in range(chance.randint(0, most)))

    for _ in range(count):
        slots = tuple(
            Slot(leaf(), some(1), some(1), tuple(phrase() for _ in range(chance.randint(0, 1))))
            for _ in range(chance.randint(1, 3))
        )
        yield Query(slots, fields, "")


def test_the_printer_alone_is_safe(lucene: LuceneParser) -> None:
    """Accepted, and no leaf but words; an analyser may still cut those at blanks."""
    allowed = {"TermQuery", "PhraseQuery", "FuzzyQuery"}
    trees = list(handmade(20_000))
    for tree, verdict in zip(trees, lucene.check([to_text(tree) for tree in trees]), strict=True):
        assert verdict.accepted, f"{tree.slots!r}: {verdict.error}"
        fuzzy = [leaf for leaf in meant(tree) if leaf.kind == "FuzzyQuery"]
        found = [leaf for leaf in verdict.terms if leaf.kind == "FuzzyQuery"]
        assert len(fuzzy) == len(found), tree.slots
        assert {leaf.kind for leaf in verdict.terms} <= allowed, tree.slots
        assert {(leaf.field, leaf.occur) for leaf in verdict.terms} <= {("f", "SHOULD")}, tree.slots


def test_what_the_printer_escapes_is_read_back(lucene: LuceneParser) -> None:
    """Every text without blanks comes out of the parser as it went in."""
    chance = random.Random(6)
    words = [wild_word(chance) for _ in range(20_000)]
    words = [word for word in (*HANDMADE, *words) if _survives(word)]
    assert len(words) > 5_000
    cases: list[Case] = []
    for word in words:
        slot = Slot(Term(word, 0.5), (Term(word, 0.25, 1),), (), (Phrase(("a", word), 0.1, 3),))
        tree = Query((slot, Slot(Term(word, 5e-324))), (("f", 1.0),), "")
        cases.append((word, to_text(tree), meant(tree)))
    check(lucene, cases)


def _survives(word: str) -> bool:
    """Whether the whitespace analyser leaves the word whole and JSON can hold it."""
    # Java's isWhitespace knows neither NBSP and its like nor NEL; Python's isspace knows all
    return not any(c.isspace() or "\ud800" <= c <= "\udfff" for c in word)


# ── real servers ─────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def seven(elasticsearch: Client) -> Iterator[Index]:
    """An index with the seven fields and hardly anything in it."""
    made = own_index(elasticsearch)
    try:
        made.add([{"content_ltks": "pump valve", "important_kwd": "pump"}, {"title_tks": "a"}])
        yield made
    finally:
        made.delete()


def test_a_server_tells_a_bad_query(seven: Index) -> None:
    """Or the tests below would show nothing."""
    good, bad = answers(
        seven,
        [{"query_string": {"query": text, "fields": ["title_tks"]}} for text in ("a", "a/b")],
    )
    assert "error" not in good
    assert "Failed to parse query" in json.dumps(bad["error"])


def test_5_000_texts_on_a_server(fq: FulltextQuery, seven: Index) -> None:
    texts = [*NASTY, *(text[:5000] for text in hostile(ENGINES - len(NASTY), 7))]
    for form in (BuiltQuery.to_dict, BuiltQuery.to_bool):
        found = answers(seven, [form(fq.build(text)) for text in texts])
        refused = [
            (text, answer["error"])
            for text, answer in zip(texts, found, strict=True)
            if "error" in answer
        ]
        assert not refused, f"{len(refused)} of {len(texts)}: {refused[:SHOWN]!r:.2000}"


def test_no_text_matches_everything(fq: FulltextQuery, seven: Index) -> None:
    """A text of marks alone finds nothing, and one of operators and words only those words."""
    texts = [text for text in NASTY if not fq.build(text)]
    assert len(texts) > 20
    for answer in answers(seven, [fq.build(text).to_dict() for text in texts]):
        assert answer["hits"]["total"]["value"] == 0


def test_trees_made_by_hand_on_a_server(seven: Index) -> None:
    fields = tuple(Settings().fields.items())
    subwords = Settings().subword_field
    trees = [Query(tree.slots, fields, "", subword_field=subwords) for tree in handmade(1_000)]
    for form in (to_query_string, to_bool):
        for tree, answer in zip(trees, answers(seven, list(map(form, trees))), strict=True):
            assert "error" not in answer, f"{tree.slots!r}: {answer}"
