"""What can go wrong between a question and its answer.

CodenamesError
├── InputError
│   ├── ConfigError         a model that can't be asked as configured
│   └── JournalMismatch     the journal answers another question than the one asked
└── CallError
    ├── CallFailed          no answer after every retry: nobody's fault, the game is void
    ├── BudgetSpent         the next call might overrun the budget
    └── Stopped             the client was told to make no new call
"""

from __future__ import annotations

from codenames_sim.errors import CodenamesError, RunError
from codenames_sim.llm.messages import Outcome


class JournalMismatch(RunError):
    """The journal holds an answer under this key, but to another request."""


class CallError(CodenamesError):
    """A question that has no answer."""


class CallFailed(CallError):
    """The infrastructure failed for good: retries are used up, or there is no point in any."""

    def __init__(self, model: str, outcome: Outcome, message: str):
        self.model = model
        self.outcome = outcome
        super().__init__(f"{model}: {outcome}: {message}")


class BudgetSpent(CallError):
    """The next call's worst case does not fit into what is left of the budget."""


class Stopped(CallError):
    """The client was told to make no new call."""
