"""YAML read with the line of every value, and with nothing in it that can surprise."""
