#!/usr/bin/env python3
# soak_stream.py - gigabytes through laconic stream and back, in little memory.
"""Writes generated NDJSON into a pipe: laconic stream, then laconic stream --decode, whose
output is compared byte by byte with what was written. Fails when a process held more than
--memory at its peak, when a record is lost or changed, or when a process fails.

usage: soak_stream.py LACONIC [--gigabytes 10] [--memory 32]
"""
import argparse
import itertools
import os
import subprocess
import sys
import threading
import time

GIGABYTE = 1000 ** 3
BLOCK_RECORDS = 20000
BLOCKS = 8
FIELDS = "id,name,amount,active,mail,city"


def make_block(number):
    """Records whose texts the way there and back leaves as they are."""
    lines = []
    for i in range(BLOCK_RECORDS):
        n = number * BLOCK_RECORDS + i
        mail = "null" if n % 7 == 0 else f'"user{n}@example.org"'
        city = "" if n % 11 == 0 else ',"city":"S\u00e3o Paulo, \\"SP\\" | BR"'
        lines.append(f'{{"id":{n},"name":"user {n % 977}","amount":{n % 100000}.25,"active":'
                     f'{"true" if n % 3 else "false"},"mail":{mail}{city}}}\n')
    return "".join(lines).encode()


class Sender(threading.Thread):
    """Writes whole blocks, in turn, until there are enough bytes. Making text is slower than
    the programs under test, so there are only a few blocks."""

    def __init__(self, blocks, pipe, wanted):
        super().__init__()
        self.blocks, self.pipe, self.wanted = blocks, pipe, wanted
        self.sent = 0
        self.broken = False

    def run(self):
        try:
            for block in itertools.cycle(self.blocks):
                if self.sent >= self.wanted:
                    break
                self.pipe.write(block)
                self.sent += len(block)
            self.pipe.close()
        except BrokenPipeError:
            self.broken = True


class Receiver:
    """Compares what comes with the blocks, in turn."""

    def __init__(self, blocks):
        self.blocks = itertools.cycle(blocks)
        self.block, self.place = next(self.blocks), 0
        self.received = 0
        self.different_at = None

    def take(self, piece):
        start = 0
        while start < len(piece):
            if self.place == len(self.block):
                self.block, self.place = next(self.blocks), 0
            size = min(len(piece) - start, len(self.block) - self.place)
            same = piece[start:start + size] == self.block[self.place:self.place + size]
            if not same and self.different_at is None:
                self.different_at = self.received
            start += size
            self.place += size
            self.received += size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("laconic")
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--memory", type=float, default=32, help="MB that a process may hold")
    options = parser.parse_args()
    wanted = int(options.gigabytes * GIGABYTE)
    # Linux counts the memory of the process that starts another as its own at first: the
    # blocks are made only when both are running.
    encode = subprocess.Popen([options.laconic, "stream", "--name", "rows", "--fields", FIELDS],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    decode = subprocess.Popen([options.laconic, "stream", "--decode", "--complete"], stdin=encode.stdout,
                              stdout=subprocess.PIPE)
    encode.stdout.close()
    blocks = [make_block(i) for i in range(BLOCKS)]
    sender, receiver = Sender(blocks, encode.stdin, wanted), Receiver(blocks)
    start = time.monotonic()
    sender.start()
    while piece := decode.stdout.read(1 << 20):
        receiver.take(piece)
    sender.join()
    failures = []
    for name, process in (("encode", encode), ("decode", decode)):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)  # so that nobody waits again
        peak = usage.ru_maxrss * 1024 / 1e6  # Linux counts in KiB
        print(f"{name}: peak {peak:.1f} MB, {usage.ru_utime:.1f} s user and {usage.ru_stime:.1f} s system time")
        if process.returncode != 0:
            failures.append(f"{name} ended with {process.returncode}")
        if peak > options.memory:
            failures.append(f"{name} held {peak:.1f} MB, allowed are {options.memory:g} MB")
    seconds = time.monotonic() - start
    print(f"{sender.sent / GIGABYTE:.2f} GB sent, {receiver.received / GIGABYTE:.2f} GB received and compared, "
          f"{seconds:.0f} s")
    if sender.broken or sender.sent < wanted:
        failures.append("not everything could be sent")
    if receiver.different_at is not None:
        failures.append(f"what came back differs around byte {receiver.different_at}")
    if receiver.received != sender.sent:
        failures.append("what came back is not as long as what was sent")
    for failure in failures:
        print("FAIL " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
