#!/usr/bin/env python3
"""A signer to try `daymark submit --pay` with; the page Signers says what it has to do.

Usage: sample_signer.py KEY-FILE, which holds 64 hexadecimal digits and is its owner's alone (chmod 600).

It signs whatever the courier asks for. Use it on test networks, with a wallet that holds little.
"""
import hashlib
import hmac
import json
import os
import stat
import sys

# secp256k1; SEC 2, version 2.0, section 2.4.1.
P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(point, factor):
    product = None
    while factor:
        if factor & 1:
            product = add(product, point)
        point, factor = add(point, point), factor >> 1
    return product


def nonce(key, digest):
    """RFC 6979, section 3.2, with SHA-256."""
    k, v = bytes(32), b"\x01" * 32
    seed = key.to_bytes(32, "big") + (int.from_bytes(digest, "big") % N).to_bytes(32, "big")
    for mark in (b"\x00", b"\x01"):
        k = hmac.new(k, v + mark + seed, hashlib.sha256).digest()
        v = hmac.new(k, v, hashlib.sha256).digest()
    while True:
        v = hmac.new(k, v, hashlib.sha256).digest()
        number = int.from_bytes(v, "big")
        if 0 < number < N:
            return number
        k = hmac.new(k, v + b"\x00", hashlib.sha256).digest()
        v = hmac.new(k, v, hashlib.sha256).digest()


def sign(key, digest):
    number = nonce(key, digest)
    x, y = times(G, number)
    r = x % N
    s = pow(number, -1, N) * (int.from_bytes(digest, "big") + r * key) % N
    parity = y & 1
    if s > N // 2:
        s, parity = N - s, parity ^ 1
    return r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([27 + parity])


def main():
    path = sys.argv[1]
    if os.stat(path).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return {"error": "others may read the key; chmod 600 it"}
    with open(path, encoding="ascii") as file:
        key = int(file.read().strip(), 16)
    request = json.load(sys.stdin)
    if request.get("protocol") != "daymark/signer@1":
        return {"error": "another protocol"}
    if request.get("request") == "status":
        return {"status": "unknown"}
    if request.get("request") != "sign" or request.get("method") != "eip3009":
        return {"error": "this signer signs transfers of EIP-3009 alone"}
    return {"signature": "0x" + sign(key, bytes.fromhex(request["digest"][2:])).hex()}


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
