"""What is kept whole, what its finer forms are, and the near misses that are none of it."""

from __future__ import annotations

import pytest

from fulltext_query.text.tokens import Kind, Token
from tests.toy import engine, phrases, terms


def tokens(text: str) -> tuple[Token, ...]:
    return engine(language="en").analyze(text).tokens


#: kind → [(text, finer forms)]: the forms in order; where they are bound they are one phrase
WHOLE: dict[Kind, list[tuple[str, tuple[str, ...]]]] = {
    Kind.VERSION: [
        ("1.2.3", ()), ("v2.3.1", ("2.3.1",)), ("v2", ("2",)), ("10.15.7", ()), ("1.2.3-rc1", ()),
        ("2.0.0-beta.2", ()), ("1.2.3.4.5", ()), ("V1.0", ("1.0",)), ("5.4.0-150", ()),
    ],
    Kind.IP: [
        ("192.168.1.10", ()), ("10.0.0.1:8080", ("10.0.0.1",)), ("10.0.0.0/8", ("10.0.0.0",)),
        ("fe80::1", ()), ("2001:db8::ff00:42:8329", ()), ("::1", ()), ("12:34:56:78:9a:bc", ()),
    ],
    Kind.DATE: [
        ("2024-05-12", ("2024", "05", "12")), ("2024/5/12", ("2024", "5", "12")),
        ("12.05.2024", ("12", "05", "2024")), ("5/12/2024", ("5", "12", "2024")),
    ],
    Kind.TIME: [("10:30", ("10", "30")), ("10:30:15", ("10", "30", "15"))],
    Kind.NUMBER: [
        ("42", ()), ("3.13", ()), ("0.5", ()), ("3.5mm", ("3.5", "mm")), ("10kg", ("10", "kg")),
        ("5G", ("5", "g")), ("1TB", ("1", "tb")), ("1,234,567", ("1234567",)),
        ("1,234.5", ("1234.5",)), ("1'000'000", ("1000000",)), ("50%", ("50",)),
        ("99.9%", ("99.9",)), ("100km/h", ("100", "km/h")), ("10-20", ("10", "20")),
        ("20m²", ("20", "m2")), ("00942", ()),
    ],
    Kind.EMAIL: [
        ("ops@site.org", ("op", "site", "org")), ("a.b+tag@mail.co.uk", ("a", "b", "tag",
        "mail", "co", "uk")),
    ],
    Kind.URL: [
        ("https://a.io/b/c", ("https", "a", "io", "b", "c")), ("www.a.io", ("www", "a", "io")),
        ("ftp://a.io:21/x?y=1#z", ("ftp", "a", "io", "21", "x", "y", "1", "z")),
    ],
    Kind.PATH: [
        ("/var/log/x.log", ("var", "log", "x", "log")), ("~/.bashrc", ("bashrc",)),
        ("./run.sh", ("run", "sh")), ("D:\\log\\x", ("d", "log", "x")), ("\\\\host\\c", ("host",
        "c")),
    ],
    Kind.HASH: [
        ("d41d8cd98f00b204e9800998ecf8427e", ()), ("da39a3ee5e6b4b0d3255bfef95601890afd80709", ()),
        ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", ()),
    ],
    Kind.CODE: [
        ("KXT-4410", ("kxt", "4410")), ("ORA-00942", ("ora", "00942")), ("C++", ()), ("C#", ()),
        ("F#", ()), ("c++17", ()), (".NET", ()), ("node.js", ("node", "js")), ("R&D", ("r", "d")),
        ("AT&T", ("at", "t")), ("CVE-2021-44228", ("cve", "2021", "44228")), ("H2O", ("h", "2",
        "o")),
        ("max_connection", ("max", "connect")), ("U.S.A", ("usa",)), ("RTX4090", ("rtx", "4090")),
        (".env", ("env",)), ("A4", ("a", "4")), ("README.md", ("readm", "md")),
        ("asp.net", ("asp", "net")), ("python3.11", ("python", "3", "11")),
    ],
    Kind.WORD: [("don't", ()), ("l'eau", ("eau",)), ("O'Reilly", ()), ("aujourd'hui", ()),
    ("pump", ())],
    Kind.SYMBOL: [("😀", ()), ("☂", ())],
}  # fmt: skip
CASES = [(kind, text, fine) for kind, rows in WHOLE.items() for text, fine in rows]


