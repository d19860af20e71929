"""Checks of synonyms and glossaries: keys that never fire, targets that never find, and circles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..builder import FulltextQuery
from ..lexicon.dictionaries import Ranked
from ..lexicon.layer import Layer
from ..lexicon.rules import RuleRow, RuleTable, joined
from ..query.synonyms import FoundSynonym, SynonymIndex
from ..text.tokens import Role, Token
from .cutting import Advance
from .cycles import components, shortest_cycle
from .findings import Findings, Severity
from .rows import grouped
from .sources import language_of_file, parts_of
from .words import is_one_letter, shown_cut

__all__ = ["RULE_KINDS", "RuleChecker", "rule_index"]

RULE_KINDS = ("synonyms", "glossary")
_CONTENT_WORD = "\nkxt-4410"
"""A line of content after a key: a text of function words alone takes them as content."""
_SHOWN_CYCLE = 8
_NONE_LEFT = "no word of it is left once it is normalised"


class _Edge(NamedTuple):
    """A one-way rule whose target has rules itself."""

    row: RuleRow
    layer: Layer

    @property
    def place(self) -> tuple[str, int]:
        return self.layer.place(self.row.origin)

    def __str__(self) -> str:
        return f"{self.row.key} => {self.row.target}"


def rule_index(fq: FulltextQuery, kind: str, layers: Sequence[Layer]) -> SynonymIndex:
    """The rules of a kind of some layers, as a builder finds them."""
    ranked = [
        Ranked(kind, getattr(layer, kind), layer) for layer in layers if len(getattr(layer, kind))
    ]
    return parts_of(fq).synonyms.alone(ranked)


class RuleChecker:
    """Checks the rules of one kind, layer by layer, then the circles among all of them."""

    def __init__(
        self, fq: FulltextQuery, kind: str, layers: Sequence[Layer], findings: Findings
    ) -> None:
        self._fq = fq
        self._analyzer = parts_of(fq).analyzer
        self._kind = kind
        self._findings = findings
        self._all = rule_index(fq, kind, layers)
        self._edges: dict[str, list[str]] = {}
        self._rules: dict[tuple[str, str], _Edge] = {}
        self._several = len(layers) > 1
        self._tokens = lru_cache(4096)(self._cut)

    def check_layer(self, layer: Layer, advance: Advance) -> None:
        """Notes what is wrong with each rule of a layer."""
        table: RuleTable = getattr(layer, self._kind)
        if not len(table):
            return
        index = rule_index(self._fq, self._kind, [layer]) if self._several else self._all
        for rows in grouped(table):
            removed = {(row.key, row.target): row for row in rows if not row.share}
            seen: dict[tuple[str, ...], RuleRow] = {}
            for row in rows:
                advance(1)
                if row.share:
                    self._check_row(layer, index, row, seen, removed)

    def _check_row(
        self,
        layer: Layer,
        index: SynonymIndex,
        row: RuleRow,
        seen: dict[tuple[str, ...], RuleRow],
        removed: dict[tuple[str, str], RuleRow],
    ) -> None:
        def note(check: str, reason: str, mend: str) -> None:
            self._findings.of_entry(layer, row.origin, check, entry, reason, mend)

        entry = f"{row.key} => {row.target}"
        language = language_of_file(layer.place(row.origin)[0])
        key, target = self._tokens(row.key, language), self._tokens(row.target, language)
        words = tuple(token.text for token in target)
        gone = removed.get((row.key, row.target)) or removed.get((row.key, ""))
        if gone is not None:
            file, line = layer.place(gone.origin)
            note(
                "removal", f"{file}, line {line} removes what this line adds: it is added",
                "a removal is for what earlier layers say; take one of the two lines away",
            )  # fmt: skip
        spelled = tuple(token.text for token in key)
        earlier = seen.setdefault((language, *spelled, "=>", *words), row)
        if earlier is not row and words:
            file, line = layer.place(earlier.origin)
            if earlier.origin == row.origin:
                note("repeated", "it says the same twice", "take one away")
            else:
                note("repeated", f"{file}, line {line} says the same", "take one away")
            return
        if not words:
            note("target", f"{row.target!r}: {_NONE_LEFT}", "leave it out")
            return
        if key and words == spelled:
            note(
                "same", "both sides are the same word once normalised and stemmed: it adds nothing",
                "leave it out",
            )  # fmt: skip
            return
        why = self._why_never(index, layer, row, key)
        if why:
            note("never", f"{row.key!r} can never match: {why}", "leave it out, or spell it so "
                 "that a text can have it")  # fmt: skip
            return
        if is_one_letter(row.key.strip()):
            note(
                "ambiguous", "a single letter stands for too much to be expanded",
                "write the whole word, or a phrase that it stands in",
            )  # fmt: skip
        if all(token.role is not Role.CONTENT for token in target):
            note(
                "target", f"{row.target!r} only serves: nearly every document has it",
                "leave it out",
            )  # fmt: skip
        self._keep_edge(layer, row, key, target)

    def _cut(self, text: str, language: str) -> tuple[Token, ...]:
        """The tokens of an entry as they are in a text that has other words too."""
        tokens = self._analyzer.analyze(text + _CONTENT_WORD, language).tokens
        return tuple([token for token in tokens if token.start < len(text)])

    def _why_never(
        self, index: SynonymIndex, layer: Layer, row: RuleRow, key: tuple[Token, ...]
    ) -> str:
        """Why a rule does not fire where a text has nothing but its key; '' where it does."""
        if not key:
            return _NONE_LEFT
        found = index.find(key).get(0, ())
        if any(
            one.layer is layer and one.origin == row.origin and one.text == row.target
            for one in found
        ):
            return ""
        if any(token.breaks for token in key[1:]):
            return f"a clause ends in it, and it is cut as {shown_cut(key)}"
        if len(key) == 1 and key[0].role is not Role.CONTENT:
            return "a word that only serves or asks is never expanded alone"
        return f"a text that is only it is cut as {shown_cut(key)}"

    # --- circles --------------------------------------------------------------------------------

    def _keep_edge(
        self, layer: Layer, row: RuleRow, key: tuple[Token, ...], target: tuple[Token, ...]
    ) -> None:
        """Keeps a one-way rule whose target is a key itself: others are in no circle."""
        further = self._all.find(target).get(0, ())
        if not further or _is_mutual(layer, row, key, further):
            return
        names = joined(token.text for token in key), joined(token.text for token in target)
        if names not in self._rules:
            self._rules[names] = _Edge(row, layer)
            self._edges.setdefault(names[0], []).append(names[1])

    def check_cycles(self) -> None:
        """Notes each group of one-way rules that lead back to where they began.

        Where each of two words has a rule for the other, that is meant: a notice, for one line
        could say it.
        """
        for component in components(self._edges):
            inside = set(component)
            rules = [
                (self._rules[node, target].place, node, target)
                for node in component
                for target in self._edges.get(node, ())
                if target in inside
            ]
            astray = [rule for rule in rules if rule[1] not in self._edges.get(rule[2], ())]
            files: set[str] = set()
            for (file, line), node, target in sorted(astray or rules):
                if file not in files:
                    files.add(file)
                    severity: Severity = "warning" if astray else "notice"
                    self._note_cycle(file, line, (node, target), severity, len(component))

    def _note_cycle(
        self, file: str, line: int, first: tuple[str, str], severity: Severity, size: int
    ) -> None:
        nodes = shortest_cycle(*first, self._edges)
        steps = [self._rules[one] for one in zip(nodes, [*nodes[1:], nodes[0]], strict=True)]
        shown = [f"{step} ({self._place(step, file)})" for step in steps[:_SHOWN_CYCLE]]
        if len(steps) > _SHOWN_CYCLE:
            shown.append(f"and {len(steps) - _SHOWN_CYCLE} more")
        more = f"; {size} words are in circles with it" if size > len(nodes) else ""
        self._findings.add(
            file, line, severity, "cycle", str(steps[0]),
            f"one-way rules go in a circle: {', '.join(shown)}{more}",
            "write 'a, b' where each stands for the other, or take one rule away",
        )  # fmt: skip

    @staticmethod
    def _place(rule: _Edge, here: str) -> str:
        file, line = rule.place
        return f"line {line}" if file == here else f"{file}, line {line}"


def _is_mutual(
    layer: Layer, row: RuleRow, key: tuple[Token, ...], further: Sequence[FoundSynonym]
) -> bool:
    """Whether the line of a rule has its target stand for the key too, as 'a, b' has."""
    words = tuple(token.text for token in key)
    return any(
        one.layer is layer and one.origin == row.origin and one.words == words for one in further
    )
