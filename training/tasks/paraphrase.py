"""Generates variants of a corpus' captions: says what would be sent, and sends it when told to."""

import argparse
import os
from urllib.parse import urlsplit

from training.data.corpora.registry import places_of, read_parts
from training.data.endpoint import EndpointConfig, EndpointError, Tally, collect
from training.data.paraphrase import estimate, requests_of
from training.data.variants import VariantFile
from training.tasks import DONE, SOME_SKIPPED, say

DEFAULT_URL = "https://api.openai.com/v1"
KEY_NAME, URL_NAME = "OPENAI_API_KEY", "OPENAI_BASE_URL"
_LOCAL = ("localhost", "127.0.0.1", "::1")


def paraphrase(options: argparse.Namespace) -> int:
    """Runs the command."""
    clips = read_parts(options.part, places_of(options.data)).clips
    requests = requests_of(clips)[: options.limit]
    url = options.url or os.environ.get(URL_NAME) or DEFAULT_URL
    with VariantFile(options.out) as file:
        wanted = [request for request in requests if request.key(options.model) not in file.known]
        coming = estimate(wanted)
        print(f"{len(requests)} captions of {', '.join(options.part)}, {len(requests) - len(wanted)} done before")
        print(
            f"to send: {coming.requests} requests to {options.model} at {url}, about {coming.input_tokens} tokens, "
            f"and to receive about {coming.output_tokens}"
        )
        if options.input_price is not None or options.output_price is not None:
            cost = coming.cost(options.input_price or 0.0, options.output_price or 0.0)
            print(f"estimated cost: {cost:.2f}, up to {options.attempts} times that if every reply breaks the rules")
        if not options.yes:
            say("nothing was sent; add --yes to send it")
            return DONE
        config = EndpointConfig(url, options.model, _key(url), options.workers, options.attempts)
        tally = collect(requests, file, config, say)
    return _told(tally, len(requests))


def _key(url: str) -> str:
    """The key from the environment; a server on this machine needs none.

    Raises:
        EndpointError: no key for a server elsewhere, or an address that is none or not safe for a key.
    """
    key, parts = os.environ.get(KEY_NAME, ""), urlsplit(url)
    is_local = parts.hostname in _LOCAL
    if parts.scheme not in ("http", "https") or not parts.hostname or (parts.scheme == "http" and not is_local):
        raise EndpointError(f"{url} is no https address", advice="Give https://…, or http to this machine.")
    if not key and not is_local:
        raise EndpointError(f"{KEY_NAME} is not set", advice=f"Set {KEY_NAME} to the key of {parts.hostname}.")
    return key or "none"


def _told(tally: Tally, captions: int) -> int:
    print(f"{tally.kept + tally.cached} of {captions} captions have variants, {tally.kept} new")
    if tally.input_tokens or tally.output_tokens:
        print(f"tokens used: {tally.input_tokens} sent, {tally.output_tokens} received")
    for reason, count in tally.left_out.most_common():
        say(f"left out {count}: {reason}")
    return SOME_SKIPPED if tally.left_out else DONE
