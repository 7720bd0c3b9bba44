"""An invalid model gets one error that gives the file, the line and what to do."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.errors import RulesError
from codenames_sim.rules import Rules
from codenames_sim.rules.model import _find

MODEL = _find("codenames").read_text("utf-8")
HEAD = "extends: codenames\nrules: broken\n"


def fault(folder: Path, text: str) -> str:
    """The error of a model, without the folder it is in."""
    file = folder / "broken.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(RulesError) as result:
        Rules.load(file)
    return str(result.value).replace(f"{folder}/", "")


UNKNOWN_NAME = "broken.yaml:5: 'while' uses the unknown name 'guesses_lft'; did you mean "
VARIANTS = [
    # What a variant says, on line 3 and after; how its error begins.
    ("parameters: {frist_agents: 8}", "broken.yaml:3: 'frist_agents' is not a parameter of these"),
    ("parameters: {first_agents: many}", "broken.yaml:3: 'is' uses the unknown name 'many'; "),
    ("parameters: {first_agents: 2.5}", "broken.yaml:3: 'first_agents' should be a whole number, "),
    (
        "parameters: {first_agents: true}",
        "broken.yaml:3: 'first_agents' should be a whole number, ",
    ),
    ("parameters: {first_agents: 0}", "broken.yaml:3: 'first_agents' is 0, but must be from 1 to "),
    ("parameters: {first_agents: [8]}", "broken.yaml:3: 'first_agents' should be a whole number, "),
    ("parameters: {zero_clues: 1}", "broken.yaml:3: 'zero_clues' should be true or false, but is "),
    (
        "parameters: {zero_clues: yes}",
        "broken.yaml:3: 'zero_clues' should be true or false, but is ",
    ),
    (
        "parameters: {first_colour: green}",
        "broken.yaml:3: 'first_colour' can't be the text 'green'; known: either, red, blue",
    ),
    (
        "parameters: {invalid_clue: may_covr}",
        "broken.yaml:3: 'invalid_clue' can't be the text 'may_covr'; did you mean 'may_cover'? ",
    ),
    (
        "parameters: {first_agents: 20}",
        "broken.yaml:3: 'bystanders' is -4 (rows * columns - first_agents - second_agents - "
        "assassins), but must be from 0 to 10000",
    ),
    (
        "parameters: {bystanders: 9}",
        "broken.yaml:3: the key card has 9 first + 8 second + 9 bystander + 1 assassin = 27 cards "
        "for a grid of 5 × 5 = 25 words; the two must be equal",
    ),
    (
        "parameters: {rows: columns, columns: rows}",
        "broken.yaml:3: 'rows' depends on itself (rows → columns → rows)",
    ),
    ("parameters: {rows: turn}", "broken.yaml:3: 'is' uses the unknown name 'turn'; "),
    ("parameters: {rows: 13}", "broken.yaml:3: 'rows' is 13, but must be from 1 to 12"),
    (
        "parametres: {rows: 5}",
        "broken.yaml:3: unknown key 'parametres'; did you mean 'param",
    ),
    ("parameters: 5", "broken.yaml:3: 'parameters' should be a mapping, but is the number 5"),
    (
        "components: {key_card: {seen_by: everyone}}",
        "broken.yaml:3: 'key_card' must be seen by spymasters",
    ),
    ("components: {dice: {seen_by: everyone}}", "broken.yaml:3: unknown key 'dice'; known: grid"),
    ("flow: {penalty: []}", "broken.yaml:3: every path through a turn must end with 'end_turn' or"),
    ("flow: {turn: [end_turn: bored]}", "broken.yaml:3: 'end_turn' can't be the text 'bored'; "),
    ("flow: {turn: [jump: high]}", "broken.yaml:3: 'jump' is not a step; known: turns, "),
    ("flow: {turn: guessing}", "broken.yaml:3: should be a list, but is the text 'guessing'"),
    ("flow: {turn: [7]}", "broken.yaml:3: this should be a mapping, but is the number 7"),
    (
        "flow:\n  guessing:\n    - {repeat: gues, while: guesses_left > 0}\n    - end_turn: limit",
        "broken.yaml:5: there is no block 'gues'; did you mean 'guess'? ",
    ),
    (
        "flow:\n  guessing:\n    - {repeat: guess, while: guesses_lft > 0}\n    - end_turn: limit",
        UNKNOWN_NAME + "'guesses_left'? ",
    ),
    (
        "flow:\n  guessing:\n    - {repeat: guess, while: guesses_left + 1}\n    - end_turn: limit",
        "broken.yaml:5: 'while' should be true or false, but 'guesses_left + 1' is a number",
    ),
    (
        "flow:\n  guessing:\n    - {repeat: [], while: guesses_left > 0}\n    - end_turn: limit",
        "broken.yaml:5: this loop may never end: every path through it must cover a word, ",
    ),
    (
        "flow:\n  guessing:\n    - {set: number, to: 1}\n    - end_turn: limit",
        "broken.yaml:5: 'set' can't be the text 'number'; known: guesses_left",
    ),
    (
        "flow:\n  turn:\n    - {if: legal, then: turn}\n    - end_turn: limit",
        "broken.yaml:5: the block contains itself and never ends (turn → turn)",
    ),
    (
        "flow:\n  turn:\n    - end_turn: limit\n    - end_turn: limit",
        "broken.yaml:6: this step is unreachable",
    ),
    ("flow:\n  turn: [cover: chosen]", "broken.yaml:4: 'cover: chosen' must be the first step "),
    (
        "flow:\n  turn:\n    - {if: legal, then: []}",
        "broken.yaml:5: every path through a turn must end with",
    ),
    (
        "flow:\n  game: [{set: guesses_left, to: 1}]",
        "broken.yaml:4: every path through the game must end with 'end_game'",
    ),
    ("flow:\n  game: [end_turn: limit]", "broken.yaml:4: this step must be inside 'turns'"),
    (
        "flow:\n  game: [{turns: turn, at_most: turn}, {end_game: stalled, winner: nobody}]",
        "broken.yaml:4: 'at_most' must not depend on the course of the game; use only parameters",
    ),
    (
        "flow:\n  cover_guess: [end_turn: limit]",
        "broken.yaml:4: the first step after the option 'guess' must be 'cover: chosen'",
    ),
    (
        "flow:\n  forfeited: []",
        "broken.yaml:4: every path after 'forfeit' must end with 'end_turn' or 'end_game'",
    ),
    (
        "ends:\n  - {when: card == 'assasin', winner: own, ending: assassin, turn: won}",
        "broken.yaml:4: 'when' compares 'card', a text ('none' or 'own' or 'opponent' or 'bystand",
    ),
    (
        "ends: [{when: legal, winner: me, ending: assassin, turn: won}]",
        "broken.yaml:3: 'winner' can",
    ),
    ("ends: [{when: legal}]", "broken.yaml:3: 'winner' is missing; known: own, opponent, nobody"),
    (
        "parameters: {rows: 5, rows: 6}",
        "broken.yaml:3: has the duplicate key 'rows'; line 3 has it already",
    ),
    ("parameters: &a {rows: 5}\nflow: *a", "broken.yaml:4: uses the alias *a; write the value out"),
    (
        "parameters: {rows: !!python/name:os.system 5}",
        "broken.yaml:3: uses the tag tag:yaml.org,200",
    ),
    ("parameters: {rows: 5", "broken.yaml:"),
    ("parameters: {rows: \x01}", "broken.yaml: is not YAML: "),
    ("---\nrules: more", "broken.yaml:3: contains a second YAML document; use one file for each"),
    (
        "parameters: {rows: " + "(" * 150 + "}",
        "broken.yaml:3: 'is' is not a valid expression: ",
    ),
    (
        "parameters: {rows: " + "1+" * 150 + "1}",
        "broken.yaml:3: 'is' is longer than 200 characters",
    ),
    (
        "parameters: " + "{a: " * 60 + "1" + "}" * 60,
        "broken.yaml:3: is nested more than 40 levels deep",
    ),
    (
        "flow:\n  turn: [{if: 1 < 2 < 3, then: []}]",
        "broken.yaml:4: 'if' uses '1 < 2 < 3'; an express",
    ),
    (
        "flow:\n  turn: [{if: open('x'), then: []}]",
        "broken.yaml:4: 'if' uses 'open('x')'; an express",
    ),
    (
        "flow:\n  turn: [{if: legal.real, then: []}]",
        "broken.yaml:4: 'if' uses 'legal.real'; an expr",
    ),
]


@pytest.mark.parametrize(("says", "begins"), VARIANTS)
def test_a_broken_variant(tmp_path: Path, says: str, begins: str) -> None:
    assert fault(tmp_path, HEAD + says).rsplit("rules/", 1)[-1].startswith(begins)


def test_blocks_that_double_are_a_bomb(tmp_path: Path) -> None:
    blocks = "".join(
        f"  b{n}: [{{if: legal, then: b{n + 1}, else: b{n + 1}}}]\n" for n in range(30)
    )
    text = (
        f"{HEAD}flow:\n  turn: [{{if: legal, then: b0}}, {{end_turn: limit}}]\n{blocks}  b30: []\n"
    )
    assert "the flow has more than 1000 steps after all blocks are expanded" in fault(
        tmp_path, text
    )


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    assert "is larger than 1,000,000 bytes" in fault(tmp_path, HEAD + "#" * 1_000_000)


def test_files_that_are_no_model(tmp_path: Path) -> None:
    assert fault(tmp_path, "") == "broken.yaml:1: should be a mapping, but is nothing"
    assert fault(tmp_path, "[1]") == "broken.yaml:1: should be a mapping, but is a list"
    assert fault(tmp_path, "rules: x").endswith(
        "'parameters' is missing; add it, or `extends: codenames`"
    )
    (tmp_path / "latin.yaml").write_bytes(b"rules: \xff")
    with pytest.raises(RulesError, match="is not UTF-8"):
        Rules.load(tmp_path / "latin.yaml")
    with pytest.raises(RulesError, match="can't be read: No such file"):
        Rules.load(tmp_path / "nothing.yaml")
    with pytest.raises(RulesError, match="can't be read: Is a directory"):
        Rules.load(tmp_path)


def test_an_unknown_name_and_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="no rules named 'codename'; did you mean 'codenames'"):
        Rules.load("codename")
    assert fault(tmp_path, "extends: codename\nrules: x").startswith("broken.yaml:1: there are no")


def test_models_that_extend_one_another(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("extends: broken.yaml\nrules: other")
    assert "is circular" in fault(tmp_path, "extends: other.yaml\nrules: x")


@given(st.integers(0, MODEL.count("\n") - 1))
def test_any_line_left_out_is_an_error_or_another_sound_model(line: int) -> None:
    lines = MODEL.splitlines(keepends=True)
    _loads_or_explains("".join(lines[:line] + lines[line + 1 :]))


@given(
    st.integers(0, len(MODEL) - 1),
    st.text(max_size=3),
    st.integers(0, 6),
)
def test_any_small_edit_is_an_error_or_another_sound_model(at: int, new: str, cut: int) -> None:
    _loads_or_explains(MODEL[:at] + new + MODEL[at + cut :])


def _loads_or_explains(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "edited.yaml")
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        error: RulesError | None = None
        try:
            Rules.load(file)
        except RulesError as found:
            error = found
        assert error is None or str(file) in str(error)
