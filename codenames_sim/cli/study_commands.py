"""Commands of the first-move study: first-move and power."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.app import app, examples, say_version, terminal
from codenames_sim.cli.table_output import Format, FormatOption, print_sheets
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from codenames_sim.analysis import FirstMove

_Games = Annotated[
    Path, typer.Argument(help="A run's folder, or a table of games (.csv or .parquet).")
]


CHARTS = (".png", ".svg", ".pdf")


@app.command(
    "first-move",
    epilog=examples(
        "codenames-sim first-move results/first_move",
        "codenames-sim first-move games.csv --margin 0.02 --chart chart.png",
    ),
)
def first_move(
    games: _Games,
    *,
    margin: Annotated[
        float, typer.Option(help="How far from one half a win rate may be and count as even.")
    ] = 0.03,
    reference: Annotated[
        str | None,
        typer.Option(
            help="The split that the others are compared with.", show_default="9-8, or the first"
        ),
    ] = None,
    against: Annotated[
        int, typer.Option(min=1, help="The second team's agents, for the balance point.")
    ] = 8,
    chart: Annotated[
        Path | None,
        typer.Option(help="A file for a chart: .png, .svg or .pdf.", show_default=False),
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Say whether going first pays, by split and team, and how many agents make it even."""
    import pandas as pd

    from codenames_sim.analysis import first_move as study
    from codenames_sim.analysis import in_one_table, read_games
    from codenames_sim.report.first_move_tables import first_move_notes, first_move_sheets
    from codenames_sim.report.tournament_tables import standing_notes

    if not 0 < margin < 0.5:
        raise InputError(f"a margin is above 0 and below 0.5; {margin:g} is not")
    if chart is not None and chart.suffix not in CHARTS:
        raise InputError(f"a chart is a .png, .svg or .pdf; '{chart.name}' is not")
    if chart is not None and find_spec("matplotlib") is None:
        raise InputError("a chart needs matplotlib: pip install 'codenames-sim[charts]'")
    source = read_games(games)
    result = study(source, margin=margin, reference=reference, second_agents=against)
    notes = first_move_notes(result)
    if not isinstance(source, pd.DataFrame):
        notes += standing_notes([source])
    print_sheets(in_one_table(result), first_move_sheets(result), notes, form)
    if chart is not None:
        _draw(chart, result)


@app.command(
    epilog=examples(
        "codenames-sim power results/pilot --effect 0.05",
        "codenames-sim power --half-width 0.02 --usd 0.03",
    )
)
def power(
    games: Annotated[
        Path | None,
        typer.Argument(
            help="A pilot: a run's folder, or a table of games (.csv or .parquet).",
            show_default="no pilot",
        ),
    ] = None,
    *,
    half_width: Annotated[
        float | None,
        typer.Option(
            help="Half the width of the wanted 95 % interval, such as 0.02.", show_default=False
        ),
    ] = None,
    effect: Annotated[
        float | None,
        typer.Option(help="The difference to detect, such as 0.05.", show_default=False),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            help="The margin within which to show equivalence, such as 0.03.", show_default=False
        ),
    ] = None,
    chance: Annotated[
        float, typer.Option(help="The power: the chance to reach that answer.")
    ] = 0.8,
    rate: Annotated[
        float | None,
        typer.Option(help="The starting team's win rate.", show_default="the pilot's, or 0.5"),
    ] = None,
    correlation: Annotated[
        float | None,
        typer.Option(
            help="The correlation of two splits' winners on a board.",
            show_default="the pilot's, or 0",
        ),
    ] = None,
    usd: Annotated[
        float | None, typer.Option(help="Dollars a game.", show_default="the pilot's, or 0")
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Say how many boards, games and dollars an answer takes, on shared boards and on separate."""
    import pandas as pd

    from codenames_sim.analysis import needs, pilot, read_games, savings
    from codenames_sim.analysis.sample_size import AIMS, assume
    from codenames_sim.report.first_move_tables import power_notes, power_sheet, savings_sheet

    asked = {"half_width": half_width, "effect": effect, "margin": margin}
    wanted = [(aim, size) for aim in AIMS if (size := asked[aim]) is not None]
    if len(wanted) != 1:
        raise InputError("give one of --half-width, --effect and --margin")
    aim, size = wanted[0]
    source = None if games is None else read_games(games)
    known = pilot(source) if source is not None else ()
    if source is not None and not isinstance(source, pd.DataFrame):
        say_version(source)
    assumed = assume(known, rate=rate, correlation=correlation, usd=usd)
    result = [need for each in assumed for need in needs(each, aim, size, chance)]
    sheets = [power_sheet(result, aim, size, chance)]
    if source is not None:
        sheets.append(savings_sheet(savings(source)))
    print_sheets(pd.DataFrame(result), sheets, power_notes(assumed), form)


def _draw(chart: Path, result: FirstMove) -> None:
    from codenames_sim.report.first_move_charts import first_move_chart

    try:
        first_move_chart(result).savefig(chart)
    except OSError as fault:
        raise InputError(f"can't be written: {fault.strerror or fault}", file=chart) from None
    terminal(stderr=True).print(f"chart → {chart}", highlight=False)
