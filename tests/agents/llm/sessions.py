"""A desk whose model says what a test wrote down, judged as the client judges it."""

from __future__ import annotations

from collections.abc import Iterable

from codenames_sim.agents import Turn
from codenames_sim.llm import Answer, DecisionSession, ModelSpec, Outcome, Request
from codenames_sim.llm.messages import Reply
from codenames_sim.llm.parse import judge


class ScriptedSession(DecisionSession):
    """Answers with the texts in order, the last one again and again; `REFUSED` refuses."""

    REFUSED = "\0refused"

    def __init__(self, *texts: str):
        self.texts = list(texts)
        self.requests: list[Request] = []
        self.outcomes: list[Outcome] = []

    async def ask(self, spec: ModelSpec, request: Request) -> Answer:
        """The next text."""
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        self.requests.append(request)
        reply = Reply(text, None, None, None, refused=text == self.REFUSED)
        answer = judge(reply, request.schema)
        self.outcomes.append(answer.outcome)
        return answer

    def mark_illegal(self) -> None:
        """As a real one."""
        self.outcomes[-1] = Outcome.ILLEGAL

    @property
    def prompts(self) -> list[str]:
        """Each request's messages as one text."""
        return ["\n".join(message.text for message in each.messages) for each in self.requests]


def turn_at(session: DecisionSession, *members: DecisionSession) -> Turn:
    """A turn at a desk, and for a panel at its members' desks."""
    sessions: Iterable[DecisionSession] = members
    turns = [Turn(f"member {index}", each) for index, each in enumerate(sessions)]
    return Turn("test", session, turns.__getitem__)
