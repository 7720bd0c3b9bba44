"""How often the dollars of a run lie in the 95 % interval of its pilot.

    python experiments/benchmarks/pilot.py --runs 20

Models are simulated by the loopback server of the tests, with prices in the config.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from codenames_sim.dry_run.pilot_estimate import pilot_estimate
from codenames_sim.records import load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.runner.pilot import play_pilot
from codenames_sim.tournament import load_plan
from tests.llm_play.players import always_sensible, serving
from tests.loopback import Loopback

CONFIG = """
rules: {use: codenames, max_turns: 20}
seed: SEED
boards: 12
agents:
  chat: {llm: openai/chat, base_url: "URL/v1"}
  messages: {llm: anthropic/messages, base_url: "URL", mode: plan, clue_retries: 1}
entrants:
  plan: {spymaster: messages, operatives: messages}
  step: {spymaster: chat, operatives: chat}
  talk: {spymaster: messages, operatives: [messages, chat], decide: discuss}
models:
  prices:
    openai/chat: {input: 0.4, output: 1.6}
    anthropic/messages: {input: 1, output: 5}
"""
SIZES = (3, 6, 12)
"""Games of a pilot; each adds to the one before."""


def compared(number: int, folder: Path) -> Counter[int]:
    """The sizes of pilot whose interval holds the dollars of the run."""
    estimates = {}
    with serving(Loopback(answer=always_sensible(number))) as server:
        file = folder / f"run{number}.yaml"
        file.write_text(CONFIG.replace("URL", server.url).replace("SEED", str(1000 * number)))
        plan, run = load_plan(file), folder / f"run{number}"
        for size in SIZES:
            play_pilot(plan, run, size, Options(0), lambda progress: None)
            estimates[size] = pilot_estimate(plan, run, in_flight=32)
        play_run(plan, run, Options(0), lambda progress: None)
    usd = float(load_run(run).games["usd"].sum())
    held: Counter[int] = Counter()
    for size, result in estimates.items():
        assert result is not None
        assert result.usd is not None
        assert result.usd.interval is not None
        low, high = result.usd.interval
        held[size] = int(low <= usd <= high)
        print(f"{number:3} {size:3} games: ${result.usd.estimate:.2f} (${low:.2f} to ${high:.2f})")
    print(f"{number:3} whole run: ${usd:.2f}", flush=True)
    return held


def main() -> None:
    """Plays runs and their pilots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    held: Counter[int] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(runs):
            held += compared(number, Path(folder))
    for size in SIZES:
        print(f"pilots of {size} games: {held[size]} of {runs} intervals hold the dollars")


if __name__ == "__main__":
    main()
