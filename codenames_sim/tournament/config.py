"""A run's config resolved into a plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec
from pydantic import JsonValue

from codenames_sim.boards import WordList, load_words
from codenames_sim.clues import available_languages
from codenames_sim.errors import ConfigError, InputError, WordsError
from codenames_sim.llm import Settings
from codenames_sim.rules import Rules
from codenames_sim.stats import Sprt
from codenames_sim.tournament.config_schema import FORMAT_KEYS, Config, StopSpec, read_config
from codenames_sim.tournament.overrides import Override, label
from codenames_sim.tournament.plan import Entrant, Format, Plan, Scoring, Stop
from codenames_sim.tournament.teams import (
    Pool,
    compared,
    config_prompts,
    crossed,
    make_entrant,
    read_pool,
)
from codenames_sim.yamlfile import Document, Key, did_you_mean

DEFAULT_BOARDS = 100


def load_plan(
    path: str | Path, overrides: Sequence[Override] = (), *, folder: Path | None = None
) -> Plan:
    """The plan in a config file, with `overrides` in the place of its values.

    Paths inside a config are relative to `folder`, by default the config's own. Raises ConfigError,
    RulesError or WordsError for what can't be played, each with file and line, or with the option
    that set the value.
    """
    path = Path(path)
    folder = path.parent if folder is None else folder
    try:
        return _load_plan(path, overrides, folder)
    except InputError as fault:
        if not overrides:
            raise
        try:
            _load_plan(path, (), folder)
        except InputError as own:
            raise own if own.what == fault.what else fault from None
        if fault.file != str(path):
            raise
        # The file alone can be played, so the options are to blame, wherever it shows.
        options = " ".join(each.place[0] for each in overrides)
        raise type(fault)(fault.what, file=options) from None


def _load_plan(path: Path, overrides: Sequence[Override], folder: Path) -> Plan:
    config, document = read_config(path, overrides)
    with _blaming(document, ("rules",)):
        rules = _rules(config, folder)
    by_split = {} if config.splits else {rules.split: rules}
    for index, split in enumerate(config.splits):
        with _blaming(document, ("splits", index)):
            changed = rules.with_split(split)
            if changed.split in by_split:
                raise ConfigError(f"the split '{split}' is there twice")
            by_split[changed.split] = changed
    with _blaming(document, ("language",) if config.language else ("words",)):
        words = _words(config, folder, rules.words)
    form: Format = config.format or ("round_robin" if len(config.entrants) > 1 else "self_play")
    _check_keys(config, form, document)
    with _blaming(document, ("prompts",)):
        prompts = config_prompts(config, folder, words.language)
    field = _field(config, form, folder, words.language, document)
    with _blaming(document, ("models",)):
        models = _models(config)
    plan = Plan(
        path.stem + label(overrides),
        by_split,
        words,
        config.seed,
        config.boards or (field.pool.boards if field.pool else DEFAULT_BOARDS),
        form,
        config.repetitions,
        field.entrants,
        models,
        folder / config.cache if config.cache else None,
        Scoring(config.scoring.stalled, config.scoring.forfeited),
        field.hub_entrants,
        config.rounds or 1,
        str(field.pool.manifest.get("run_id")) if field.pool else None,
        _stop(config.stop) if config.stop else None,
        prompts if compared(prompts, field.entrants) else (),
    )
    if field.pool:
        with _blaming(document, ("pool",)):
            field.pool.refuse(plan)
    return plan


def _check_keys(config: Config, form: Format, document: Document) -> None:
    """Raises ConfigError for a key of another format, or a missing one of this."""
    given = config.model_fields_set
    for other, keys in FORMAT_KEYS.items():
        for key in keys:
            if other == form and not getattr(config, key):
                with _blaming(document, ("format",)):
                    raise ConfigError(f"a {form} needs '{key}'")
            if other != form and key in given:
                with _blaming(document, (key,)):
                    raise ConfigError(f"'{key}' belongs to a {other}, and this is a {form}")
    if config.stop is not None and form in ("self_play", "swiss"):
        with _blaming(document, ("stop",)):
            why = "has no two entrants to compare" if form == "self_play" else "has rounds"
            raise ConfigError(f"a {form} {why}, so its pairings can't be stopped")


@dataclass(frozen=True)
class _Field:
    """Who takes part, and who meets whom."""

    entrants: dict[str, Entrant]
    hub_entrants: tuple[str, ...] = ()
    pool: Pool | None = None


def _field(config: Config, form: Format, folder: Path, language: str, document: Document) -> _Field:
    entrants: dict[str, Entrant] = {}
    for name, spec in config.entrants.items():
        with _blaming(document, ("entrants", name)):
            entrants[name] = make_entrant(name, spec, config, folder, language)
    hub_entrants: tuple[str, ...] = ()
    pool: Pool | None = None
    if form == "gauntlet":
        with _blaming(document, ("challenger",)):
            hub_entrants = (_known(str(config.challenger), entrants),)
    if form == "cross_play":
        with _blaming(document, ("spymasters",)):
            teams = crossed(config)
            made = [make_entrant(name, teams[name], config, folder, language) for name in teams]
            hub_entrants = tuple(teams) if entrants else ()
            entrants = _joined({each.name: each for each in made}, entrants)
    if form == "ladder":
        with _blaming(document, ("pool",)):
            pool = read_pool(folder / str(config.pool))
            hub_entrants = tuple(entrants)
            entrants = _joined(entrants, pool.entrants)
    if len(entrants) < 2 and form != "self_play":
        with _blaming(document, ("format",)):
            raise ConfigError(f"a {form} needs at least two entrants")
    return _Field(entrants, hub_entrants, pool)


def _known(name: str, entrants: Mapping[str, Entrant]) -> str:
    if name not in entrants:
        raise ConfigError(f"there is no entrant '{name}'; {did_you_mean(name, entrants)}")
    return name


def _joined(some: Mapping[str, Entrant], others: Mapping[str, Entrant]) -> dict[str, Entrant]:
    if both := sorted(set(some) & set(others)):
        raise ConfigError(f"there are two entrants '{both[0]}'")
    return {**some, **others}


def _stop(spec: StopSpec) -> Stop:
    return Stop(None if spec.sprt is None else Sprt(**spec.sprt.model_dump()), spec.precision)


@contextmanager
def _blaming(document: Document, key: Key) -> Iterator[None]:
    """Gives an error that has no place of its own the place of `key`."""
    try:
        yield
    except InputError as fault:
        if fault.file is not None:
            raise
        file, line = document.place(key)
        raise type(fault)(fault.what, file=file, line=line or None) from fault.__cause__


def _rules(config: Config, folder: Path) -> Rules:
    if isinstance(config.rules, str):
        return Rules.load(_relative(config.rules, folder))
    changes = cast(dict[str, JsonValue], config.rules.__pydantic_extra__ or {})
    rules = Rules.load(_relative(config.rules.use, folder))
    return rules.replace(**changes) if changes else rules  # type: ignore[arg-type]


def _words(config: Config, folder: Path, needed: int) -> WordList:
    if config.language is not None and config.language not in available_languages():
        known = did_you_mean(config.language, available_languages())
        raise ConfigError(f"there is no language '{config.language}'; {known}")
    words = load_words(_relative(config.words, folder), config.language or "en")
    if len(words.words) < needed:
        raise WordsError(f"'{words.name}' has {len(words.words)} words for a grid of {needed}")
    return words


def _models(config: Config) -> Settings:
    try:
        return msgspec.convert(config.models, Settings)
    except msgspec.ValidationError as fault:
        raise ConfigError(f"'models': {fault}") from None


def _relative(name: str, folder: Path) -> str:
    is_path = "/" in name or name.endswith((".yaml", ".yml", ".txt"))
    return (folder / name).as_posix() if is_path else name
