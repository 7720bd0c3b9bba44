"""What a seat sees, in words: the parts that a prompt's texts are filled with.

Everything here comes from the view alone, in deal order, and from no one else's mind: a clue as a
single quoted word, a teammate's reason quoted and short.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from codenames_sim.agents.llm.prompts import Prompts
from codenames_sim.rules import (
    Clue,
    CoverOptions,
    Guessed,
    OperativeView,
    Opinion,
    Rules,
    SpymasterView,
    Team,
    TurnSeen,
    page_languages,
    rules_page,
)
from codenames_sim.rules.expressions import UNLIMITED, Scalar

LONGEST_REASON = 160
"""Characters of a reason that are kept and shown."""
_APOSTROPHES = "'’ʼ"
_WORD = re.compile(rf"[^\W_]+(?:[-.{_APOSTROPHES}][^\W_]+)*\.?")
_HIDDEN = ("Cf", "Mn", "Me")
"""The Unicode categories of what can't be seen, and of marks on letters."""

View = SpymasterView | OperativeView


@lru_cache(maxsize=256)
def spymaster_text(prompts: Prompts, rules: Rules, team: Team, language: str) -> str:
    """The message that stays the same for a spymaster of these rules."""
    values = _rules_values(prompts, rules, team)
    clue_rules = prompts.say("clue_rules", **values) if is_standard(rules) else ""
    text = _rules_text(prompts, rules, language, values)
    return _tidy(prompts.say("spymaster", rules=text, clue_rules=clue_rules))


@lru_cache(maxsize=256)
def operative_text(prompts: Prompts, rules: Rules, team: Team, language: str, mode: str) -> str:
    """The message that stays the same for an operative of these rules."""
    text = _rules_text(prompts, rules, language, _rules_values(prompts, rules, team))
    return _tidy(prompts.say("operative", rules=text, mode=prompts.say(mode)))


def clue_question(prompts: Prompts, view: SpymasterView) -> str:
    """What a spymaster is asked for a clue."""
    return _tidy(prompts.say("clue", history=_history(prompts, view), **_key_card(prompts, view)))


def cover_question(prompts: Prompts, view: SpymasterView, options: CoverOptions) -> str:
    """What a spymaster is asked after the opponents' invalid clue."""
    words = ", ".join(options.words)
    return _tidy(prompts.say("cover", history=_history(prompts, view), words=words))


def elect_question(prompts: Prompts, view: SpymasterView, clues: Sequence[Clue]) -> str:
    """What a spymaster of a panel is asked of the clues proposed."""
    choices = [
        prompts.say(
            "choice",
            at=index,
            clue=_clue(prompts, clue.word, clue.number),
            words=_words(prompts, [word for word in clue.targets if word in view.words]),
        )
        for index, clue in enumerate(clues, start=1)
    ]
    history, key_card = _history(prompts, view), _key_card(prompts, view)
    return _tidy(prompts.say("elect", history=history, clues="\n".join(choices), **key_card))


def guess_question(prompts: Prompts, view: OperativeView) -> str:
    """What an operative is asked."""
    clue, number = view.turn.clue, view.turn.number
    left = prompts.say("no_limit") if view.guesses_left is None else view.guesses_left
    return _tidy(
        prompts.say(
            "guess",
            history=_history(prompts, view),
            discussion=_discussion(prompts, view),
            words=_words(prompts, view.options.words),
            own_left=view.own_left,
            opponent_left=view.opponent_left,
            guesses_left=left,
            clue=_clue(prompts, clue or "", number),
        )
    )


def one_word(text: str) -> str | None:
    """A clue as the single word that it is, without what is not seen; None where it is none."""
    composed = unicodedata.normalize("NFKC", text.strip())
    visible = "".join([c for c in composed if unicodedata.category(c) not in _HIDDEN])
    result = _WORD.fullmatch(visible.strip(_APOSTROPHES))
    return result.group() if result else None


def quotable(text: str, most: int = LONGEST_REASON) -> str:
    """What a model or a teammate wrote, made fit to stand between quotation marks: short, on one
    line, and with no mark that could end the quotation."""
    seen = "".join([c if c.isprintable() else " " for c in text[: 4 * most]])
    return " ".join(seen.replace('"', "'").split())[:most].strip()


