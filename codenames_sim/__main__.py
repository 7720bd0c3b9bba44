"""`python -m codenames_sim` is the command `codenames-sim`."""

from codenames_sim.cli import main

if __name__ == "__main__":
    main()
