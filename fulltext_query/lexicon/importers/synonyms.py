"""Synonyms out of WordNet: first sense, matching part of speech, most frequent first, a few."""

from __future__ import annotations

from ..folding import fold
from ..lexicons import Lexicons
from ..stem import Stems
from ..tables import WordLists, load_lists
from .choosing import Chooser, Limits, rule, share_of
from .model import Imported
from .wordnet import POS, Synset, WordNet

__all__ = ["synonyms_from_wordnet"]

_RUDE = frozenset({"disparagement", "ethnic slur", "obscenity"})
"""Usages that WordNet marks; nobody wants their query to say such a word in their place."""
_VULGAR = frozenset((
    "arse", "arsehole", "ass", "bitch", "bloody", "bollocks", "bugger", "coon", "crap",
    "cunt", "dago", "darky", "dick", "dike", "dyke", "fag", "fanny", "fuck", "fucking",
    "goddam", "goddamn", "goddamned", "gook", "homo", "hooker", "kike", "mongoloid", "moron",
    "nigger", "pussy", "queer", "retard", "screw", "shag", "shit", "shitting", "shitty",
    "slut", "snatch", "sodding", "spic", "squaw", "tit", "titty", "wench", "whore", "wop",
))  # fmt: skip
"""The same of words of which it does not say so, or not in every sense."""


def synonyms_from_wordnet(
    wordnet: WordNet,
    *,
    language: str = "en",
    limits: Limits | None = None,
    lexicons: Lexicons | None = None,
    lists: WordLists | None = None,
) -> Imported:
    """Rules ``word => synonym, synonym^0.7``, sorted; the same for the same WordNet and lexicons.

    A word counts as the part of speech that the lexicon gives it; where it gives none, as the one
    that WordNet has it as, if that is only one. Its synonyms are the other words of its first
    sense. What ``Chooser.word`` refuses has no rule, nor has a word of more than
    ``limits.max_senses`` senses; of words with one stem only the most frequent has one. An
    irregular form that is no lemma itself ('mice') gets its base form's, as no stemmer finds it.
    Several words stay one synonym. Vulgar words and slurs are nobody's synonyms.

    lexicons, lists: None for the package's own, of the lexicons without wordfreq's. Raises
    LexiconError as they do.
    """
    limits = limits or Limits()
    lexicons = lexicons or Lexicons(wordfreq=False)  # the same list with and without its folder
    chooser = Chooser(language, lexicons, lists or load_lists(), limits=limits)
    most_usual = _by_stem(wordnet, chooser, language)
    rules: dict[str, str] = {}
    forms = sorted({form for pos in POS for form in wordnet.senses.get(pos, {})})
    irregular = sorted({form for pos in POS for form in wordnet.exceptions.get(pos, {})})
    for form in (*forms, *irregular):
        choice = chooser.word(form)
        if choice is None or choice.key in rules or choice.key not in most_usual:
            continue
        lemma, pos = _looked_up(wordnet, form, choice.pos)
        senses = wordnet.of(lemma, pos)
        if not 0 < len(senses) <= limits.max_senses or _is_name(lemma, senses[0]):
            continue
        others = [
            word for word in senses[0].words
            if word.lower() != lemma and not _is_rude(wordnet, senses[0], word)
        ]  # fmt: skip
        if limits.mutual:
            others = [word for word in others if _means_first(wordnet, chooser, word, senses[0])]
        targets = chooser.first(others, choice.key)
        if targets:
            rules[choice.key] = rule(form, targets, share_of(len(senses)))
    return Imported(_head(wordnet, limits), tuple(sorted(rules.values())), wordnet.problems)


def _by_stem(wordnet: WordNet, chooser: Chooser, language: str) -> frozenset[str]:
    """Of the words of one stem the most frequent: a query's word finds rules by its stem too, and
    'brand' must not be given what 'branding' means. And the forms that no stem leads to."""
    stems = Stems()
    found: dict[str, str] = {}
    for lemma in sorted({one for pos in POS for one in wordnet.senses.get(pos, {})}):
        key = fold(lemma)
        if " " in key or not chooser.frequency(key):
            continue
        stem = stems(language, key)
        if chooser.frequency(key) > chooser.frequency(found.get(stem, key)) or stem not in found:
            found[stem] = key
    lemmas = frozenset().union(*wordnet.senses.values())
    irregular = {
        fold(form)
        for exceptions in wordnet.exceptions.values()
        for form, bases in exceptions.items()
        if form not in lemmas and stems(language, fold(form)) != stems(language, fold(bases[0]))
    }
    return frozenset(found.values()) | irregular


def _is_rude(wordnet: WordNet, synset: Synset, word: str) -> bool:
    words = word.lower().replace("-", " ").split()
    return bool(_VULGAR.intersection(words) or _RUDE & wordnet.usages(synset, word))


def _looked_up(wordnet: WordNet, form: str, pos: str) -> tuple[str, str]:
    """The lemma to look up and its part of speech; '' for the latter where it is not known."""
    if not pos:
        has = wordnet.parts_of_speech(form)
        pos = has[0] if len(has) == 1 else ""
    if form not in wordnet.senses.get(pos, {}):
        bases = wordnet.base_forms(form, pos)
        if len(bases) == 1:
            return bases[0], pos
    return form, pos


def _is_name(lemma: str, synset: Synset) -> bool:
    """Whether the sense spells the word with capitals: 'id' as a noun is Idaho first."""
    return lemma not in synset.words


def _means_first(wordnet: WordNet, chooser: Chooser, word: str, synset: Synset) -> bool:
    """Whether a synonym, read by itself, means this synset before all others."""
    senses = wordnet.of(word, synset.pos)
    if not senses or senses[0] != synset:
        return False
    choice = chooser.word(word)
    if choice is None or not choice.pos:  # several words, or of no known part of speech
        return len(wordnet.parts_of_speech(word)) == 1
    return choice.pos == synset.pos


def _head(wordnet: WordNet, limits: Limits) -> tuple[str, ...]:
    version = wordnet.version or "of an unknown version"
    which = "mutual first senses" if limits.mutual else "first senses"
    return (
        f"# Synonyms of WordNet {version}, Princeton University, https://wordnet.princeton.edu",
        "# WordNet License; its text stands in NOTICE",
        f"# Changes: {which}, at most {limits.max_synonyms}, of words with at most "
        f"{limits.max_senses} senses of their part of speech,",
        f"# all of a frequency of {limits.min_frequency:g} or more in 60.1 million words; "
        "made by the importer 'wordnet'",
    )
