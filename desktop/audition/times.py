"""Places in a sound as they are typed and shown: "0:00:07.250", or plain seconds."""

import re

from desktop.translation import number

_CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d*)?)")
_SECONDS = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s)?")


def time_text(at_s: float) -> str:
    """A place to the millisecond: "0:00:07.250"; with a comma in German."""
    thousandths = round(max(0.0, at_s) * 1000)
    whole = thousandths // 1000
    clock = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return clock + number(thousandths % 1000 / 1000, 3)[1:]


def read_time(text: str) -> float | None:
    """The seconds that a text means, None for none: "1:02:03.5", "2:03", "7.25", "7,25 s", "250 ms"."""
    plain = "".join(text.split()).replace(",", ".").casefold()
    clock = _CLOCK.fullmatch(plain)
    if clock is not None:
        hours, minutes, seconds = clock.groups()
        if float(seconds) >= 60 or (hours is not None and int(minutes) >= 60):
            return None
        return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)
    seconds_alone = _SECONDS.fullmatch(plain)
    if seconds_alone is None:
        return None
    return float(seconds_alone.group(1)) / (1000 if seconds_alone.group(2) == "ms" else 1)
