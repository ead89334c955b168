#!/usr/bin/env python3
# soak_stream.py - gigabytes through laconic stream and back, in little memory.
"""Writes generated NDJSON into a pipe: laconic stream, then laconic stream --decode, then a
count and a checksum of what comes out. Fails when a process held more than --memory at its
peak, when a record is lost or changed, or when a process fails.

usage: soak_stream.py LACONIC [--gigabytes 10] [--memory 32]
"""
import argparse
import hashlib
import os
import subprocess
import sys
import threading
import time

GIGABYTE = 1000 ** 3
BLOCK_RECORDS = 20000


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("laconic")
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--memory", type=float, default=32, help="MB that a process may hold")
    options = parser.parse_args()
    wanted = int(options.gigabytes * GIGABYTE)
    fields = "id,name,amount,active,mail,city"
    encode = subprocess.Popen([options.laconic, "stream", "--name", "rows", "--fields", fields],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    decode = subprocess.Popen([options.laconic, "stream", "--decode", "--complete"], stdin=encode.stdout,
                              stdout=subprocess.PIPE)
    encode.stdout.close()
    # Making text is slower than the programs under test, so a few blocks are used in turn.
    blocks = [make_block(i) for i in range(8)]
    sent = {"bytes": 0, "hash": hashlib.blake2b(), "broken": False}

    def write():
        number = 0
        try:
            while sent["bytes"] < wanted:
                block = blocks[number % len(blocks)]
                encode.stdin.write(block)
                sent["hash"].update(block)
                sent["bytes"] += len(block)
                number += 1
            encode.stdin.close()
        except BrokenPipeError:
            sent["broken"] = True

    start = time.monotonic()
    writer = threading.Thread(target=write)
    writer.start()
    received, received_hash = 0, hashlib.blake2b()
    while piece := decode.stdout.read(1 << 20):
        received += len(piece)
        received_hash.update(piece)
    writer.join()
    failures = []
    for name, process in (("encode", encode), ("decode", decode)):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)  # so that nobody waits again
        peak = usage.ru_maxrss * 1024 / 1e6  # Linux counts in KiB
        seconds = usage.ru_utime + usage.ru_stime
        print(f"{name}: peak {peak:.1f} MB, {seconds:.1f} s of processor time")
        if process.returncode != 0:
            failures.append(f"{name} ended with {process.returncode}")
        if peak > options.memory:
            failures.append(f"{name} held {peak:.1f} MB, allowed are {options.memory:g} MB")
    seconds = time.monotonic() - start
    print(f"{sent['bytes'] / GIGABYTE:.2f} GB sent, {received / GIGABYTE:.2f} GB received, {seconds:.0f} s")
    if sent["broken"] or sent["bytes"] < wanted:
        failures.append("not everything could be sent")
    if received != sent["bytes"] or received_hash.digest() != sent["hash"].digest():
        failures.append("what came back is not what was sent")
    for failure in failures:
        print("FAIL " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
