"""Sub-questions that refer to what they do not name: 'Who audits that firm?'"""

from __future__ import annotations

import re
from functools import cached_property

from ..builder import FulltextQuery
from ..text.tokens import Role, Token

__all__ = ["Dangling"]

# What stands for a person or thing named elsewhere
_PRONOUN = re.compile(
    r"(?<![\w-])(?:he|she|it|they|him|her|hers|them|his|its|their|theirs|the (?:former|latter|"
    r"same)|"
    r"er|ihn|ihm|ihr|dessen|deren|denen|il|elle|ils|elles|lui|leur|celui-ci|celle-ci|ceux-ci|"
    r"él|ella|ellos|ellas|ele|ela|eles|elas|dele|dela|lui|lei|loro|"
    r"он|она|оно|они|его|её|ее|их|ему|ей|им|него|неё|них|він|вона|вони|його|їх|"
    r"او|وی|آنها|آن‌ها|ایشان|هو|هي|هم|o|onun|onlar|onların|ông ấy|bà ấy|nó|họ|dia|mereka|"
    r"그는|그녀는|그들은|그것은?|그의|그녀의|वह|वे|उसका|उसके|उसकी|उनका|उनके|उनकी)(?![\w-])",
    re.IGNORECASE,
)
_POINTED = re.compile(
    r"(?<![\w-])(?P<first>that|this|those|these|such|said|the same|dies(?:e[rsmn]?)|jene[rsmn]?|"
    r"cet|cette|ces|est[ea]s?|es[ea]s?|aquell?[oa]s?|aquel[ea]?s?|dess[ea]s?|quest[oaie]|"
    r"quell[oaie]|"
    r"quel|эт(?:от|а|о|и|у|ого|ому|ой|их|им|ими|ом)|т(?:от|а|у|е|ого|ой|ех)|цей|ця|ці|"
    r"این|آن|همان|همین|هذا|هذه|ذلك|تلك|bu|şu|đó|này|itu|tersebut|ini|이|해당|그|इस|उस|इन|उन)\s+"
    r"(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_EAST = re.compile(
    r"(?<!应)(?<!應)[该該](?!怎|如何|不该)[\u4e00-\u9fff]|(?<![因如彼从至为据])此(?!外|时|前|后|次|"
    r"致)|"
    r"[这那這](?!样|樣|么|麼|里|裡|些年|边|时)[家个個位名些种種项項座款台部本座]?[\u4e00-\u9fff]|"
    r"上述|前者|后者|後者|该者|"
    r"(?<![其])[他她它]们?(?!人)|(?<![尤极極与及])其(?![他它中实次余一二三])|"
    r"(?:その|この|あの|当該|同)(?:[\u4e00-\u9fff\u30a0-\u30ff])|それ|これ|彼女?(?:は|が|の|を|に)|"
    r"そこ"
)
_EMPTY = frozenset(
    ("it", "il", "o", "lui", "ihr", "dia")
)  # may stand for nothing: 'is it possible'
_AROUND = 80  # characters that hold the words beside a pronoun
_NAMED_BEFORE = 2  # content words before a pronoun: it may well refer to them


class Dangling:
    """Finds such sub-questions and completes them; opens the package's word lists when it must."""

    def refers(self, part: str, question: str) -> bool:
        """Whether a sub-question seems to refer to something outside of it.

        What the question says in the same words ('is it possible') is no such reference.
        """
        east = _EAST.search(part)
        if east is not None:
            return east[0] not in question
        said = f" {' '.join(question.casefold().split())} "
        for found in _POINTED.finditer(part):
            pair = " ".join(found[0].casefold().split())
            before = part[: found.start()].casefold()
            if f" {pair}" not in said and found["noun"].casefold() not in before.split():
                return True
        ends: list[int] | None = None  # of content words
        for found in _PRONOUN.finditer(part):
            if ends is None:
                ends = sorted(
                    token.end for token in self._tokens(part) if token.role is Role.CONTENT
                )
            start = found.start()
            before = part[max(start - _AROUND, 0) : start]
            words = part[start : start + _AROUND].casefold().split()[:2]
            around = " ".join([*before.casefold().split()[-1:], *words])
            if found[0].casefold() in _EMPTY and f" {around} " in said:
                continue
            if len(ends) < _NAMED_BEFORE or ends[_NAMED_BEFORE - 1] > found.start():
                return True
        return False

    def completed(self, part: str, question: str) -> str:
        """The sub-question with the words of the question that it lacks, in brackets."""
        own = {token.text for token in self._tokens(part)}
        missing: list[str] = []
        last: Token | None = None
        for token in self._tokens(question):
            if token.role is not Role.CONTENT or token.text in own:
                last = None
                continue
            between = question[last.end : token.start] if last is not None else None
            if missing and between is not None and len(between) <= 1:
                missing[-1] += between + token.surface  # as it stands in the question
            else:
                missing.append(token.surface)
            last = token
        return f"{part} ({' '.join(missing)})" if missing else part

    def _tokens(self, text: str) -> tuple[Token, ...]:
        return self._builder.analyze(text).tokens

    @cached_property
    def _builder(self) -> FulltextQuery:
        return FulltextQuery()
