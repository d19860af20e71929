"""Reading collections: what is taken, and where something wrong is said to stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query.errors import CollectionError
from fulltext_query.evaluation import find_collections, read_collection
from tests.evaluation.conftest import Make


@pytest.mark.parametrize("compressed", [False, True])
def test_a_folder_gives_documents_queries_and_judgements(make: Make, compressed: bool) -> None:
    collection = read_collection(make(compressed=compressed))
    assert collection.name == "garden"
    assert dict(collection.queries) == {
        "q1": "repair water pump",
        "q2": "when to graft an apple tree",
        "q3": "配置同义词",
    }
    assert dict(collection.judgements["q1"]) == {"d1": 2, "d3": 1}
    assert collection.unjudged == 1  # q4: its only judgement says that nothing is right
    documents = list(collection.documents())
    assert [document.id for document in documents] == ["d1", "d2", "d3", "d4"]
    assert documents[0].title == "Pumps"
    assert documents[3].content == "如何在搜索引擎里配置同义词词典。"
    assert [one.id for one in collection.documents()] == ["d1", "d2", "d3", "d4"]  # again


def test_judgements_of_a_split_are_taken_by_name_and_test_first(make: Make) -> None:
    folder = make()
    (folder / "qrels.tsv").unlink()
    (folder / "qrels").mkdir()
    (folder / "qrels" / "train.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    (folder / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\nq2\td2\t1\n")
    assert set(read_collection(folder).queries) == {"q1", "q2"}
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq3\td4\t1\n")
    assert set(read_collection(folder).queries) == {"q3"}
    assert set(read_collection(folder, split="dev").queries) == {"q2"}
    with pytest.raises(CollectionError, match=r"no qrels/nope\.tsv; there are: dev, test, train"):
        read_collection(folder, split="nope")


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        (
            "queries.jsonl",
            '{"_id": "q1", "text": "a"}\n\n{oops\n',
            "queries.jsonl, line 3: not JSON",
        ),
        ("queries.jsonl", '["q1", "a"]\n', "line 1: not a JSON object"),
        ("queries.jsonl", '{"text": "a"}\n', 'line 1: no "_id"'),
        ("queries.jsonl", '{"_id": "q1"}\n', 'line 1: a query needs a "text"'),
        ("queries.jsonl", '{"_id": "1", "text": ""}\n' * 2, "line 2: '1' stands there twice"),
        ("queries.jsonl", b'{"_id": "q1", "text": "caf\xe9"}\n', "line 1: not UTF-8"),
        ("qrels.tsv", "q1\td1\t1\nq1 d2 1\n", r"qrels.tsv, line 2: 'q1 d2 1' is not of the form"),
        ("qrels.tsv", "q1\td1\t1\nq1\td2\thigh\n", "line 2: the grade 'high' is no whole number"),
        ("qrels.tsv", "q1\td1\t1\nq9\td2\t1\n", "line 2: there is no query 'q9'"),
        ("qrels.tsv", "q1\td1\t1\nq1\td1\t2\n", "line 2: 'd1' is judged twice for 'q1', 1 and 2"),
        ("qrels.tsv", "q1\td1\t1000000\n", "line 1: the grade 1000000 is beyond"),
        ("qrels.tsv", "q1\td1\t0\n", "no query has a right document"),
        ("qrels.tsv", "", "no query has a right document"),
    ],
)
def test_what_cannot_be_used_is_named_with_file_and_line(
    make: Make, file: str, content: str | bytes, message: str
) -> None:
    folder = make()
    (folder / file).write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(CollectionError, match=message):
        read_collection(folder)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"_id": "d2", "text": 7}', "corpus.jsonl, line 2: content must be a string"),
        ('{"_id": "d1", "text": "again"}', "line 2: 'd1' stands there twice"),
        ('{"text": "no name"}', 'line 2: no "_id"'),
        ("{", "line 2: not JSON"),
    ],
)
def test_a_bad_document_is_named_when_it_is_reached(make: Make, line: str, message: str) -> None:
    folder = make()
    (folder / "corpus.jsonl").write_text('{"_id": "d1", "text": "fine"}\n' + line + "\n")
    rows = read_collection(folder).documents()
    assert next(rows).content == "fine"
    with pytest.raises(CollectionError, match=message):
        next(rows)


def test_a_damaged_archive_is_an_error_of_ours(make: Make) -> None:
    folder = make(compressed=True)
    path = folder / "queries.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(CollectionError, match="cannot read .*queries"):
        read_collection(folder)


@pytest.mark.parametrize("name", ["queries.jsonl", "qrels.tsv"])
def test_a_missing_part_is_named(make: Make, name: str) -> None:
    folder = make()
    (folder / name).unlink()
    with pytest.raises(CollectionError, match=name):
        read_collection(folder)


def test_without_a_corpus_queries_can_still_be_read(make: Make) -> None:
    collection = read_collection(make(documents=None))
    assert not collection.has_documents
    assert len(collection.queries) == 3
    with pytest.raises(CollectionError, match=r"neither corpus\.jsonl nor corpus\.jsonl\.gz"):
        next(collection.documents())


def test_collections_are_found_in_a_folder_of_them(make: Make, tmp_path: Path) -> None:
    first, second = make("b"), make("a", compressed=True)
    (tmp_path / "empty").mkdir()
    assert find_collections([tmp_path]) == [second, first]
    assert find_collections([first]) == [first]
    with pytest.raises(CollectionError, match="neither holds queries"):
        find_collections([tmp_path / "empty"])
    with pytest.raises(CollectionError, match="is no folder"):
        read_collection(tmp_path / "absent")


def test_a_part_of_the_queries_keeps_order_and_documents(make: Make) -> None:
    collection = read_collection(make()).only(["q3", "q1"])
    assert list(collection.queries) == ["q1", "q3"]
    assert list(collection.judgements) == ["q1", "q3"]
    assert len(list(collection.documents())) == 4
