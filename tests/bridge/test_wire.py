"""The decoder gives back what was sent, and nothing else, whatever else is on the line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.wire import LINE_MAX, Decoder, Event, Frame, Reply, Request, Telemetry, crc16, encode

WORD = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.?-", min_size=1, max_size=8)
ARGS = st.dictionaries(WORD, WORD, max_size=3)
HEX = "0123456789ABCDEF"
FRAMES: st.SearchStrategy[Frame] = st.one_of(
    st.builds(Request, st.text(HEX, min_size=2, max_size=2), WORD, ARGS),
    st.builds(Reply, st.text(HEX, min_size=2, max_size=2), WORD, ARGS),
    st.builds(Event, st.text(HEX, min_size=4, max_size=4), WORD, ARGS),
    st.builds(Telemetry, WORD, ARGS),
)


def test_the_checksum_of_the_protocol_page() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(st.lists(FRAMES, max_size=6), st.data())
def test_frames_survive_any_portioning(frames: list[Frame], data: st.DataObject) -> None:
    stream = b"".join(encode(frame) for frame in frames)
    decoder, got = Decoder(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += decoder.feed(stream[:size])
        stream = stream[size:]
    assert got == frames
    assert decoder.good == len(frames)
    assert decoder.bad == 0


@given(FRAMES, st.binary(max_size=300))
def test_noise_before_a_line_costs_nothing_but_the_noise(frame: Frame, noise: bytes) -> None:
    assert Decoder().feed(noise.replace(b"\n", b"") + encode(frame)) == [frame]


@given(FRAMES, st.data())
@settings(max_examples=60)
def test_a_damaged_line_is_never_another_message(frame: Frame, data: st.DataObject) -> None:
    line = encode(frame)
    place = data.draw(st.integers(0, len(line) - 2))
    change = data.draw(st.integers(1, 255))
    flipped = line[:place] + bytes([line[place] ^ change]) + line[place + 1 :]
    for damaged in (flipped, line[:place] + line[place + 1 :], line[: place + 1] + line[place:]):
        # A doubled sigil is noise before a good line, so the frame itself may still come out.
        assert [got for got in Decoder().feed(damaged + b"\n") if got != frame] == []


def test_a_line_that_never_ends_is_not_collected() -> None:
    decoder = Decoder()
    for _ in range(200):
        decoder.feed(b"@" * 5000)
    assert decoder.pending <= LINE_MAX + 1
    assert decoder.noise > 990_000
    assert decoder.feed(b"\n" + encode(Telemetry("HB"))) == [Telemetry("HB")]


@pytest.mark.parametrize("args", [{"a": "*"}, {"a": "\n"}, {"a": "x" * 150}, {"a": "\x7f"}])
def test_what_cannot_stand_in_a_line_is_refused(args: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="not a line"):
        encode(Request("00", "ROLL", args))


def _fuzz(megabytes: int) -> None:
    rng = random.Random(20)
    decoder, real, found = Decoder(), 0, 0
    line = encode(Event("0101", "RES", {"id": "a1", "faces": "123456"}))
    sent = 0
    while sent < megabytes * 1_000_000:
        kind = rng.randrange(4)
        if kind == 0:
            chunk = rng.randbytes(rng.randrange(4000))
        elif kind == 1:
            chunk = bytes(rng.choices(b">@!#*0123456789ABCDEF =\r\n", k=rng.randrange(3000)))
        elif kind == 2:
            damaged = bytearray(line)
            damaged[rng.randrange(len(line))] = rng.randrange(256)
            chunk = bytes(damaged) * rng.randrange(20)
        else:
            chunk = b"\n" + line
            real += 1
        sent += len(chunk)
        found += sum(frame == Event("0101", "RES", {"id": "a1", "faces": "123456"}) for frame in decoder.feed(chunk))
        assert decoder.pending <= LINE_MAX + 1
    assert found >= real


def test_ten_million_bytes_of_fuzz() -> None:
    _fuzz(10)
