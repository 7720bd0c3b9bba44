"""Helpers of tests/test_published.py: what pages say in numbers, and the numbers themselves."""
