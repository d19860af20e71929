"""Documents of a live index of Elasticsearch, or OpenSearch: all of them, or a random sample.

Each shard is read by itself, in the order of its sequence numbers, which no two documents of a
shard share and which stay while documents do. So nothing has to be held open on the server, and
what was stopped goes on behind its last document at any later time. Documents that come, or are
changed, after the beginning are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from ..errors import EngineError, IndexMissingError, QueryRefusedError, SettingsError
from ..search.elasticsearch.connection import connect
from ..search.elasticsearch.engine import run_step
from ..search.elasticsearch.exchange import Budget, Call, Step
from ..search.elasticsearch.failures import reason
from .sources import DEFAULT_FIELDS, Reading, text_of

__all__ = ["IndexDocuments"]

_PAGE = 500  # documents of one answer
_ORDER = [{"_seq_no": "asc"}]
_RANDOM = [{"_score": "desc"}, {"_seq_no": "asc"}]


class IndexDocuments:
    """The documents of an index, as a stream.

    url_or_client   ``http[s]://[user:password@]host[:port][/prefix][/index]``, or an
                    ``elasticsearch.Elasticsearch`` of version 8 or 9.
    index           the name of the index, an alias or several with commas; needed beside a client.
    fields          whose texts count, as they stand in the documents' sources.
    sample          so many documents, drawn at random; None for all. Of each shard its share.
    seed            of the sample: the same one draws the same documents of an unchanged index.
    page            documents of one request.
    timeout         seconds of a request, retries and all.
    attempts        tries of a request, at most.
    client_options  for the client that is made: api_key, ca_certs, verify_certs …

    Needs the privileges ``read`` and ``view_index_metadata``, and the extra ``elasticsearch``.
    Raises SettingsError for what cannot be used, MissingExtraError without the official client.
    """

    resumable = True

    def __init__(
        self, url_or_client: Any, index: str | None = None, *,
        fields: Sequence[str] = DEFAULT_FIELDS, sample: int | None = None, seed: int = 0,
        page: int = _PAGE, timeout: float = 60.0, attempts: int = 5, **client_options: Any,
    ) -> None:  # fmt: skip
        for name, value in (("sample", sample), ("page", page)):
            if value is not None and value < 1:
                raise SettingsError(f"{name} must be 1 or more, not {value}")
        self._place = connect(url_or_client, index, client_options, asynchronous=False)
        self._fields, self._sample, self._seed = tuple(fields), sample, seed
        self._page, self._timeout, self._attempts = page, timeout, attempts
        drawn = f", {sample:,} documents drawn with seed {seed}" if sample else ""
        self.name = f"index {self._place.index}{drawn}"

    def identity(self) -> Mapping[str, Any]:
        """The index and its identifiers, the fields, and how the sample is drawn."""
        made = self._settings()
        return {
            "kind": "elasticsearch", "index": self._place.index, "sample": self._sample,
            "seed": self._seed, "fields": list(self._fields),
            "made": {name: settings.get("uuid") for name, settings in made.items()},
        }  # fmt: skip

    def count(self) -> int:
        """How many documents there are to read. Raises as ``read``."""
        answer = self._ask("GET", "_count", None)
        try:
            count = int(answer["count"])
        except (KeyError, TypeError, ValueError) as error:
            raise EngineError(f"the answer to GET _count cannot be read: {error!r}") from error
        return count if self._sample is None else min(count, self._sample)

    def read(self, position: Any = None) -> Iterator[Reading]:
        """The documents behind a place.

        Raises IndexMissingError where there is no index, QueryRefusedError where it keeps no
        sources, EngineError where the server fails.
        """
        plan = position["plan"] if position else self._plan()
        after: Any
        start, after, taken = position["at"] if position else (0, None, 0)
        for at in range(start, len(plan)):
            index, shard, last, wanted = plan[at]
            while taken < wanted:
                hits = self._hits(index, shard, min(self._page, wanted - taken), after)
                for hit in hits:
                    after = hit["sort"]
                    if after[-1] > last:  # it came after the beginning
                        continue
                    taken += 1
                    yield self._reading(hit, {"plan": plan, "at": [at, after, taken]})
                if not hits or (not self._sample and after[-1] >= last):
                    break
            after, taken = None, 0

    def close(self) -> None:
        """Closes the connections, unless they are those of a client that was given."""
        if self._place.owned:
            self._place.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _plan(self) -> list[list[Any]]:
        """Index, shard, its last sequence number, and how many documents are wanted of it."""
        plan: list[list[Any]] = []
        for index, settings in sorted(self._settings().items()):
            for shard in range(int(settings["number_of_shards"])):
                count, last = self._size(index, shard)
                if count:
                    plan.append([index, shard, last, count])
        if self._sample is not None:
            shares = _shares([row[-1] for row in plan], self._sample)
            for row, share in zip(plan, shares, strict=True):
                row[-1] = share
        return plan

    def _settings(self) -> Mapping[str, Mapping[str, Any]]:
        """Of every index that the name stands for."""
        answer = self._ask("GET", "_settings", None)
        try:
            found = {name: one["settings"]["index"] for name, one in answer.items()}
            for settings in found.values():
                int(settings["number_of_shards"])
        except (KeyError, TypeError, ValueError) as error:
            raise EngineError(f"the answer to GET _settings cannot be read: {error!r}") from error
        if not found:
            raise IndexMissingError(
                f"there is no index {self._place.index} at {self._place.servers()}"
            )
        return found

    def _size(self, index: str, shard: int) -> tuple[int, int]:
        """Documents of a shard, and its last sequence number."""
        body = {
            "size": 1, "query": _of(index), "sort": [{"_seq_no": "desc"}], "_source": False,
            "track_total_hits": True,
        }  # fmt: skip
        found = self._search(body, shard)["hits"]
        try:
            total = found["total"]
            count = int(total["value"] if isinstance(total, Mapping) else total)
            return count, int(found["hits"][0]["sort"][0]) if found["hits"] else -1
        except (LookupError, TypeError, ValueError) as error:
            raise EngineError(f"the answer's hits cannot be read: {error!r}") from error

    def _hits(self, index: str, shard: int, size: int, after: Any) -> list[dict[str, Any]]:
        query, order = _of(index), _ORDER
        if self._sample is not None:
            draw = {"random_score": {"seed": self._seed, "field": "_seq_no"}}
            query = {
                "function_score": {"query": query, "functions": [draw], "boost_mode": "replace"}
            }
            order = _RANDOM
        body = {
            "size": size, "query": query, "sort": order, "_source": list(self._fields),
            "track_total_hits": False,
        }  # fmt: skip
        if after is not None:
            body["search_after"] = after
        hits: list[dict[str, Any]] = self._search(body, shard)["hits"]["hits"]
        return hits

    def _search(self, body: dict[str, Any], shard: int) -> Any:
        params = {"preference": f"_shards:{shard}", "allow_partial_search_results": "false"}
        answer = self._ask("POST", "_search", body, params)
        if answer.get("_shards", {}).get("failed") or answer.get("timed_out"):
            failures = answer.get("_shards", {}).get("failures") or ()
            raise EngineError(
                f"a part of the index {self._place.index} did not answer: "
                f"{reason({'error': {'failed_shards': failures}})}"
            )
        if not isinstance((answer.get("hits") or {}).get("hits"), list):
            raise EngineError(f"the answer holds no hits but {str(answer)[:200]}")
        return answer

    def _ask(
        self, method: str, action: str, body: Mapping[str, Any] | None,
        params: Mapping[str, str] | None = None,
    ) -> Mapping[str, Any]:  # fmt: skip
        call = Call(method, self._place.path(action), body, params or {})
        step = Step(_Plainly(call), Budget(self._timeout, self._attempts))
        return run_step(self._place, step)

    def _reading(self, hit: Mapping[str, Any], position: Any) -> Reading:
        source = hit.get("_source")
        name = f"document {hit.get('_id')!r} of {hit.get('_index')}"
        if source is None:
            raise QueryRefusedError(
                f"{name}: its _source is not kept, so there is no text to count; index with _source"
            )
        try:
            text = text_of(source, self._fields)
        except ValueError as error:
            return Reading(None, position, f"{name}: {error}")
        return Reading(text.encode("utf-8", "replace").decode("utf-8"), position)


class _Plainly:
    """A request whose answer is taken as it is."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def call(self, seconds: float) -> Call:  # noqa: ARG002
        return self._call

    def take(self, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        return answer


def _of(index: str) -> dict[str, Any]:
    """All documents of an index: the name may be an alias of several, with a filter of its own."""
    return {"bool": {"filter": [{"term": {"_index": index}}]}}


def _shares(counts: Sequence[int], wanted: int) -> list[int]:
    """How many of each, in proportion, so that they sum up (largest remainders)."""
    total = sum(counts)
    if wanted >= total:
        return list(counts)
    shares = [count * wanted // total for count in counts]
    remainders = sorted(range(len(counts)), key=lambda at: (-(counts[at] * wanted % total), at))
    for at in remainders[: wanted - sum(shares)]:
        shares[at] += 1
    return shares
