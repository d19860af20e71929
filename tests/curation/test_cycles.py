"""Cycles of graphs: against what reachability says of every pair of nodes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.curation.cycles import components, shortest_cycle

Edges = dict[int, list[int]]

graphs = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25, unique=True).map(
    lambda pairs: {
        node: [other for one, other in pairs if one == node and other != node]
        for node in sorted({one for one, _ in pairs})
    }
)


def reachable(edges: Edges, start: int) -> set[int]:
    found: set[int] = set()
    waiting = [start]
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


@settings(max_examples=300, deadline=None)
@given(graphs)
def test_components_are_the_nodes_that_reach_each_other(edges: Edges) -> None:
    reach = {node: reachable(edges, node) for node in range(10)}
    expected = {
        frozenset(other for other in range(10) if other in reach[node] and node in reach[other])
        for node in range(10)
        if node in reach[node]
    }
    found = [frozenset(one) for one in components(edges)]
    assert len(found) == len(set(found))
    assert set(found) == expected


@settings(max_examples=300, deadline=None)
@given(graphs)
def test_a_shortest_cycle_follows_edges_back(edges: Edges) -> None:
    for node, following in [(one, other) for one in edges for other in edges[one]]:
        cycle = shortest_cycle(node, following, edges)
        if node not in reachable(edges, following):
            assert cycle == []
            continue
        assert cycle[:2] == [node, following]
        assert len(set(cycle)) == len(cycle)
        for one, other in zip(cycle, [*cycle[1:], node], strict=True):
            assert other in edges[one]


def test_a_long_chain_needs_no_recursion() -> None:
    size = 50_000
    edges = {node: [(node + 1) % size] for node in range(size)}
    assert [len(one) for one in components(edges)] == [size]
    assert len(shortest_cycle(7, 8, edges)) == size
