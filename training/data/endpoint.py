"""Requests caption variants from a chat endpoint in parallel and stores every good reply at once.

Works with any server that speaks OpenAI's chat completions. The openai package retries rate limits, server errors and
broken connections, waiting as long as the server says; replies that break the rules are requested anew.
training.cli.commands.paraphrase asks the user for consent before anything is sent.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

import openai

from engine.base.errors import EngineError
from training.data.paraphrase import BadReply, VariantRequest, variants_in
from training.data.variants import Variant, VariantFile

_GIVE_UP_AFTER = 8
"""Consecutive unanswered requests after which the server counts as unreachable."""


class EndpointError(EngineError):
    """An endpoint is unreachable, or refuses the key, the model or the request."""


@dataclass(frozen=True, slots=True)
class EndpointConfig:
    """Address and limits of an endpoint."""

    url: str
    model: str
    key: str = field(repr=False)
    """Never written anywhere."""
    workers: int = 4
    attempts: int = 3
    """Attempts for a caption whose replies break the rules."""
    retries: int = 5
    """Retries of one request after a rate limit, a server error or a broken connection."""
    timeout_s: float = 60.0
    temperature: float = 1.0


@dataclass(slots=True)
class EndpointTally:
    """The outcome of a job."""

    kept: int = 0
    cached: int = 0
    """Already in the file."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Captions without variants, by the reason of their last attempt."""
    input_tokens: int = 0
    """As counted by the server; 0 if it does not say."""
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class _Answer:
    variants: tuple[str, ...]
    reason: str
    """Why there are no variants; empty if there are some."""
    input_tokens: int
    output_tokens: int
    is_silence: bool = False
    """Whether the server did not answer at all."""


def collect(
    requests: Sequence[VariantRequest], file: VariantFile, config: EndpointConfig, report: Callable[[str], None]
) -> EndpointTally:
    """Requests what the file lacks and appends each good reply at once.

    Args:
        requests: all wanted variants.
        file: the cache; its variants are not requested again.
        report: called every hundred replies.

    Raises:
        EndpointError: the server refuses the key, the model or the request, or no longer answers; replies so far are
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
    """Yields answers as they arrive, with at most `workers` requests in flight."""
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
            client.close()  # cancels pending requests if the job breaks off


def _ask(client: openai.OpenAI, request: VariantRequest, config: EndpointConfig) -> _Answer:
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
    """The text of a complete reply.

    Raises:
        BadReply: the server did not send a finished text.
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
