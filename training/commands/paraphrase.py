"""`earshot-train paraphrase`: other captions of a corpus by a language model, for the caption swap of fine-tuning."""

import argparse
import math
from pathlib import Path

from training.arguments import Commands, count


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
        "--data", action="append", default=[], metavar="NAME=DIR", help="where a corpus lies; may be repeated"
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
    parser.set_defaults(run="training.tasks.paraphrase:paraphrase")


def _price(text: str) -> float:
    """A price that is not negative."""
    try:
        price = float(text)
    except ValueError:
        price = -1.0
    if not 0.0 <= price < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no price")
    return price
