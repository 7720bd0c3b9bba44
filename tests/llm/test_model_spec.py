"""Which model a config means."""

from __future__ import annotations

import pytest

from codenames_sim.errors import ConfigError
from codenames_sim.llm import Message, Question, Request, parse_spec

REQUEST = Request((Message("user", "hello"),))


def test_a_hosted_model_is_asked_at_its_provider_with_its_key() -> None:
    spec = parse_spec("openai/gpt-5-mini", {"effort": "low"})
    assert (spec.api, spec.base_url) == ("responses", "https://api.openai.com/v1")
    assert (spec.api_key_env, spec.effort, spec.account) == ("OPENAI_API_KEY", "low", "openai")
    spec = parse_spec("anthropic/claude-haiku-4-5")
    assert (spec.api, spec.base_url) == ("messages", "https://api.anthropic.com")
    assert (spec.api_key_env, spec.account) == ("ANTHROPIC_API_KEY", "anthropic")


def test_a_name_may_hold_slashes() -> None:
    assert parse_spec("openai/meta/llama-4").model == "meta/llama-4"
    assert parse_spec("llamacpp//models/a.gguf").model == "/models/a.gguf"


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_another_address_gets_no_key_it_was_not_given(provider: str) -> None:
    spec = parse_spec(f"{provider}/any", {"base_url": "http://127.0.0.1:8000/v1/"})
    assert spec.api_key_env is None
    assert spec.base_url == spec.account == "http://127.0.0.1:8000/v1"
    named = parse_spec("openai/any", {"base_url": "https://x.org/v1", "api_key_env": "X_KEY"})
    assert (named.api, named.api_key_env) == ("chat", "X_KEY")


def test_a_local_model_speaks_any_api_and_takes_no_address() -> None:
    spec = parse_spec("llamacpp/a.gguf", {"api": "messages"})
    assert (spec.api, spec.base_url, spec.api_key_env) == ("messages", None, None)
    with pytest.raises(ConfigError, match="write openai/NAME"):
        parse_spec("llamacpp/a.gguf", {"base_url": "http://127.0.0.1:8000"})


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        ("gpt-5", {}, "write one of openai/MODEL, anthropic/MODEL, llamacpp/MODEL"),
        ("openai/", {}, "does not name a model"),
        ("mistral/large", {}, "does not name a model"),
        ("openai/a", {"efort": "low"}, "unknown field `efort`.*options are base_url"),
        ("openai/a", {"max_tokens": 0}, "max_tokens"),
        ("openai/a", {"max_tokens": "many"}, "max_tokens"),
        ("openai/a", {"temperature": -1}, "temperature"),
        ("openai/a", {"api": "messages"}, "write responses or chat"),
        ("openai/a", {"api": "soap"}, "soap"),
        ("anthropic/a", {"temperature": 0.5}, "does not take a temperature"),
        ("openai/a", {"base_url": "127.0.0.1:8000"}, "must be an http:"),
        ("openai/a", {"base_url": "file:///etc/passwd"}, "must be an http:"),
        ("openai/a", {"base_url": "http://[::1"}, "must be an http:"),
    ],
)
def test_a_bad_spec_says_what_would_be_right(
    name: str, options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        parse_spec(name, options)


@pytest.mark.parametrize(
    "url", ["https://me:hunter22@x.org/v1", "https://hunter22@x.org", "https://x.org/?key=hunter22"]
)
def test_credentials_in_an_address_are_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ConfigError, match="api_key_env") as refused:
        parse_spec("openai/a", {"base_url": url})
    assert "hunter22" not in str(refused.value)


OTHERS: list[tuple[str, dict[str, object], Request]] = [
    ("openai/b", {}, REQUEST),
    ("openai/a", {"base_url": "http://127.0.0.1:2/v1"}, REQUEST),
    ("openai/a", {"api": "responses"}, REQUEST),
    ("openai/a", {"effort": "low"}, REQUEST),
    ("openai/a", {"max_tokens": 5}, REQUEST),
    ("openai/a", {"temperature": 0}, REQUEST),
    ("openai/a", {}, Request((Message("system", "hello"),))),
    ("openai/a", {}, Request((Message("user", "hello."),))),
]


def test_the_hash_covers_what_shapes_the_answer_and_nothing_else() -> None:
    plain = {"base_url": "http://127.0.0.1:1/v1"}
    first = Question.put(parse_spec("openai/a", plain), REQUEST)
    again = Question.put(parse_spec("openai/a", {**plain, "api_key_env": "OTHER"}), REQUEST)
    assert first.hash == again.hash
    others = [
        Question.put(parse_spec(name, {**plain, **options}), request).hash
        for name, options, request in OTHERS
    ]
    assert len({first.hash, *others}) == 1 + len(others)
