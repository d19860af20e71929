"""Texts of dictionaries in the query string: Lucene's parser reads them as words and phrases.

Cases syn-01 and glo-05, each with its whole kind. See tests/test_cases_dictionary.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulltext_query import BuiltQuery, DictionaryError, FulltextQuery, Settings
from fulltext_query.curation import compile_folder
from tests.curation.folders import write
from tests.engine.lucene import LuceneParser, Verdict
from tests.engine.searching import meant
from tests.engine.texts import HANDMADE, NASTY
from tests.toy import OWN_FIELDS

quick = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

_PLAIN = {"TermQuery", "PhraseQuery", "FuzzyQuery"}


def read(lucene: LuceneParser, *queries: BuiltQuery) -> list[Verdict]:
    """What the parser reads: the leaves of each tree, none of them a pattern or required."""
    verdicts = lucene.check([built.query_string for built in queries])
    for built, verdict in zip(queries, verdicts, strict=True):
        assert verdict.accepted, f"{built.query_string!r}: {verdict.error}"
        assert list(verdict.terms) == meant(built.tree), built.query_string
        assert {leaf.occur for leaf in verdict.leaves} <= {"SHOULD"}
        assert {leaf.kind for leaf in verdict.leaves} <= _PLAIN
    return verdicts


def sources(folder: Path, kind: str, rules: dict[str, list[str]]) -> list[FulltextQuery]:
    """Builders with rules that were given, read from JSON and compiled."""
    lenient = Settings(strict_dictionaries=False)
    write(folder, {f"{kind}/rules.en.json": json.dumps(rules)})
    out = compile_folder(folder, folder.with_suffix(".dict"), lenient, lenient=True).path
    given = {"synonyms": rules} if kind == "synonyms" else {"glossary": rules}
    try:
        first = [FulltextQuery(lenient, **given)]  # type: ignore[arg-type]  # one of the two
    except DictionaryError:  # what is given in a call is never loaded in part
        first = []
    return [
        *first,
        FulltextQuery(lenient, dictionaries=folder),
        FulltextQuery(lenient, dictionaries=out),
    ]


def test_syn_01_apostrophes_and_quotes(lucene: LuceneParser, tmp_path: Path) -> None:
    rules = {"target": ["bull's-eye", '5" gauge', "a/b test"]}
    built = [fq.build("target") for fq in sources(tmp_path / "d", "synonyms", rules)]
    verdicts = read(lucene, *built)
    for one in verdicts:
        # as the user's own text would be
        plain = {
            term.text
            for text in rules["target"]
            for term in read(lucene, FulltextQuery().build(text))[0].terms
        }
        words = {word for term in one.terms for word in term.text.split()}
        assert words <= {"target"} | {word for text in plain for word in text.split()}
    assert len({one.query_string for one in built}) == 1


def test_glo_05_operators(lucene: LuceneParser, tmp_path: Path) -> None:
    rules = {"RD": ["R&D || (alpha", "C/D: phase*"]}
    built = [fq.build("RD budget") for fq in sources(tmp_path / "d", "glossary", rules)]
    for verdict in read(lucene, *built):
        texts = {term.text for term in verdict.terms}
        assert any("alpha" in text for text in texts)
        assert {leaf.field for leaf in verdict.leaves} <= {"f", *OWN_FIELDS}  # no field clause
    assert len({one.query_string for one in built}) == 1


@pytest.mark.parametrize("kind", ["synonyms", "glossary"])
def test_every_nasty_text_as_a_target_and_as_a_key(
    lucene: LuceneParser, tmp_path: Path, kind: str
) -> None:
    texts = [text for text in (*NASTY, *HANDMADE) if text.strip()][:600]
    rules: dict[str, list[str]] = {}
    for number, text in enumerate(texts):
        rules[f"kx{number}word"] = [text]
        rules.setdefault(text, ["plain target"])
    for number, fq in enumerate(sources(tmp_path / "d", kind, rules)):
        queries = [fq.build(key) for key in list(rules)[number::2]]
        read(lucene, *(built for built in queries if built))


@quick
@given(
    st.text(min_size=1, max_size=20),
    st.lists(
        st.text(alphabet="ab蓝 \"'\\/:*?~^()[]{}+-!&|<>=.,#ANDORT", min_size=1, max_size=16),
        min_size=1, max_size=4,
    ),
)  # fmt: skip
def test_any_text_of_a_dictionary_is_words_to_the_parser(
    lucene: LuceneParser, key: str, targets: list[str]
) -> None:
    usable = [target for target in targets if any(map(str.isalnum, target))]
    if not usable or not any(map(str.isalnum, key)):
        return
    for options in ({"synonyms": {key: usable}}, {"glossary": {key: usable}}):
        try:
            built = FulltextQuery(**options).build(key)  # type: ignore[arg-type]  # one of the two
        except DictionaryError:
            continue
        if built:
            read(lucene, built)
