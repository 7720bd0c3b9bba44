"""Bodies that real servers send and the loopback server does not."""

from __future__ import annotations

import json

import pytest

from codenames_sim.llm import Failure, Outcome
from codenames_sim.llm.messages import Reply
from codenames_sim.llm.providers import anthropic_messages, openai_chat, openai_responses


def chat(message: object, **rest: object) -> Reply | Failure:
    body = {"choices": [{"message": message, "finish_reason": "stop"}], **rest}
    return openai_chat._read(json.dumps(body).encode())


def responses(*output: object, **rest: object) -> Reply | Failure:
    return openai_responses._read(json.dumps({"output": output, **rest}).encode())


def messages(*content: object, **rest: object) -> Reply | Failure:
    return anthropic_messages._read(json.dumps({"content": content, **rest}).encode())


def text_of(result: Reply | Failure) -> str:
    assert isinstance(result, Reply)
    return result.text


def test_reasoning_among_the_parts_of_an_answer_is_not_the_answer() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    assert text_of(chat({"content": [thinking, {"type": "text", "text": "a"}]})) == "a"
    comment = {
        "type": "message",
        "phase": "commentary",
        "content": [{"type": "output_text", "text": "let me see"}],
    }
    answer = {"type": "message", "content": [{"type": "output_text", "text": "a"}]}
    assert text_of(responses({"type": "reasoning", "summary": []}, comment, answer)) == "a"
    thought = {"type": "redacted_thinking", "data": "x"}
    assert text_of(messages(thought, {"type": "text", "text": "a"})) == "a"


def reasoning_of(result: Reply | Failure) -> str | None:
    assert isinstance(result, Reply)
    return result.reasoning


def test_reasoning_is_kept_apart_from_the_answer() -> None:
    text = {"type": "text", "text": "a"}
    nested = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    for message in (
        {"content": "a", "reasoning_content": "hm"},
        {"content": "a", "reasoning": "hm"},
        {"content": "a", "reasoning_content": "", "reasoning": "hm"},
        {"content": [nested, text]},
        {"content": [{"type": "reasoning", "text": "hm"}, text]},
    ):
        assert (text_of(chat(message)), reasoning_of(chat(message))) == ("a", "hm")
    answer = {"type": "message", "content": [{"type": "output_text", "text": "a"}]}
    summary = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}
    content = {"type": "reasoning", "content": [{"type": "reasoning_text", "text": "hm"}]}
    for thought in (summary, content, content | {"summary": []}):
        assert reasoning_of(responses(thought, answer)) == "hm"
    assert reasoning_of(messages({"type": "thinking", "thinking": "hm"}, text)) == "hm"


@pytest.mark.parametrize("odd", [None, "", [], {}, 7, [7], {"tokens": 3}, [{"text": None}]])
def test_no_answer_is_lost_because_of_odd_reasoning(odd: object) -> None:
    for result in (
        chat({"content": "a", "reasoning": odd, "reasoning_content": odd}),
        responses(
            {"type": "reasoning", "summary": odd},
            {"type": "message", "content": [{"type": "output_text", "text": "a"}]},
        ),
        messages({"type": "thinking", "thinking": odd}, {"type": "text", "text": "a"}),
    ):
        assert (text_of(result), reasoning_of(result)) == ("a", None)


def test_an_answer_without_usage_is_still_an_answer() -> None:
    for result in (
        chat({"content": "a"}),
        responses({"type": "message", "content": [{"type": "output_text", "text": "a"}]}),
        messages({"type": "text", "text": "a"}),
    ):
        assert isinstance(result, Reply)
        assert (result.text, result.usage) == ("a", None)


def test_nothing_said_is_an_empty_answer() -> None:
    assert text_of(chat({"content": None, "tool_calls": []})) == ""
    assert text_of(responses()) == ""
    assert text_of(messages()) == ""


@pytest.mark.parametrize("tokens", [-1, "many", 1.5, None])
def test_an_invalid_usage_is_rejected(tokens: object) -> None:
    for result in (
        chat({"content": "a"}, usage={"prompt_tokens": tokens, "completion_tokens": 1}),
        responses(usage={"input_tokens": 1, "output_tokens": tokens}),
        messages(usage={"input_tokens": tokens, "output_tokens": 1}),
    ):
        assert isinstance(result, Failure)
        assert result.outcome is Outcome.SERVER_ERROR
        assert result.may_be_billed


def test_a_response_that_failed_is_tried_again() -> None:
    failed = responses(status="failed", error={"code": "server_error", "message": "sorry"})
    assert isinstance(failed, Failure)
    assert failed.retry


def test_an_error_in_a_success_is_tried_again() -> None:
    body = b'{"error": {"message": "Provider returned error", "code": 502}}'
    for read in (openai_chat._read, openai_responses._read, anthropic_messages._read):
        failed = read(body)
        assert isinstance(failed, Failure)
        assert failed.retry
        assert "Provider returned error" in failed.message
