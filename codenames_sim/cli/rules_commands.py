"""Commands on the game itself: rules and check-clue."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from codenames_sim.cli.app import DONE, FAILED, app, examples, terminal
from codenames_sim.errors import InputError


@app.command(epilog=examples("codenames-sim rules", "codenames-sim rules my_rules.yaml --lang pl"))
def rules(
    model: Annotated[str, typer.Argument(help="Rules by name, or a .yaml file.")] = "codenames",
    lang: Annotated[str, typer.Option(help="The language of the page.")] = "en",
) -> None:
    """Print the rules in words, generated from the model that the engine plays."""
    from rich.markdown import Markdown

    from codenames_sim.rules import Rules, rules_page

    page = rules_page(Rules.load(model), lang)
    console = terminal()
    console.print(Markdown(page) if console.is_terminal else page, highlight=False, markup=False)


@app.command(epilog=examples("codenames-sim check-clue ocean --board 'whale,sea,ice cream'"))
def check_clue(
    word: Annotated[str, typer.Argument(help="The clue.")],
    board: Annotated[str, typer.Option(help="The uncovered words, separated by commas.")],
    lang: Annotated[str, typer.Option(help="The language of the words.")] = "en",
    profile: Annotated[str, typer.Option(help="standard, strict, lenient or exact.")] = "standard",
) -> None:
    """Say whether a clue is legal while these words are uncovered; exit code 1 if it is not."""
    from codenames_sim.clues import PROFILES
    from codenames_sim.clues import check_clue as check
    from codenames_sim.yamlfile import did_you_mean

    known = next((name for name in PROFILES if name == profile), None)
    if known is None:
        raise InputError(f"there is no profile '{profile}'; {did_you_mean(profile, PROFILES)}")
    words = [part.strip() for part in board.split(",") if part.strip()]
    if not words:
        raise InputError("no uncovered words; give them as --board 'whale,sea,ice cream'")
    verdict = check(word, words, language=lang, profile=known)
    text = "legal" if verdict.legal else f"not legal: {verdict.explain(lang)}"
    terminal().print(text, markup=False, highlight=False)
    sys.exit(DONE if verdict.legal else FAILED)
