"""Every number that tunes a query, with its range and its source.

Settings are frozen. They come from code, from a TOML file or from the environment; a name that is
not listed here is refused. Sources: "documents" is the design that this library grew from,
"measured" is the effectiveness table in ``benchmarks/README.md``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from .errors import SettingsError
from .presets import FIELDS, PRESETS
from .setting_types import (
    ENVIRONMENT_PREFIX,
    LLM_TABLE,
    FrozenMapping,
    parse_field_name,
    parse_field_names,
    parse_fields,
    parse_language,
    parse_min_match,
    parse_optional,
    parse_paths,
    parse_user_words,
    parse_weights,
    parse_words,
)

__all__ = ["Settings"]

FieldBoosts = Annotated[
    Mapping[str, float],
    BeforeValidator(parse_fields),
    AfterValidator(FrozenMapping),
    PlainSerializer(dict),
]
ClassWeights = Annotated[
    Mapping[str, Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]],
    BeforeValidator(parse_weights),
    AfterValidator(FrozenMapping),
    PlainSerializer(dict),
]
MinMatchSetting = Annotated[str, BeforeValidator(parse_min_match)]
Words = Annotated[tuple[str, ...], BeforeValidator(parse_words)]
FieldNames = Annotated[tuple[str, ...], BeforeValidator(parse_field_names)]
Paths = Annotated[tuple[str, ...], BeforeValidator(parse_paths)]
UserWords = Annotated[tuple[str, ...], BeforeValidator(parse_user_words)]
Language = Annotated[str, BeforeValidator(parse_language)]


class Settings(BaseModel):
    """What tunes a query. ``Settings()`` is what measurement favours; see ``preset`` for others."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    # --- text ---------------------------------------------------------------------------------
    language: Language = Field(
        "auto",
        description="ISO 639 code of the language of words whose script serves several languages "
        "(Latin, Cyrillic, Arabic), for stems and function words; 'auto' looks at each text. "
        "Set it when the index holds one language: short texts tell little.",
    )
    fallback_language: Annotated[str, BeforeValidator(parse_language)] = Field(
        "en", description="The language of Latin text that tells nothing of its language."
    )
    question_words: Literal["damp", "remove", "keep"] = Field(
        "damp",
        description="Words that only ask: 'damp' weighs them as function words (measured: removing "
        "costs .8 to 2 points), 'remove' leaves them out (documents), 'keep' treats them as any "
        "word. A question made only of them keeps its words.",
    )
    stemming: bool = Field(True, description="Snowball stems (measured: off costs .7 to 3 points).")
    fold_accents: bool = Field(
        False, description="Drop accents of Latin and Greek letters, on both sides (résumé=resume)."
    )
    tokenizer: Literal["own", "ragflow", "server"] = Field(
        "own",
        description="Who cuts text into tokens: this library; RAGFlow's tokenizer, for an index "
        "that RAGFlow built (an extra; stems, fine parts and conversion are its own then); or the "
        "server, by the analyzers of an index that is there already: words go to it as they are "
        "written.",
    )
    fine_tokens: Literal["bigrams", "words", "off"] = Field(
        "bigrams",
        description="Fine parts of Han text: overlapping bigrams of the whole run (measured: +3.1 "
        "points, dictionary words +1.9), smaller dictionary words (documents), or none.",
    )
    han_segmenter: Literal["lexicon", "jieba", "rjieba"] = Field(
        "lexicon", description="Who cuts Han text into words; jieba and rjieba are extras."
    )
    word_segmenter: Literal["bigrams", "icu"] = Field(
        "bigrams",
        description="Who cuts other scripts without blanks (Thai, Lao, Khmer, Burmese); icu is an "
        "extra.",
    )
    chinese_conversion: Literal["opencc", "hanziconv", "off"] = Field(
        "opencc",
        description="Traditional to Simplified: OpenCC's tables guarded by the lexicon; hanziconv "
        "(an extra) only for indexes that were built with it.",
    )
    conversion_exceptions: Words = Field(
        (), description="Words that the conversion leaves as they are written."
    )
    user_words: UserWords = Field(
        (), description="Words of the user's domain, in jieba's form: 'word [frequency [tag]]'."
    )
    max_characters: int = Field(
        100_000, ge=1, le=10_000_000, description="Characters of a text that are read (ours)."
    )
    max_token_length: int = Field(
        255,
        ge=8,
        le=8191,
        description="Characters of one token; Elasticsearch's whitespace tokenizer splits at 255.",
    )

    # --- dictionaries -------------------------------------------------------------------------
    dictionaries: Paths = Field(
        (),
        description="Folders of dictionary files, or files that 'dict compile' made of them; later "
        "ones add to, change and remove what earlier ones and the shipped ones say. In a settings "
        "file, relative to the file.",
    )
    strict_dictionaries: bool = Field(
        True,
        description="Whether a line that cannot be used refuses its dictionary; false loads the "
        "other lines and tells of it in the problems.",
    )
    shipped_synonyms: bool = Field(
        True, description="Use the synonyms that the package ships (spellings, abbreviations)."
    )
    wordnet: bool = Field(
        False,
        description="Use synonyms from WordNet too, for English: first sense, same part of speech.",
    )

    # --- weights ------------------------------------------------------------------------------
    idf1_share: float = Field(
        0.3, ge=0, le=1, description="Share of the IDF of the term frequency (documents)."
    )
    idf2_share: float = Field(
        0.7, ge=0, le=1, description="Share of the IDF of the document frequency (documents)."
    )
    power: float = Field(
        0.5,
        ge=0,
        le=2,
        description="α, the power of the whole product: 1 in the documents (measured: −1.3), "
        "because BM25 multiplies by the index's own IDF again.",
    )
    function_weight: Annotated[float | None, BeforeValidator(parse_optional)] = Field(
        0.5,
        gt=0,
        le=1,
        description="Factor of function and question words before the power, in place of part of "
        "speech and entity (measured); null ('none' in TOML): they weigh what their part of "
        "speech says (documents).",
    )
    pos_weights: ClassWeights = Field(
        {},
        description="Factor per part of speech, others 1; 0 to 1000. The documents' table is in "
        "their preset (measured: no gain over none).",
    )
    entity_weights: ClassWeights = Field(
        {},
        description="Factor per kind of entity, others 1; 0 to 1000. The documents' table is in "
        "their preset (measured: no gain over none).",
    )

    # --- query --------------------------------------------------------------------------------
    fields: FieldBoosts = Field(
        FIELDS,
        description="Fields searched and their boosts: a mapping, or a list of 'name^boost' "
        "(documents: 10, 5, 30, 20, 20, 2, 1; measured: those cost 3 points).",
    )
    type: Literal["best_fields", "most_fields"] = Field(
        "best_fields",
        description="How the fields of one leaf combine: the best one and a share of the others "
        "(tie_breaker), or most_fields, all added up. cross_fields and the like are refused: "
        "with phrases and boosts on terms they mean something else.",
    )
    tie_breaker: float = Field(
        0.1,
        ge=0,
        le=1,
        description="Share of the fields that are not the best one, for best_fields (measured).",
    )
    min_match: MinMatchSetting = Field(
        "20%",
        description="minimum_should_match over the user's words: a percentage ('30%', '-25%'), a "
        "fraction (0.3; the number 1 is all of them), a count ('1', '2', '-1') or a conditional "
        "('2<-25% 9<-3'); 0 asks for none. "
        "Measured: 20 % 0, 30 % −.4, 60 % −14; documents: 30 %.",
    )
    phrase_weight: float = Field(
        0.3,
        ge=0,
        le=100,
        description="Boost of a phrase with the right neighbour, times the heavier of the two; 0 "
        "for none (documents 2; measured: 2 −4.4).",
    )
    phrase_words: Literal["content", "some", "all"] = Field(
        "some",
        description="Which neighbours are joined to phrases: 'all' any two (documents), 'some' two "
        "of which one is a content word (measured: as good), 'content' two content words "
        "(measured: .2 points less, and less of the engine's time).",
    )
    phrase_slop: int = Field(
        3, ge=0, le=100, description="Positions that a phrase's words may be apart (measured)."
    )
    phrase_fields: FieldNames = Field(
        ("title_tks", "content_ltks"),
        description="The fields whose phrases count, each for itself; those that are not searched "
        "are left out, and with none all fields are meant (measured: nothing lost, and an eighth "
        "of the clauses).",
    )
    fine_fields: FieldNames = Field(
        ("title_sm_tks", "content_sm_ltks"),
        description="The fields that hold fine parts; as phrase_fields (measured: +.2 points for "
        "Chinese against all fields, at two thirds of the engine's time).",
    )
    fine_weight: float = Field(
        1.0,
        ge=0,
        le=10,
        description="What the fine parts of a word weigh together, times the word (measured).",
    )
    bridge_weight: float = Field(
        0.5,
        ge=0,
        le=10,
        description="Boost of a fine part across two words, times the heavier of them (measured).",
    )
    subwords: bool = Field(
        True,
        description="Search the field of sub-words too, which competes with the words (measured); "
        "false leaves it out of the fields.",
    )
    subword_field: Annotated[str, BeforeValidator(parse_field_name)] = Field(
        "subword_tks",
        description="The one of the fields whose own analyzer cuts words into runs of four letters "
        "and single Han characters; '' for none.",
    )
    synonym_weight: float = Field(
        0.25, ge=0, le=1, description="Boost of a synonym, times its word (documents)."
    )
    share_phrases: bool = Field(
        True,
        description="Whether what stands for a word in several words, a phrase, shares its boost "
        "among them: a phrase sums the IDF of its words (measured at .5: +.04 points over no "
        "synonyms, −.09 without; at .25 no difference).",
    )
    glossary_weight: float = Field(
        0.5,
        ge=0,
        le=1,
        description="Boost of what the glossary says a term stands for, times the term (ours).",
    )
    rewrite_weight: float = Field(
        0.25,
        ge=0,
        le=1,
        description="Boost of what a rewrite says in place of a word, times the word (ours: "
        "measured, none of 0, .25 and .5 was clearly better).",
    )
    expansion_terms: int = Field(
        20,
        ge=0,
        le=1000,
        description="New words of rewrites and hypothetical passages that score beside the user's "
        "(measured).",
    )
    expansion_weight: float = Field(
        0.5,
        ge=0,
        le=10,
        description="What those words weigh together, times all of the user's (measured).",
    )
    max_synonyms: int = Field(8, ge=0, le=100, description="Synonyms of one word (ours).")
    fuzzy_unknown: bool = Field(
        True,
        description="Fuzzy matching of plain words that no lexicon knows, never of codes or "
        "numbers (measured: +.4, +1.6 where a third of the queries carry a typing error).",
    )
    fuzzy_distance: int = Field(
        1, ge=1, le=2, description="Edits that a fuzzy word may be apart (the engine takes 2)."
    )
    fuzzy_expansions: int = Field(
        10,
        ge=1,
        le=1000,
        description="Words of the index that one fuzzy word may become; each counts as a clause "
        "(ours; the engine's own default is 50, and forty such words are refused).",
    )
    fuzzy_prefix: int = Field(
        1, ge=0, le=10, description="First letters of a fuzzy word that must be right (measured)."
    )
    fuzzy_min_length: int = Field(
        4, ge=2, le=100, description="Letters that a word must have to match fuzzily (measured)."
    )
    max_terms: int = Field(
        256, ge=1, le=10_000, description="Words of one query, the heaviest first (documents)."
    )
    max_clauses: int = Field(
        1024,
        ge=1,
        le=1_000_000,
        description="Leaves times fields that a query may cost (Lucene's own default limit).",
    )
    paragraph_terms: int = Field(
        32, ge=1, le=10_000, description="Words of a paragraph's query, the heaviest (RAGFlow)."
    )
    paragraph_min_match: MinMatchSetting = Field(
        "10%", description="minimum_should_match of a paragraph's query (RAGFlow)."
    )

    def __init__(self, **values: Any) -> None:
        """Raises SettingsError (a ValueError), naming every setting that cannot be used and why."""
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise _own_error(error) from error

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """A named set, some of it changed.

        'default'; 'documents' (the documents' formula and constants); 'ragflow' (for an index that
        RAGFlow built); 'plain' (for an index that is there already, analysed by the server: give
        its ``fields``, here title and body).
        """
        if str(name) not in PRESETS:
            raise SettingsError(f"no preset {name!r}; there are: {', '.join(sorted(PRESETS))}")
        return cls(**{**PRESETS[name], **changes})

    @classmethod
    def from_file(cls, path: str | Path, **changes: Any) -> Self:
        """Settings from a TOML file; a key ``preset`` names the set that the others change.

        Raises SettingsError when the file cannot be read, is not TOML or holds an unknown name.
        """
        try:
            values = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
        except (OSError, ValueError, TypeError, RecursionError) as error:
            raise SettingsError(f"cannot read settings from {path}: {error}") from error
        try:
            values.pop(LLM_TABLE, None)  # read by ``fulltext_query.llm.LLMSettings``
            values = _beside(values, Path(path).parent)
            return cls._from_values({**values, **changes})
        except SettingsError as error:
            raise type(error)(f"{path}: {error}") from error

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] | None = None, *, file: str | Path | None = None
    ) -> Self:
        """Settings from ``FULLTEXT_QUERY_<NAME>`` (fields and weights as JSON), over a file's.

        ``FULLTEXT_QUERY_PRESET`` and ``FULLTEXT_QUERY_SETTINGS`` (a TOML file) are read too.
        ``environment`` stands in for the process's own. Raises SettingsError.
        """
        from .setting_types import read_environment

        values = read_environment(tuple(cls.model_fields), environment)
        named = values.pop("settings", None)
        source = file or named
        try:
            return cls._from_values(values) if source is None else cls.from_file(source, **values)
        except SettingsError as error:
            if not values:
                raise
            given = ", ".join(f"{ENVIRONMENT_PREFIX}{name.upper()}" for name in values)
            raise type(error)(f"{error} (the environment gives {given})") from error

    @classmethod
    def _from_values(cls, values: dict[str, Any]) -> Self:
        values = dict(values)
        return cls.preset(str(values.pop("preset", "default")), **values)

    @property
    def searched(self) -> Mapping[str, float]:
        """The fields with their boosts, without that of sub-words where these are off."""
        if self.subwords or self.subword_field not in self.fields:
            return self.fields
        return {name: boost for name, boost in self.fields.items() if name != self.subword_field}

    @model_validator(mode="after")
    def _is_payable(self) -> Self:
        if not self.searched:
            raise SettingsError("fields: only that of sub-words is left, and subwords is false")
        needed = len(self.searched) - (
            len(self.searched) > 1 and self.subword_field in self.searched
        )
        if needed > self.max_clauses:
            raise SettingsError(
                f"max_clauses: {self.max_clauses} are too few for one word over "
                f"{needed} fields; raise it or search fewer fields"
            )
        return self

    def replace(self, **changes: Any) -> Self:
        """The same settings with some changed. Raises SettingsError."""
        if not changes:
            return self
        return type(self)(**{**{name: getattr(self, name) for name in type(self).model_fields},
                            **changes})  # fmt: skip


def _beside(values: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The values of a file, with the paths in it as they are from its folder."""
    paths = parse_paths(values.get("dictionaries", ()))
    if not isinstance(paths, tuple) or not paths:
        return values
    found = [str(folder / path) if isinstance(path, str) else path for path in paths]
    return {**values, "dictionaries": found}


def _own_error(error: ValidationError) -> SettingsError:
    """The package's error for pydantic's: of the narrowest class that all its problems share."""
    from difflib import get_close_matches

    problems = []
    kinds = set()
    for problem in error.errors(include_url=False):
        name = ".".join(str(part) for part in problem["loc"])
        message = problem["msg"].removeprefix("Value error, ")
        cause = problem.get("ctx", {}).get("error")
        kinds.add(type(cause) if isinstance(cause, SettingsError) else SettingsError)
        if problem["type"] == "extra_forbidden":
            near = get_close_matches(name, list(Settings.model_fields), 1)
            message = "no such setting" + (f"; did you mean {near[0]!r}?" if near else "")
        problems.append(message if not name or message.startswith(name) else f"{name}: {message}")
    return (kinds.pop() if len(kinds) == 1 else SettingsError)("; ".join(problems))
