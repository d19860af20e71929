"""The text way for an index whose fields the server analyses: words as they were written."""

from __future__ import annotations

from .analyzer import Analysis, Analyzer
from .tokens import Kind, Token

__all__ = ["ServerAnalyzer"]


class ServerAnalyzer(Analyzer):
    """Turns text into words in lower case, else as they were typed.

    What a word is, its role and its weight are found as for this library's own tokens; but nothing
    is folded, converted, stemmed or cut finer, for only the server knows what its fields hold. A
    run without blanks and without a lexicon (Thai) is one word, which the server cuts.
    """

    def analyze(self, text: str, language: str = "") -> Analysis:
        """The tokens of any text; never fails on a string."""
        analysis = super().analyze(text, language)
        tokens: list[Token] = []
        for token in analysis.tokens:
            before = tokens[-1] if tokens else None
            if (
                before is not None
                and token.kind is Kind.NGRAM
                and before.kind is Kind.NGRAM
                and token.start < before.end
                and not token.breaks
            ):
                # pairs of characters that overlap: the run itself
                tokens[-1] = before._replace(end=token.end)
            else:
                tokens.append(token._replace(fine=()))
        original = analysis.original
        for place, token in enumerate(tokens):
            surface = original[token.start : token.end]
            word = surface.lower()
            tokens[place] = token._replace(
                text=word[: self._max_length],
                word=word if token.kind is Kind.NGRAM else token.word,
                surface=surface,
                # the two characters on either side of where we cut, and the server may not
                bridge=original[token.end - 1 : token.end + 1].lower() if token.bridge else "",
            )
        return Analysis(original, analysis.text, tuple(tokens), analysis.notes)
