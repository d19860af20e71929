"""Addresses and clients."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import pytest
from elasticsearch import AsyncElasticsearch, Elasticsearch
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.cli.engines import shown_place
from fulltext_query.errors import SettingsError
from fulltext_query.search.addresses import without_password
from fulltext_query.search.elasticsearch import AsyncElasticsearchEngine, ElasticsearchEngine
from fulltext_query.search.elasticsearch.connection import parse_address


@pytest.mark.parametrize(
    ("url", "index", "base", "name", "user"),
    [
        ("http://host:9200/docs", None, "http://host:9200", "docs", None),
        ("http://host:9200/docs/", None, "http://host:9200", "docs", None),
        ("https://host/es/docs", None, "https://host:443/es", "docs", None),
        ("http://host/es", "docs", "http://host:80/es", "docs", None),
        ("http://u:p%40ss@host:1/d", None, "http://host:1", "d", ("u", "p@ss")),
        ("http://[::1]:9200/docs", None, "http://[::1]:9200", "docs", None),
        ("http://host:9200", "a,b-*", "http://host:9200", "a,b-*", None),
        ("http://host:9200/%E6%96%87", None, "http://host:9200", "文", None),
    ],
)
def test_an_address_has_parts(
    url: str, index: str | None, base: str, name: str, user: tuple[str, str] | None
) -> None:
    address = parse_address(url, index)
    assert (address.base, address.index, address.user) == (base, name, user)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://host:9200", "last part of the address"),
        ("http://host:9200/", "last part of the address"),
        ("host:9200/docs", "write http://"),
        ("ftp://host/docs", "write http://"),
        ("http:///docs", "write http://"),
        ("http://[::1/docs", "write http://"),
        ("http://host/docs#top", "write http://"),
        ("http://host:port/docs", "not the address"),
        ("http://host/docs?pretty", "write http://"),
    ],
)
def test_what_is_no_address_says_how_to_write_one(url: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        parse_address(url)


def test_a_password_is_never_shown() -> None:
    for url in (
        "ftp://me:secret@host/docs", "http://me:secret@host", "me:secret@host/docs",
        "http://me:@secret@host", "http://me:pa/secret@host/docs", "http://me:1/secret@host/docs",
        "http://me:1?secret@host/docs", "http://me:1#secret@host/docs", "http://secret:pa@[::1/docs",
        "http://me:secret@host:port/docs", "http://me:[secret@host/docs", "http://secret\u2100@host/d",
    ):  # fmt: skip
        with pytest.raises(SettingsError, match="not the address|no index is named") as caught:
            parse_address(url)
        assert "secret" not in str(caught.value)
        assert "secret" not in shown_place(url) or "://" not in url


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_nothing_of_any_password_is_shown(password: str) -> None:
    shown = "http://host:9200/docs"
    assert without_password(f"http://me:{password}@host:9200/docs") == shown
    assert shown_place(f"http://me:{password}@host:9200/docs") == shown
    assert without_password(shown) == shown


def test_a_place_without_a_password_is_shown_as_it_is() -> None:
    for place in ("docs.index", "me@home/docs", "C:\\docs@2"):
        assert shown_place(place) == place


def test_signs_in_a_password_are_told_how_to_be_written() -> None:
    assert parse_address("http://me:p@ss@host/docs").user == ("me", "p@ss")
    with pytest.raises(SettingsError, match=r"http://host/docs.*write / as %2F"):
        parse_address("http://user:pa/ss@host/docs")
    assert parse_address("http://user:pa%2Fss@host/docs").user == ("user", "pa/ss")


@given(st.text(st.characters(codec="utf-8", exclude_characters="/"), min_size=1, max_size=20))
def test_any_index_is_read_back(name: str) -> None:
    address = parse_address(f"http://host:9200/{quote(name, safe='')}")
    assert address.index == name


def test_options_and_clients_that_do_not_fit_are_refused() -> None:
    url = "http://127.0.0.1:1/docs"
    with pytest.raises(SettingsError, match="minimun"):
        ElasticsearchEngine(url, minimun_should_match="30%")  # as cli-03 asks, named at once
    with pytest.raises(SettingsError, match="form is one of"):
        ElasticsearchEngine(url, form="string")  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="timeout must be more than 0"):
        ElasticsearchEngine(url, timeout=0)
    with pytest.raises(SettingsError, match="not a int"):
        ElasticsearchEngine(9200)
    with Elasticsearch("http://127.0.0.1:1") as client:
        with pytest.raises(SettingsError, match="give index="):
            ElasticsearchEngine(client)
        with pytest.raises(SettingsError, match="api_key.*your own client"):
            ElasticsearchEngine(client, "docs", api_key="x")
        with pytest.raises(SettingsError, match="needs ElasticsearchEngine"):
            AsyncElasticsearchEngine(client, "docs")
        ElasticsearchEngine(client, "docs").close()
        assert client.options() is not None  # a client of the user's own stays open

    async def other() -> None:
        async with AsyncElasticsearch("http://127.0.0.1:1") as client:
            with pytest.raises(SettingsError, match="needs AsyncElasticsearchEngine"):
                ElasticsearchEngine(client, "docs")

    asyncio.run(other())
