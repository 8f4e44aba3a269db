"""Sends requests for variants to a chat endpoint, several at a time, and keeps every good reply at once.

Any server that speaks OpenAI's chat completions will do. Rate limits, server errors and broken connections are tried
again by the openai package, which waits as long as the server says; replies that break the rules are asked for anew.
Nothing here runs before the user has agreed to what is sent: that is training.commands.paraphrase's.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

import openai

from engine.errors import EngineError
from training.data.paraphrase import BadReply, VariantRequest, variants_in
from training.data.variants import Variant, VariantFile

_GIVE_UP_AFTER = 8
"""Unanswered requests in a row after which the server counts as away."""


class EndpointError(EngineError):
    """An endpoint that cannot be reached, or that refuses the key, the model or the request."""


@dataclass(frozen=True, slots=True)
class EndpointConfig:
    """Where to ask, and how hard."""

    url: str
    model: str
    key: str = field(repr=False)
    """Never written anywhere."""
    workers: int = 4
    """Requests under way at one time."""
    attempts: int = 3
    """Times that a caption whose replies break the rules is asked for."""
    retries: int = 5
    """Times that one request is sent again after a rate limit, a server error or a broken connection."""
    timeout_s: float = 60.0
    temperature: float = 1.0


@dataclass(slots=True)
class EndpointTally:
    """The outcome of a job."""

    kept: int = 0
    cached: int = 0
    """There before."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Captions without variants, by the reason of their last attempt."""
    input_tokens: int = 0
    """As the server counted them; 0 where it does not say."""
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class _Answer:
    variants: tuple[str, ...]
    reason: str
    """Why there are no variants; empty when there are."""
    input_tokens: int
    output_tokens: int
    is_silence: bool = False
    """Whether no answer came at all."""


def collect(
    requests: Sequence[VariantRequest], file: VariantFile, config: EndpointConfig, report: Callable[[str], None]
) -> EndpointTally:
    """Asks for what the file lacks and writes each good reply to it as it comes.

    Args:
        requests: what is wanted.
        file: the cache; what it has is not asked for.
        config: where to ask.
        report: told every hundred replies.

    Raises:
        EndpointError: the server refuses the key, the model or the request, or no longer answers; what has come is
            kept.
    """
    wanted = [request for request in requests if request.key(config.model) not in file.known]
    tally = EndpointTally(cached=len(requests) - len(wanted))
    silent, done = 0, 0
    with openai.OpenAI(
        base_url=config.url, api_key=config.key, max_retries=config.retries, timeout=config.timeout_s
    ) as client:
        for request, answer in _in_parallel(client, wanted, config):
            silent = silent + 1 if answer.is_silence else 0
            if silent >= _GIVE_UP_AFTER:
                raise EndpointError(
                    f"{config.url} has not answered {silent} requests in a row: {answer.reason}",
                    advice="Try again later; the replies that came are kept.",
                )
            if answer.variants:
                variant = Variant(
                    request.key(config.model), request.caption, request.tags, config.model, answer.variants
                )
                file.append(variant)
                tally.kept += 1
            else:
                tally.left_out[answer.reason] += 1
            tally.input_tokens += answer.input_tokens
            tally.output_tokens += answer.output_tokens
            done += 1
            if done % 100 == 0 or done == len(wanted):
                report(f"{done} of {len(wanted)} captions asked for, {tally.left_out.total()} left out")
    return tally


def _in_parallel(
    client: openai.OpenAI, wanted: Sequence[VariantRequest], config: EndpointConfig
) -> Iterator[tuple[VariantRequest, _Answer]]:
    """Gives the answers as they come; no more than `workers` requests are under way, and none waits behind an error."""
    coming = iter(wanted)
    running: dict[Future[_Answer], VariantRequest] = {}
    with ThreadPoolExecutor(config.workers) as workers:
        try:
            while True:
                for request in coming:
                    running[workers.submit(_ask, client, request, config)] = request
                    if len(running) == config.workers:
                        break
                if not running:
                    return
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield running.pop(future), future.result()
        finally:
            client.close()  # ends what is still under way when the job breaks off


def _ask(client: openai.OpenAI, request: VariantRequest, config: EndpointConfig) -> _Answer:
    """Asks until a reply keeps to the rules, at most `attempts` times."""
    reason, spent_in, spent_out = "", 0, 0
    for _ in range(config.attempts):
        try:
            completion = client.chat.completions.create(
                model=config.model,
                messages=[{"role": "user", "content": message["content"]} for message in request.messages()],
                temperature=config.temperature,
            )
            usage = getattr(completion, "usage", None)
            spent_in += usage.prompt_tokens if usage else 0
            spent_out += usage.completion_tokens if usage else 0
            return _Answer(variants_in(_text(completion), request.caption), "", spent_in, spent_out)
        except BadReply as err:
            reason = str(err)
        except (json.JSONDecodeError, openai.APIResponseValidationError) as err:
            reason = f"the reply cannot be read: {type(err).__name__}"
        except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as err:
            return _Answer((), f"no answer: {_said(err)}", spent_in, spent_out, is_silence=True)
        except openai.APIStatusError as err:
            raise EndpointError(
                f"{config.url} refuses (status {err.status_code}): {_said(err)}",
                advice="Check the key, the name of the model and the address.",
            ) from err
    return _Answer((), reason, spent_in, spent_out)


def _text(completion: object) -> str:
    """The text of a reply that is whole.

    Raises:
        BadReply: the server sent something else than a finished text.
    """
    choices = getattr(completion, "choices", None)
    if not choices:
        raise BadReply("no text in the reply")
    if choices[0].finish_reason not in ("stop", None):
        raise BadReply(f"the reply ended by {choices[0].finish_reason!r}")
    text = getattr(choices[0].message, "content", None)
    if not isinstance(text, str):
        raise BadReply("no text in the reply")
    return text


def _said(err: openai.APIError) -> str:
    return " ".join(str(err.message).split())[:200]
