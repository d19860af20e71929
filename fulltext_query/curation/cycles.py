"""Cycles of a graph, of any length."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

__all__ = ["components", "shortest_cycle"]

Node = TypeVar("Node", bound=Hashable)


def components(edges: Mapping[Node, Sequence[Node]]) -> Iterator[list[Node]]:
    """The strongly connected components of two nodes or more: each of their nodes is in a cycle.

    edges: the nodes that each node leads to. Tarjan's algorithm (Depth-first search and linear
    graph algorithms, SIAM Journal on Computing 1(2), 1972), without recursion; linear.
    """
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    open_nodes: list[Node] = []
    is_open: set[Node] = set()
    for root in edges:
        if root in index:
            continue
        path: list[tuple[Node, Iterator[Node]]] = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        open_nodes.append(root)
        is_open.add(root)
        while path:
            node, further = path[-1]
            for following in further:
                if following not in index:
                    index[following] = low[following] = len(index)
                    open_nodes.append(following)
                    is_open.add(following)
                    path.append((following, iter(edges.get(following, ()))))
                    break
                if following in is_open:
                    low[node] = min(low[node], index[following])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        one = open_nodes.pop()
                        is_open.discard(one)
                        component.append(one)
                        if one == node:
                            break
                    if len(component) > 1:
                        yield component[::-1]


def shortest_cycle(start: Node, second: Node, edges: Mapping[Node, Sequence[Node]]) -> list[Node]:
    """The nodes of a shortest cycle that begins with an edge; empty where there is none."""
    came_from = {second: start}
    waiting = deque([second])
    while waiting:
        node = waiting.popleft()
        for following in edges.get(node, ()):
            if following == start:
                found = [node]
                while found[-1] != start:
                    found.append(came_from[found[-1]])
                return found[::-1]
            if following not in came_from:
                came_from[following] = node
                waiting.append(following)
    return []
