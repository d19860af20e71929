"""The index: how it is made of a schema, and what an existing one tells about itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import IndexConflictError
from ...text.subwords import SUBWORD_PATTERN
from ..contract import IndexSchema

__all__ = ["IGNORE_ABOVE", "Layout", "check_same", "index_body", "read_layout"]

IGNORE_ABOVE = 8191
"""Characters of a keyword that is indexed: of four bytes each, they fit Lucene's 32,766."""

_MARK = "fulltext_query"  # our part of an index's _meta
_ID = "id"  # the id once more, as a field that can be sorted by
_SUBWORDS = "fulltext_query_subwords"  # the analyzer
_VECTORS = {"type": "dense_vector", "index": True, "similarity": "cosine"}


@dataclass(frozen=True, slots=True)
class Layout:
    """What there is to know about an index before it is searched.

    meta    what it was made with; None for an index that this package did not make.
    kinds   the type of every field that is mapped, by its full name.
    hidden  fields that are searched and not shown.
    vector  the field of the vectors; '' for none.
    """

    meta: Mapping[str, Any] | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    vector: str = ""

    @property
    def tie(self) -> str:
        """The field that orders equal scores; '' where there is none to trust."""
        return _ID if self.meta is not None and self.kinds.get(_ID) == "keyword" else ""


def index_body(
    schema: IndexSchema, dimensions: int | None = None, *, vectors: bool = True
) -> dict[str, Any]:
    """The body that creates an index.

    dimensions: of the vectors, 1 to 4096; None leaves them to the first one that is indexed.
    vectors: False where the server has no field for them.
    """
    properties: dict[str, Any] = {_ID: {"type": "keyword"}}
    for name, positions in schema.text.items():
        properties[name] = {"type": "text", "analyzer": "whitespace"}
        if not positions:
            properties[name]["index_options"] = "freqs"
    for name in schema.keywords:
        properties[name] = {"type": "keyword", "ignore_above": IGNORE_ABOVE}
    settings: dict[str, Any] = {}
    if schema.subwords:
        properties[schema.subwords] = {
            "type": "text",
            "analyzer": _SUBWORDS,
            "index_options": "freqs",
        }
        for name in schema.subword_sources:
            properties[name]["copy_to"] = [schema.subwords]
        settings["analysis"] = {
            "tokenizer": {_SUBWORDS: {"type": "pattern", "pattern": SUBWORD_PATTERN, "group": 1}},
            "analyzer": {_SUBWORDS: {"type": "custom", "tokenizer": _SUBWORDS}},
        }
    hidden = [*schema.text, *schema.keywords]
    if schema.vector and vectors:
        # plain HNSW: the quantised kinds would round the scores that a fusion adds up
        properties[schema.vector] = {**_VECTORS, "index_options": {"type": "hnsw"}}
        if dimensions is not None:
            properties[schema.vector]["dims"] = dimensions
        hidden.append(schema.vector)
    properties["metadata"] = {"type": "object", "dynamic": True}
    mark = {
        "meta": _plain(schema.meta),
        "hidden": hidden,
        "vector": schema.vector if vectors else "",
    }
    mappings = {
        "_meta": {_MARK: mark},
        "dynamic": False,  # the originals are kept, and nothing but metadata is indexed of them
        "date_detection": False,
        "numeric_detection": False,
        "dynamic_templates": list(_templates()),
        "properties": properties,
    }
    return {"settings": settings, "mappings": mappings}


def _templates() -> Iterator[dict[str, Any]]:
    """Text is one term, every number a double: so 1 in one document and 1.5 in the next agree."""
    keyword = {"type": "keyword", "ignore_above": IGNORE_ABOVE}
    for matched, mapping in (
        ("string", keyword), ("long", {"type": "double"}), ("double", {"type": "double"}),
    ):  # fmt: skip
        yield {
            f"metadata_{matched}": {
                "path_match": "metadata.*", "match_mapping_type": matched, "mapping": mapping,
            }
        }  # fmt: skip


def read_layout(answer: Mapping[str, Any], vector: str = "vector") -> Layout:
    """The layout of what ``GET /index/_mapping`` answers; of several indexes, of all together.

    vector: the field of the vectors of an index that this package did not make.
    """
    kinds: dict[str, str] = {}
    marks = []
    for found in answer.values():
        mappings = found.get("mappings") or {}
        kinds |= dict(_kinds(mappings.get("properties") or {}))
        marks.append((mappings.get("_meta") or {}).get(_MARK))
    mark = marks[0] if marks else None
    if any(other != mark for other in marks):
        raise IndexConflictError(
            f"{', '.join(sorted(answer))} stand behind one name and were made differently: "
            "search one of them, or index all of them with the same settings"
        )
    if not isinstance(mark, Mapping):
        there = kinds.get(vector) in ("dense_vector", "knn_vector")
        return Layout(None, kinds, (vector,) if there else (), vector if there else "")
    name = str(mark.get("vector") or "")
    return Layout(
        mark.get("meta") or {},
        kinds,
        tuple(mark.get("hidden") or ()),
        name if name in kinds else "",
    )


def _kinds(properties: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, mapping in properties.items():
        full = before + name
        yield full, str(mapping.get("type", "object"))
        for part in ("properties", "fields"):
            yield from _kinds(mapping.get(part) or {}, f"{full}.")


def check_same(answer: Mapping[str, Any], body: Mapping[str, Any], index: str) -> None:
    """Raises IndexConflictError where an index is not as ``body`` would make it.

    answer: of ``GET /index/_mapping``. The version of this package that made it may differ.
    """
    wanted = body["mappings"]
    way_out = (
        "; search it with the settings it was made with, or delete it and index again, or take "
        "another name"
    )
    for name, found in answer.items():
        mappings = found.get("mappings") or {}
        where = f"the index {index!r}" if name == index else f"the index {name!r} behind {index!r}"
        mark = (mappings.get("_meta") or {}).get(_MARK)
        if not isinstance(mark, Mapping):
            raise IndexConflictError(f"{where} exists and was not made by this package{way_out}")
        properties = dict(wanted["properties"])
        if not mark.get("vector"):
            properties.pop(wanted["_meta"][_MARK]["vector"], None)  # the server had no such field
        difference = next(
            _differences(mark.get("meta"), wanted["_meta"][_MARK]["meta"], "setting"), None
        ) or _other_fields(mappings.get("properties") or {}, properties)
        if difference:
            raise IndexConflictError(f"{where} is of another form: {difference}{way_out}")


def _differences(found: object, wanted: object, name: str) -> Iterator[str]:
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        for key in dict.fromkeys([*wanted, *found]):
            if key != "version":
                yield from _differences(found.get(key), wanted.get(key), f"{name} {key}")
    elif found != wanted:
        yield f"{name} is {found!r} there and {wanted!r} here"


def _other_fields(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    for name, mapping in wanted.items():
        there = found.get(name)
        if there is None:
            return f"it has no field {name!r}"
        for key, default in (
            ("type", "object"), ("analyzer", None), ("index_options", None), ("copy_to", []),
            ("dims", None),
        ):  # fmt: skip
            one, other = mapping.get(key, default), there.get(key, default)
            if key == "index_options" and mapping.get("type") != "text":
                continue  # how vectors are kept may be tuned
            if key == "dims" and None in (one, other):
                continue  # not told yet
            if one != other:
                return f"{key} of the field {name!r} is {other!r} there and {one!r} here"
    return ""


def _plain(value: Any) -> Any:
    """As it comes back from a server: tuples as lists, mappings as objects."""
    return json.loads(json.dumps(value, default=_jsonable))


def _jsonable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    return str(value)