@pytest.mark.parametrize(("kind", "text", "fine"), CASES, ids=[row[1] for row in CASES])
def test_the_kinds(kind: Kind, text: str, fine: tuple[str, ...]) -> None:
    (token,) = tokens(text)
    assert token.kind is kind
    assert token.surface == text
    assert token.fine == fine


@pytest.mark.parametrize(
    "text", [text for kind, text, _ in CASES if kind not in (Kind.WORD, Kind.PATH, Kind.URL)]
)
@pytest.mark.parametrize(
    "frame",
    [
        "see {} now",
        "({})",
        "{},",
        "{}?",
        '"{}"',
        "修复{}问题",
        "a, {}; b",
        "[{}]",
        "{}\n",
        "value={}",
    ],
)
def test_they_are_seen_in_a_text(frame: str, text: str) -> None:
    found = [token.surface for token in tokens(frame.format(text))]
    assert text in found


def test_sentence_ends_are_no_part_of_them() -> None:
    for text in (
        "C#.",
        "10.0.0.5.",
        "v2.3.1.",
        "KXT-4410.",
        "3.13.",
        "node.js.",
        "50%.",
        "a@b.org.",
    ):
        (token,) = tokens(text)
        assert token.surface == text[:-1]


@pytest.mark.parametrize(
    "text",
    ["KXT-4410", "ORA-00942", "node.js", "max_connections", "main.py", "ops@site.example",
     "https://a.example/files", "/etc/files", ".gitignore", "rock&roll", "U.S", "asp.net",
     "v1.2-releases", "sn_parts", "C:\\Users\\files"],
)  # fmt: skip
def test_no_stemmer_touches_what_is_whole(text: str) -> None:
    (token,) = tokens(text)
    assert token.text == text.lower()


# --- possessives and joints -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "whole"),
    [("KXT-4410's lid", "kxt-4410"), ("AT&T's plan", "at&t"), ("C++'s rules", "c++"),
     ("10.0.0.5's port", "10.0.0.5"), ("node.js's loop", "node.js"), ("R&D’s head", "r&d"),
     ("the pump's lid", "pump")],
)  # fmt: skip
def test_a_possessive_is_no_part_of_a_name(text: str, whole: str) -> None:
    found = engine(language="en").analyze(text).coarse
    assert whole in found
    assert "s" not in found


@pytest.mark.parametrize(
    ("text", "whole"),
    [("C/C++", "c++"), ("C++/Java", "c++"), ("C#/F#", "f#"), ("lang=C++", "c++"), ("lang:C#", "c#"),
     ("at=10:30", "10:30"), ("time:10:30", "10:30"), ("total:1,234", "1,234"), ("tag:50%", "50%"),
     ("host=10.0.0.1:8080", "10.0.0.1:8080"), ("os:.NET", ".net"),
     ("date:2024-05-12", "2024-05-12"), ("a,b,KXT-4410", "kxt-4410")],
)  # fmt: skip
def test_what_is_joined_to_a_whole_leaves_it_whole(text: str, whole: str) -> None:
    assert whole in engine(language="en").analyze(text).coarse


@pytest.mark.parametrize(
    ("text", "pair"), [("Ctrl+C", ("ctrl", "c")), ("ctrl+alt", ("ctrl", "alt")), ("TCP/IP",
    ("tcp", "ip")),
                       ("wi-fi", ("wi", "fi")), ("GET/POST", ("get", "post")), ("24/7", ("24",
                       "7"))]
)  # fmt: skip
def test_joined_words_are_neighbours(text: str, pair: tuple[str, str]) -> None:
    assert pair in phrases(engine().build(text))


