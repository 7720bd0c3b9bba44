"""One async client for every language model, independent of Codenames.

A `DecisionSession` sends the questions of one decision. A `Client` serves all sessions. Importing
this package loads no provider SDK; connecting to a model does.
"""

from __future__ import annotations

from codenames_sim.llm.budget import Budget, Cost
from codenames_sim.llm.cache import FileCache
from codenames_sim.llm.client import Client, Question, Settings
from codenames_sim.llm.decision_session import Cache, DecisionSession, Exchange, Journal, Key
from codenames_sim.llm.errors import BudgetSpent, CallError, CallFailed, JournalMismatch, Stopped
from codenames_sim.llm.limits import Limits
from codenames_sim.llm.messages import (
    Answer,
    CallRecord,
    Failure,
    Message,
    Outcome,
    Request,
    Schema,
    Usage,
)
from codenames_sim.llm.model_spec import ModelSpec, parse_spec
from codenames_sim.llm.prices import Price
from codenames_sim.llm.retry import Retry

__all__ = [
    "Answer",
    "Budget",
    "BudgetSpent",
    "Cache",
    "CallError",
    "CallFailed",
    "CallRecord",
    "Client",
    "Cost",
    "DecisionSession",
    "Exchange",
    "Failure",
    "FileCache",
    "Journal",
    "JournalMismatch",
    "Key",
    "Limits",
    "Message",
    "ModelSpec",
    "Outcome",
    "Price",
    "Question",
    "Request",
    "Retry",
    "Schema",
    "Settings",
    "Stopped",
    "Usage",
    "parse_spec",
]