@lru_cache(maxsize=64)
def is_standard(rules: Rules) -> bool:
    """Whether these rules are the game's own but for the values of parameters."""
    own, standard = rules.document.data, Rules.load("codenames").document.data
    assert isinstance(own, dict)
    assert isinstance(standard, dict)
    return all(own[part] == standard[part] for part in ("flow", "ends"))


def _rules_text(prompts: Prompts, rules: Rules, language: str, values: dict[str, object]) -> str:
    """The rules in a few sentences; where the flow is not the game's own, the printed rules."""
    if is_standard(rules):
        return prompts.say("rules", **values)
    return f"\n{rules_page(rules, language if language in page_languages() else 'en')}"


def _rules_values(prompts: Prompts, rules: Rules, team: Team) -> dict[str, object]:
    values: dict[str, object] = {
        name: prompts.phrase(name, _shown(value)) for name, value in rules.parameters.items()
    }
    other: Team = "second" if team == "first" else "first"
    return values | {
        "words": rules.words,
        "own": rules.cards[team],
        "opponent": rules.cards[other],
        "lowest": 0 if rules.parameters.get("zero_clues") else 1,
    }


def _shown(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "unlimited" if value == UNLIMITED else str(value)


def _key_card(prompts: Prompts, view: SpymasterView) -> dict[str, str]:
    return {
        "own": _words(prompts, view.left("own")),
        "opponent": _words(prompts, view.left("opponent")),
        "bystander": _words(prompts, view.left("bystander")),
        "assassin": _words(prompts, view.left("assassin")),
    }


def _history(prompts: Prompts, view: View) -> str:
    """Every turn so far in a line each, and the present one once something has come of it."""
    lines = [
        _turn(prompts, view.team, turn)
        for turn in view.turns
        if turn.guesses or turn.ended_by is not None or turn.legal is False
    ]
    return prompts.say("history", turns="\n".join(lines)) if lines else ""


@lru_cache(maxsize=4096)
def _turn(prompts: Prompts, team: Team, turn: TurnSeen) -> str:
    ours = turn.team == team
    if turn.clue is None:
        clue = prompts.say("forfeited")
    else:
        clue = _clue(prompts, turn.clue, turn.number)
        clue = clue if turn.legal else prompts.say("invalid", clue=clue)
    words = ", ".join(_guessed(prompts, guess, ours=ours) for guess in turn.guesses)
    guesses = prompts.say("guesses", words=words) if words else ""
    if turn.forfeited_by is not None and turn.clue is not None:
        guesses += f"; {prompts.say('forfeited')}"
    if turn.covered_after_invalid is not None:
        guesses += prompts.say("covered", word=turn.covered_after_invalid)
    who = prompts.say("who.own" if ours else "who.opponent")
    return prompts.say("turn", who=who, clue=clue, guesses=guesses)


def _guessed(prompts: Prompts, guess: Guessed, *, ours: bool) -> str:
    card: str = guess.card
    if not ours and card in ("own", "opponent"):
        card = "opponent" if card == "own" else "own"
    return prompts.say("guessed", word=guess.word, card=prompts.say(f"cards.{card}"))


def _clue(prompts: Prompts, text: str, number: int | None) -> str:
    word = one_word(text)
    quoted = prompts.say("no_word") if word is None else f'"{word}"'
    return f"{quoted} {prompts.say('no_number') if number is None else number}"


def _discussion(prompts: Prompts, view: OperativeView) -> str:
    if not view.discussion:
        return ""
    opinions = [_opinion(prompts, view, opinion) for opinion in view.discussion]
    return prompts.say("discussion", opinions="\n".join(opinions))


def _opinion(prompts: Prompts, view: OperativeView, opinion: Opinion) -> str:
    words = ", ".join([word for word in opinion.words if word in view.words])
    text = words if opinion.words else prompts.say("opinion_stop")
    return prompts.say("opinion", words=text, reason=quotable(opinion.reason))


def _words(prompts: Prompts, words: Iterable[str]) -> str:
    return ", ".join(words) or prompts.say("none")


def _tidy(text: str) -> str:
    """The text without lines that an empty part has left blank."""
    return "\n".join([line.rstrip() for line in text.splitlines() if line.strip()])