# --- near misses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "breaks"),
    [
        ("router.Billing", ["router", "Billing"], True),
        ("Reset it.Then wait", ["Reset", "it", "Then", "wait"], True),
        ("done.Next", ["done", "Next"], True),
        ("a/b", ["a", "b"], False),
        ("24/7", ["24", "7"], False),
        ("and/or", ["and", "or"], False),
        ("wi-fi", ["wi", "fi"], False),
        ("well-known", ["well", "known"], False),
        ("a:b:c", ["a", "b", "c"], True),
        ("x=y", ["x", "y"], True),
        ("one,two", ["one", "two"], True),
        ("foo() bar", ["foo", "bar"], False),
        ("f(x)", ["f", "x"], True),
        ("#tag", ["tag"], False),
        ("@user", ["user"], False),
        ("-5", ["5"], False),
        ("$5.99", ["5.99"], False),
        ("__init__", ["init"], False),
        ("x++y", ["x", "y"], False),
        ("'quoted'", ["quoted"], False),
        ("users'", ["users"], False),
        ("well...then", ["well", "then"], True),
        ("what?!yes", ["what", "yes"], True),
        ("user@host", ["user", "host"], True),
        ("std::vector", ["std", "vector"], False),
        ("johnson&johnson", ["johnson", "johnson"], False),
    ],
)
def test_near_misses_are_their_words(text: str, words: list[str], breaks: bool) -> None:
    found = tokens(text)
    assert [token.surface for token in found] == words
    if len(words) > 1:
        assert any(token.breaks for token in found) is breaks


@pytest.mark.parametrize("text", ["", ".", "...", "---", "&&", "'", "''", "+", "#", "%", "@", "/",
                                  "://", "::", "_", "__", "~", "^2", "~3", "-", "\\", "\\\\",
                                  "()"])  # fmt: skip
def test_signs_alone_are_nothing(text: str) -> None:
    assert tokens(text) == ()


@pytest.mark.parametrize("text", ["deadbeef", "decade", "facade", "abcdef" * 6])
def test_letters_alone_are_no_hash(text: str) -> None:
    (token,) = tokens(text)
    assert token.kind is Kind.WORD


@pytest.mark.parametrize("text", ["1" * 300, "a-" * 200, "a.b" * 100, "A1" * 150, "1." * 300,
"v1." * 99,
                                  "&".join("ab" * 200), "x" * 5000, "'" * 500,
                                  "http://" * 100])  # fmt: skip
def test_any_length_is_cut_somehow(text: str) -> None:
    for token in tokens(text):
        assert len(token.text) <= 255
        assert text[token.start : token.end] == token.surface


def test_bound_parts_are_a_phrase_and_loose_ones_are_words() -> None:
    code = engine().build("KXT-4410")
    assert phrases(code) == {("kxt", "4410")}
    assert terms(code) == ["kxt-4410"]
    number = engine().build("1,234,567")
    assert phrases(number) == set()
    assert list(dict.fromkeys(terms(number))) == ["1,234,567", "1234567"]


def test_a_thousands_mark_does_not_hide_a_number() -> None:
    plain, marked = engine().analyze("1234567"), engine().analyze("1,234,567")
    assert set(plain.coarse) & set(marked.fine)


def test_a_unit_beside_its_number_finds_one_that_is_joined() -> None:
    joined = engine().build("3.5mm")
    apart = engine().analyze("3.5 mm").coarse
    assert apart in phrases(joined)


@pytest.mark.parametrize(
    "text", ["U.S. Army", "e.g. pumps", "R.E.M. song", "Dr.No"], ids=["us", "eg", "rem", "drno"]
)
def test_the_dot_of_initials_ends_no_clause(text: str) -> None:
    if text == "Dr.No":  # glued: two words
        assert len(tokens(text)) == 2
        return
    assert not any(token.breaks for token in tokens(text))
