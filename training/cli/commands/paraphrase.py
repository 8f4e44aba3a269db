"""`earshot-train paraphrase`: variants of a corpus's captions by a language model, for the caption swap."""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from training.base.arguments import DONE, SOME_SKIPPED, Commands, count, say
from training.base.results import parts_kept

if TYPE_CHECKING:
    from training.data.endpoint import EndpointTally


DEFAULT_URL = "https://api.openai.com/v1"
KEY_NAME, URL_NAME = "OPENAI_API_KEY", "OPENAI_BASE_URL"
_LOCAL = ("localhost", "127.0.0.1", "::1")


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "paraphrase",
        help="generate variants of captions with a language model",
        description="Asks an OpenAI-compatible endpoint for five variants of every caption, from the caption and the "
        "sound's tags. Says first what would be sent and what it may cost; sends nothing without --yes. The key is "
        "read from OPENAI_API_KEY, the address from --url or OPENAI_BASE_URL. A job that was stopped goes on.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", action="append", default=[], metavar="NAME=DIR", help="path of a corpus; may be repeated"
    )
    parser.add_argument(
        "--part", action="append", required=True, metavar="NAME:PART", help="such as clotho:development; repeatable"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSONL of variants; goes on if there")
    parser.add_argument("--model", required=True, metavar="NAME", help="the endpoint's name of the model")
    parser.add_argument("--url", metavar="URL", help="of the endpoint, such as http://localhost:8000/v1")
    parser.add_argument("--limit", type=count, metavar="N", help="only the first N captions")
    parser.add_argument("--workers", type=count, default=4, metavar="N", help="requests at a time (default: 4)")
    parser.add_argument(
        "--attempts", type=count, default=3, metavar="N", help="times to ask when replies break the rules (default: 3)"
    )
    parser.add_argument("--input-price", type=_price, metavar="P", help="of a million tokens sent, for the estimate")
    parser.add_argument("--output-price", type=_price, metavar="P", help="of a million tokens received")
    parser.add_argument("--yes", action="store_true", help="send it")
    parser.set_defaults(run=run, kept=parts_kept)


def _price(text: str) -> float:
    try:
        price = float(text)
    except ValueError:
        price = -1.0
    if not 0.0 <= price < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no price")
    return price


def run(options: argparse.Namespace) -> int:
    """Runs the command."""
    from training.data.corpora.registry import places_of, read_parts
    from training.data.endpoint import EndpointConfig, collect
    from training.data.paraphrase import estimate, requests_of
    from training.data.variants import VariantFile

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
    """Returns the key from the environment; a server on this machine needs none.

    Raises:
        EndpointError: no key for a server elsewhere, or an address that is malformed or unsafe for a key.
    """
    from training.data.endpoint import EndpointError

    key, parts = os.environ.get(KEY_NAME, ""), urlsplit(url)
    is_local = parts.hostname in _LOCAL
    if parts.scheme not in ("http", "https") or not parts.hostname or (parts.scheme == "http" and not is_local):
        raise EndpointError(f"{url} is no https address", advice="Give https://…, or http to this machine.")
    if not key and not is_local:
        raise EndpointError(f"{KEY_NAME} is not set", advice=f"Set {KEY_NAME} to the key of {parts.hostname}.")
    return key or "none"


def _told(tally: EndpointTally, captions: int) -> int:
    print(f"{tally.kept + tally.cached} of {captions} captions have variants, {tally.kept} new")
    if tally.input_tokens or tally.output_tokens:
        print(f"tokens used: {tally.input_tokens} sent, {tally.output_tokens} received")
    for reason, number in tally.left_out.most_common():
        say(f"left out {number}: {reason}")
    return SOME_SKIPPED if tally.left_out else DONE
