"""Output for people: terminal tables, charts and the interactive table.

Import single modules of this package: some have heavy dependencies.
"""
