"""Model specifications: which model is asked, and everything that affects its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from codenames_sim.errors import ConfigError

ProviderName = Literal["openai", "anthropic", "llamacpp"]
Api = Literal["responses", "chat", "messages"]

DEFAULT_URLS: Mapping[ProviderName, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
}
DEFAULT_KEYS: Mapping[ProviderName, str] = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
}
_APIS: Mapping[ProviderName, tuple[Api, ...]] = {
    "openai": ("responses", "chat"),
    "anthropic": ("messages",),
    "llamacpp": ("chat", "responses", "messages"),
}


class _Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that a config may give beside a model's name."""

    base_url: str | None = None
    api: Api | None = None
    api_key_env: str | None = None
    effort: str | None = None
    max_tokens: Annotated[int, Meta(ge=1)] = 4096
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None


class ModelSpec(Struct, frozen=True):
    """A resolved model. It holds no secret, only the name of the key's environment variable."""

    provider: ProviderName
    model: str
    """The provider's name for the model. For a local model: the path of its GGUF file, or the NAME
    of the package `llm-NAME` that contains it."""
    api: Api
    base_url: str | None
    """None only for a llama.cpp model, which this process serves."""
    api_key_env: str | None
    """The environment variable that holds the key; None if no key is sent."""
    effort: str | None = None
    """The reasoning effort, as the provider names it; None for the provider's default."""
    max_tokens: int = 4096
    """Maximum length of the answer in tokens, including reasoning."""
    temperature: float | None = None
    """None for the provider's default. Always None with the Messages API."""

    @property
    def name(self) -> str:
        """`provider/model`, as written in a config."""
        return f"{self.provider}/{self.model}"

    @property
    def declared(self) -> dict[str, object]:
        """What affects the answers, without options that have their default value.

        Request hashes cover this value, so a new option doesn't change the hash of requests that
        don't use it.
        """
        usual = parse_spec(self.name, {} if self.is_hosted else {"base_url": self.base_url})
        named = {"provider": self.provider, "model": self.model}
        fields = [name for name in self.__struct_fields__ if name not in (*named, "api_key_env")]
        changed = {
            name: value for name in fields if (value := getattr(self, name)) != getattr(usual, name)
        }
        if not self.is_hosted:
            changed["base_url"] = self.base_url
        return named | changed

    @property
    def account(self) -> str:
        """The account that limits apply to: the provider, another base URL, or a local model."""
        if self.base_url is None:
            return self.name
        return self.provider if self.is_hosted else self.base_url

    @property
    def is_hosted(self) -> bool:
        """Whether the base URL is the provider's own."""
        return self.base_url == DEFAULT_URLS.get(self.provider)


def parse_spec(name: str, options: Mapping[str, object] | None = None) -> ModelSpec:
    """The model for a config's `llm: provider/model` and the options beside it.

    A provider's key is sent to that provider only: another `base_url` gets a key only if
    `api_key_env` names it. Raises `ConfigError` if the name or an option is invalid.
    """
    prefix, _, model = name.partition("/")
    provider = next((each for each in _APIS if each == prefix), None)
    if provider is None or not model:
        known = ", ".join(f"{each}/MODEL" for each in _APIS)
        raise ConfigError(f"llm: {name!r} does not name a model; write one of {known}")
    try:
        given = msgspec.convert(options or {}, _Options)
    except msgspec.ValidationError as error:
        fields = ", ".join(_Options.__struct_fields__)
        raise ConfigError(f"llm {name}: {error}; the options are {fields}") from None
    base_url = _clean_url(name, given.base_url) or DEFAULT_URLS.get(provider)
    if provider == "llamacpp" and (given.base_url or given.api_key_env):
        raise ConfigError(
            f"llm {name}: base_url and api_key_env are not allowed, because llamacpp models run in "
            "this process; for a llama.cpp server, write openai/NAME and its base_url"
        )
    hosted = base_url == DEFAULT_URLS.get(provider)
    apis = _APIS[provider]
    api = given.api or ("chat" if provider == "openai" and not hosted else apis[0])
    if api not in apis:
        raise ConfigError(f"llm {name}: api {api!r} is not available; write {' or '.join(apis)}")
    if api == "messages" and given.temperature is not None:
        raise ConfigError(
            f"llm {name}: the Messages API does not take a temperature; remove the option"
        )
    return ModelSpec(
        provider=provider,
        model=model,
        api=api,
        base_url=base_url,
        api_key_env=given.api_key_env or (DEFAULT_KEYS.get(provider) if hosted else None),
        effort=given.effort,
        max_tokens=given.max_tokens,
        temperature=given.temperature,
    )


def _clean_url(name: str, url: str | None) -> str | None:
    """The URL without trailing slashes. Error messages don't quote it: it may hold a secret."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        known = False
    if not known:
        raise ConfigError(f"llm {name}: base_url must be an http:// or https:// URL")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            f"llm {name}: base_url must not contain credentials, a query or a fragment; put the "
            "key into an environment variable and name that variable in api_key_env"
        )
    return url.rstrip("/")
