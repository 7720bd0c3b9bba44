"""Errors of questions to models.

CodenamesError
├── InputError
│   ├── ConfigError             a model that can't be asked as configured
│   └── RunError
│       └── JournalMismatch     the journal's entry belongs to a different request
└── CallError
    ├── CallFailed              no answer after all retries; the game is void
    ├── BudgetSpent             the next call might exceed the budget
    └── Stopped                 the client was told to make no new calls
"""

from __future__ import annotations

from codenames_sim.errors import CodenamesError, RunError
from codenames_sim.llm.messages import Outcome


class JournalMismatch(RunError):
    """The journal's answer under this key belongs to a different request."""


class CallError(CodenamesError):
    """A question got no answer."""


class CallFailed(CallError):
    """The last attempt failed: no retries are left, or the failure is permanent."""

    def __init__(self, model: str, outcome: Outcome, message: str):
        self.model = model
        self.outcome = outcome
        super().__init__(f"{model}: {outcome}: {message}")


class BudgetSpent(CallError):
    """The worst case of the next call exceeds what is left of the budget."""


class Stopped(CallError):
    """The client was told to make no new calls."""
