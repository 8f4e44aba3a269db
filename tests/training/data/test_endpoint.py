"""Generating variants against a server that speaks the real protocol, well and badly."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from tests.training.data.chat_server import GOOD, chat_server, variants_of
from training.cli import main
from training.data.endpoint import EndpointConfig, EndpointError, EndpointTally, collect
from training.data.paraphrase import VariantRequest
from training.data.variants import VariantFile, read_variants

CAPTIONS = [VariantRequest(f"noise {number}", ("tag",)) for number in range(6)]


def run(url: str, path: Path, requests: list[VariantRequest] = CAPTIONS, **changes: int) -> EndpointTally:
    config = EndpointConfig(url, "small", "secret", **{"workers": 2, "retries": 2, **changes})
    with VariantFile(path) as file:
        return collect(requests, file, config, lambda text: None)


def test_every_caption_gets_five_variants(tmp_path: Path) -> None:
    with chat_server() as server:
        tally = run(server.url, tmp_path / "v.jsonl")
    assert (tally.kept, tally.cached, dict(tally.left_out)) == (6, 0, {})
    assert (tally.input_tokens, tally.output_tokens) == (600, 300)
    found = read_variants(tmp_path / "v.jsonl").of("noise 3", ("tag",))
    assert found[1] == "Something makes a noise like noise 3 in way 2."
    assert len(found) == 5


def test_the_key_goes_to_the_server_and_into_no_file(tmp_path: Path) -> None:
    with chat_server() as server:
        run(server.url, tmp_path / "v.jsonl")
    assert server.keys == {"Bearer secret"}
    assert b"secret" not in (tmp_path / "v.jsonl").read_bytes()
    assert {request["model"] for request in server.requests} == {"small"}


def test_what_is_there_is_not_asked_for_again(tmp_path: Path) -> None:
    with chat_server() as server:
        run(server.url, tmp_path / "v.jsonl", CAPTIONS[:4])
        tally = run(server.url, tmp_path / "v.jsonl")
    assert (tally.kept, tally.cached) == (2, 4)
    assert sorted(server.asked) == [request.caption for request in CAPTIONS]


@pytest.mark.parametrize("trouble", ["429", "500", "broken"])
def test_trouble_of_the_server_is_waited_out(trouble: str, tmp_path: Path) -> None:
    with chat_server(lambda caption, attempt: trouble if attempt < 2 else GOOD) as server:
        tally = run(server.url, tmp_path / "v.jsonl", CAPTIONS[:1])
    assert (tally.kept, len(server.asked)) == (1, 3)


@pytest.mark.parametrize("trouble", ["html", "garbage", "empty", "cut", "I cannot do that.", ""])
def test_a_bad_reply_is_asked_for_anew(trouble: str, tmp_path: Path) -> None:
    with chat_server(lambda caption, attempt: trouble if attempt < 2 else GOOD) as server:
        tally = run(server.url, tmp_path / "v.jsonl", CAPTIONS[:1], attempts=3)
    assert (tally.kept, len(server.asked)) == (1, 3)


def test_a_caption_whose_replies_stay_bad_is_left_out_and_counted(tmp_path: Path) -> None:
    three = "\n".join(variants_of("noise 2").splitlines()[:3])
    with chat_server(lambda caption, attempt: three if caption == "noise 2" else GOOD) as server:
        tally = run(server.url, tmp_path / "v.jsonl", attempts=2)
    assert (tally.kept, dict(tally.left_out)) == (5, {"3 lines instead of 5": 1})
    assert server.asked.count("noise 2") == 2
    assert read_variants(tmp_path / "v.jsonl").of("noise 2", ("tag",)) == ()


def test_a_refused_key_ends_the_job_and_says_what_to_check(tmp_path: Path) -> None:
    with chat_server(lambda caption, attempt: "401") as server, pytest.raises(EndpointError) as refused:
        run(server.url, tmp_path / "v.jsonl")
    assert "stub says 401" in str(refused.value)
    assert "key" in refused.value.advice
    assert len(server.asked) <= 2


def test_a_server_that_stays_away_ends_the_job_and_what_came_is_kept(tmp_path: Path) -> None:
    many = [VariantRequest(f"noise {number:02}", ()) for number in range(30)]
    with chat_server(lambda caption, attempt: GOOD if caption < "noise 03" else "500") as server:
        with pytest.raises(EndpointError, match="has not answered 8 requests in a row"):
            run(server.url, tmp_path / "v.jsonl", many, retries=0, workers=1)
        assert len(server.asked) == 3 + 8
    assert len(read_variants(tmp_path / "v.jsonl").of("noise 02", ())) == 5


def test_no_more_requests_are_under_way_than_asked_for(tmp_path: Path) -> None:
    together = threading.Barrier(3)

    def meet(caption: str, attempt: int) -> str:
        together.wait(20)  # only three at a time get through
        return GOOD

    with chat_server(meet) as server:
        tally = run(server.url, tmp_path / "v.jsonl", workers=3)
    assert (tally.kept, server.most_at_once) == (6, 3)


def test_the_command_sends_nothing_until_it_is_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    data, out = make_corpus(tmp_path / "data"), tmp_path / "v.jsonl"
    words = ["paraphrase", "--data", str(data), "--part", "earshot", "--out", str(out), "--model", "small"]
    with chat_server() as server:
        asking = [*words, "--url", server.url, "--output-price", "2", "--limit", "4"]
        assert main.main(asking) == 0
        assert server.asked == []
        told = capsys.readouterr()
        # 4 captions x 5 variants x 20 tokens at 2 a million are 0.0008.
        assert "to send: 4 requests to small" in told.out
        assert "estimated cost: 0.00" in told.out
        assert "add --yes" in told.err
        assert main.main([*asking, "--yes"]) == 0
        assert len(server.asked) == 4
    assert "4 of 4 captions have variants, 4 new" in capsys.readouterr().out


def test_a_server_elsewhere_needs_a_key_and_a_safe_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    data, out = make_corpus(tmp_path / "data"), tmp_path / "v.jsonl"
    words = ["paraphrase", "--data", str(data), "--part", "earshot", "--out", str(out), "--model", "small", "--yes"]
    assert main.main([*words, "--url", "https://example.invalid/v1"]) == 1
    assert "OPENAI_API_KEY is not set" in capsys.readouterr().err
    assert main.main([*words, "--url", "http://example.invalid/v1"]) == 1
    assert "no https address" in capsys.readouterr().err


def test_a_killed_job_goes_on_where_it_was(tmp_path: Path) -> None:
    data, out = make_corpus(tmp_path / "data"), tmp_path / "v.jsonl"
    words = ["paraphrase", "--data", str(data), "--part", "earshot", "--out", str(out), "--model", "small", "--yes"]
    reached, release = threading.Event(), threading.Event()

    def stall(caption: str, attempt: int) -> str:
        if len(server.asked) > 4 and not release.is_set():
            reached.set()
            release.wait(60)
        return GOOD

    with chat_server(stall) as server:
        command = [sys.executable, "-m", "training", *words, "--url", server.url, "--workers", "1"]
        process = subprocess.Popen(
            command,
            env={**os.environ, "OPENAI_API_KEY": "secret"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert reached.wait(100)
        finally:
            process.kill()
            process.wait()
            release.set()
        kept = [json.loads(line)["caption"] for line in out.read_text(encoding="utf-8").splitlines()]
        assert kept == server.asked[:4]
        out.write_bytes(out.read_bytes() + b'{"format": 1, "key": "ha')  # as a kill within a write leaves it
        assert main.main([*words, "--url", server.url, "--workers", "1"]) == 0
        asked_again = server.asked[5:]
    captions = {json.loads(line)["caption"] for line in out.read_text(encoding="utf-8").splitlines()}
    assert len(captions) == 13  # all texts of the corpus: 3 + 3 + 2 + 2 + 3
    assert not set(asked_again) & set(kept)
