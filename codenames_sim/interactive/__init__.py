"""A game with a person in one seat, at a terminal."""
